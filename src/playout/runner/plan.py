"""The plan of a run: the next batch, and when games are enough.  No file, no clock, no thread.

A job has one or more arms, which are played side by side, as the rows of a run.  A batch is (arm,
first game, count).  Its size never changes a result, because every game is decided by its
number; it only has to be long enough to be worth sending and short enough for progress to be seen.

Whether an arm has enough games is decided only at looks, which are fixed numbers of games, and from
all the games before a look.  So it does not depend on which worker was faster.  No batch crosses a
look.  Arms that are judged together wait at each look until all that still play have come there.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, Self, TypeVar

from playout.engine.words.errors import PlayoutError

SECONDS = 0.25  # aim for batches of this length: Ctrl-C waits for one at most
FIRST = 16  # games in the first batch of an arm, before its speed is known
GROWTH = 16  # a batch is at most so many times as large as what its arm has finished
# A long run has longer batches, so that its file stays below 100,000 rows
# (docs/reference/scaling.md).  The size of a batch is a fraction of the games that the run has
# finished: 1 / PARTS.  It is never more than 1 / MOST_PARTS of all its games, so that a crash loses
# little.
PARTS = 5_000
MOST_PARTS = 30_000
# Near the end no batch is more than the games left, divided by the batches in flight, so that all
# workers end together (guided self-scheduling: Polychronopoulos and Kuck, IEEE Transactions on
# Computers C-36, 1987).  But in the time of a usual batch no more than about MOST_SHORT are sent.
MOST_SHORT = 64
FIRST_LOOK = 256  # games
GROWS = 10  # each look has a tenth more games than the one before
FAR = 1000  # times as many games: what lies beyond is not foreseen


class Counted(Protocol):
    """The counts of some games; their sums are exact in any order."""

    @property
    def games(self) -> int:
        """How many games."""

    def __add__(self, other: Self, /) -> Self: ...


C = TypeVar("C", bound=Counted)
Decide = Callable[[int, C], bool]  # (arm, all its games before a look): whether they are enough


@dataclass(frozen=True)
class Ruling:
    """The arms that have enough games, after a look at all that play, and those that begin now."""

    enough: Collection[int] = ()
    begun: Collection[int] = ()


@dataclass(frozen=True)
class Outcome(Generic[C]):
    """The result of playing a job."""

    counted: list[C]  # of each arm: all its games up to the first one missing
    cpu_seconds: list[float]  # time that the workers spent on each arm
    seconds: float  # from start to end; NaN if some of it was played before
    complete: bool  # False: stopped before all games were played
    fixed: bool = True  # the number of games was fixed before any was played
    error: PlayoutError | None = None  # that stopped it


Judge = Callable[[Mapping[int, C]], Ruling]  # arms that play -> all their games before a look


@dataclass(frozen=True)
class Batch:
    """Games first .. first + count - 1 of an arm."""

    arm: int
    first: int
    count: int

    @property
    def end(self) -> int:
        """The number after its last game."""
        return self.first + self.count

    def __str__(self) -> str:
        return f"the batch of games {self.first} to {self.end - 1} of row {self.arm + 1}"


def _looks(games: int, end: int) -> Iterator[int]:
    while games < end:
        yield games
        games += -(-games // GROWS)


LOOKS = tuple(_looks(FIRST_LOOK, 2**63))
"""The numbers of games at which an arm is looked at."""

EARLY_LOOKS = (*_looks(1, FIRST_LOOK), *LOOKS)
"""The same of a job whose games are large, as blocks of boards."""


def next_look(games: int, looks: Sequence[int] = LOOKS) -> int:
    """The first look after so many games."""
    return looks[bisect_right(looks, games)]


def looks_after(games: int, end: int | None = None) -> list[int]:
    """The looks after so many games, up to the last game of a run that ends there at most.

    Without an ``end`` those up to a thousand times as many games.
    """
    last = FAR * max(games, FIRST_LOOK) if end is None else end
    looks = list(LOOKS[bisect_right(LOOKS, games) : bisect_right(LOOKS, last)])
    return looks if end is None or looks[-1:] == [end] or games >= end else [*looks, end]


@dataclass
class _Progress(Generic[C]):
    """The progress of one arm."""

    planned: int  # the next game to hand out
    prefix: int  # the first game that is not counted yet
    enough: bool = False
    seconds: float = 0.0
    played: int = 0  # games finished in those seconds, by this program
    batches: int = 0  # in which they were played
    finished: int = 0  # games finished, also before this program
    begun: bool = True  # whether it may play
    waits: bool = False  # at a look, for all others that play
    out: int = 0  # games handed out that have not come back
    waiting: dict[int, tuple[int, C]] = field(default_factory=dict)  # first -> end, counts
    restored: dict[int, int] = field(default_factory=dict)  # first -> end, not to be played


@dataclass
class Plan(Generic[C]):
    """The progress of a run: games ``begin`` .. ``end - 1`` of each arm, or until enough."""

    end: int  # the number after the last game of each arm
    tallies: list[C]  # of the games from `begin` on of each arm, without a gap
    first: int = FIRST  # games in the first batch of an arm
    begin: int = 0
    decide: Decide[C] | None = None
    looks: Sequence[int] = LOOKS
    judge: Judge[C] | None = None  # in place of `decide`: all arms that play, together
    batch_seconds: float = SECONDS
    window: int = 1  # batches in flight at most
    nothing: list[C] = field(init=False)  # counts of no games of each arm: their kind and shape
    _arms: list[_Progress[C]] = field(init=False)
    _begun: list[int] = field(init=False)  # the arms that have begun; some may have enough games
    _returned: list[Batch] = field(init=False, default_factory=list)
    _done: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.nothing = list(self.tallies)
        self._arms = [_Progress(self.begin, self.begin) for _ in self.tallies]
        self._begun = list(range(len(self._arms)))

    def judged(self, judge: Judge[C] | None, later: Collection[int] = ()) -> Self:
        """The same plan, whose arms are judged together; some wait until a ruling begins them."""
        self.judge = judge
        for k in later:
            self._arms[k].begun = False
        self._begun = [k for k, arm in enumerate(self._arms) if arm.begun]
        return self

    def next(self) -> Batch | None:
        """The next batch to play, from the arm that is farthest behind; None if there is none."""
        while self._returned:
            batch = self._returned.pop()
            if not self._arms[batch.arm].enough:
                self._arms[batch.arm].out += batch.count
                return batch
        for k in self.live():
            arm = self._arms[k]
            while arm.planned in arm.restored:
                arm.planned = arm.restored.pop(arm.planned)
        behind = sorted(self.live(), key=lambda k: self._arms[k].planned)
        unfinished = (one for one in behind if self._arms[one].planned < self._limit(one))
        k = next(unfinished, -1)
        if k < 0:
            return None
        arm = self._arms[k]
        stop = min([self._limit(k), *(first for first in arm.restored if first > arm.planned)])
        if self._has_looks:
            stop = min(stop, next_look(arm.planned, self.looks))
        batch = Batch(k, arm.planned, min(self._size(arm), stop - arm.planned))
        arm.planned = batch.end
        arm.out += batch.count
        return batch

    def live(self) -> list[int]:
        """The arms that have begun and not enough games; there may be thousands of others."""
        self._begun = [k for k in self._begun if not self._arms[k].enough]
        return self._begun

    def _limit(self, k: int) -> int:
        """Up to which game an arm may be handed out for now: one look beyond the undecided one."""
        arm = self._arms[k]
        if arm.enough or not arm.begun:
            return 0
        if not self._has_looks:
            return self.end
        return min(self.end, next_look(next_look(arm.prefix, self.looks), self.looks))

    def _size(self, arm: _Progress[C]) -> int:
        """Games in the next batch of an arm."""
        if not arm.played:
            return self.first
        arms, left = len(self._arms), self.end - arm.planned
        usual = int(arm.played / max(arm.seconds, 1e-9) * self.batch_seconds)
        long = min(arm.finished * arms // PARTS, (self.end - self.begin) * arms // MOST_PARTS)
        least = min(usual, usual * self.window // MOST_SHORT)
        most = max(left * arms // self.window, least)
        return max(1, min(max(min(usual, arm.played * GROWTH), long), most))

    def finish(self, batch: Batch, counted: C, seconds: float) -> None:
        """Take in a finished batch; it counts once all batches before it have finished."""
        arm = self._arms[batch.arm]
        arm.out -= batch.count
        arm.played += batch.count
        arm.batches += 1
        arm.seconds += seconds
        self._count(batch, counted)

    def restore(self, batch: Batch, counted: C) -> None:
        """Take in a batch that was played before; it will not be handed out."""
        arm = self._arms[batch.arm]
        arm.restored[batch.first] = batch.end
        self._count(batch, counted)

    def put_back(self, batch: Batch) -> None:
        """Hand a batch out again, because its worker is gone."""
        self._arms[batch.arm].out -= batch.count
        self._returned.append(batch)

    def _count(self, batch: Batch, counted: C) -> None:
        arm = self._arms[batch.arm]
        arm.finished += batch.count
        self._done += batch.count
        arm.waiting[batch.first] = batch.end, counted
        self._advance(batch.arm)
        while self.judge is not None and (playing := self._all_at_a_look()):
            ruling = self.judge({k: self.tallies[k] for k in playing})
            for k in ruling.begun:
                self._arms[k].begun = True
            self._begun = sorted({*self._begun, *ruling.begun})
            for k in playing:
                self._arms[k].waits, self._arms[k].enough = False, k in ruling.enough
            for k in (*playing, *ruling.begun):
                self._advance(k)

    def _advance(self, k: int) -> None:
        """Count what follows without a gap on what an arm has, up to a look at which it waits."""
        arm = self._arms[k]
        while arm.prefix in arm.waiting and arm.begun and not (arm.enough or arm.waits):
            arm.prefix, following = arm.waiting.pop(arm.prefix)
            self.tallies[k] = self.tallies[k] + following
            if self._has_looks and self._is_look(arm.prefix):
                arm.enough = self.decide is not None and self.decide(k, self.tallies[k])
                arm.waits = self.judge is not None
        if arm.enough:
            arm.waiting.clear()

    def _all_at_a_look(self) -> list[int]:
        """The arms that still play, if all of them wait at a look; else none."""
        arms = ((k, self._arms[k]) for k in self.live())
        playing = [k for k, arm in arms if arm.waits or arm.prefix < self.end]
        return playing if all(self._arms[k].waits for k in playing) else []

    @property
    def _has_looks(self) -> bool:
        return self.decide is not None or self.judge is not None

    def _is_look(self, games: int) -> bool:
        return games in (self.end, next_look(games - 1, self.looks))

    @property
    def done(self) -> int:
        """Games finished, over all arms."""
        return self._done

    @property
    def total(self) -> int:
        """Games that will be finished in the end, at most, over all arms."""
        every = self.end - self.begin
        return self._done + sum(every - self._arms[k].finished for k in self.live())

    @property
    def complete(self) -> bool:
        """Whether every arm that may play has enough games, or all."""
        return all(self._arms[k].prefix >= self.end for k in self.live())

    def outcome(self, fixed: bool, complete: bool, seconds: float = math.nan) -> Outcome[C]:
        """What was played of it so far; ``complete`` is False if it was stopped."""
        return Outcome(self.tallies, self.seconds, seconds, complete and self.complete, fixed)

    def enough(self, arm: int) -> bool:
        """Whether a look has found that an arm has enough games, or none has let it begin."""
        return self._arms[arm].enough or not self._arms[arm].begun

    def finished(self, arm: int) -> int:
        """Games of an arm that are finished."""
        return self._arms[arm].finished

    def playing(self, arm: int) -> bool:
        """Whether games of an arm are being played."""
        return self._arms[arm].out > 0

    @property
    def played(self) -> list[int]:
        """Games of each arm that this program has finished, in those ``seconds``."""
        return [arm.played for arm in self._arms]

    @property
    def batches(self) -> list[int]:
        """The batches of each arm in which these were played."""
        return [arm.batches for arm in self._arms]

    @property
    def seconds(self) -> list[float]:
        """Processor time spent on each arm."""
        return [arm.seconds for arm in self._arms]
