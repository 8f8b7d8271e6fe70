"""Studies of Hex: what they count is what the functions count, and a report shows it."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

import playout
from playout.engine.words.errors import PlayoutError
from playout.lists import find_study
from playout.questions.answers import load_study
from playout.report.progress import screen
from playout.report.study import Study, play_study
from playout.report.words import between
from playout.runner.workers import workers_of
from playout.stats.intervals import Interval
from tests.command import playout as command

pytestmark = pytest.mark.slow

NAMES = ["hex-map", "hex-compound", "hex-scaling"]


def few(name: str) -> int:
    """A small number of games, or of boards."""
    return 20_000 if name == "hex-map" else 20


def little(name: str) -> Study:
    """A study that ships, with little to do."""
    return load_study(find_study(name)).changed(games=few(name), seed=3)


@cache
def small(name: str) -> Any:
    """What little of a study answers."""
    with workers_of(2) as workers:
        return play_study(little(name), workers)


def test_the_map_study_counts_what_criticality_counts() -> None:
    found = small("hex-map")
    assert [row["boards"] for row in found.rows] == [1_000, 20_000]
    large = playout.hex.criticality(11, boards=20_000, seed=3)
    row = found.rows[1]
    assert row["best_cell"] == large.best
    assert row["centre"] == "f6"
    assert row["centre_rate"] == 100 * large.rates[5, 5]
    assert row["centre_rate_error"] == 100 * large.standard_errors[5, 5]
    assert row["best_other_rate"] == 100 * max(
        large.rates.flat[:60].max(), large.rates.flat[61:].max()
    )
    assert row["pivotal_cells"] == large.expected_pivotals
    assert row["candidates"] == len(large.leaders)
    pd.testing.assert_frame_equal(found.table("20000-cells"), large.to_pandas())
    assert found.games == found.counted["boards"] == 21_000
    assert "seconds" not in found.to_pandas()


def test_the_compound_study_plays_what_compound_plays() -> None:
    found = small("hex-compound")
    assert [row["boards_per_move"] for row in found.rows] == [200]
    games = playout.hex.compound(11, games=20, boards=200, seed=3)
    assert found.rows[0]["length"] == games.lengths.mean()
    assert found.rows[0]["player_1_wins"] == 100 * (games.winners == 1).mean()
    assert found.rows[0]["games_with_a_silent_sample"] == games.silent_stops
    assert ", ".join(games.moves(0)[:5]) in found.sentence()
    pd.testing.assert_frame_equal(found.table("200-games"), games.to_pandas())
    assert found.games == found.counted["compound games"] == 20
    assert "seconds" not in found.to_pandas()


def test_the_compound_study_shows_maps_of_its_first_game() -> None:
    found = small("hex-compound")
    games = playout.hex.compound(11, games=20, boards=200, seed=3)
    length = games.played[0].length
    pictures = {figure.name: figure.svg() for figure in found.figures()}
    shown = [0, length // 3, 2 * length // 3]
    assert list(pictures) == [*(f"after-{stones}" for stones in shown), "game", "lengths"]
    for stones in shown:
        position = games.stones.copy()
        position.flat[games.played[0].cells[:stones]] = games.played[0].owners[:stones]
        rates = playout.hex.criticality(stones=position, boards=1_000, seed=3).heat
        picture = pictures[f"after-{stones}"]
        assert f"after {stones} stones; the next goes to {games.moves(0)[stones][:-2]}" in picture
        for rate in rates[~np.isnan(rates)]:
            assert f": {100 * rate:.1f} %<" in picture


@pytest.mark.parametrize(
    ("name", "jobs"),
    [
        ("hex-map", 0),
        ("hex-compound", 0),
        *(
            pytest.param(name, jobs, marks=pytest.mark.thorough)
            for name, jobs in [*(("hex-scaling", k) for k in (0, 2, 4)), ("hex-map", 1)]
        ),
    ],
)
def test_a_study_stopped_half_way_answers_with_what_it_has_and_goes_on(
    name: str, jobs: int, tmp_path: Path
) -> None:
    study, save, begun = little(name), tmp_path / f"{name}.run", 0

    def stop(done: int, total: int) -> None:
        nonlocal begun
        begun += done == total
        if begun > jobs:
            raise KeyboardInterrupt

    with workers_of(1) as workers:
        stopped = play_study(study, workers, save, screen(stop))
        whole = play_study(study, workers)
        jobs_of_all = len(list(tmp_path.glob("*.run")))
        again = play_study(study, workers, save)
    # The job in which it was stopped was finished when that came.
    assert jobs_of_all == min(jobs + 1, len(list(tmp_path.glob("*.run"))))
    assert again.complete
    frames = [(one.to_pandas(), one.sentence()) for one in (again, whole)]
    pd.testing.assert_frame_equal(frames[0][0], frames[1][0])
    assert frames[0][1] == frames[1][1]
    if stopped.games:
        rows = stopped.to_pandas()
        pd.testing.assert_frame_equal(rows, frames[1][0].iloc[: len(rows)])
        assert stopped.sentence()
        assert [figure.svg() for figure in stopped.figures()]


def test_the_scaling_study_has_the_exact_values_of_small_boards() -> None:
    rows = {row["rows"]: row for row in small("hex-scaling").rows}
    assert rows[3]["length_exact"] == 4.3984375  # hex_compound.json
    assert rows[3]["pivotal_cells_exact"] == 249 / 128  # hex_gale.json
    assert rows[2]["length_exact"] == 2.5
    assert math.isnan(rows[5]["length_exact"])
    for size in (2, 3, 4):
        row = rows[size]
        distance = abs(row["pivotal_cells"] - row["pivotal_cells_exact"])
        assert distance < 5.5 * row["pivotal_cells_error"]  # false alarm below 1e-6 at 20 blocks


FILES = {
    "hex-map": {"hex-map-1000-cells.csv", "hex-map-20000-cells.csv", "hex-map-1000.svg"},
    "hex-compound": {
        "hex-compound-200-games.csv",
        "hex-compound-after-0.svg",
        "hex-compound-game.svg",
        "hex-compound-lengths.png",
    },
    "hex-scaling": {"hex-scaling.png"},
}


@pytest.mark.parametrize("name", [*NAMES[:2], pytest.param(NAMES[2], marks=pytest.mark.thorough)])
def test_a_report_shows_the_study_and_its_files(name: str, tmp_path: Path) -> None:
    said = command("study", name, "--games", f"{few(name)}", "--seed", "3", "--out", str(tmp_path))
    assert said.code == 0, said.err
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert f"<pre>playout study {name} --games {few(name)} --seed 3</pre>" in page
    assert page.count("<svg") >= 1
    assert "Random-turn Hex version 1, seed 3." in page
    files = sorted(path.name for path in tmp_path.iterdir())
    assert {f"{name}.csv", f"{name}.parquet", *FILES[name]} <= set(files)
    assert all(file in page for file in files if file != "index.html")
    pd.testing.assert_frame_equal(
        pd.read_parquet(tmp_path / f"{name}.parquet"),
        pd.read_csv(tmp_path / f"{name}.csv"),
        check_dtype=False,
    )
    for picture in tmp_path.glob("*.svg"):
        ElementTree.parse(picture)
    for picture in tmp_path.glob("*.png"):
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_from_python_a_study_gives_a_table_and_shows_itself() -> None:
    found = small("hex-map")
    assert list(found.to_pandas()["boards"]) == [1_000, 20_000]
    assert "<svg" in found._repr_html_()
    for row in found.rows:
        low, high = row["centre_rate_low"], row["centre_rate_high"]
        shown = between(Interval(row["centre_rate"], low, high), rate=False)
        assert shown in repr(found)
        assert shown in found._repr_html_()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('kind = "hex-maps"', "kind"),
        ("rows = [0]", "rows"),
        ("rows = []", "rows"),
        ('boards = ["x"]', "boards"),
        ("size = 3", "unknown key 'size'"),
        ('answer = "{{ nothing }}"', "answer: 'nothing' is undefined"),
    ],
)
def test_a_mistake_in_a_study_of_hex_is_told_with_its_file(
    line: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    text = "" if line.startswith("kind") else 'kind = "hex-map"\n'
    path.write_text(text + line, encoding="utf-8")
    with pytest.raises(PlayoutError) as caught:
        load_study(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert told in message
    assert "\n" not in message
