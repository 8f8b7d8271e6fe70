"""What was counted about skill and luck."""

from __future__ import annotations

from dataclasses import dataclass

from playout.questions.luck.asked import Asked
from playout.stats.components import Sums


@dataclass(frozen=True)
class Found:
    """The sums of all outcomes, from which the parts follow."""

    asked: Asked
    sums: Sums
    seconds: float
    complete: bool  # False: stopped before all deals were played

    @property
    def deals(self) -> int:
        """Deals that every strategy has played in every repeat."""
        return self.sums.games

    @property
    def games(self) -> int:
        """Games played: of every deal, one for each strategy, draw and repeat."""
        return self.deals * self.sums.strategies * self.sums.draws * self.sums.repeats
