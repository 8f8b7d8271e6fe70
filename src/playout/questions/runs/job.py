"""Runs: a spec in, counts out."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from playout.engine.batch import play_batch
from playout.engine.errors import PlayoutError
from playout.engine.game import Game, Player
from playout.engine.registry import find_game
from playout.stats.tally import Tallies, Tally
from playout.study.estimates import How, interval_of
from playout.study.executors import workers_of
from playout.study.jobs import Job, Keeper, Outcome, Progress, Workers, play_job
from playout.study.plan import Batch, Plan
from playout.study.spec import Spec, cells, measured
from playout.study.tables import Cell, Table, count


@dataclass(frozen=True)
class Run:
    """What a run has counted: a tally per cell."""

    spec: Spec
    game: Game
    cells: list[Cell]
    tallies: list[Tally]  # of games 0 .. n - 1 of each cell
    cpu_seconds: list[float]  # time the workers spent on each table
    seconds: float  # from start to end
    complete: bool  # False: stopped before all games were played
    fixed: bool = True  # the number of games was fixed before any was played
    missed: tuple[int, ...] = ()  # the cells that have not reached the precision asked for

    @property
    def how(self) -> How:
        """The kind of interval that its numbers have earned."""
        return "fixed" if self.fixed and self.complete and not self.spec.precision else "anytime"

    @property
    def games(self) -> int:
        """Games played, at all tables; the cells of a table count the same ones."""
        return sum(self.played.values())

    @property
    def played(self) -> dict[Table, int]:
        """Games played at each table."""
        found: dict[Table, int] = {}
        for cell, tally in zip(self.cells, self.tallies, strict=True):
            if self.spec.by != "seat":
                found[cell.table] = tally.games
            elif cell.factors["seat"] == 0:  # in every game somebody has seat 0
                found[cell.table] = found.get(cell.table, 0) + tally.games
        return found


class GameRun(Job[Tallies]):
    """A spec as a job: a cell of the job is a table, with all its rows."""

    kind = "run"

    def __init__(self, spec: Spec, begin: int = 0, end: int | None = None) -> None:
        self.spec, self.game, self.cells = spec, find_game(spec.game), cells(spec)
        self.tables = [list(of) for _, of in groupby(self.cells, key=lambda cell: id(cell.table))]
        self.begin, self.games = begin, spec.games if end is None else end
        if spec.precision is not None:
            self.games = spec.max_games
            self.decide = self._reached
            self._measure = measured(spec, self.game)

    @staticmethod
    def restored(asked: dict[str, Any], games: int, begin: int = 0) -> GameRun:
        """The job that was asked for in these words."""
        limit = "games" if asked["precision"] is None else "max_games"
        return GameRun(Spec.restored(asked | {limit: games}), begin)

    def asked(self) -> dict[str, Any]:
        """All that decides its counts, but not how many games."""
        return self.spec.asked()

    @property
    def whole(self) -> int:
        """The number of games of the run of which this may be a part."""
        return self.spec.games if self.spec.precision is None else self.games

    def nothing(self) -> list[Tallies]:
        """What is counted of no games, for each table."""
        none = np.zeros((0, self.game.width), np.int64)
        return [count(rows, none, 0) for rows in self.tables]

    def play(self, batch: Batch) -> Tallies:
        """Play a batch at its table and count it."""
        rows = self.tables[batch.cell]
        at = rows[0].table
        outcomes = play_batch(
            at.rules, at.players, self.spec.seed, batch.first, batch.count, at.seating
        )
        return count(rows, outcomes, batch.first)

    def players(self) -> list[Player]:
        """Everybody who plays, somewhere."""
        return [player for rows in self.tables for player in rows[0].players]

    def _reached(self, table: int, counted: Tallies) -> bool:
        """Whether all rows of a table are as precise as was asked."""
        return all(map(self._is_precise, self.tables[table], counted.parts))

    def _is_precise(self, cell: Cell, tally: Tally) -> bool:
        aim, place = self.spec.precision, self.game.measures.index(self._measure)
        assert aim is not None
        found = interval_of(self._measure, cell.rules, tally.histograms[place], "anytime", aim=aim)
        return aim.reached(found)

    def result(self, outcome: Outcome[Tallies]) -> Run:
        """The run."""
        tallies = [tally for of in outcome.counted for tally in of.parts]
        missed: tuple[int, ...] = ()
        if self.decide is not None:
            pairs = enumerate(zip(self.cells, tallies, strict=True))
            missed = tuple(k for k, (cell, tally) in pairs if not self._is_precise(cell, tally))
        return Run(
            self.spec,
            self.game,
            self.cells,
            tallies,
            outcome.cpu_seconds,
            outcome.seconds,
            outcome.complete,
            outcome.fixed,
            missed,
        )


def part_of(spec: Spec, part: str | None) -> GameRun:
    """The job of a spec, or of the k-th of n parts of its games, "k/n"; None: all of them."""
    if part is None:
        return GameRun(spec)
    found = re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", part.strip())
    k, n = (int(found[1]), int(found[2])) if found else (2, 1)
    if k > n or n > spec.games:
        raise PlayoutError(
            f"part = {part}: 1/4 to 4/4 are the four quarters of the games; there can be no more "
            "parts than games"
        )
    if spec.precision is not None:
        raise PlayoutError(f"part = {part}: a run that chooses its number of games has no parts")
    return GameRun(spec, spec.games * (k - 1) // n, spec.games * k // n)


def run_spec(
    spec: Spec,
    *,
    threads: int | None = None,
    workers: Workers | None = None,
    keeper: Keeper[Tallies] | None = None,
    progress: Progress | None = None,
    watch: Callable[[Plan[Tallies]], None] | None = None,
) -> Run:
    """Play all games of a spec.

    ``threads`` defaults to the number of processors; or others do the work (``workers_of`` in
    study/executors.py).  The counts do not depend on who does.  Stopped with Ctrl-C, it returns
    what was counted so far, marked as not complete.  What ends it otherwise, as an IllegalMove
    that a strategy makes, carries the same as its ``partial``.
    """
    job = GameRun(spec)
    with nullcontext(workers) if workers is not None else workers_of(threads) as here:
        found = play_job(job, here, keeper=keeper, progress=progress, watch=watch)
    assert isinstance(found, Run)
    return found
