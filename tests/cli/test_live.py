"""What a terminal shows while something is played: bars, and the rows of a run, in any width."""

from __future__ import annotations

import io
import os
import pty
import re
import sys
import time
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from playout.cli import main
from playout.cli.live import Live, table
from playout.engine.game.game import SHARE
from playout.questions.runs import Job, ask
from playout.questions.runs.seats import count
from playout.report.progress import View
from playout.runner.plan import Plan
from playout.stats.intervals import Interval


def terminal_of(words: str) -> str:
    """All that a command writes on a terminal of 80 columns, which is its error stream."""
    ours, theirs = pty.openpty()
    pieces, finished = list[bytes](), list[Any]()
    warm, finish = Job.warm, Plan.finish

    def read() -> None:
        with suppress(OSError):  # the other end has been closed
            while piece := os.read(ours, 65536):
                pieces.append(piece)

    def warm_slowly(job: Any) -> None:
        warm(job)
        time.sleep(1.2)  # as if there were something to load

    def finish_slowly(self: Any, *given: Any) -> None:
        finish(self, *given)
        finished.append(self)
        if len(finished) < 4:
            time.sleep(0.3)  # so that it is seen

    reader = Thread(target=read)
    reader.start()
    with (
        open(theirs, "w") as terminal,
        patch.dict(os.environ, {"TERM": "xterm", "COLUMNS": "80"}),
        patch.object(Job, "warm", warm_slowly),
        patch.object(Plan, "finish", finish_slowly),
        patch.object(sys, "argv", ["playout", *words.split()]),
        redirect_stdout(io.StringIO()),
        redirect_stderr(terminal),
        pytest.raises(SystemExit, match=r"^0$"),
    ):
        main()
    reader.join()
    os.close(ours)
    said = b"".join(pieces).decode()
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        pytest.param("map --size 9 --boards 50M", "boards", marks=pytest.mark.thorough),
        pytest.param(
            "compound --size 5 --games 1k --boards 2k", "games", marks=pytest.mark.thorough
        ),
        pytest.param(
            "study hex-map --games 300k --out FOLDER", "boards", marks=pytest.mark.thorough
        ),
        pytest.param(
            "compare the-game --a chains --b chains:extra=4 --max-games 4k --margin 1e-9",
            "pairs of games",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_bar_tells_how_far_it_is_and_in_what(words: str, unit: str, tmp_path: Path) -> None:
    said = terminal_of(words.replace("FOLDER", str(tmp_path)))
    assert re.search(
        rf"\d (of [\d,]+ {unit}|{unit} of [\d,]+ at most|{unit}, about [\d,]+ more)", said
    )


def test_a_run_shows_its_rows_before_any_game_is_finished() -> None:
    job = Job(ask("the-game", strategy=["greedy", "combo"], games=1000))
    view = View(job)
    view.watch(job.plan())
    lines = str(Live().picture(view, 80, 24)).splitlines()
    assert lines[0] == "0 games"
    assert lines[-1].split() == ["combo", "0", "of", "1,000", "-"]


@pytest.mark.slow
def test_a_run_shows_what_is_loaded_and_then_its_rows() -> None:
    said = terminal_of("run the-game --strategy greedy,quick --games 6k")
    assert re.search(r"(loading|compiling) .*The Game", said)
    assert re.search(r"games, [\d,]+ per second", said)
    assert re.search(r"quick +[\d,]+ of 6,000 +\d", said)


def finish(job: Job, plan: Plan[Any]) -> None:
    """Finish the next batch of a plan, half of whose games were won, without playing it."""
    batch = plan.next()
    assert batch is not None
    won = SHARE if job.asked.measure.kind == "share" else 1
    outcomes = np.random.default_rng(batch.arm).integers(0, 2, (batch.count, job.game.width)) * won
    plan.finish(batch, count(job.arms[batch.arm], outcomes, batch.first), 0.1)


def pictured(
    width: int, most: int = 20, games: int = 300, measures: tuple[str, ...] = (), **options: Any
) -> list[str]:
    """The picture of a run in which each setup has a batch, and the first one plays another."""
    job = Job(ask("mexican-train", games=games, **options))
    plan: Plan[Any] = job.plan()
    for _ in job.arms:
        finish(job, plan)
    plan.next()
    return table(job, plan, width, most, measures)


LINE_UP = ["sequence", "random", "random"]


def test_the_widest_table_fits_eighty_columns_and_nothing_in_it_is_cut() -> None:
    options: dict[str, Any] = {"seats": LINE_UP, "tiles": [3, 5], "engine": ["fixed", "countdown"]}
    lines = pictured(80, **options)
    assert lines[0].split() == ["strategy", "tiles", "engine", "games", "win"]
    assert max(map(len, lines)) <= 80
    assert not any("\N{HORIZONTAL ELLIPSIS}" in line for line in lines)
    assert len(lines) == 1 + 2 * 2 * 2  # heads; for each setup a row of each strategy
    assert all(
        re.search(r" 16 of 300  +[\d.]+ % \([\d.]+ to [\d.]+\)$", line) for line in lines[1:]
    )


def test_columns_that_do_not_fit_are_left_out_from_the_right() -> None:
    options: dict[str, Any] = {"seats": LINE_UP, "tiles": [3, 5]}
    wide, narrow, least = (pictured(width, **options)[1] for width in (80, 45, 30))
    assert re.search(r"of 300 .* % \(.* to .*\)$", wide)
    assert re.search(r"of 300 +[\d.]+ %$", narrow)
    assert narrow.rpartition("  ")[0].rstrip() == least


def test_the_measures_that_are_asked_for_are_shown() -> None:
    asked: dict[str, Any] = {"measures": ("rounds", "ending"), "strategy": ["random", "greedy"]}
    heads, line, _ = pictured(120, **asked)
    assert re.sub("  +", "|", heads) == "|strategy|games|rounds|ending target|ending rounds"
    assert line.count(" to ") == 3
    narrow = pictured(60, **asked)
    assert re.sub("  +", "|", narrow[0]) == "|strategy|games|rounds|ending target|ending rounds"
    assert not any(" to " in line for line in narrow)
    assert re.sub("  +", "|", pictured(45, **asked)[0]) == "|strategy|games|rounds|ending target"


def test_a_row_says_whether_it_is_played_or_finished() -> None:
    lines = pictured(80, strategy=["random", "greedy"])
    assert [line[:1] for line in lines[1:]] == [">", " "]
    lines = pictured(80, games=16, strategy=["random", "greedy"])
    assert [line[:1] for line in lines[1:]] == ["\N{CHECK MARK}"] * 2
    assert " 16 " in lines[1]
    assert " of " not in lines[1]


def test_if_there_are_too_many_rows_the_finished_ones_are_left_out_first() -> None:
    job = Job(ask("the-game", games=16, players=[1, 2, 3, 4, 5]))
    plan: Plan[Any] = job.plan()
    for _ in range(3):
        finish(job, plan)
    lines = table(job, plan, 80, 3)
    assert [line.split()[0] for line in lines[1:4]] == ["\N{CHECK MARK}", "4", "5"]
    assert lines[4] == "and 2 more rows"


def test_a_precision_shows_about_how_many_games_it_takes() -> None:
    job = Job(ask("the-game", precision=0.004, strategy="greedy", seed=4))
    plan: Plan[Any] = job.plan()
    assert "of" not in table(job, plan, 80, 20)[1]
    while plan.finished(0) < 2_000:
        finish(job, plan)
    assert " of about 140,000  " in table(job, plan, 80, 20)[1]
    view = View(job)
    view.watch(plan)
    (games, more, *_) = str(Live().picture(view, 80, 24)).splitlines()
    assert games.startswith("2,")
    assert re.fullmatch(r"about 1\d0,000 more( \([\d,]+ to [\d,]+\))? expected", more)
    assert max(map(len, (games, more))) <= 80


def test_forecasts_that_are_missed_again_and_again_are_no_longer_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    job = Job(ask("the-game", precision=0.004, strategy="greedy", seed=4))
    plan, view = job.plan(), View(job)
    monkeypatch.setattr(job, "forecast_left", lambda plan, arm: Interval(3.0, 2.0, 4.0))
    told = []
    for _ in range(4):
        finish(job, plan)
        view.watch(plan)
        told.append((view.expected(), view.words()))
    assert told[0][0] == ", about 3 more (2 to 4)"
    assert told[-1][0] == "" == view.left()
    assert re.fullmatch(r"[\d,]+ games of at most [\d,]+", told[-1][1])
