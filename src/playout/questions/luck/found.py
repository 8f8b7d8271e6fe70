"""The counts about skill and luck."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from playout.questions import counted
from playout.questions.luck.asked import Asked
from playout.report.estimates import LEVEL
from playout.stats.components import Sums, differences
from playout.stats.intervals import Interval

RANDOM = "random"  # the strategy with which the others are compared, if it is among them


@dataclass(frozen=True)
class Found(counted.Found[Sums]):
    """The sums of all outcomes, from which the parts follow."""

    asked: Asked

    @property
    def deals(self) -> int:
        """Deals that every strategy has played in every repeat."""
        return self.counted.games

    @property
    def games(self) -> int:
        """Games played: of every deal, one for each strategy, draw and repeat."""
        return self.deals * self.counted.strategies * self.counted.draws * self.counted.repeats

    @cached_property
    def above_random(self) -> list[Interval] | None:
        """How far the mean of each strategy is above that of ``random``, on the same deals.

        The intervals hold all at once.  None if ``random`` is not among the strategies.
        """
        names = [player.strategy.name for player in self.asked.players]
        if RANDOM not in names or len(names) < 2:
            return None
        return differences(self.counted, names.index(RANDOM), self.asked.unit, LEVEL)

    @property
    def best(self) -> int | None:
        """The place of the strategy that does best, but for ``random``.

        None if ``random`` is not among the strategies, or the measure is neither good nor bad.
        """
        above, wanted = self.above_random, self.asked.measure.wanted
        if above is None or not wanted or not self.deals:
            return None
        names = [player.strategy.name for player in self.asked.players]
        others = [place for place, name in enumerate(names) if name != RANDOM]
        sign = -1 if wanted == "lowest" else 1
        return max(others, key=lambda place: sign * above[place].estimate) if others else None
