"""The solution of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playout.engine.game.game import Measure, Player, Rules
from playout.engine.solve.values import TOLERANCE

Line = Sequence[Player | None]  # the player on each seat; None for best play
UNKNOWN = float("inf")


@dataclass(frozen=True)
class Ends:
    """A value in the unit of its measure, and both ends between which it lies for certain."""

    value: float
    low: float
    high: float

    @staticmethod
    def between(low: float, high: float) -> Ends:
        """The lower end, which is the nearer one: values are iterated from below."""
        return Ends(low, low, high)

    @property
    def is_known(self) -> bool:
        """Whether both ends are as good as one."""
        return self.high - self.low <= TOLERANCE * max(1.0, abs(self.low))

    def times(self, factor: float, plus: float = 0.0) -> Ends:
        """The same times a factor, and more."""
        low, high = sorted((factor * self.low + plus, factor * self.high + plus))
        return Ends(factor * self.value + plus, low, high)


@dataclass(frozen=True)
class Solved:
    """A solved game."""

    rules: Rules
    players: tuple[Player | None, ...]
    measure: Measure
    values: tuple[Ends | None, ...]  # of each seat, or of the game; None: not wanted
    moves: dict[int, Ends]  # of the first position, if it is certain; empty if it has no choice
    seat: int | None  # whose choice that is
    choosing: tuple[int, ...]  # the seats that choose between moves somewhere
    positions: int
    beliefs: int  # that were looked at, if something is hidden from who chooses; else 0
    tied: int  # positions that can come up again in the same game
    steps: int  # moves of all positions
    first: int | None  # the seat that moves first, if that is certain
    is_certain: bool  # nothing is left to chance
    has_draws: bool = False  # a game may end with a shared win

    @property
    def is_exact(self) -> bool:
        """Whether no position can come up again, so that all follows in one pass."""
        return self.tied == 0


def best_of(moves: Mapping[int, Ends], sign: int) -> list[int]:
    """The moves that are best for who wants much (1) or little (-1), all of them, rising."""
    best = max(sign * ends.value for ends in moves.values())
    enough = best - TOLERANCE * max(1.0, abs(best))
    return sorted(move for move, ends in moves.items() if sign * ends.value >= enough)
