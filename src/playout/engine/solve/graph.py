"""All positions that can come up, as numbers in flat arrays, and how far that may go."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import named

ENDED, GIVEN = -1, -2  # instead of the seat that chooses: the game is over; no seat chooses
DEAL = 0  # the number of the position before the deal
SWEPT = 50_000_000_000  # steps from position to position in all sweeps over a knot: minutes

Whole = npt.NDArray[np.int64]
Real = npt.NDArray[np.float64]


class TooLarge(PlayoutError):
    """The game has too many positions, or takes too long."""


@dataclass(frozen=True)
class Graph:
    """The positions of a game, what can be done in each, and what then happens with which chance.

    Position DEAL is before the deal, or before a position that was given.  That position has, if
    its seat has a strategy, the move of the strategy, and then all legal moves.

    Move m of position s is one of ``first_move[s] .. first_move[s + 1]``; what it leads to is
    branch ``first_branch[m] .. first_branch[m + 1]``.
    """

    actors: npt.NDArray[np.int16]  # of a position: the seat that chooses, ENDED or GIVEN
    first_move: Whole
    moves: Whole  # the number that the game has for a move; of GIVEN positions the seat that moves
    first_branch: Whole
    targets: npt.NDArray[np.int32]  # of a branch: the position after it
    chances: Real
    worth: Real  # [position, column]: the measures of a position that has ENDED
    gains: Real  # [move, column]: what a move adds to them on average, before all is forgotten
    sights: npt.NDArray[np.uint64]  # of a position: what the seat that chooses sees, as a hash
    number_of: Callable[[Any], int | None]  # of a state: the number of its position, if it has one

    @property
    def positions(self) -> int:
        """The number of positions, without DEAL."""
        return len(self.actors) - 1

    def moves_of(self, position: int) -> range:
        """The moves of a position."""
        return range(int(self.first_move[position]), int(self.first_move[position + 1]))

    def branches_of(self, move: int) -> list[tuple[int, float]]:
        """The positions after a move, with their chances."""
        first, end = self.first_branch[move], self.first_branch[move + 1]
        return list(
            zip(self.targets[first:end].tolist(), self.chances[first:end].tolist(), strict=True)
        )

    @property
    def choosing(self) -> npt.NDArray[np.bool_]:
        """The positions in which a seat chooses between several moves."""
        return (self.actors >= 0) & (np.diff(self.first_move) > 1)

    @property
    def hides(self) -> bool:
        """Whether a seat that chooses cannot tell some positions apart."""
        own = np.flatnonzero(self.choosing)
        pairs = np.stack([self.actors[own].astype(np.uint64), self.sights[own]])
        return bool(np.unique(pairs, axis=1).shape[1] < len(own))


@dataclass
class Limits:
    """The maximum number of positions, and the time limit."""

    positions: int
    seconds: float
    progress: Callable[[int], None] | None = None  # gets the positions found so far
    ways: int = 10**15  # that are gone from position to position, or worlds that are dealt
    swept: int = SWEPT
    started: float = field(default_factory=time.monotonic)

    def check(self, title: str, positions: int, size: int = 0, ways: int = 0) -> None:
        """TooLarge, in one sentence, if there are too many by now; ``size`` are bytes in use."""
        if self.progress is not None:
            self.progress(positions)
        smaller = "use a smaller game, or a position near the end"
        if positions > self.positions:
            raise TooLarge(
                f"{title} was not solved: it has more than {self.positions:,} positions; "
                f"{smaller}, or allow more with {named('states')}"
            )
        if ways > self.ways:
            raise TooLarge(
                f"{title} cannot be solved: chance can fall in more than {self.ways:,} ways; "
                f"{smaller}"
            )
        taken = time.monotonic() - self.started
        if taken > self.seconds:
            raise TooLarge(
                f"{title} was not solved in {self.seconds:,.0f} seconds: {positions:,} positions "
                f"were found by then; {smaller}, or allow more with {named('seconds')}"
            )
        if size > most_bytes():
            raise TooLarge(
                f"{title} cannot be solved on this machine: its memory is full with {positions:,} "
                f"positions; {smaller}"
            )


def most_bytes() -> int:
    """The memory that may be used: half of this machine's."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
