"""How many games it takes until it is clear whether targets are met."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from playout.questions.targets.tables import Part
from playout.questions.targets.targets import Target
from playout.stats import remaining as stops
from playout.stats.intervals import Interval
from playout.stats.sequential import Aim
from playout.stats.tally import Histogram


def until_placed(
    wanted: Iterable[tuple[Target, Part]],
    histograms: Sequence[Histogram],
    looks: Sequence[int],
    level: float,
    aim: Aim | None = None,
) -> Interval | None:
    """About how many more games it takes until it is clear whether all these targets are met.

    The longest of all parts that are inside, or the shortest of one that is not; None if it is
    unknown, as of a quantile.
    """
    inside, outside = list[Interval](), list[Interval]()
    for (target, part), histogram in zip(wanted, histograms, strict=False):
        if part.term.part is not None or part.top is None:
            return None
        stop = stops.until_placed(target.low, target.high, level)
        more = stops.remaining(histogram, (part.low, part.top), stop, looks, aim)
        if math.isnan(more.estimate):
            return None
        is_in = target.miss(part.low + histogram.mean) == 0
        (inside if is_in else outside).append(more)
    if outside:
        return Interval(*(min(each) for each in zip(*outside, strict=True)))
    return Interval(*(max(each) for each in zip(*inside, strict=True)))


def roughly_placed(
    wanted: Iterable[tuple[Target, Part]], histograms: Sequence[Histogram], level: float
) -> float | None:
    """Roughly how many games in all `until_placed` says, in a hundredth of its time."""
    inside, outside = [0.0], list[float]()
    for (target, part), histogram in zip(wanted, histograms, strict=False):
        if part.term.part is not None or part.top is None or histogram.n < 2:
            return None
        mean = part.low + histogram.mean
        ends = (abs(mean - end) for end in (target.low, target.high) if part.low < end < part.top)
        gap = min(ends, default=part.top - part.low)
        games = stops.roughly(histogram.variance, gap, level)
        (outside if target.miss(mean) else inside).append(games)
    return min(outside) if outside else max(inside)
