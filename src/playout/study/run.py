"""The loop that joins plan and workers: a spec in, counts out."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from playout.engine.batch import play_batch
from playout.engine.errors import IllegalMove, PlayoutError
from playout.engine.game import Game, whole
from playout.engine.registry import find_game
from playout.stats.tally import Tallies, Tally
from playout.study.plan import Batch, C, Plan
from playout.study.spec import Spec, cells
from playout.study.tables import Cell, Table, count

MOST_THREADS = 1024


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


Progress = Callable[[int, int], None]  # games finished, games in all


def run_spec(spec: Spec, *, threads: int | None = None, progress: Progress | None = None) -> Run:
    """Play all games of a spec.

    ``threads`` defaults to the number of processors.  The counts do not depend on it.  Stopped
    with Ctrl-C, it returns what was counted so far, marked as not complete.  An IllegalMove that
    a strategy makes carries the same as its ``partial``.
    """
    game, asked = find_game(spec.game), cells(spec)
    tables = [list(of) for _, of in groupby(asked, key=lambda cell: id(cell.table))]
    none = np.zeros((0, game.width), np.int64)
    plan = Plan(spec.games, [count(rows, none, 0) for rows in tables])
    workers = read_threads(threads)

    def play(batch: Batch) -> Tallies:
        rows = tables[batch.cell]
        at = rows[0].table
        outcomes = play_batch(at.rules, at.players, spec.seed, batch.first, batch.count, at.seating)
        return count(rows, outcomes, batch.first)

    started, complete = time.perf_counter(), False

    def counted() -> Run:
        seconds = time.perf_counter() - started
        tallies = [tally for of in plan.tallies for tally in of.parts]
        return Run(spec, game, asked, tallies, plan.seconds, seconds, complete)

    try:
        for rows in tables:
            # Compile, or load, everything once before threads ask for it at the same time.
            play_batch(rows[0].rules, rows[0].players, spec.seed, 0, 0)
        started = time.perf_counter()
        complete = work_off(plan, play, workers, progress)
    except KeyboardInterrupt:
        pass
    except IllegalMove as error:
        error.partial = counted()
        raise
    return counted()


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def read_threads(threads: object) -> int:
    """A number of threads; None: one per processor.  PlayoutError if there cannot be so many."""
    if threads is None:
        return processors()
    try:
        number = whole(threads)
    except ValueError:
        number = 0
    if not 1 <= number <= MOST_THREADS:
        raise PlayoutError(f"threads = {threads}: allowed are 1 to {MOST_THREADS}")
    return number


def work_off(
    plan: Plan[C],
    play: Callable[[Batch], C],
    threads: int,
    progress: Progress | None = None,
) -> bool:
    """Play all batches of a plan, two per thread in flight at most.

    Returns False if it was stopped with Ctrl-C; the plan then holds what was counted until then.
    If batches fail, the error of the first of them is raised, whichever thread was faster.
    """
    executor = ThreadPoolExecutor(threads)
    running: dict[Future[tuple[C, float]], Batch] = {}
    errors: list[tuple[int, int, BaseException]] = []
    more = True
    try:
        while more or running:
            while more and len(running) < 2 * threads:
                batch = plan.next()
                if batch is None:
                    more = False
                else:
                    running[executor.submit(_timed, play, batch)] = batch
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                batch, error = running.pop(future), future.exception()
                if error is None:
                    plan.finish(batch, *future.result())
                else:
                    errors.append((batch.cell, batch.first, error))
                    more = False  # but what is in flight may hold an earlier one
            if progress is not None:
                progress(plan.done, plan.games * len(plan.tallies))
    except KeyboardInterrupt:
        return False
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
    if errors:
        raise min(errors, key=lambda found: found[:2])[2]
    return True


def _timed(play: Callable[[Batch], C], batch: Batch) -> tuple[C, float]:
    started = time.thread_time()
    counted = play(batch)
    return counted, time.thread_time() - started
