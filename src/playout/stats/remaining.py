"""How many games a run that chooses their number itself still needs, with an interval.

A run stops at the first look at which a confidence sequence says enough (stats/sequential.py).
When that will be depends on what nobody knows yet: the true distribution of the values, and the
luck of the games to come.  Both are drawn, many times: a distribution by the Bayesian bootstrap of
the values that were seen (D. Rubin, "The Bayesian bootstrap", Annals of Statistics 9, 1981), and
then a future of it, look by look.  The number of games of all these futures is told by its median,
and by the two ends between which a part of them lies.  That is a prediction and no confidence
interval: it takes it that values which are too rare to have been seen stay away.

Of a future there is the mean at each look and the mean of the squares, which walk as a Brownian
motion in two dimensions.  What a gambler has after so many games follows from these and the third
moment: log(1 + x) is x - x**2 / 2 + x**3 / 3 for the small stakes of long games.  So a future costs
a few numbers a look, where the sequence itself goes through the whole histogram.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval
from playout.stats.sequential import SCALES, Aim
from playout.stats.tally import Histogram

PART = 0.8  # of all futures lie between the two ends
FUTURES = 500
MOST_VALUES = 256  # that are told apart; of more, neighbours are put together
LARGEST = 0.7  # the most that a game may change a gambler's money where the whole series is taken

Numbers = npt.NDArray[np.float64]
Wealth = Callable[[Any], Numbers]  # (a mean, or one of each future): log wealth against it
Stop = Callable[[Numbers, Wealth], npt.NDArray[np.bool_]]
"""(means, wealth) -> whether a run ends: arrays [look, future]; means in the measure's unit."""


@dataclass(frozen=True)
class _Futures:
    """Possible moments at each look: arrays [look, future], of values between 0 and 1."""

    n: Numbers
    mean: Numbers
    variance: Numbers
    third: float  # the third central moment, that of what was seen
    widest: float  # the largest distance of a value from the mean
    scales: int

    def log_wealth(self, m: Numbers, step: Numbers | None) -> Numbers:
        """As ``log_wealth`` (stats/sequential.py), from the moments; ``step`` is the half-width of
        its aim."""
        away = self.mean - m
        second = self.variance + away**2  # moments about m
        third = self.third + 3.0 * away * self.variance + away**3
        best = self._gains(away / second, away, second, third)
        spread = best - 0.5 * np.log(math.pi * self.n / 2.0)
        if step is None:
            return spread
        least, most = -m / (m * (1.0 - m)), (1.0 - m) / (m * (1.0 - m))
        total = np.full_like(spread, -math.inf)
        for scale in range(self.scales):
            for side in (-1.0, 1.0):
                stake = np.clip(side * 2.0**scale * step / (m * (1.0 - m)), least, most)
                total = np.logaddexp(total, self._gains(stake, away, second, third))
        return np.asarray(np.logaddexp(spread, total - math.log(2 * self.scales)) - math.log(2.0))

    def _gains(self, stake: Numbers, away: Numbers, second: Numbers, third: Numbers) -> Numbers:
        """The logarithm of what 1 becomes by a bet: of large stakes from two terms alone, because
        the third is above it."""
        cubic = np.where(np.abs(stake) * self.widest <= LARGEST, stake**3 * third / 3.0, 0.0)
        return np.asarray(self.n * (stake * away - stake**2 * second / 2.0 + cubic))


def remaining(
    histogram: Histogram,
    span: tuple[float, float],
    stop: Stop,
    looks: Sequence[int],
    aim: Aim | None = None,
    part: float = PART,
) -> Interval:
    """About how many games are still played until ``stop`` says so at one of the looks.

    ``histogram`` plus the low end of ``span`` are the values so far, which lie within it;
    ``looks`` are the numbers of games after which there will be one, and the last ends the run if
    it is to be a limit.  ``aim`` is that of the confidence sequence.  The estimate is the median;
    an end is infinite if a future has not stopped after the last look.  All are NaN if nothing
    is known, because all values so far are equal.
    """
    low, top = span
    places, _ = histogram.seen
    if len(places) < 2 or not looks:  # as where there are only sums
        return Interval(math.nan, 0.0, math.inf)
    width = top - low
    futures = _drawn(histogram, width, np.array(looks, np.float64))
    means = low + futures.mean * width
    aimed = aim is not None and not (aim.relative and low < 0.0)

    def wealth(mean: Any) -> Numbers:
        m = np.clip((mean - low) / width, 1e-12, 1.0 - 1e-12)
        if aim is None or not aimed:
            return futures.log_wealth(m, None)
        return futures.log_wealth(m, np.asarray(aim.at(mean) / width))

    stopped = stop(means, wealth)
    first = np.where(stopped.any(axis=0), stopped.argmax(axis=0), -1)
    games = np.where(first >= 0, np.array(looks, np.float64)[first], math.inf) - histogram.n
    tail = (1.0 - part) / 2.0
    low_end, middle, high_end = np.quantile(games, [tail, 0.5, 1.0 - tail], method="nearest")
    return Interval(float(middle), float(low_end), float(high_end))


def _drawn(histogram: Histogram, width: float, looks: Numbers) -> _Futures:
    """Futures of a histogram at these looks; the same for the same histogram."""
    n, draw = histogram.n, np.random.default_rng(histogram.n)
    places, seen = histogram.seen
    values, counts = places / (histogram.unit * width), seen.astype(np.float64)
    if len(values) > MOST_VALUES:
        edges = np.linspace(0, len(values), MOST_VALUES + 1).astype(np.int64)[:-1]
        together = np.add.reduceat(counts, edges)
        values = np.add.reduceat(values * counts, edges) / together
        counts = together
    mean = float(counts @ values) / n
    away = values - mean
    powers = np.stack([away**k for k in range(1, 5)], axis=1)
    weights = draw.standard_gamma(counts, (FUTURES, len(counts)))
    one, two, three, four = ((weights / weights.sum(axis=1, keepdims=True)) @ powers).T
    # The noise of sums of values and of their squares, which go together.
    spread, both = two - one**2, three - one * two
    slope = both / spread
    rest = np.sqrt(np.maximum(four - two**2 - both * slope, 0.0))
    steps = np.diff(looks, prepend=n)[:, None]
    noise = draw.standard_normal((2, len(looks), FUTURES)) * np.sqrt(steps)
    first = noise[0] * np.sqrt(spread)
    at = looks[:, None]
    sums = np.cumsum(steps * one + first, axis=0)
    squares = float(counts @ away**2) + np.cumsum(
        steps * two + slope * first + rest * noise[1], axis=0
    )
    means = np.clip(mean + sums / at, 0.5 / at, 1.0 - 0.5 / at)
    variance = np.maximum(squares / at - (sums / at) ** 2, 0.1 * spread)
    widest = float(np.abs(away).max())
    scales = 1 if histogram.unit * width == 1.0 else SCALES
    whole = np.broadcast_to(at, means.shape)
    return _Futures(whole, means, variance, float(counts @ away**3) / n, widest, scales)


def until_precise(aim: Aim, level: float = 0.95) -> Stop:
    """When an interval is as narrow as the aim says.

    Half of both ends together is below the aim if a gambler has enough, taken both sides together,
    against means that far away on either side.
    """
    enough = math.log(1.0 / (1.0 - level))

    def stop(means: Numbers, wealth: Wealth) -> npt.NDArray[np.bool_]:
        half = aim.at(means)
        both = wealth(means - half) + wealth(means + half)
        return np.asarray(both / 2.0 >= enough)

    return stop


def until_decided(margin: float | None, level: float) -> Stop:
    """When an interval leaves out 0, or lies within the margin."""
    enough = math.log(1.0 / (1.0 - level))

    def stop(means: Numbers, wealth: Wealth) -> npt.NDArray[np.bool_]:
        apart = wealth(0.0) >= enough
        if margin is None:
            return np.asarray(apart)
        within = (wealth(-margin) >= enough) & (wealth(margin) >= enough)
        return np.asarray(apart | (within & (np.abs(means) < margin)))

    return stop


def until_placed(low: float, high: float, level: float) -> Stop:
    """When an interval lies within two ends, of which one may be infinite, or beyond one."""
    enough = math.log(1.0 / (1.0 - level))

    def stop(means: Numbers, wealth: Wealth) -> npt.NDArray[np.bool_]:
        nothing = np.zeros(means.shape, np.bool_)
        clear_low = wealth(low) >= enough if math.isfinite(low) else ~nothing
        clear_high = wealth(high) >= enough if math.isfinite(high) else ~nothing
        inside = clear_low & clear_high & (low < means) & (means < high)
        return np.asarray(inside | (clear_low & (means < low)) | (clear_high & (means > high)))

    return stop


def roughly(variance: float, gap: float, level: float) -> float:
    """Roughly how many values it takes until a sequence reaches no farther than ``gap``.

    Infinity if there is no gap.  From the normal distribution alone: a half-width d has a chance of
    about exp(-n d**2 / (2 variance)) sqrt(n), of which a sequence leaves 1 - level.
    """
    if gap <= 0.0:
        return math.inf
    few = math.log(1.0 / (1.0 - level))
    unit = 2.0 * variance / gap**2
    return unit * (few + math.log(1.0 + unit * few) / 2.0)
