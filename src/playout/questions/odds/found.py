"""What was counted of each move, and what that says: which is best, by how much.

All moves are played in the same worlds.  The best of many estimates is too high, and so is its
lead: so the intervals hold for all moves at once, and those of differences for all pairs of moves
at once, whichever of them turns out best (Bonferroni).  They are those of confidence sequences,
from exact sums (stats/products.py): also at all looks at once, so playing may end at the first look
at which one move is ahead of all others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from playout.questions.odds.asked import Asked
from playout.report.estimates import LEVEL
from playout.stats.intervals import Interval
from playout.stats.products import Choices
from playout.stats.sequential import moments_interval, moments_log_wealth

ERROR = 1 - LEVEL


@dataclass(frozen=True)
class Found:
    """What was found of a position."""

    asked: Asked
    counted: Choices
    seconds: float
    complete: bool  # False: stopped before one move was best, or all worlds were played

    @property
    def games(self) -> int:
        """Worlds in which all moves were played."""
        return self.counted.games

    @property
    def own(self) -> int:
        """The number after those of the moves: what the strategy makes of the position."""
        return len(self.asked.moves)

    @property
    def order(self) -> list[int]:
        """The numbers of the moves, the best first."""
        return order_of(self.asked, self.counted)

    @property
    def decided(self) -> bool:
        """Whether one move is better than all others."""
        return is_decided(self.asked, self.counted)

    def value(self, k: int) -> Interval:
        """The mean of the measure after move k, or after the strategy's ``own``."""
        level = 1 - ERROR / (1 if self.own == 1 else self.own + 1)
        return moments_interval(self.counted.products.value(k), *self.asked.ends, level)

    def difference(self, k: int, other: int) -> Interval:
        """By how much the measure is higher after move k than after another, on average."""
        low, top = self.asked.ends
        moments = self.counted.products.difference(k, other)
        if k == other:
            return Interval(0.0, 0.0, 0.0)
        return moments_interval(moments, low - top, top - low, 1 - ERROR / pairs(self.own))


def pairs(moves: int) -> int:
    """Pairs of so many moves and of what the strategy does."""
    return (moves + 1) * moves // 2


def order_of(asked: Asked, counted: Choices) -> list[int]:
    """The moves from the best to the worst; of equal ones the strategy's own first."""

    def rank(k: int) -> tuple[int, int]:
        return -asked.sign * counted.products.total(k), -int(counted.chosen[k])

    return sorted(range(len(asked.moves)), key=rank)


def is_decided(asked: Asked, counted: Choices) -> bool:
    """Whether one move is better than all others, at this look or at any before."""
    if counted.games == 0:
        return False
    best, *others = order_of(asked, counted)
    (low, top), products = asked.ends, counted.products
    enough = math.log(pairs(len(asked.moves)) / ERROR)
    return all(
        products.total(k) != products.total(best)
        and moments_log_wealth(products.difference(best, k), 0.0, low - top, top - low) >= enough
        for k in others
    )
