"""Who plays well with whom, where all players of a table are one team."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import combinations

import numpy as np

from playout.questions.tournament.found import Found, Team
from playout.questions.tournament.ranking import FALSE_ALARMS
from playout.report.estimates import LEVEL, interval_of
from playout.stats.contests.sums import weighted_sum
from playout.stats.intervals import Interval

Pair = tuple[int, int]  # of strategies, the smaller place first; of one kind, the same twice


class Pairings:
    """The results of every two strategies together; strategies by their places.

    Differences that are sought among many have intervals that hold at once.
    """

    def __init__(self, found: Found) -> None:
        self.found, asked = found, found.asked
        self.count = len(asked.players)
        every: dict[Pair, Team] = {}
        for places, team in zip(asked.tables, found.tables, strict=True):
            pair = min(places), max(places)
            every[pair] = every[pair] + team if pair in every else team
        self.teams: Mapping[Pair, Team] = every
        self.sign = -1 if asked.placing.wanted == "lowest" else 1
        self.pairs = list(combinations(range(self.count), 2))
        means = [self.sign * self.mean(k).estimate for k in range(self.count)]
        # The best first; who has not yet played with all, last.
        self.order: list[int] = np.argsort(
            np.nan_to_num(-np.array(means), nan=np.inf), kind="stable"
        ).tolist()

    def name(self, k: int) -> str:
        """The name of a strategy."""
        return self.found.asked.players[k].reference

    def together(self, i: int, j: int, level: float = LEVEL) -> Interval:
        """What two strategies reach together, or one with its own kind."""
        asked, team = self.found.asked, self.teams[min(i, j), max(i, j)]
        return interval_of(asked.placing, asked.rules, team.result, level=level)

    def mean(self, k: int) -> Interval:
        """What a strategy reaches on average with all partners, its own kind among them."""
        return self._sum({_pair(k, j): 1 / self.count for j in range(self.count)}, LEVEL)

    def over_own(self, i: int, j: int) -> Interval:
        """How much more one reaches with another than with its own kind."""
        return self._sum({_pair(i, j): 1.0, (i, i): -1.0}, self._level(2 * len(self.pairs)))

    def verdict(self, i: int, j: int) -> str:
        """Whether two do better or worse together than either with its own kind."""
        one, other = self.over_own(i, j), self.over_own(j, i)
        if not (one.is_clear and other.is_clear):
            return "not clear"
        if (one.low > 0) != (other.low > 0):
            return "between"
        return "better" if (one.low > 0) == (self.sign > 0) else "worse"

    def gain(self, k: int) -> Interval:
        """How much more a strategy reaches with its own kind than on average with the others."""
        others = [j for j in range(self.count) if j != k]
        weights = {(k, k): 1.0, **{_pair(k, j): -1.0 / len(others) for j in others}}
        return self._sum(weights, self._level(self.count))

    @cached_property
    def rivals(self) -> list[int]:
        """The strategies that may be as good a partner as the best one."""
        return [k for k in self.order[1:] if not self._lead(self.order[0], k).is_clear]

    def _lead(self, i: int, j: int) -> Interval:
        """How much more one reaches than another, with the same partners."""
        weights: dict[Pair, float] = {}
        for k in range(self.count):
            for pair, weight in ((_pair(i, k), 1 / self.count), (_pair(j, k), -1 / self.count)):
                weights[pair] = weights.get(pair, 0.0) + weight
        return self._sum(weights, self._level(len(self.pairs)))

    def _level(self, count: int) -> float:
        return 1.0 - FALSE_ALARMS / count

    def _sum(self, weights: Mapping[Pair, float], level: float) -> Interval:
        return weighted_sum(
            list(weights.values()), [self.together(*pair, level) for pair in weights]
        )


def _pair(i: int, j: int) -> Pair:
    return min(i, j), max(i, j)
