"""The counts about skill and luck."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from playout.questions import counted
from playout.questions.luck.asked import Asked
from playout.questions.skill_words import RANDOM, Reach, reach_of
from playout.report.estimates import LEVEL
from playout.stats.components import Sums, differences
from playout.stats.intervals import Interval


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

    @property
    def names(self) -> list[str]:
        """The strategies as they were given, with values for their parameters."""
        return [player.reference for player in self.asked.players]

    @property
    def default(self) -> str:
        """The game's default strategy; "" if it is not among them, or plays at random."""
        name = self.asked.game.default_strategy
        return name if name in self.names and name != RANDOM else ""

    @cached_property
    def leads(self) -> dict[str, list[Interval]]:
        """How far the mean of each strategy is above that of ``random``, and of the default one.

        On the same deals; the intervals of all strategies hold at once.  Only of those two that are
        among the strategies.
        """
        bases = [base for base in (self.default, RANDOM) if base in self.names and self.names[1:]]
        counted, unit = self.counted, self.asked.unit
        return {base: differences(counted, self.names.index(base), unit, LEVEL) for base in bases}

    @cached_property
    def reach(self) -> Reach | None:
        """How far the best strategy is above the worst; None if that is not known."""
        known = {self.names.index(base): leads for base, leads in self.leads.items()}
        return reach_of(self.counted, self.asked.measure, self.asked.unit, known)

    def best_but(self, base: str) -> int | None:
        """The place of the strategy that does best, but for ``base``.

        None if ``base`` is not among the strategies, or the measure is neither good nor bad.
        """
        above, wanted = self.leads.get(base), self.asked.measure.wanted
        if above is None or not wanted or not self.deals:
            return None
        others = [place for place, name in enumerate(self.names) if name != base]
        sign = -1 if wanted == "lowest" else 1
        return max(others, key=lambda place: sign * above[place].estimate) if others else None
