"""Of very many settings those are tried that promise most."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.questions.tune import ask, asked, job
from playout.questions.tune.proposals import promising, spread


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_sixteenth_of_all_points_holds_the_best_one(seed: int) -> None:
    axes = np.array([*itertools.product(range(4), repeat=6)], float)
    rng = np.random.default_rng(seed)
    best, weight = rng.integers(4, size=6), rng.uniform(0.5, 2.0, 6)
    noise = rng.normal(0, 0.2, len(axes))
    far = (weight * np.abs(axes - best)).sum(axis=1)
    tried = {k: (far[k] + noise[k],) for k in spread(axes, 64, seed)}
    assert len(tried) > 50
    assert min(far[k] for k in tried) > 0
    while len(tried) < 256:
        more = promising(axes, tried, 32)
        assert len({*more} - {*tried}) == 32
        tried |= {k: (far[k] + noise[k],) for k in more}
    assert min(far[k] for k in tried) == 0


def test_all_points_that_are_left_are_tried_in_the_end() -> None:
    axes = np.arange(6.0)[:, np.newaxis]
    assert spread(axes, 3, 1) == spread(axes, 3, 1)
    assert sorted(promising(axes, {0: (2, 0), 3: (1, 5)}, 9)) == [1, 2, 4, 5]


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"MOST_TRIED": 14, "FIRST": 5, "WAVE": 3}.items():
        monkeypatch.setattr(job, name, number)
    monkeypatch.setattr(asked, "MOST_RACED", 20)


WANTED: dict[str, Any] = {
    "vary": {"goal": range(10, 40)},
    "targets": "turns(median)=4..5",
    "max_games": 3_000,
}


@pytest.mark.slow
@pytest.mark.usefixtures("_few")
def test_a_search_tries_some_settings_and_comes_to_the_same_ones_when_it_goes_on(
    tmp_path: Path,
) -> None:
    whole = playout.tune("pig", **WANTED, workers=2)
    assert len(whole) == 14
    assert "These are 14 of 30 settings" in whole.sentence()
    met = {row["goal"] for row in whole if row["targets"] == "met"}
    assert len(met) >= 5
    assert met <= {*range(23, 33)}  # as all settings say that play

    def stop(done: int, total: int) -> None:
        if done > 4_000:
            raise KeyboardInterrupt

    saved = tmp_path / "saved.run"
    part = playout.tune("pig", **WANTED, save=saved, progress=stop)
    assert not part.complete
    assert playout.tune("pig", **WANTED, save=saved).to_pandas().equals(whole.to_pandas())


def test_parameters_of_a_strategy_vary_each_by_itself() -> None:
    two = "mine:a={1..3}:b={0.5,1,2}"
    made = ask(
        "cant-stop",
        strategy=two.replace("mine:a", "rule_of_28:at").replace("b", "marker"),
        minimize="turns",
        players=1,
    )
    assert len(made.settings) == 9
    assert made.axes.max(axis=0).tolist()[-2:] == [2, 2]
    labels = [str(one.strategy).removeprefix("rule_of_28:") for one in made.settings]
    near = [labels[k] for k in made.neighbours(labels.index("at=2:marker=0.5"))]
    assert near == ["at=1:marker=0.5", "at=2:marker=1", "at=3:marker=0.5"]
    assert "--vary" not in made.command(10)
    assert "rule_of_28:at={1..3}:marker={0.5,1,2}" in made.command(10)
    assert ask(made.game.name, **type(made).keywords(made.canonical())).settings[4].strategy == (
        made.settings[4].strategy
    )
