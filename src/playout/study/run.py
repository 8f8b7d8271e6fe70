"""The loop that joins plan and workers: a spec in, counts out."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from playout.engine.batch import play_batch
from playout.engine.errors import IllegalMove, PlayoutError
from playout.engine.game import Game
from playout.engine.registry import find_game
from playout.stats.tally import Tally
from playout.study.plan import Batch, Plan
from playout.study.spec import Cell, Spec, cells

MOST_THREADS = 1024


@dataclass(frozen=True)
class Run:
    """What a run has counted: a tally per cell."""

    spec: Spec
    game: Game
    cells: list[Cell]
    tallies: list[Tally]  # of games 0 .. n - 1 of each cell
    cpu_seconds: list[float]  # time the workers spent on each cell
    seconds: float  # from start to end
    complete: bool  # False: stopped before all games were played


Progress = Callable[[int, int], None]  # games finished, games in all


def run_spec(spec: Spec, *, threads: int | None = None, progress: Progress | None = None) -> Run:
    """Play all games of a spec.

    ``threads`` defaults to the number of processors.  The counts do not depend on it.  Stopped
    with Ctrl-C, it returns what was counted so far, marked as not complete.  An IllegalMove that
    a strategy makes carries the same as its ``partial``.
    """
    game, asked = find_game(spec.game), cells(spec)
    plan = Plan(spec.games, [Tally.empty(len(game.measures))] * len(asked))
    workers = processors() if threads is None else threads
    if not 1 <= workers <= MOST_THREADS:
        raise PlayoutError(f"threads = {threads}: allowed are 1 to {MOST_THREADS}")
    started, complete = time.perf_counter(), False

    def counted() -> Run:
        seconds = time.perf_counter() - started
        return Run(spec, game, asked, plan.tallies, plan.seconds, seconds, complete)

    executor = ThreadPoolExecutor(workers)
    try:
        for cell in asked:
            # Compile, or load, everything once before threads ask for it at the same time.
            play_batch(cell.rules, cell.players, spec.seed, 0, 0)
        started = time.perf_counter()
        _drain(plan, spec, asked, executor, workers, progress or (lambda done, total: None))
        complete = True
    except KeyboardInterrupt:
        pass
    except IllegalMove as error:
        error.partial = counted()
        raise
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
    return counted()


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _drain(
    plan: Plan,
    spec: Spec,
    asked: list[Cell],
    executor: ThreadPoolExecutor,
    workers: int,
    progress: Progress,
) -> None:
    """Hand out batches until the plan has no more, two per worker in flight at most."""
    running: dict[Future[tuple[Tally, float]], Batch] = {}
    more = True
    while more or running:
        while more and len(running) < 2 * workers:
            batch = plan.next()
            if batch is None:
                more = False
            else:
                running[executor.submit(_play, asked[batch.cell], spec.seed, batch)] = batch
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            plan.finish(running.pop(future), *future.result())
        progress(plan.done, spec.games * len(asked))


def _play(cell: Cell, seed: int, batch: Batch) -> tuple[Tally, float]:
    started = time.thread_time()
    outcomes = play_batch(cell.rules, cell.players, seed, batch.first, batch.count)
    return Tally.of(outcomes), time.thread_time() - started
