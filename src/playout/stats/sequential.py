"""Anytime-valid intervals: confidence sequences for rates and for means of bounded values.

A 95 % confidence sequence is an interval after every game of a run, all of which hold the truth at
once, with a chance of at least 95 %.  So one may look at any time, and stop because of what one
sees.  It is wider than an interval for a number of games fixed in advance; that is the price.

A value x between 0 and 1 with mean m makes a fair bet: if every unit of a gambler's money becomes
1 + l * (x - m), with -1 / (1 - m) <= l <= 1 / m, they have on average what they had.  Starting with
1, their chance to have 1 / alpha at any time is at most alpha (J. Ville, "Etude critique de la
notion de collectif", 1939).  The sequence holds every m at which a certain gambler has less
(I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", JRSS B
86, 2024).

The gambler here spreads their money over all bets by the density of Beta(1/2, 1/2), as in the
universal portfolio of T. Cover and E. Ordentlich ("Universal portfolios with side information",
IEEE Trans. Inform. Theory 42, 1996).  For values 0 and 1 what they have is a beta-binomial mixture,
as of H. Robbins ("Statistical methods related to the law of the iterated logarithm", Annals of
Mathematical Statistics 41, 1970), exactly; for others it is bounded from below by what the best
single bet would have, less a regret (F. Orabona and K.-S. Jun, "Tight concentrations and confidence
sequences from the regret of universal portfolio", IEEE Trans. Inform. Theory 70, 2024).  Both
follow from the histogram alone: neither the order of the games nor that of the looks matters.

The sum and the sum of squares are enough, too (:func:`moments_interval`).  Among all values between
0 and 1 that have these, a bet that the mean is higher makes the least of a game if one part of the
values is 0 and all others are alike: the third derivative of log(1 + l * x) is positive, which
makes that the worst of all distributions with two given moments (S. Karlin and W. Studden,
"Tchebycheff systems: with applications in analysis and statistics", 1966).  A bet that it is
lower makes the least if a part is 1.

With the aim of a half-width d, half of the money goes to the bets that are best when the interval
is that wide: that the mean is m - d or m + d instead of m.  For a rate, this takes about 2.3 times
as many games as an interval of that width for a number of games fixed in advance, instead of 5.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval
from playout.stats.roots import root
from playout.stats.tally import Histogram

SCALES = 12  # sizes of bets, each twice the one before, where the variance is not known
_CLOSE = 1e-12  # the error of the ends, as a part of the range
_MANY = 1e6  # successes and failures from which Stirling's formula is exact to 1e-6

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Aim:
    """A half-width to be reached: in the measure's own unit, or as a part of the estimate."""

    half_width: float
    relative: bool = False

    def reached(self, interval: Interval) -> bool:
        """Whether an interval is that narrow."""
        return bool((interval.high - interval.low) / 2 <= self.at(interval.estimate))

    def __str__(self) -> str:
        return f"{100 * self.half_width:.12g}%" if self.relative else f"{self.half_width!r}"

    def at(self, mean: Any) -> Any:
        """The half-width that is aimed at if this is the mean, or these are the means."""
        return self.half_width * (abs(mean) if self.relative else 1.0)


def sequence_interval(
    histogram: Histogram,
    top: float,
    low: float = 0.0,
    level: float = 0.95,
    aim: Aim | None = None,
) -> Interval:
    """The interval of a confidence sequence for a mean, after the values of a histogram.

    The values of the histogram plus ``low`` lie between ``low`` and ``top``, ends included.
    Without values, the estimate is NaN and the interval (low, top).  Where there are only sums, it
    is that of the worst values that have them, and so a little wider.  ``aim`` must be the same at
    all looks; it changes how fast the interval narrows, not what it promises.  A relative aim is
    ignored where values may be below zero: at a mean of zero it has no half-width, so zero could
    stay in between means that are left out.
    """
    n = histogram.n
    if n == 0 or top <= low:
        return Interval(math.nan if n == 0 else low, low, top)
    if not histogram.is_whole:  # half of the money is that of an aim: it may be lost
        half = level if aim is None else (1.0 + level) / 2.0
        return moments_interval(_moments_of(histogram, low), low, top, half)
    return _interval(_values_of(histogram, top, low, aim), low + histogram.mean, low, top, level)


def weighted_sequence(
    values: Numbers, counts: Numbers, low: float, top: float, level: float = 0.95
) -> Interval:
    """As :func:`sequence_interval`, for any numbers from ``low`` to ``top``, each seen so often."""
    n, scaled = float(counts.sum()), np.clip((values - low) / (top - low), 0.0, 1.0)
    seen = _Values(scaled, counts, n, SCALES, None)
    return _interval(seen, float(counts @ values) / n, low, top, level)


def _interval(values: _Values, mean: float, low: float, top: float, level: float) -> Interval:
    middle = min(max((mean - low) / (top - low), 0.0), 1.0)
    enough = math.log(1.0 / (1.0 - level))
    ends = [low + _end(values, middle, side, enough) * (top - low) for side in (0.0, 1.0)]
    return Interval(mean, min(ends[0], mean), max(ends[1], mean))  # despite rounding


def leaves_out(
    histogram: Histogram, mean: float, top: float, low: float = 0.0, level: float = 0.95
) -> bool:
    """Whether :func:`sequence_interval` surely ends before a mean, on either side.

    That needs no search for its ends, so it takes a tenth of the time.
    """
    if not low <= mean <= top:
        return True
    at = (mean - low) / (top - low) if top > low else 0.0
    if histogram.n == 0 or not _CLOSE < at < 1.0 - _CLOSE:
        return False
    return log_wealth(histogram, mean, top, low) >= math.log(1.0 / (1.0 - level))


def log_wealth(
    histogram: Histogram, mean: float, top: float, low: float = 0.0, aim: Aim | None = None
) -> float:
    """A lower bound of the logarithm of the gambler's money, which was 1 at the start.

    They bet against ``mean``, between ``low`` and ``top``, ends left out.  A sequence leaves out a
    mean at which this is log(1 / (1 - level)) or more; at the true mean, the chance that it ever is
    so large is at most 1 - level.
    """
    if not histogram.is_whole:
        lost = 0.0 if aim is None else math.log(2.0)
        return moments_log_wealth(_moments_of(histogram, low), mean, low, top) - lost
    return _values_of(histogram, top, low, aim).log_wealth((mean - low) / (top - low))


@lru_cache(maxsize=256)
def sequence_range(n: int, rate: float, level: float) -> tuple[int, int]:
    """The smallest and the largest count of n that are plausible for this rate, at any look.

    As ``binomial_range`` (stats/intervals.py), but at all looks at once: below the rate, and above
    it, the chance that a count is ever left out is at most (1 - level) / 2.
    """
    from scipy.special import betaln

    enough = math.log(2.0 / (1.0 - level))

    def left_out(k: int) -> bool:
        """Whether the gambler has enough after k of n: what they have is a beta-binomial ratio."""
        spread = float(betaln(k + 0.5, n - k + 0.5)) - math.log(math.pi)
        return spread - k * math.log(rate) - (n - k) * math.log1p(-rate) >= enough

    middle = min(n, max(0, round(n * rate)))
    fewest = bisect.bisect(range(middle), False, key=lambda k: not left_out(k))
    after = bisect.bisect_left(range(middle + 1, n + 1), True, key=left_out)
    return fewest, middle + after


@dataclass(frozen=True)
class Moments:
    """The number of some values, their sum, and the sum of their squares."""

    n: int
    total: Fraction
    squares: Fraction

    @property
    def mean(self) -> float:
        """The mean, rounded once; NaN of nothing."""
        return float(self.total / self.n) if self.n else math.nan


def _moments_of(histogram: Histogram, low: float) -> Moments:
    """The moments of the values of a histogram plus ``low``."""
    n, total, by = histogram.n, histogram.total, Fraction(low)
    return Moments(n, total + n * by, histogram.squares + 2 * by * total + n * by**2)


def moments_interval(
    moments: Moments,
    low: float,
    top: float,
    level: float = 0.95,
    aim: Aim | None = None,
    scales: int = SCALES,
) -> Interval:
    """The interval of a confidence sequence for the mean of values between ``low`` and ``top``.

    As :func:`sequence_interval`, but from the moments alone, so a little wider; for values that are
    only ``low`` or ``top`` it is the same.  ``scales`` is 1 where values are mostly one of these
    two, which must be known before: it narrows the interval of an aim.
    """
    if moments.n == 0 or top <= low:
        return Interval(math.nan if moments.n == 0 else low, low, top)
    mean, middle = moments.mean, _scaled(moments, low, top)[0]
    enough = math.log(1.0 / (1.0 - level))
    ends = [
        low + _end(_worst(moments, low, top, side, aim, scales), middle, side, enough) * (top - low)
        for side in (0.0, 1.0)
    ]
    return Interval(mean, min(ends[0], mean), max(ends[1], mean))  # despite rounding


def is_surely_wider(
    moments: Moments,
    low: float,
    top: float,
    half: float,
    level: float = 0.95,
    aim: Aim | None = None,
    scales: int = SCALES,
) -> bool:
    """Whether :func:`moments_interval` certainly reaches farther than ``half`` on both sides.

    That needs no search for its ends, so it takes a tenth of the time.
    """
    if moments.n == 0 or top <= low:
        return False
    enough = math.log(1.0 / (1.0 - level))
    for side, mean in ((0.0, moments.mean - half), (1.0, moments.mean + half)):
        at = (mean - low) / (top - low)
        if not _CLOSE < at < 1.0 - _CLOSE:
            return False
        if _worst(moments, low, top, side, aim, scales).log_wealth(at) >= enough:
            return False
    return True


def moments_log_wealth(moments: Moments, mean: float, low: float, top: float) -> float:
    """As :func:`log_wealth` without an aim, from the moments alone."""
    at = (mean - low) / (top - low)
    side = 0.0 if at < _scaled(moments, low, top)[0] else 1.0
    return _worst(moments, low, top, side).log_wealth(at)


def _scaled(moments: Moments, low: float, top: float) -> tuple[float, float]:
    """The mean and the variance of values that are moved to between 0 and 1."""
    n, start, span = moments.n, Fraction(low), Fraction(top) - Fraction(low)
    mean = (moments.total / n - start) / span
    variance = (moments.squares / n - (moments.total / n) ** 2) / span**2
    return min(max(float(mean), 0.0), 1.0), max(float(variance), 0.0)


def _worst(
    moments: Moments,
    low: float,
    top: float,
    side: float,
    aim: Aim | None = None,
    scales: int = SCALES,
) -> _Values:
    """The values with these moments of which bets against a mean on that side make the least.

    It is the least of the bets towards the mean that was seen; what the aimed bets on the other
    side make is taken to be nothing.
    """
    mean, variance = _scaled(moments, low, top)
    away = abs(mean - side)
    part = variance / (variance + away**2) if away > 0.0 else 1.0
    other = mean + (variance / away if side == 0.0 else -variance / away) if away > 0.0 else side
    values = np.array([side, min(max(other, 0.0), 1.0)])
    counts = moments.n * np.array([part, 1.0 - part])
    some = counts > 0.0
    reach = _reach_of(aim, low, top - low)
    towards = 1.0 if side == 0.0 else -1.0
    return _Values(values[some], counts[some], float(moments.n), scales, reach, (towards,))


@dataclass(frozen=True)
class _Values:
    """Values between 0 and 1, and how often each was seen."""

    values: Numbers
    counts: Numbers
    n: float
    scales: int  # of the aimed bets: one for values 0 and 1, whose variance is m * (1 - m)
    aim: Callable[[float], float] | None
    sides: tuple[float, ...] = (-1.0, 1.0)  # of aimed bets that are counted: lower, higher

    def log_wealth(self, m: float) -> float:
        """A lower bound of the logarithm of the gambler's money, if m were the mean."""
        least, best = self._best_bet(m)
        spread = best - _regret(self.n, least)
        if self.aim is None:
            return spread
        aimed = np.logaddexp.reduce(self.log_gains(m, self._aimed(m))) - math.log(2 * self.scales)
        return float(np.logaddexp(spread, aimed)) - math.log(2.0)

    def log_gains(self, m: float, bets: Numbers) -> Numbers:
        """The logarithms of what 1 becomes by each of the bets that the mean is b rather than m."""
        stakes = (bets - m) / (m * (1.0 - m))
        won = np.maximum(np.outer(stakes, self.values - m), -1.0)  # no stake loses more than all
        with np.errstate(divide="ignore"):
            gains: Numbers = np.log1p(won) @ self.counts
        return gains

    def _aimed(self, m: float) -> Numbers:
        assert self.aim is not None
        steps = self.aim(m) * 2.0 ** np.arange(self.scales)
        return np.clip(m + np.concatenate([side * steps for side in self.sides]), 0.0, 1.0)

    def _best_bet(self, m: float) -> tuple[float, float]:
        """The bet, 0 to 1, that would have made the most, and the logarithm of that."""
        away = self.values - m
        product = float(away.prod())

        def slope(b: float) -> float:
            stake = (b - m) / (m * (1.0 - m))
            return float(np.dot(self.counts, away / np.maximum(1.0 + stake * away, 1e-200)))

        if len(away) == 2 and product < 0.0:  # the slope is zero where a linear equation holds
            stake = -float(np.dot(self.counts, away)) / (self.n * product)
            b = min(max(m + stake * m * (1.0 - m), 0.0), 1.0)
        elif slope(0.0) <= 0.0:
            b = 0.0
        elif slope(1.0) >= 0.0:
            b = 1.0
        else:
            b = root(slope, 0.0, 1.0, near=1e-15, relative=1e-12)
        return b, float(self.log_gains(m, np.array([b]))[0])


def _values_of(histogram: Histogram, top: float, low: float, aim: Aim | None) -> _Values:
    """The values of a histogram, moved to between 0 and 1."""
    span = top - low
    places, counts = histogram.seen
    return _Values(
        places / (histogram.unit * span),
        counts.astype(np.float64),
        float(histogram.n),
        # By the possible values, not by those that were seen: bets must not depend on the games.
        1 if histogram.unit * span == 1.0 else SCALES,
        _reach_of(aim, low, span),
    )


def _reach_of(aim: Aim | None, low: float, span: float) -> Callable[[float], float] | None:
    """The half-width that is aimed at, by the mean; None if no bet can help to reach it."""
    helpful = aim is not None and not (aim.relative and low < 0.0)
    return partial(_reach, aim, low, span) if aim is not None and helpful else None


def _reach(aim: Aim, low: float, span: float, m: float) -> float:
    """The half-width that is aimed at if the mean is m, between 0 and 1."""
    return float(aim.at(low + m * span) / span)


def _regret(n: float, b: float) -> float:
    """The most that spreading the money loses against the best bet b, as a logarithm.

    The gain of a bet b is a sum over k of b**k * (1 - b)**(n - k) times something that does not
    depend on b, and that of the spread bets has B(k + 1/2, n - k + 1/2) / pi there; so their ratio
    is at most the largest of these terms.  It is concave in k, with its largest near n * b.
    """
    from scipy.special import betaln, xlog1py, xlogy

    if min(n * b, n * (1.0 - b)) > _MANY:
        return 0.5 * math.log(math.pi * n / 2.0)
    near = np.clip(np.floor(n * b) + np.arange(-2.0, 4.0), 0.0, n)
    terms = xlogy(near, b) + xlog1py(n - near, -b) - betaln(near + 0.5, n - near + 0.5)
    return math.log(math.pi) + float(terms.max())


def _end(values: _Values, middle: float, side: float, enough: float) -> float:
    """The mean, between the middle and one side, at which the gambler begins to have ``enough``."""
    if middle == side:
        return side

    def over(m: float) -> float:
        return min(values.log_wealth(m), 1e300) - enough

    inner, outer = middle, side + _CLOSE * (1.0 if side == 0.0 else -1.0)
    if not 0.0 < inner < 1.0:
        inner += _CLOSE if inner == 0.0 else -_CLOSE
    if over(outer) < 0.0:
        return side
    if over(inner) >= 0.0:
        return inner
    return root(over, inner, outer, near=_CLOSE)
