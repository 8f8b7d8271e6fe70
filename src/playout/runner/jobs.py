"""Jobs, which are played in batches, and the loop that plays them.

A job plays and counts a batch; a plan chooses the next; workers play; a ledger may save them.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from playout.engine.game.game import Game, Player, Rules
from playout.engine.native.jit import compiling
from playout.engine.words.errors import PlayoutError, WorkersLost, pasted, was_stopped
from playout.engine.words.reading import MOST_GAMES
from playout.engine.words.resources import ran_out
from playout.runner.plan import (
    FIRST,
    FIRST_LOOK,
    LOOKS,
    Batch,
    Counted,
    Decide,
    Judge,
    Outcome,
    Plan,
    looks_after,
    next_look,
)
from playout.stats.intervals import Interval
from playout.stats.packing import Packable, unpack


class BatchCounts(Counted, Packable, Protocol):
    """The counts of a batch, which can be sent to other processes and saved."""


K = TypeVar("K", bound=BatchCounts)
Progress = Callable[[int, int], None]  # (units finished, units in all)


class Asked(Protocol):
    """A checked question."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def seed(self) -> int:
        """The seed of all random numbers."""

    @property
    def end(self) -> int:
        """How many games there are at most, or units of another kind."""

    def canonical(self) -> dict[str, Any]:
        """The canonical form, for JSON: all that decides the counts, but the number of games."""

    def command(self, end: int) -> str:
        """The command that asks for it, with so many games; "" if there is none."""


class Job(ABC, Generic[K]):
    """Games to be played and counted, in one or more arms, and the rule for when they are enough.

    Every question has one (``questions/*/job.py``): so it can be saved, stopped, resumed, sent.
    """

    kind: ClassVar[str]  # its name in questions.KINDS, and in files
    unit: ClassVar[str] = "games"  # what is counted: deals, boards, replications
    extendable: ClassVar[bool] = True  # more games may follow without changing the ones before
    most: ClassVar[int] = MOST_GAMES  # that an arm may have
    first: ClassVar[int] = FIRST  # games in the first batch of an arm
    looks: ClassVar[Sequence[int]] = LOOKS  # numbers of games after which it may have enough
    asks: ClassVar[Any]  # the class of what is asked
    asked: Asked
    begin: int = 0  # the first game of each arm
    end: int  # the number after the last one, at most
    decide: Decide[K] | None = None
    judge: Judge[K] | None = None  # in place of `decide`: all arms that play, together
    later: Collection[int] = ()  # arms that do not play before a ruling says so
    aim: str = "until it is decided"  # when it has enough, if it decides that

    def __init__(self, asked: Any, begin: int = 0, end: int | None = None) -> None:
        self.asked = asked
        self.begin, self.end = begin, asked.end if end is None else end
        # For each arm: the look until which a forecast holds, and the forecast of its games.
        self._foreseen: dict[int, tuple[int, list[float] | None]] = {}

    @property
    def unit_name(self) -> str:
        """The unit for people: "games", "simulated deals"."""
        return self.unit

    def in_words(self, canonical: Mapping[str, Any]) -> str:
        """A question of this kind in a few words, if its canonical form is too long to read."""
        return ""

    @classmethod
    def restored(cls, canonical: dict[str, Any], end: int, begin: int = 0) -> Self:
        """The job of a question in its canonical form."""
        return cls(cls.asks.restored(canonical, end), begin, end)

    @abstractmethod
    def nothing(self) -> list[K]:
        """The counts of no games, for each arm."""

    @abstractmethod
    def play(self, batch: Batch) -> K:
        """Play a batch and count it."""

    @abstractmethod
    def players(self) -> list[Player]:
        """All players of all arms."""

    @abstractmethod
    def result(self, outcome: Outcome[K]) -> Found:
        """The counts, with the question."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.asked.game

    def moves(self) -> Iterable[int]:
        """The moves that the answer names."""
        return ()

    def seated(self) -> Iterable[tuple[Rules, Sequence[Player]]]:
        """The rules, and who has which seat, whose exact values the answer shows."""
        return ()

    @property
    def chooses(self) -> bool:
        """Whether it chooses its number of games itself."""
        return self.decide is not None or self.judge is not None

    @property
    def whole(self) -> int:
        """The number of games of the run of which this may be a part."""
        return self.end

    def command(self) -> str:
        """The command that plays all of it; "" if there is none."""
        return self.asked.command(self.end)

    def units(self, games: int) -> int:
        """The number of units in some games: a game of a job may be a block of boards."""
        return games

    def games_left(self, plan: Plan[K], arm: int) -> float | None:
        """About how many games an arm still needs; None if that is unknown."""
        if plan.enough(arm) or not self.chooses:
            return 0 if plan.enough(arm) else plan.end - plan.begin - plan.finished(arm)
        remaining = self.forecast_left(plan, arm)
        return None if remaining is None else remaining.estimate

    def forecast_left(self, plan: Plan[K], arm: int) -> Interval | None:
        """About how many games an arm still needs until it has enough, or all that are allowed.

        The interval is that of stats/remaining.py; None if it is unknown, or the number fixed.
        """
        counted, end = plan.tallies[arm], plan.end
        if self.chooses and plan.enough(arm):
            return Interval.exact(0.0)
        if not self.chooses or counted.games < FIRST_LOOK:
            return None
        until = next_look(counted.games)  # what was foreseen at a look holds until the next one
        if arm not in self._foreseen or self._foreseen[arm][0] != until:
            more = self.forecast_needed(arm, counted, looks_after(counted.games, end))
            in_all = None if more is None else [counted.games + games for games in more]
            self._foreseen[arm] = until, in_all
        known, done = self._foreseen[arm][1], plan.finished(arm)
        left = (max(0.0, min(games, end) - done) for games in known or ())
        return None if known is None else Interval(*left)

    def forecast_needed(self, arm: int, counted: K, looks: Sequence[int]) -> Interval | None:
        """About how many more games an arm needs until a look is enough; None if unknown."""
        return None

    def likely_later(self) -> Collection[int]:
        """Of the arms that have not begun, those that will probably play."""
        return ()

    def remark(self, plan: Plan[K]) -> str:
        """A sentence for the user while it is played; "" if there is nothing to say."""
        return ""

    def warm(self) -> None:
        """Compile, or load, everything once before several workers need it at the same time."""
        for arm in range(len(self.nothing())):
            self.play(Batch(arm, self.begin, 0))

    def plan(self) -> Plan[K]:
        """The plan of its games."""
        slow = any(player.strategy.blueprint for player in self.players())  # a search
        first = 1 if slow else self.first
        plan = Plan(self.end, self.nothing(), first, self.begin, self.decide, self.looks)
        return plan.judged(self.judge, self.later)


class Found(Protocol):
    """The counts of a question."""

    @property
    def asked(self) -> Asked:
        """The question."""

    @property
    def games(self) -> int:
        """How many games were played, or boards looked at."""

    @property
    def seconds(self) -> float:
        """Seconds from start to end; NaN if a file had some of the games already."""

    @property
    def complete(self) -> bool:
        """False if it was stopped before all was played."""


class Workers(Protocol):
    """Threads, processes or a cluster that play batches (runner/workers.py)."""

    @property
    def window(self) -> int:
        """Batches in flight at most; it may change with the number of workers."""

    @property
    def batch_seconds(self) -> float:
        """How long a batch should take."""

    def submit(self, job: Job[K], batch: Batch) -> Future[tuple[K | bytes, float]]:
        """Have a batch played: its counts, perhaps packed, and the processor time it took."""

    def lost(self, error: BaseException) -> bool:
        """Whether an error means that a worker was lost and the batch can be tried again."""


class BatchStore(Protocol[K]):
    """Saves finished batches (runner/ledger.py)."""

    path: Path  # the file

    @property
    def fixed(self) -> bool:
        """Whether the number of games was fixed before any was played."""

    def load(self, plan: Plan[K]) -> None:
        """Give all its batches to a plan."""

    def save(self, batch: Batch, counted: K, seconds: float) -> None:
        """Save a batch."""


def play_job(
    job: Job[K],
    workers: Workers,
    *,
    store: BatchStore[K] | None = None,
    progress: Progress | None = None,
    watch: Callable[[Plan[K]], None] | None = None,
    helper: Callable[[Job[Any]], AbstractContextManager[Any]] = nullcontext,
) -> Found:
    """Play a job and return what it counted; with a ``store``, save every batch in it.

    ``helper`` is a context in which another process compiles, too, if there is much to compile.
    Stopped with Ctrl-C, it returns what was counted; an error carries that as its ``partial``.
    """
    plan = job.plan()
    if store is not None:
        store.load(plan)
    before = plan.done  # how long that took, nobody knows
    fixed = store is None or store.fixed  # asked now: an error of the file may end the run
    started, complete = time.perf_counter(), False

    def result(error: PlayoutError | None = None) -> Found:
        seconds = math.nan if before else time.perf_counter() - started
        return job.result(replace(plan.outcome(fixed, complete, seconds), error=error))

    def tell() -> None:
        if progress is not None:
            progress(job.units(plan.done), job.units(plan.total))
        if watch is not None:
            watch(plan)

    try:
        if not plan.complete:
            with compiling(job.game.title), helper(job):
                job.warm()
            if watch is not None:
                watch(plan)  # the first batch may take a minute
        started = time.perf_counter()
        complete = play_batches(plan, job, workers, store, tell)
    except KeyboardInterrupt:
        pass
    except WorkersLost as error:
        raise _ended(WorkersLost, error, store, result) from error
    except PlayoutError as error:
        error.partial = result(error)
        raise
    except Exception as error:
        if what := ran_out(error):
            raise _ended(PlayoutError, what, store, result) from error
        if not was_stopped(error):  # what Numba makes of a Ctrl-C while it compiles
            raise
    return result()


def _ended(
    kind: type[PlayoutError],
    what: object,
    store: BatchStore[Any] | None,
    result: Callable[[PlayoutError], Found],
) -> PlayoutError:
    """The error that ends a run because this machine has lost, or used up, what the run needs."""
    how = "a saved run could be resumed later"
    if store is not None:
        how = f"all finished games are saved; to resume: playout resume {pasted(store.path)}"
    error = kind(f"{what}; {how}")
    error.partial = result(error)
    return error


def play_batches(
    plan: Plan[K],
    job: Job[K],
    workers: Workers,
    store: BatchStore[K] | None,
    tell: Callable[[], None],
) -> bool:
    """Play all batches of a plan, as many at a time as the workers have a window for.

    Returns False if it was stopped with Ctrl-C; the plan then holds what was counted until then.
    If batches fail, the error of the first of them is raised, whichever worker was faster.
    """
    running: dict[Future[tuple[K | bytes, float]], Batch] = {}
    errors: list[tuple[int, int, BaseException]] = []
    try:
        while True:
            plan.window, plan.batch_seconds = workers.window, workers.batch_seconds
            # After an error no batch is begun, but one in flight may have an earlier error.
            while not errors and len(running) < plan.window and (batch := plan.next()):
                try:
                    running[workers.submit(job, batch)] = batch
                except WorkersLost as none_left:
                    errors.append((batch.arm, batch.first, none_left))
            if not running:
                break
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                batch, error = running.pop(future), future.exception()
                if error is None:
                    counted, seconds = future.result()
                    if isinstance(counted, bytes):
                        like: Any = plan.nothing[batch.arm]
                        counted = like.filled(unpack(counted, like))
                    if store is not None:
                        store.save(batch, counted, seconds)
                    plan.finish(batch, counted, seconds)
                elif error := _final(error, workers):
                    errors.append((batch.arm, batch.first, error))
                else:
                    plan.put_back(batch)
            tell()
    except KeyboardInterrupt:
        return False
    finally:
        for future in running:
            future.cancel()
    if errors:
        raise min(errors, key=lambda failure: failure[:2])[2]
    return True


def _final(error: BaseException, workers: Workers) -> BaseException | None:
    """The error that ends a run because a batch has failed; None if it can be tried again."""
    try:
        return None if workers.lost(error) else error
    except WorkersLost as none_left:
        return none_left
