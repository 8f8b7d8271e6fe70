"""What the pairs of a tournament make together: cycles, unbeaten mixtures and ladders."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, permutations

import numpy as np

from playout.questions.tournament.ladders import Climb, ladders
from playout.questions.tournament.ranking import FALSE_ALARMS, Ranking
from playout.report.estimates import LEVEL
from playout.stats.contests.cycles import shortest_cycles
from playout.stats.contests.mixtures import (
    MOST_STRATEGIES,
    Matrix,
    Mixture,
    alpha_rank,
    mixture,
    share_ranges,
    unbeaten,
)
from playout.stats.contests.ratings import rating_intervals
from playout.stats.intervals import Interval

SMALLEST = 0.001  # part of a mixture; smaller ones are taken for none


class Patterns:
    """The cycles, mixtures and ladders of a tournament; strategies by their places."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self._standing, self._asked = ranking.found.counted, ranking.found.asked

    def beats(self, i: int, j: int) -> bool:
        """Whether one is clearly ahead of another more often than behind."""
        return self.ranking.differ(i, j) and self.ranking.ahead(i, j).estimate > 0.5

    @property
    def best(self) -> int | None:
        """The strategy that clearly beats all but its twins; None if there is none."""
        every, same = self.ranking.order, self.ranking.twins
        for k in every:
            if all(self.beats(k, j) for j in every if j not in (k, *same(k))):
                return k
        return None

    @cached_property
    def cycles(self) -> list[tuple[int, ...]]:
        """The shortest cycles of clear wins, the one whose weakest link is strongest first.

        They hold at once: every pair is clear at an error over all pairs.
        """
        count = len(self.ranking.order)
        beats = np.zeros((count, count), bool)
        for i, j in combinations(range(count), 2):
            beats[i, j], beats[j, i] = self.beats(i, j), self.beats(j, i)
        return sorted(shortest_cycles(beats), key=self._strength)

    def links(self, cycle: tuple[int, ...]) -> list[Interval]:
        """How often each member of a cycle is ahead of the next."""
        after = (*cycle[1:], cycle[0])
        return [self.ranking.ahead(i, j) for i, j in zip(cycle, after, strict=True)]

    def _strength(self, cycle: tuple[int, ...]) -> float:
        """Minus the share of the weakest link."""
        return -min(one.estimate for one in self.links(cycle))

    @cached_property
    def mixtures(self) -> dict[str, list[Interval]]:
        """For each strategy its part in the mixture that no strategy beats, and its alpha-rank.

        {} unless two play at a table, so that all pairs have games of their own, and all have
        played.
        """
        if self._unbeaten is None:
            return {}
        return {
            "mixture": self._unbeaten.intervals(LEVEL),
            "alpha_rank": mixture(*self._results, alpha_rank).intervals(LEVEL),
        }

    @cached_property
    def ranges(self) -> Matrix:
        """The least and the most part of each strategy in any mixture that no strategy beats."""
        won, tied = self._results
        played = won + won.T + tied + np.eye(len(won))
        return share_ranges((won + tied / 2) / played)

    @cached_property
    def only_mixture(self) -> bool | None:
        """Whether there is one mixture alone that no strategy beats; None if that is not clear.

        False if there are others by these results.
        """
        if self._unbeaten is None:
            return None
        members = np.flatnonzero(self.ranges[:, 1] > SMALLEST).tolist()
        if any(self.is_free(k) or self.ranking.twins(k) for k in members):
            return False
        return True if self._unbeaten.has_clear_members(LEVEL) else None

    def is_free(self, k: int) -> bool:
        """Whether a strategy has another part in another mixture that no strategy beats."""
        least, most = self.ranges[k]
        return bool(most - least > SMALLEST)

    @cached_property
    def _unbeaten(self) -> Mixture | None:
        won, tied = self._results
        if self._asked.seats != 2 or not 3 <= len(won) <= MOST_STRATEGIES:
            return None
        if not (won + won.T + tied + np.eye(len(won))).all():
            return None
        return mixture(won, tied, unbeaten)

    @cached_property
    def _results(self) -> tuple[Matrix, Matrix]:
        """[i, j]: the games that i won of j, and those that they tied."""
        count = len(self.ranking.order)
        won, tied = np.zeros((count, count)), np.zeros((count, count))
        for i, j in permutations(range(count), 2):
            results = self._standing.pair(i, j)
            middle = results.counts[results.unit // 2 :][:1].sum() if results.n else 0
            tied[i, j] = float(middle)
            won[i, j] = float(results.total) - tied[i, j] / 2
        return won, tied

    @cached_property
    def climbs(self) -> list[Climb]:
        """What more of a parameter does to the rating."""
        standing, count = self._standing, len(self.ranking.order)
        played = [one.n for one in standing.wins]
        if not self._asked.players or not all(played):
            return []
        found = []
        for ladder in ladders(self._asked.players):
            groups = standing.groups / standing.pairs[0].unit

            def sums(weights: Matrix, error: float) -> list[Interval]:
                level = 1.0 - error / len(weights)
                return rating_intervals(groups, played, level, weights)  # noqa: B023

            (slope,) = sums(ladder.doubling(count), 1.0 - LEVEL)
            bends = sums(ladder.bends(count), FALSE_ALARMS)
            changes = sums(ladder.changes(count), FALSE_ALARMS)
            every = dict(zip(ladder.pairs, changes, strict=True))
            found.append(Climb(ladder, slope, bends, every))
        return found
