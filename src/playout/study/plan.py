"""Which batch comes next: decisions only, no file, no clock, no thread.

A batch is (cell, first game, count).  Its size never changes a result, because every game is
decided by its number; it only has to be long enough to be worth sending and short enough for
progress to be seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Protocol, Self, TypeVar

SECONDS = 0.25  # aim for batches of this length: Ctrl-C waits for one at most
FIRST = 16  # games in the first batch of a cell, before its speed is known
GROWTH = 16  # a batch is at most so many times as large as what its cell has finished


class Counted(Protocol):
    """What was counted in some games; sums of it are exact, in any order."""

    @property
    def games(self) -> int:
        """How many games."""

    def __add__(self, other: Self, /) -> Self: ...


C = TypeVar("C", bound=Counted)


@dataclass(frozen=True)
class Batch:
    """Games first .. first + count - 1 of a cell."""

    cell: int
    first: int
    count: int


@dataclass
class Plan(Generic[C]):
    """The progress of a run with a fixed number of games per cell."""

    games: int
    tallies: list[C]  # of the games 0 .. n - 1 of each cell, without a gap
    first: int = field(default_factory=lambda: FIRST)  # games in the first batch of a cell
    planned: list[int] = field(init=False)  # the games handed out so far, per cell
    _seconds: list[float] = field(init=False)
    _finished: list[int] = field(init=False)
    _waiting: list[dict[int, C]] = field(init=False)

    def __post_init__(self) -> None:
        cells = len(self.tallies)
        self.planned, self._finished = [0] * cells, [0] * cells
        self._seconds = [0.0] * cells
        self._waiting = [{} for _ in range(cells)]

    def next(self) -> Batch | None:
        """The next batch to play, from the cell that is least far; None when all are out."""
        cell = min(range(len(self.planned)), key=self.planned.__getitem__)
        first = self.planned[cell]
        if first >= self.games:
            return None
        count = self.first
        if self._finished[cell]:
            speed = self._finished[cell] / max(self._seconds[cell], 1e-9)
            count = max(1, min(int(speed * SECONDS), self._finished[cell] * GROWTH))
        count = min(count, self.games - first)
        self.planned[cell] += count
        return Batch(cell, first, count)

    def finish(self, batch: Batch, tally: C, seconds: float) -> None:
        """Take in a finished batch; it counts once all batches before it have finished."""
        cell = batch.cell
        self._finished[cell] += batch.count
        self._seconds[cell] += seconds
        waiting = self._waiting[cell]
        waiting[batch.first] = tally
        while self.tallies[cell].games in waiting:
            following = waiting.pop(self.tallies[cell].games)
            self.tallies[cell] = self.tallies[cell] + following

    @property
    def done(self) -> int:
        """Games finished, over all cells."""
        return sum(self._finished)

    @property
    def seconds(self) -> list[float]:
        """Processor time spent on each cell."""
        return self._seconds
