"""Intervals for the mean of few, skewed, positive estimates, as those of independent replications.

Most estimates of a rare event are too small and a few are far too large, so Student's t on their
mean misses the truth above it.  On each side the wider end of two remedies is taken:
Student's t on the scale of the logarithm (the delta method), and Hall's transformation of t, which
undoes its skewness (its lower end only where that is above 0): P. Hall, "On the removal of skewness
by transformation", Journal of the Royal Statistical Society B 54 (1992).  Measured coverage:
docs/reference/rare-events.md.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval

MOST_SCATTER = 2.0
"""The standard deviation of single estimates over their mean: beyond it the interval cannot be
trusted, because the few large estimates that decide the mean may not have come up yet."""


def scatter(estimates: npt.NDArray[np.float64]) -> float:
    """The standard deviation of single estimates over their mean; infinite if all are 0."""
    mean = float(estimates.mean())
    return float(estimates.std(ddof=1)) / mean if mean > 0 else math.inf


def replication_interval(
    estimates: npt.NDArray[np.float64], level: float = 0.95, most: float = math.inf
) -> Interval:
    """The interval of the expectation, 0 .. ``most``, from at least two independent estimates.

    Nothing is known from estimates that are all 0: the interval is then (0, most).  If all are
    equal otherwise, their scatter says nothing of the error.  But others come up only so often that
    n of n were equal, with probability above (1 - level) / 2, and are at least 0: so the lower end
    is that root of their value (Clopper and Pearson's for n of n), and the upper end ``most``.
    """
    from scipy.special import stdtrit

    n, mean = len(estimates), float(estimates.mean())
    if mean == 0.0:
        return Interval(0.0, 0.0, most)
    deviation = float(estimates.std())
    if deviation == 0.0:
        return Interval(mean, mean * (0.5 - level / 2.0) ** (1.0 / n), max(mean, most))
    t = float(stdtrit(n - 1, 0.5 + level / 2.0))
    error = float(estimates.std(ddof=1)) / math.sqrt(n)
    skew = float(np.mean(((estimates - mean) / deviation) ** 3))
    down = mean - error * _unskewed(t, skew, n)
    up = mean - error * _unskewed(-t, skew, n)
    low, high = mean * math.exp(-t * error / mean), mean * math.exp(t * error / mean)
    return Interval(
        mean, min(low, down) if down > 0.0 else low, max(mean, min(most, max(high, up)))
    )


def _unskewed(t: float, skew: float, n: int) -> float:
    """The inverse of Hall's transformation t + s t^2 / 3 + s^2 t^3 / 27 + s / 6, s = skew/n^0.5."""
    s = skew / math.sqrt(n)
    if abs(s) < 1e-6:
        return t
    return 3.0 / s * (math.cbrt(1.0 + s * (t - s / 6.0)) - 1.0)
