"""The interval of a weighted sum of independent estimates.

The reach to each side is the root of the sum of squares of what each estimate's own interval
reaches to that side (G. Y. Zou and A. Donner, "Construction of confidence limits about effect
measures: a general approach", Statistics in Medicine 27, 2008).  So it is honest where a rate is
near 0 or 1, too: there the intervals of the rates are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from playout.stats.intervals import Interval


def weighted_sum(weights: Sequence[float], each: Sequence[Interval]) -> Interval:
    """The sum of the estimates times their weights, with an interval of the level of theirs."""
    parts = [
        Interval(*(weight * end for end in (one.estimate, one.low, one.high)))
        for weight, one in zip(weights, each, strict=True)
        if weight
    ]
    estimate = math.fsum(one.estimate for one in parts)
    below = math.hypot(*(one.estimate - min(one.low, one.high) for one in parts))
    above = math.hypot(*(max(one.low, one.high) - one.estimate for one in parts))
    return Interval(estimate, estimate - below, estimate + above)
