"""The counts of each move, and what follows: which move is best, and by how much.

All moves are played in the same worlds.  The best of many estimates is too high, and so is its
lead: so the intervals hold for all moves at once, and those of differences for all pairs of moves
at once, whichever of them turns out best (Bonferroni).  They are those of confidence sequences,
from exact sums (stats/products.py): also at all looks at once, so playing may end at the first look
at which one move is ahead of all others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from playout.questions import counted
from playout.questions.judged import Moves
from playout.questions.odds.asked import Asked
from playout.report.estimates import LEVEL
from playout.stats.products import Choices
from playout.stats.sequential import moments_log_wealth

ERROR = 1 - LEVEL


@dataclass(frozen=True)
class Found(counted.Found[Choices]):
    """The counts of the moves of a position, of so many worlds."""

    asked: Asked

    @cached_property
    def moves(self) -> Moves:
        """The moves, and the move of the strategy itself."""
        number = len(self.asked.moves)
        values = 1 if number == 1 else number + 1
        return Moves(
            self.asked,
            self.asked.decision,
            self.counted,
            level=1 - ERROR / pairs(number),
            value_level=1 - ERROR / values,
        )

    @property
    def is_decided(self) -> bool:
        """Whether one move is better than all others, at this look or at any before."""
        if self.games == 0:
            return False
        best, *others = self.moves.order
        (low, top), products = self.asked.ends, self.counted.products
        enough = math.log(pairs(len(self.asked.moves)) / ERROR)
        return all(
            products.total(k) != products.total(best)
            and moments_log_wealth(products.difference(best, k), 0.0, low - top, top - low)
            >= enough
            for k in others
        )


def pairs(moves: int) -> int:
    """The number of pairs of so many moves and the move of the strategy itself."""
    return (moves + 1) * moves // 2
