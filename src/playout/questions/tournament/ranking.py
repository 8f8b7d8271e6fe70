"""The strategies of a tournament by their wins, and which of them clearly differ."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import combinations

import numpy as np

from playout.questions.tournament.found import Found
from playout.stats.intervals import Interval, rate_interval, share_interval
from playout.stats.multiple import holm, rate_p_value
from playout.stats.tally import Histogram

FALSE_ALARMS = 0.05  # chance that any two equal strategies are said to differ, over all pairs


class Ranking:
    """The win shares of all strategies, and who came before whom; strategies by their places."""

    def __init__(self, found: Found) -> None:
        self.found = found
        count = len(found.asked.players)
        # Who has several seats at every table has one win at most, as in report/estimates.py.
        seats = max(1, found.asked.seats // count)
        self.wins = [share_interval(one, seats) for one in found.counted.wins]
        # The best first, of equals in the order in which they were named; who played nothing, last.
        losses = np.nan_to_num([-one.estimate for one in self.wins], nan=math.inf)
        self.order: list[int] = np.argsort(losses, kind="stable").tolist()

    @property
    def names(self) -> list[str]:
        """The strategies, the best first."""
        return [self.name(k) for k in self.order]

    def name(self, k: int) -> str:
        """The name of a strategy."""
        return self.found.asked.players[k].reference

    def together(self, k: int) -> Interval:
        """In what part of its games any player of a strategy wins; a shared win counts in parts."""
        tables = self._tables(k)
        total = sum(float(wins.total * seats) for seats, wins in tables)
        return rate_interval(total, sum(wins.n for _, wins in tables))

    def equal_share(self, k: int) -> float:
        """The same, if all players were equal."""
        tables = self._tables(k)
        games = sum(wins.n for _, wins in tables)
        return sum(seats * wins.n for seats, wins in tables) / (games * self.found.asked.seats)

    def shares_wins(self, k: int) -> bool:
        """Whether players of a strategy shared the win of a game with others."""
        return any(
            wins.counts.sum() > wins.counts[0] + wins.counts[wins.unit // seats :].sum()
            for seats, wins in self._tables(k)
        )

    def _tables(self, k: int) -> list[tuple[int, Histogram]]:
        """How many seats a strategy has, and what each of them wins, of tables that are alike."""
        asked, found = self.found.asked, self.found
        if found.tables:
            pairs = zip(asked.tables, found.tables, strict=True)
            return [(places.count(k), standing.wins[k]) for places, standing in pairs]
        return [(max(1, asked.seats // len(asked.players)), found.counted.wins[k])]

    @cached_property
    def _adjusted(self) -> dict[tuple[int, int], float]:
        """Over all pairs, so that of many equal ones hardly ever any two are told apart."""
        pairs = list(combinations(range(len(self.order)), 2))
        counts = [self.found.counted.pair(i, j) for i, j in pairs]
        adjusted = holm([rate_p_value(float(one.total), one.n) for one in counts])
        return dict(zip(pairs, adjusted, strict=True))

    def ahead(self, i: int, j: int) -> Interval:
        """How often i came before j."""
        histogram = self.found.counted.pair(i, j)
        return rate_interval(float(histogram.total), histogram.n)

    def p_holm(self, i: int, j: int) -> float:
        """The adjusted p-value of the hypothesis that neither comes before the other more often."""
        return self._adjusted[min(i, j), max(i, j)]

    def differ(self, i: int, j: int) -> bool:
        """Whether two are very likely not equal."""
        return self.p_holm(i, j) <= FALSE_ALARMS

    @property
    def rivals(self) -> list[int]:
        """The strategies that may be as good as the one that won most often."""
        first, *others = self.order
        twins = self.twins(first)
        return [k for k in others if not self.differ(first, k) and k not in twins]

    def twins(self, k: int) -> list[int]:
        """The same strategy by other names: a default may be named, or not."""
        keys = [(id(one.strategy), one.values) for one in self.found.asked.players]
        return [other for other in self.order if other != k and keys[other] == keys[k]]
