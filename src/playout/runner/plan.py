"""Which batch comes next, and when there are enough: decisions only, no file, no clock, no thread.

A batch is (cell, first game, count).  Its size never changes a result, because every game is
decided by its number; it only has to be long enough to be worth sending and short enough for
progress to be seen.

Whether a cell has enough games is asked only at looks, fixed numbers of games, and only of all the
games before a look.  So the answer does not depend on who was faster, and no batch goes across one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, Protocol, Self, TypeVar

SECONDS = 0.25  # aim for batches of this length: Ctrl-C waits for one at most
FIRST = 16  # games in the first batch of a cell, before its speed is known
GROWTH = 16  # a batch is at most so many times as large as what its cell has finished
# Long runs have longer batches, so that a file has fewer than 100,000 rows (docs/scaling.md):
PARTS = 5_000  # such a part of what the run has finished,
MOST_PARTS = 30_000  # but at most such a part of all its games, for little to be lost in flight,
ENDING = 1  # and of what is left, for each in flight, so that all workers end at about one time
FIRST_LOOK = 256  # games
GROWS = 10  # each look has a tenth more games than the one before


class Counted(Protocol):
    """What was counted in some games; sums of it are exact, in any order."""

    @property
    def games(self) -> int:
        """How many games."""

    def __add__(self, other: Self, /) -> Self: ...


C = TypeVar("C", bound=Counted)
Decide = Callable[[int, C], bool]  # (cell, all its games before a look): whether they are enough


@dataclass(frozen=True)
class Batch:
    """Games first .. first + count - 1 of a cell."""

    cell: int
    first: int
    count: int

    @property
    def end(self) -> int:
        """The number after its last game."""
        return self.first + self.count


def _looks() -> Iterator[int]:
    games = FIRST_LOOK
    while games < 2**63:
        yield games
        games += -(-games // GROWS)


LOOKS = tuple(_looks())
"""The numbers of games at which a cell is looked at."""


def next_look(games: int) -> int:
    """The first look after so many games."""
    return LOOKS[bisect_right(LOOKS, games)]


@dataclass
class _Progress(Generic[C]):
    """What is known of one cell."""

    planned: int  # the next game to hand out
    prefix: int  # the first game that is not counted yet
    enough: bool = False
    seconds: float = 0.0
    played: int = 0  # games finished here, in those seconds
    finished: int = 0  # games finished, by anybody
    waiting: dict[int, tuple[int, C]] = field(default_factory=dict)  # first -> end, counts
    held: dict[int, int] = field(default_factory=dict)  # first -> end, of batches not to be played


@dataclass
class Plan(Generic[C]):
    """The progress of a run: games ``begin`` .. ``games - 1`` of each cell, or until enough."""

    games: int
    tallies: list[C]  # of the games from `begin` on of each cell, without a gap
    first: int = FIRST  # games in the first batch of a cell
    begin: int = 0
    decide: Decide[C] | None = None
    batch_seconds: float = SECONDS
    window: int = 1  # batches in flight at most
    _cells: list[_Progress[C]] = field(init=False)
    _returned: list[Batch] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self._cells = [_Progress(self.begin, self.begin) for _ in self.tallies]

    def next(self) -> Batch | None:
        """The next batch to play, from the cell that is least far; None when there is none now."""
        while self._returned:
            batch = self._returned.pop()
            if not self._cells[batch.cell].enough:
                return batch
        for cell in self._cells:
            while cell.planned in cell.held:
                cell.planned = cell.held.pop(cell.planned)
        open_cells = [k for k in range(len(self._cells)) if self._cells[k].planned < self._limit(k)]
        if not open_cells:
            return None
        k = min(open_cells, key=lambda k: self._cells[k].planned)
        cell = self._cells[k]
        stop = min([self._limit(k), *(first for first in cell.held if first > cell.planned)])
        if self.decide is not None:
            stop = min(stop, next_look(cell.planned))
        batch = Batch(k, cell.planned, min(self._size(cell), stop - cell.planned))
        cell.planned = batch.end
        return batch

    def _limit(self, k: int) -> int:
        """Where handing out games of a cell ends for now: a look ahead of what is undecided."""
        cell = self._cells[k]
        if cell.enough:
            return 0
        if self.decide is None:
            return self.games
        return min(self.games, next_look(next_look(cell.prefix)))

    def _size(self, cell: _Progress[C]) -> int:
        """Games in the next batch of a cell."""
        if not cell.played:
            return self.first
        speed = cell.played / max(cell.seconds, 1e-9)
        count = min(int(speed * self.batch_seconds), cell.played * GROWTH)
        cells, left = len(self._cells), self.games - cell.planned
        long = min(
            cell.finished * cells // PARTS,
            (self.games - self.begin) * cells // MOST_PARTS,
            left * cells // (ENDING * self.window),
        )
        return max(1, count, long)

    def finish(self, batch: Batch, counted: C, seconds: float) -> None:
        """Take in a finished batch; it counts once all batches before it have finished."""
        cell = self._cells[batch.cell]
        cell.played += batch.count
        cell.seconds += seconds
        self._count(batch, counted)

    def hold(self, batch: Batch, counted: C) -> None:
        """Take in a batch that was played before; it will not be handed out."""
        cell = self._cells[batch.cell]
        cell.held[batch.first] = batch.end
        self._count(batch, counted)

    def put_back(self, batch: Batch) -> None:
        """Hand a batch out again: whoever had it is gone."""
        self._returned.append(batch)

    def _count(self, batch: Batch, counted: C) -> None:
        cell = self._cells[batch.cell]
        cell.finished += batch.count
        cell.waiting[batch.first] = batch.end, counted
        while cell.prefix in cell.waiting and not cell.enough:
            cell.prefix, following = cell.waiting.pop(cell.prefix)
            self.tallies[batch.cell] = self.tallies[batch.cell] + following
            if self.decide is not None and self._is_look(cell.prefix):
                cell.enough = self.decide(batch.cell, self.tallies[batch.cell])
        if cell.enough:
            cell.waiting.clear()

    def _is_look(self, games: int) -> bool:
        return games == self.games or games == next_look(games - 1)

    @property
    def done(self) -> int:
        """Games finished, over all cells."""
        return sum(cell.finished for cell in self._cells)

    @property
    def total(self) -> int:
        """Games that will have been finished at most, over all cells."""
        every = self.games - self.begin
        return sum(cell.finished if cell.enough else every for cell in self._cells)

    @property
    def complete(self) -> bool:
        """Whether every cell has enough games, or all."""
        return all(cell.enough or cell.prefix >= self.games for cell in self._cells)

    def enough(self, cell: int) -> bool:
        """Whether a look has found that a cell has enough games."""
        return self._cells[cell].enough

    @property
    def seconds(self) -> list[float]:
        """Processor time spent on each cell."""
        return [cell.seconds for cell in self._cells]
