"""Confidence intervals for a number of games fixed in advance.

Rates: Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of
the binomial", Biometrika 26 (1934).  It covers the truth at least as often as it says, also at
rates near 0 and 1: after n games without a win its upper end is about 3.7 / n.
Shares of a win: the same with the sum of the shares as the number of successes.  A share between 0
and 1 varies no more than a rate with the same mean, so this errs on the side of caution.
Means: Student's t from the exact sample moments.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from playout.stats.tally import Histogram


class Interval(NamedTuple):
    """An estimate and the two ends of its confidence interval."""

    estimate: float
    low: float
    high: float


def rate_interval(successes: float, n: int, level: float = 0.95) -> Interval:
    """The interval of a rate, from successes out of n games.  NaN estimate and (0, 1) if n = 0.

    Successes may be shares of a whole one.
    """
    from scipy.special import betaincinv

    if n == 0:
        return Interval(math.nan, 0.0, 1.0)
    tail = (1.0 - level) / 2.0
    low = 0.0 if successes == 0 else float(betaincinv(successes, n - successes + 1, tail))
    high = 1.0 if successes == n else float(betaincinv(successes + 1, n - successes, 1.0 - tail))
    return Interval(successes / n, low, high)


def share_interval(histogram: Histogram, seats: int = 1, level: float = 0.95) -> Interval:
    """The interval of the mean share of a win, for each of several seats that share one at most."""
    together = rate_interval(float(histogram.total * seats), histogram.n, level)
    return Interval(*(number / seats for number in together))


def mean_interval(histogram: Histogram, level: float = 0.95) -> Interval:
    """The interval of a mean.  Its ends are infinite for fewer than two games."""
    from scipy.special import stdtrit

    n = histogram.n
    if n < 2:
        return Interval(histogram.mean, -math.inf, math.inf)
    reach = float(stdtrit(n - 1, 0.5 + level / 2.0)) * math.sqrt(histogram.variance / n)
    return Interval(histogram.mean, histogram.mean - reach, histogram.mean + reach)
