"""Confidence intervals for a number of games fixed in advance.

Rates: Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of
the binomial", Biometrika 26 (1934).  It covers the truth at least as often as it says, also at
rates near 0 and 1: after n games without a win its upper end is about 3.7 / n.
Shares of a win: the same with the sum of the shares as the number of successes.  A share between 0
and 1 varies no more than a rate with the same mean, so this errs on the side of caution.
Means: Student's t from the exact sample moments, or where it reaches further the interval of
Gaffke, "Three test statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative
variable", Mathematical Methods of Statistics 14 (2005).  It weighs the values seen at random, as
the Bayesian bootstrap does, with one more at the end of what is possible; of values 0 and 1 it is
the interval of Clopper and Pearson.  Here the one more is at the end of what was *seen*, or one
away if all values are equal: at the end of what is possible, hundreds of games would say nothing of
a measure that can be a thousand and never is.  So it holds its level unless what makes the mean is
too rare to be seen; benchmarks/means.py measures how often it does.
Unseen: after n games a thing that none has shown happens in 1 - 0.025**(1/n) of all games at most,
about 3.7 / n, the upper end of Clopper and Pearson for 0 of n.  Errors that are estimated from what
varies know nothing of it, so estimates that are no simple means have it beside theirs.
Quantiles: from one value of the sample to another, by their ranks.  How many of n values do not
exceed a quantile is binomial, whatever the distribution of the values; where several values can be
equal the interval covers it more often (H. Scheffe and J. W. Tukey, "Non-parametric estimation I:
validation of order statistics", Annals of Mathematical Statistics 16, 1945; H. A. David and
H. N. Nagaraja, "Order Statistics", 3rd edition, 2003, section 7.1).
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from playout.stats.roots import root
from playout.stats.tally import Histogram

Numbers = npt.NDArray[np.float64]

FAR = 1e4  # times as far from 0 as from each other: values that are moved to 0 for precision
ROUNDING = 1e-9  # part of values by which they differ if they are equal
REACH = 1.96  # standard errors either way: the 95 % interval of an estimate that is normal


class Interval(NamedTuple):
    """An estimate and the two ends of its confidence interval."""

    estimate: float
    low: float
    high: float

    @staticmethod
    def exact(value: float) -> Interval:
        """The interval of a value that is known."""
        return Interval(value, value, value)

    @staticmethod
    def around(estimate: float, reach: float) -> Interval:
        """The interval that reaches as far below the estimate as above it."""
        return Interval(estimate, estimate - reach, estimate + reach)

    @staticmethod
    def unbounded(estimate: float) -> Interval:
        """The interval of which nothing is known but the estimate."""
        return Interval(estimate, -math.inf, math.inf)

    @property
    def is_clear(self) -> bool:
        """Whether 0 is outside: of a difference, whether it is certain which side is higher."""
        return self.low > 0 or self.high < 0

    def unless_known(self, value: float) -> Interval:
        """The interval of the exact value; or, if that is NaN because it is not known, this one."""
        return self if math.isnan(value) else Interval.exact(value)

    def within(self, least: float, most: float) -> Interval:
        """The interval without what is beyond these ends, if it is bounded at all."""
        if math.isinf(self.low) and math.isinf(self.high):
            return self
        return Interval(self.estimate, max(least, self.low), min(most, self.high))

    def scaled_to(self, least: float, most: float) -> Interval:
        """The interval of parts of a range, from 0 to 1, in the range itself, between its ends."""
        width = most - least
        return Interval(*(min(most, max(least, least + width * part)) for part in self))

    def times(self, factor: float) -> Interval:
        """The interval of the estimate times a factor above 0."""
        return Interval(*(factor * number for number in self))


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


def unseen(n: int, level: float = 0.95) -> float:
    """The largest share of games in which a thing may happen that none of n games has shown."""
    return 1.0 if n == 0 else -math.expm1(math.log((1.0 - level) / 2.0) / n)


def share_interval(
    histogram: Histogram, seats: int | Fraction = 1, level: float = 0.95
) -> Interval:
    """The interval of the mean share of a win, for each of several seats that share one at most.

    For seats of teams, ``seats`` is how many there are to each that can win together.
    """
    together = rate_interval(float(histogram.total * seats), histogram.n, level)
    return Interval(*(number / seats for number in together))


def mean_interval(
    histogram: Histogram, level: float = 0.95, top: float | None = None, least: float = 0.0
) -> Interval:
    """The interval of a mean of values from ``least`` to ``top`` (None: there is no such end).

    Its ends are those of Student's t and of Gaffke, whichever reaches further, and never beyond
    what is possible, which is all that is known of fewer than two games.
    """
    from scipy.special import stdtrit

    n = histogram.n
    if (least, top) == (0.0, 1.0):
        return share_interval(histogram, level=level)
    mean, tail, most = histogram.mean, (1.0 - level) / 2.0, math.inf if top is None else top
    if n < 2:
        return Interval(mean, least, most)
    reach = float(stdtrit(n - 1, 1.0 - tail)) * math.sqrt(histogram.variance / n)
    low, high = _gaffke(histogram, tail, least, most)
    return Interval(mean, max(least, min(low, mean - reach)), min(most, max(high, mean + reach)))


def weighted_interval(values: Numbers, counts: Numbers, level: float = 0.95) -> Interval:
    """The interval of a mean of any numbers, two or more, each of which was seen so often.

    It is as :func:`mean_interval`, where nothing is known of what is possible.
    """
    from scipy.special import stdtrit

    order = np.argsort(values)
    values, counts, tail = values[order], counts[order].astype(np.float64), (1.0 - level) / 2.0
    n = float(counts.sum())
    if values[-1] - values[0] <= ROUNDING * np.abs(values).max():
        values, counts = values[:1], np.array([n])
    mean = float(counts @ values) / n
    variance = float(counts @ (values - mean) ** 2) / (n - 1.0)
    reach = float(stdtrit(n - 1.0, 1.0 - tail)) * math.sqrt(variance / n)
    low, high = _gaffke_of(values, counts, tail, -math.inf, math.inf)
    return Interval(mean, min(low, mean - reach), max(high, mean + reach))


Range = Callable[[int, float, float], tuple[int, int]]


def quantile_interval(
    histogram: Histogram,
    part: Fraction,
    level: float = 0.95,
    top: float | None = None,
    least: float = 0.0,
    range_of: Range | None = None,
) -> Interval:
    """The interval of the value that at least a ``part`` of all values, 0..1, do not exceed.

    An end for which the values are too few is ``top`` (None: infinite), or ``least``.  ``range_of``
    says which counts are plausible; by default :func:`binomial_range`, for a number of values that
    was fixed in advance.  All are NaN where there are only sums.
    """
    n, most = histogram.n, math.inf if top is None else top
    if not histogram.is_whole:
        return Interval(math.nan, math.nan, math.nan)
    if n == 0:
        return Interval(math.nan, least, most)
    fewest, largest = (range_of or binomial_range)(n, float(part), level)
    low = histogram.ranked(fewest) if fewest > 0 else least
    high = histogram.ranked(largest + 1) if largest < n else most
    return Interval(float(histogram.quantile(part)), float(low), float(high))


@lru_cache(maxsize=256)  # all rows of a table ask for the same few
def binomial_range(n: int, rate: float, level: float) -> tuple[int, int]:
    """The smallest and the largest count of n that are plausible for this rate.

    A count is not if it, and all beyond it, have together a chance of at most (1 - level) / 2.
    """
    from scipy.special import betainc, betaincc

    tail = (1.0 - level) / 2.0
    # The chance of k or fewer, and that of more than k; there is never more than n.
    fewest = bisect.bisect(range(n), tail, key=lambda k: float(betaincc(k + 1, n - k, rate)))
    largest = bisect.bisect_left(range(n), -tail, key=lambda k: -float(betainc(k + 1, n - k, rate)))
    return fewest, largest


def _gaffke(histogram: Histogram, tail: float, least: float, top: float) -> tuple[float, float]:
    """The ends of Gaffke's interval; see the top of this file."""
    if not histogram.is_whole:
        return _gaffke_of_sums(histogram, tail)
    places, seen = histogram.seen
    return _gaffke_of(places / histogram.unit, seen.astype(np.float64), tail, least, top)


def _gaffke_of(
    values: Numbers, counts: Numbers, tail: float, least: float, top: float
) -> tuple[float, float]:
    alone = float(len(values) == 1)
    low = min(values[0], max(least, values[0] - alone))
    high = max(values[-1], min(top, values[-1] + alone))
    under = -_exceeded(-values[::-1], counts[::-1], -low, tail)
    return under, _exceeded(values, counts, high, tail)


def _gaffke_of_sums(histogram: Histogram, tail: float) -> tuple[float, float]:
    """The ends that reach furthest of all values with these sums, between the ends seen.

    They are those of two values, of which one is at the end: it makes the third moment largest, and
    so the chance that randomly weighed values exceed more.
    """
    n, mean, ends = histogram.n, histogram.mean, (histogram.minimum, histogram.maximum)
    variance = histogram.variance * (n - 1) / n
    found = []
    for sign, end in zip((-1.0, 1.0), ends, strict=True):
        away = sign * (end - mean)
        part = variance / (variance + away**2)
        values = np.array([sign * mean - variance / away, sign * end])
        found.append(sign * _exceeded(values, n * np.array([1.0 - part, part]), sign * end, tail))
    return found[0], found[1]


def _exceeded(values: Numbers, counts: Numbers, end: float, tail: float) -> float:
    """The value that the mean of randomly weighed values exceeds with a chance of ``tail``.

    ``values`` rise up to ``end``, which counts as seen once more.  The mean exceeds t if the sum of
    G * (x - t) over the values x is positive, where G has the gamma distribution whose shape is the
    count of x.  That chance is the approximation of Lugannani and Rice, in the form of
    Barndorff-Nielsen: of 0 and 1 within 1 % of the exact one.
    """
    from scipy.special import ndtri

    if end > values[-1]:
        values, counts = np.append(values, end), np.append(counts, 0.0)
    if len(values) == 1:
        return end
    if abs(end) > FAR * (end - values[0]):  # else rounding hides what their differences are
        return end + _exceeded(values - end, counts, 0.0, tail)
    counts = counts + (np.arange(len(counts)) == len(counts) - 1)
    n, enough = float(counts.sum()), -float(ndtri(tail))
    mean = float(counts @ values) / n
    spread = math.sqrt(float(counts @ (values - mean) ** 2) / n / (n + 1.0))

    def over(t: float) -> float:
        """How many standard normal units that chance is smaller for t than it should be."""
        away = values - t
        slope = _saddle_point(away, counts)
        gains = 1.0 - slope * away
        w = math.sqrt(2.0 * float(counts @ np.log(gains)))
        u = slope * math.sqrt(float(counts @ (away / gains) ** 2))
        return w + math.log(u / w) / w - enough

    inner, outer = (min(mean + part * enough * spread, (mean + end) / 2) for part in (0.8, 1.2))
    while over(inner) > 0.0:
        inner = (mean + inner) / 2.0
    while over(outer) < 0.0:
        if outer == (outer + end) / 2.0:
            return end  # to the last bit
        outer = min(2.0 * outer - mean, (outer + end) / 2.0)
    return root(over, inner, outer, near=1e-9 * spread)


def _saddle_point(away: Numbers, counts: Numbers) -> float:
    """The z, from 0 to 1 / max(away), at which the sum of counts * away / (1 - z * away) is 0.

    By Newton's method, within ends that close in on it: the sum rises with z.
    """
    low, high, z = 0.0, 1.0 / float(away[-1]), 0.0
    while True:
        parts = away / (1.0 - z * away)
        total = float(counts @ parts)
        low, high = (z, high) if total < 0.0 else (low, z)
        after = z - total / float(counts @ parts**2)
        if not low < after < high:
            after = (low + high) / 2.0
        if abs(after - z) <= 1e-12 * high:
            return after
        z = after
