"""The counts of many games: the cost and the skill of their decisions.

Of each decision the worlds are in two halves.  The best move by one half, if it is ahead of the
move that was made by so many standard errors as `search` asks for, is compared with it by the other
half, and the other way round: so the *cost* is that of a move that was chosen without looking at
what it is judged by, and its mean is not too high, as that of the best of many estimates would be.
It is a lower bound of what the best moves would have brought, which rises with the worlds.

*Skill* is by how much the move that was made is worth more than the reviewer's own.  Its sum over a
game is on average the difference between the two strategies, if worlds are as likely as they say
(questions/review/found.py has the source).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from playout.engine.worlds.search import lead
from playout.questions import counted
from playout.questions.mistakes.asked import Asked
from playout.report.estimates import LEVEL
from playout.stats.controls import adjusted, times_fewer
from playout.stats.intervals import Interval
from playout.stats.products import Products, summed
from playout.stats.sequential import Moments
from playout.stats.tally import Counts

MOST_DECISIONS = 1_000  # of a game
DEVIATIONS = 2.0  # standard errors by which another move must be ahead
DECISIONS, COST, SKILL = range(3)  # the values of each group


@dataclass(frozen=True)
class Found(counted.Found[Products]):
    """The decisions, cost and skill of each group, in games whose decisions were judged."""

    asked: Asked

    def of(self, group: int, value: int) -> Interval:
        """DECISIONS, COST or SKILL of a group, in a game on average.

        A strategy that is its own reviewer, and draws no random numbers, certainly has no skill,
        and no cost if it plays as well as can be.
        """
        asked, moments = self.asked, self.counted.value(3 * group + value)
        if value == DECISIONS:
            one = 1 / asked.parts
            return summed([moments], one, one, (0.0, math.inf)).times(asked.parts)
        best = value == COST and asked.is_judged_by_best_play
        if (value == SKILL or best) and asked.is_own_reviewer:
            return Interval.exact(0.0)
        least = 0.0 if value == COST and asked.is_exact else -math.inf
        return summed([moments], 1.0, self._one, (least, math.inf)).times(self.asked.width)

    def result(self, seat: int) -> Interval:
        """The mean of the measure of a seat, as the games ended."""
        part = summed([self.counted.value(self._place(seat))], largest=1.0)
        return part.scaled_to(*self.asked.ends)

    def without_luck(self, seat: int) -> Interval:
        """The same, with the luck of the games taken out.

        The luck of a game is its result, less what it is worth before it begins, and less what its
        moves changed.  It is 0 on average (questions/review/found.py has the source).  Nothing is
        left to chance if all whose moves matter certainly move as the reviewer does.
        """
        asked = self.asked
        every = asked.is_shared or not asked.measure.per_seat
        rivals = range(len(asked.players)) if every else [seat]
        if asked.begin is not None and all(map(asked.is_as_reviewer, rivals)):
            return Interval.exact(asked.begin[seat])
        part = adjusted(*self._luck(seat), self._begin(seat), self._one)
        return part.scaled_to(*asked.ends)

    @property
    def _one(self) -> float:
        return min(1.0, 1.0 / self.asked.width)

    def saved(self, seat: int) -> float:
        """By what the number of games can be divided without luck, for the same precision.

        NaN of too few games, and if all was luck.
        """
        return times_fewer(*self._luck(seat))

    def _luck(self, seat: int) -> tuple[Moments, Moments, Moments]:
        """The moments of the result, of the result less what moves changed, and of that."""
        place = self._place(seat)
        moves = place + len(self.asked.weighed)
        counted = self.counted
        return counted.value(place), counted.difference(place, moves), counted.value(moves)

    def _place(self, seat: int) -> int:
        """The column of a seat's result."""
        return 3 * len(self.asked.groups) + self.asked.weighed.index(seat)

    def _begin(self, seat: int) -> float:
        """What the game is worth to a seat before it begins, as a part of the range."""
        assert self.asked.begin is not None
        return (self.asked.begin[seat] - self.asked.ends[0]) / self.asked.width

    def is_above_even(self, group: int, number: int) -> bool:
        """Whether clearly more is lost in one of so many groups than an even share of all.

        The level is that of a test of all of them at once (Bonferroni).
        """
        skill = self.counted.difference(3 * group + SKILL, SKILL, number)
        return summed([skill], largest=number, level=1 - (1 - LEVEL) / number).high < 0


def costs(worths: Counts, made: int) -> int:
    """The cost of a move in ``worths[world, move]``, more being better, times the worlds."""
    half, total = len(worths) // 2, 0
    for chooses, judges in ((worths[:half], worths[half:]), (worths[half:], worths[:half])):
        more = chooses - chooses[:, [made]]
        best = int(np.argmax(more.sum(axis=0)))
        sums, squares = int(more[:, best].sum()), float((more[:, best].astype(float) ** 2).sum())
        if lead(sums, squares, half) > DEVIATIONS:
            total += int((judges[:, best] - judges[:, made]).sum())
    return total
