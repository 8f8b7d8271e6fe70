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
from playout.stats.intervals import Interval
from playout.stats.products import Products, summed
from playout.stats.tally import Counts

PARTS = 10_000  # of the range of the measure: values are whole numbers of them
MOST_DECISIONS = 1_000  # of a game
DEVIATIONS = 2.0  # standard errors by which another move must be ahead
DECISIONS, COST, SKILL = range(3)  # the values of each group


@dataclass(frozen=True)
class Found(counted.Found[Products]):
    """The decisions, cost and skill of each group, in games whose decisions were judged."""

    asked: Asked

    def of(self, group: int, value: int) -> Interval:
        """DECISIONS, COST or SKILL of a group, in a game on average.

        A strategy that is its own reviewer, and draws no random numbers, certainly has no skill.
        """
        asked, moments = self.asked, self.counted.value(3 * group + value)
        if value == DECISIONS:
            return summed([moments], 1 / PARTS, 1 / PARTS, (0.0, math.inf)).times(PARTS)
        if value == SKILL and asked.is_own_reviewer:
            return Interval.exact(0.0)
        low, top = asked.ends
        width = top - low
        return summed([moments], largest=1.0, one=min(1.0, 1.0 / width)).times(width)

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
