"""What Python programs and notebooks use."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import playout
from playout import PlayoutError
from playout.engine.play.batch import play_batch
from playout.lists import find_study, study_files
from playout.questions.runs import Answer
from tests.playing import refused

MEASURES = ["win", "excellent", "cards_left", "cards_played"]
ENDS = ("", "_low", "_high")
COLUMNS = [
    *(name + end for name in ("win", "excellent") for end in ENDS),
    *(
        name + of + end
        for name in ("cards_left", "cards_played")
        for of in ("", "_median", "_p95")
        for end in ENDS
    ),
    *(f"ending_{word}{end}" for word in ("won", "stuck", "conceded") for end in (*ENDS, "_games")),
]


@pytest.fixture(scope="module")
def answer() -> Answer:
    return playout.run(
        "the-game", players=[1, 2], strategy=["greedy", "combo"], games=2_000, seed=1
    )


OPEN_MODULES = (
    *("author", "cant_stop", "hex", "mexican_train", "pig", "risk_battle", "snakes_and_ladders"),
    *("the_game", "yahtzee"),
)


def test_the_exported_names_are_these() -> None:
    names = vars(playout)["__all__"]
    assert names == [
        *["Game", "IllegalMove", "Match", "Measure", "Option", "PlayoutError", "author"],
        *["cant_stop", "compare", "counter", "course", "describe", "extend", "forecast", "game"],
        *[
            "gate",
            "hex",
            "list_games",
            "list_measures",
            "list_options",
            "list_strategies",
            "list_studies",
        ],
        *["load_run", "luck"],
        *["merge", "mexican_train", "mistakes", "odds", "pig", "policy", "randrange", "rare"],
        *["resume", "review", "reviews", "risk_battle", "run", "run_study", "shuffle"],
        *[
            "snakes_and_ladders",
            "solve",
            "strategy",
            "the_game",
            "tournament",
            "tune",
            "verify",
            "warm",
            "yahtzee",
        ],
    ]
    assert dir(playout) == names
    assert playout.__version__ == version("playout")
    assert all(getattr(playout, name) is not None for name in names)
    # No other is the name of a module, which would take its place once it is imported.
    for name in set(names) - {*OPEN_MODULES}:
        assert f"playout.{name}" not in sys.modules
    assert issubclass(playout.IllegalMove, PlayoutError)
    misspelt = "rnu"
    with pytest.raises(AttributeError, match="attribute rnu"):
        getattr(playout, misspelt)


@pytest.mark.parametrize(
    "code",
    [
        "import playout",
        "import sys; sys.argv = ['playout', '--help']; from playout.cli import main; main()",
    ],
    ids=["import playout", "playout --help"],
)
def test_nothing_heavy_is_imported_before_it_is_needed(code: str) -> None:
    heavy = {"numba", "pandas", "matplotlib", "numpy", "scipy", "pydantic", "jinja2", "pyarrow"}
    told = "import atexit, sys; atexit.register(lambda: print('LOADED', *sys.modules)); "
    done = subprocess.run(
        [sys.executable, "-c", told + code], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split("LOADED")[1].split()
    assert "playout" in loaded
    assert heavy.isdisjoint(loaded)


def test_a_run_has_a_row_per_combination_and_the_documented_columns(answer: Answer) -> None:
    table = answer.to_pandas()
    assert list(table.columns) == ["players", "strategy", "games", *COLUMNS, "interval"]
    assert (table["interval"] == "fixed-n").all()
    assert list(zip(table["players"], table["strategy"], strict=True)) == [
        (players, name) for players in (1, 2) for name in ("greedy", "combo")
    ]
    assert (table["games"] == 2_000).all()
    assert answer.complete
    assert answer.games == 8_000
    assert answer.seed == 1


def test_every_estimate_is_that_of_the_games_and_lies_in_its_interval(answer: Answer) -> None:
    table = answer.to_pandas()
    for asked, (_, row) in zip(answer.found.rows, table.iterrows(), strict=True):
        outcomes = play_batch(asked.rules, asked.players, 1, 0, 2_000)
        for place, name in enumerate(MEASURES):
            assert row[name] == pytest.approx(outcomes[:, place].mean(), rel=1e-12)
            assert row[f"{name}_low"] <= row[name] <= row[f"{name}_high"]
    np.testing.assert_allclose(table["cards_left"] + table["cards_played"], 98)


def test_rule_options_are_keywords_and_lists_make_columns() -> None:
    table = playout.run(
        "the-game", strategy="greedy", hand=(5, 6), jump=0, first_player="random", games=50
    ).to_pandas()
    assert list(table.columns)[:6] == [
        *["players", "strategy", "hand", "jump", "first_player", "games"]
    ]
    assert table["hand"].tolist() == [5, 6]
    assert table["jump"].tolist() == [0, 0]


@pytest.mark.parametrize(
    "players", [range(1, 3), np.array([1, 2]), pd.Series([1, 2]), {1: 0, 2: 0}.keys()]
)
def test_any_collection_of_values_makes_a_factor(players: Any) -> None:
    table = playout.run("the-game", players=players, strategy="greedy", games="20").to_pandas()
    assert table["players"].tolist() == [1, 2]


def test_numbers_of_numpy_are_as_good_as_those_of_python() -> None:
    numpy: dict[str, Any] = {"games": np.int32(50), "seed": np.int64(3), "hand": np.uint8(6)}
    other = playout.run("the-game", players=2, hand=6, strategy="greedy", games=50, seed=3)
    for players in (np.int64(2), np.array(2)):
        for strategy in ("greedy", np.array("greedy")):
            one = playout.run("the-game", players=players, strategy=strategy, **numpy)
            pd.testing.assert_frame_equal(one.to_pandas(), other.to_pandas())


def test_the_seed_alone_decides_the_numbers() -> None:
    one, again, other = (
        playout.run("the-game", strategy="combo", games=1_000, seed=seed, workers=workers)
        for seed, workers in ((5, 1), (5, "2"), (6, 1))
    )
    assert one == again != other


def test_a_distribution_is_the_exact_counts(answer: Answer) -> None:
    table = answer.distribution("cards_left")
    assert list(table.columns) == ["players", "strategy", "cards_left", "count"]
    assert (table["count"] > 0).all()
    assert table.groupby(["players", "strategy"])["count"].sum().tolist() == [2_000] * 4
    means = (
        table.assign(sum=table["cards_left"] * table["count"])
        .groupby(["players", "strategy"], sort=False)["sum"]
        .sum()
        / 2_000
    )
    assert means.tolist() == pytest.approx(answer.to_pandas()["cards_left"].tolist())


def test_a_notebook_shows_a_sentence_and_a_table_and_python_the_same_as_text(
    answer: Answer,
) -> None:
    html = answer._repr_html_()
    assert html.count("<tr>") == 3 * 5  # what is shown, and all that folds out
    assert "95 % intervals" in html
    text = repr(answer)
    assert len(text.splitlines()) == 1 + 1 + 6 + 1 + 1  # sentence, table, what it is
    for word in ("players", "greedy", "2,000", "cards left", "seed 1", answer.sentence()):
        assert word in html
        assert word in text


def test_an_answer_is_the_same_as_plain_data(answer: Answer) -> None:
    data = json.loads(json.dumps(answer.data(), allow_nan=False))
    assert list(data) == [
        *["kind", "game", "game_version", "playout", "seed", "complete", "games", "seconds"],
        *["sentence", "interval", "level", "precision", "reached"],
        *["remaining", "remaining_low", "remaining_high", "notes", "rows"],
    ]
    assert data["kind"] == "run"
    assert data["playout"] == playout.__version__
    assert data["sentence"] == answer.sentence()
    pd.testing.assert_frame_equal(pd.DataFrame(data["rows"]), answer.to_pandas())
    pd.testing.assert_frame_equal(answer.table(), answer.to_pandas())
    assert answer.data() == answer.to_dict()
    refused("there is no table 'looks'", answer.table, "looks")


def test_an_answer_draws_itself(answer: Answer) -> None:
    assert isinstance(answer.plot(), Figure)
    axes = answer.plot("cards_left", x="strategy", kind="bars").axes[0]
    assert {label.get_text() for label in axes.get_yticklabels()} >= {"greedy", "combo"}
    assert axes.get_xlabel() == "cards left"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"measure": "wins"}, "no measure 'wins': did you mean 'win'"),
        ({"x": "hand"}, "no factor 'hand': choose from players, strategy"),
        ({"kind": "bar"}, "no plot 'bar': did you mean 'bars'"),
    ],
)
def test_a_plot_of_what_is_not_there_is_refused_in_a_sentence(
    wrong: dict[str, Any], sentence: str, answer: Answer
) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        answer.plot(**wrong)
    refused("no measure 'wins'", answer.distribution, "wins")


@pytest.mark.parametrize("name", OPEN_MODULES)
def test_modules_show_their_public_names_alone(name: str) -> None:
    module = getattr(playout, name)
    assert dir(module) == sorted(module.__all__)
    assert all(getattr(module, one) is not None for one in module.__all__)


def test_the_default_strategy_plays_when_none_is_given() -> None:
    table = playout.run("the-game", games=20).to_pandas()
    same = playout.run("the-game", games=20, strategy="quick").to_pandas()
    assert table.equals(same)


def test_a_study_runs_by_its_name_and_by_its_file() -> None:
    assert len(study_files()) >= 5
    by_name, by_file = (
        playout.run_study(one, workers=2).to_pandas()
        for one in ("the-game-blog", str(find_study("the-game-blog")))
    )
    pd.testing.assert_frame_equal(by_name, by_file)
    assert len(by_name) == 21
    # The mean of random alone is 12.204 (standard error 0.0924) in the blog; z beyond 5.3 of both
    # errors happens to correct code less than once in ten million times.
    row = by_name.iloc[0]
    error = (row["cards_played_high"] - row["cards_played_low"]) / 2 / 1.96
    assert abs(row["cards_played"] - 12.204) < 5.33 * np.hypot(error, 0.0924)


def test_a_study_keeps_its_runs_and_tells_how_far_it_is(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(
        'game = "the-game"\ngames = 300\nanswer = "{{ row().win }}."\n'
        '[factors]\nstrategy = ["greedy"]\n'
    )
    kept, told = tmp_path / "small.run", list[tuple[int, int]]()
    first = playout.run_study(
        str(file), save=kept, progress=lambda done, total: told.append((done, total))
    )
    assert told[-1] == (300, 300)
    assert re.fullmatch(r"about \d.* %\.", first.sentence())
    pd.testing.assert_frame_equal(playout.load_run(kept).to_pandas(), first.to_pandas())
    before = kept.read_bytes()
    pd.testing.assert_frame_equal(
        playout.run_study(str(file), save=kept).to_pandas(), first.to_pandas()
    )
    assert kept.read_bytes() == before
