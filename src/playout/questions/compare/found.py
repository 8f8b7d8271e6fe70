"""The counts of a comparison, and the interval and verdict that follow from them.

After each look there is an interval for the mean difference of a deal, A - B, from a confidence
sequence (stats/sequential.py): with a chance of at least 1 - error all of them hold the true
difference.  The first that is clear enough ends the run, so the chance of a wrong verdict is at
most the error, however often one looks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from playout.questions.compare.asked import Asked
from playout.runner.plan import FIRST_LOOK, looks_after
from playout.stats.intervals import Interval
from playout.stats.paired import Paired
from playout.stats.remaining import remaining, until_decided
from playout.stats.sequential import Aim, sequence_interval

A_BETTER: Literal["A better"] = "A better"
B_BETTER: Literal["B better"] = "B better"
A_HIGHER: Literal["A higher"] = "A higher"  # of a measure that is neither good nor bad
B_HIGHER: Literal["B higher"] = "B higher"
EQUAL: Literal["equal"] = "equal"  # within the margin
UNDECIDED: Literal["undecided"] = "undecided"
Verdict = Literal["A better", "B better", "A higher", "B higher", "equal", "undecided"]


@dataclass(frozen=True)
class Look:
    """The interval after so many deals."""

    games: int
    interval: Interval  # of the mean difference, A - B


@dataclass(frozen=True)
class Found:
    """The counts of a comparison, and its looks."""

    asked: Asked
    counted: Paired
    looks: tuple[Look, ...]  # the last is of all deals, if any were played
    seconds: float
    complete: bool  # False: stopped before there was a verdict, or all games were played

    @property
    def games(self) -> int:
        """Games played: two of every deal."""
        return 2 * self.counted.games

    @cached_property
    def interval(self) -> Interval:
        """The mean difference of a deal, A - B: anytime-valid, at the level 1 - error."""
        return difference_interval(self.asked, self.counted)

    @cached_property
    def sides(self) -> tuple[Interval, Interval]:
        """The mean value of each side, with intervals of the same kind and level.

        If both divide a fixed amount, these follow from the difference.
        """
        pairing, level = self.asked.pairing, 1.0 - self.asked.error
        if pairing.is_divided:
            most, (mean, low, high) = pairing.tops[0] / pairing.unit, self.interval
            return (
                Interval(*((most + one) / 2 for one in (mean, low, high))),
                Interval(*((most - one) / 2 for one in (mean, high, low))),
            )
        pairs = zip(self.counted.sides, pairing.tops, strict=True)
        a, b = (sequence_interval(h, top / pairing.unit, level=level) for h, top in pairs)
        return a, b

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict of the interval."""
        return verdict_of(self.asked, self.interval)

    @cached_property
    def remaining(self) -> Interval | None:
        """About how many more deals it takes until a verdict, if there is none yet.

        The median, and the ends between which the number lies in 80 % of what may come
        (stats/remaining.py).  None if there is a verdict, or if it cannot be estimated.
        """
        if self.verdict != UNDECIDED:
            return None
        return expected_deals(self.asked, self.counted, looks_after(self.counted.games))

    @property
    def ratio(self) -> float:
        """How many times as many games an unpaired comparison takes; NaN if unknown."""
        return self.counted.ratio


def difference_interval(asked: Asked, counted: Paired) -> Interval:
    """The interval of a confidence sequence for the mean difference, now."""
    unit, (a, b) = asked.pairing.unit, asked.pairing.tops
    aim = None if asked.margin is None else Aim(asked.margin)
    return sequence_interval(
        counted.difference.above(-b), a / unit, low=-b / unit, level=1.0 - asked.error, aim=aim
    )


def expected_deals(asked: Asked, counted: Paired, looks: Sequence[int]) -> Interval | None:
    """About how many more deals there are until a verdict at one of these looks.

    None if that cannot be estimated, as after a few deals.
    """
    unit, (a, b) = asked.pairing.unit, asked.pairing.tops
    if counted.games < FIRST_LOOK:
        return None
    aim = None if asked.margin is None else Aim(asked.margin)
    stop = until_decided(asked.margin, 1.0 - asked.error)
    found = remaining(counted.difference.above(-b), (-b / unit, a / unit), stop, looks, aim)
    return None if math.isnan(found.estimate) else found


def verdict_of(asked: Asked, interval: Interval) -> Verdict:
    """The verdict of an interval of the difference."""
    if interval.is_clear:
        if not asked.wanted:
            return A_HIGHER if interval.low > 0 else B_HIGHER
        return A_BETTER if (interval.low > 0) == (asked.wanted == "highest") else B_BETTER
    if asked.margin is not None and -asked.margin < interval.low and interval.high < asked.margin:
        return EQUAL
    return UNDECIDED
