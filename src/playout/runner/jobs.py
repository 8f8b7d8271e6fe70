"""What can be played in batches, and the loop that plays it.

A job says what a batch is and what it is worth; a plan says which comes next; workers play; a
ledger, if there is one, keeps every finished batch.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from playout.engine.errors import PlayoutError, WorkersLost
from playout.engine.game import Game, Player
from playout.engine.jit import compiling
from playout.stats.packing import Packable, unpack
from playout.study.plan import Batch, C, Counted, Decide, Plan


class Kept(Counted, Packable, Protocol):
    """What is counted of a batch, and can be sent and stored."""


K = TypeVar("K", bound=Kept)
Progress = Callable[[int, int], None]  # games finished, games in all


@dataclass(frozen=True)
class Outcome(Generic[C]):
    """What playing a job has come to."""

    counted: list[C]  # of each cell, without a gap
    cpu_seconds: list[float]  # time the workers spent on each cell
    seconds: float  # from start to end
    complete: bool  # False: stopped before all games were played
    fixed: bool = True  # the number of games was fixed before any was played


class Job(ABC, Generic[K]):
    """Cells of games to be played and counted, and when there are enough of them."""

    kind: ClassVar[str]  # how study/tasks.py finds it
    game: Game
    games: int  # of each cell, at most
    begin: int = 0  # the first of them
    extendable: ClassVar[bool] = True  # more games may follow without changing the ones before
    decide: Decide[K] | None = None

    @abstractmethod
    def asked(self) -> dict[str, Any]:
        """All that decides its counts, but not how many games: for JSON, always the same."""

    @abstractmethod
    def nothing(self) -> list[K]:
        """What is counted of no games, for each cell."""

    @abstractmethod
    def play(self, batch: Batch) -> K:
        """Play a batch and count it."""

    @abstractmethod
    def players(self) -> list[Player]:
        """Everybody who plays, somewhere."""

    @abstractmethod
    def result(self, outcome: Outcome[K]) -> Any:
        """What whoever asked gets."""

    @property
    def whole(self) -> int:
        """The number of games of the run of which this may be a part."""
        return self.games

    def warm(self) -> None:
        """Compile, or load, everything once before workers ask for it at the same time."""
        for cell in range(len(self.nothing())):
            self.play(Batch(cell, self.begin, 0))

    def plan(self) -> Plan[K]:
        """The plan of its games."""
        return Plan(self.games, self.nothing(), begin=self.begin, decide=self.decide)


class Workers(Protocol):
    """Whoever plays batches: threads, processes, a cluster (study/executors.py)."""

    @property
    def window(self) -> int:
        """Batches in flight at most; it may change with the number of workers."""

    @property
    def batch_seconds(self) -> float:
        """So long should a batch take."""

    def submit(self, job: Job[K], batch: Batch) -> Future[tuple[K | bytes, float]]:
        """Have a batch played: its counts, perhaps packed, and the processor time it took."""

    def lost(self, error: BaseException) -> bool:
        """Whether an error means that a worker was lost and the batch can be tried again."""


class Keeper(Protocol[K]):
    """Where finished batches are kept (study/ledger.py)."""

    path: Path  # the file

    @property
    def fixed(self) -> bool:
        """Whether the number of games was fixed before any was played."""

    def load(self, plan: Plan[K]) -> None:
        """Hand all that it has to a plan."""

    def keep(self, batch: Batch, counted: K, seconds: float) -> None:
        """Keep a batch for good."""


def play_job(
    job: Job[K],
    workers: Workers,
    *,
    keeper: Keeper[K] | None = None,
    progress: Progress | None = None,
    watch: Callable[[Plan[K]], None] | None = None,
) -> Any:
    """Play a job; returns its result.

    Stopped with Ctrl-C, it returns what was counted so far, marked as not complete.  An error that
    ends it, as an IllegalMove of a strategy or a full disk, carries the same as its ``partial``.
    """
    plan = job.plan()
    if keeper is not None:
        keeper.load(plan)
    started, complete = time.perf_counter(), False

    def result() -> Any:
        seconds = time.perf_counter() - started
        return job.result(outcome_of(plan, keeper, complete, seconds))

    def tell() -> None:
        if progress is not None:
            progress(plan.done, plan.total)
        if watch is not None:
            watch(plan)

    def fitting() -> int:
        plan.window, plan.batch_seconds = workers.window, workers.batch_seconds
        return plan.window

    try:
        if not plan.complete:
            with compiling():
                job.warm()
        started = time.perf_counter()
        complete = work_off(
            plan,
            lambda batch: workers.submit(job, batch),
            fitting,
            keep=None if keeper is None else keeper.keep,
            lost=workers.lost,
            tell=tell,
        )
    except KeyboardInterrupt:
        pass
    except WorkersLost as error:
        how = "a run with a file could go on later" if keeper is None else "nothing counted is lost"
        how += "" if keeper is None else f", go on with: playout resume {keeper.path}"
        told = WorkersLost(f"{error}; {how}")
        told.partial = result()
        raise told from error
    except PlayoutError as error:
        error.partial = result()
        raise
    return result()


def outcome_of(
    plan: Plan[K], keeper: Keeper[K] | None, complete: bool, seconds: float = 0.0
) -> Outcome[K]:
    """What a plan has come to."""
    fixed = keeper is None or keeper.fixed
    return Outcome(plan.tallies, plan.seconds, seconds, complete and plan.complete, fixed)


def work_off(
    plan: Plan[C],
    submit: Callable[[Batch], Future[tuple[C | bytes, float]]],
    window: int | Callable[[], int],
    *,
    keep: Callable[[Batch, C, float], None] | None = None,
    lost: Callable[[BaseException], bool] = lambda error: False,
    tell: Callable[[], None] = lambda: None,
) -> bool:
    """Play all batches of a plan, so many in flight at most.

    Returns False if it was stopped with Ctrl-C; the plan then holds what was counted until then.
    If batches fail, the error of the first of them is raised, whichever worker was faster.
    """
    running: dict[Future[tuple[C | bytes, float]], Batch] = {}
    errors: list[tuple[int, int, BaseException]] = []
    try:
        while True:
            most = window() if callable(window) else window
            # After an error no more are begun, but what is in flight may hold an earlier one.
            while not errors and len(running) < most and (batch := plan.next()):
                running[submit(batch)] = batch
            if not running:
                break
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                batch, error = running.pop(future), future.exception()
                if error is None:
                    counted, seconds = _received(plan, batch, *future.result())
                    if keep is not None:
                        keep(batch, counted, seconds)
                    plan.finish(batch, counted, seconds)
                elif lost(error):
                    plan.put_back(batch)
                else:
                    errors.append((batch.cell, batch.first, error))
            tell()
    except KeyboardInterrupt:
        return False
    finally:
        for future in running:
            future.cancel()
    if errors:
        raise min(errors, key=lambda found: found[:2])[2]
    return True


def _received(plan: Plan[C], batch: Batch, sent: C | bytes, seconds: float) -> tuple[C, float]:
    if isinstance(sent, bytes):
        like: Any = plan.tallies[batch.cell]
        return like.filled(unpack(sent, like)), seconds
    return sent, seconds
