"""What a game of bets wins in the long run, and how likely a player is ruined before.

All of it follows from how often each result of a session was counted; a session is some rounds, so
what its rounds have to do with each other counts too.  In bets, for a player with the mean m and
the standard deviation s of a round:

N0 = (s / m)**2 rounds, after which the mean is as large as the standard deviation (B. Alspach and
D. Schlesinger; D. Schlesinger, "Blackjack Attack", 3rd edition, 2005).  Its ends follow from those
of m and of s, both of which are right at once with the level asked for (Bonferroni).

The chance to lose a bankroll b ever is exp(-R b), where R is the positive number with E exp(-R X) =
1 of the result X of a session (F. Lundberg, 1909; W. Feller, "An Introduction to Probability Theory
and Its Applications", volume 2, XII.6).  It is a little less, as the last bet may lose more than is
left.  If X were normal, R were 2 m / s**2.  The ends of R are those where the interval of the mean
of (exp(-R X) - 1) / R begins and ceases to contain 0.  So heavy tails widen them.

Of a number of sessions that depended on what was seen, all intervals are those of confidence
sequences (stats/sequential.py), for results between the least and the most that is possible.  That
of s is that of the mean square less the square of that of m, both right at once; that of R leaves
out the true one only if the sequence for its mean of (exp(-R X) - 1) / R ever leaves out 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from playout.stats.intervals import Interval, Numbers, mean_interval, weighted_interval
from playout.stats.roots import root
from playout.stats.sequential import Aim, sequence_interval, weighted_sequence
from playout.stats.tally import Histogram

STEP = 1.25  # by which a root is approached from below
FAR = 12.0  # R times the largest loss from which on results say nothing of exp(-R X)
Function = Callable[[Numbers], Numbers]
Average = Callable[[Function], Interval]  # the mean of a function of the results, in bets


@dataclass(frozen=True)
class Money:
    """What a player wins, in bets a round."""

    won: Interval  # the mean
    deviation: Interval  # the standard deviation
    n0: Interval  # rounds; infinite ends if the mean may be 0
    exponent: Interval  # R, for each bet; 0 if the player does not win, NaN if it is not known

    def ruin(self, bankroll: float) -> Interval:
        """The chance to lose so many bets, if the player never stops."""
        chance, high, low = (math.exp(-r * bankroll) for r in self.exponent)
        return Interval(chance, low, high)

    def bankroll(self, ruin: float) -> Interval:
        """The bets with which the chance to lose them is ``ruin``; infinite if there are none."""
        bets = [-math.log(ruin) / r if r else math.inf for r in self.exponent]
        return Interval(bets[0], bets[2], bets[1])


def money(
    histogram: Histogram,
    rounds: int,
    begins: int,
    bet: int,
    known: float = math.nan,
    most: float | None = None,
    aim: Aim | None = None,
) -> Money:
    """What the chips at the end of sessions of so many ``rounds`` say of a round.

    A player ``begins`` with so many, of which ``bet`` are one bet.  ``known`` is the exact mean of
    the chips, if it is.  At least two sessions are needed.  If their number depended on what was
    seen, ``most`` is the most chips that there can be at the end, the least being 0, and ``aim``
    what was aimed at, if that was the mean of the chips.
    """

    def won(level: float) -> Interval:
        if most is None:
            chips = mean_interval(histogram, level, least=-math.inf)
        else:
            chips = sequence_interval(histogram, most, level=level, aim=aim)
        chips = chips.unless_known(known)
        return Interval(*((end - begins) / bet / rounds for end in chips))

    deviation = math.sqrt(histogram.variance / rounds) / bet
    if not histogram.is_whole:
        n0 = Interval.unbounded((deviation / won(0.95).estimate) ** 2)
        unknown = Interval(math.nan, math.nan, math.nan)
        return Money(won(0.95), Interval.unbounded(deviation), n0, unknown)
    places, counts = histogram.seen
    results, weights = (places - begins) / bet, counts.astype(np.float64)

    mean = float(results @ weights / histogram.n)

    def average(function: Function, level: float = 0.95) -> Interval:
        """The mean of a function of the results that is 0 at 0."""
        if most is None:
            return weighted_interval(function(results), weights, level)
        ends = function(np.array([-begins, 0.0, most - begins]) / bet)
        return weighted_sequence(function(results), weights, ends.min(), ends.max(), level)

    def spread(level: float) -> Interval:
        if most is None:
            scale = histogram.n / (histogram.n - 1)  # so that the mean is the sample variance
            squares = weighted_interval(scale * (results - mean) ** 2, weights, level)
            low, high = squares.low, squares.high
        else:
            squares, middle = average(np.square, both(level)), won(both(level)).times(rounds)
            inner = min(abs(middle.low), abs(middle.high)) if middle.is_clear else 0.0
            low = squares.low - max(middle.low**2, middle.high**2)
            high = squares.high - inner**2
        return Interval(deviation, *(math.sqrt(max(0.0, end) / rounds) for end in (low, high)))

    exponent = _exponent(results, weights, average, 0.0 if most is None else begins / bet)
    if known <= begins:  # it is no NaN
        exponent = Interval.exact(0.0)
    n0 = _n0(won(both(0.95)), spread(both(0.95)))
    return Money(won(0.95), spread(0.95), n0, exponent)


def both(level: float) -> float:
    """The level of each of two intervals that are right at once with a level (Bonferroni)."""
    return (1.0 + level) / 2.0


def _n0(won: Interval, deviation: Interval) -> Interval:
    """N0 with its ends; the upper one is infinite if the mean may be 0."""

    def ratio(deviation: float, won: float) -> float:
        return (deviation / won) ** 2 if won else math.inf

    least = min(abs(won.low), abs(won.high)) if won.is_clear else 0.0
    low = ratio(deviation.low, max(abs(won.low), abs(won.high)))
    return Interval(ratio(deviation.estimate, won.estimate), low, ratio(deviation.high, least))


def _exponent(results: Numbers, counts: Numbers, average: Average, largest: float) -> Interval:
    """R with its ends; 0 for a mean that is not positive, infinite where nothing is ever lost.

    ``largest`` is the largest possible loss, if the intervals of ``average`` depend on it.
    """

    def away(x: Numbers, r: float) -> Numbers:
        """The numbers (exp(-r x) - 1) / r, whose mean rises with r from minus that of x."""
        return np.asarray(np.expm1(-r * x) / r)

    mean = float(counts @ results / counts.sum())
    if results.min() >= 0.0:
        return Interval(math.inf, 0.0, math.inf)
    lost = -float(results.min())
    if mean <= 0.0:
        guess = 1.0 / float(np.abs(results).max() + 1.0)
    else:
        guess = 2.0 * mean / float(counts @ results**2 / counts.sum())

    def rises(function: Callable[[float], float], most: float) -> float:
        return _rising(function, min(guess, most / STEP), most)

    def end(part: int) -> float:
        return rises(lambda r: average(partial(away, r=r))[part], most)

    estimate = rises(lambda r: float(counts @ away(results, r)), FAR / lost)
    most = FAR / max(lost, largest)
    return Interval(estimate, min(end(2), most, estimate), max(end(1), estimate))


def _rising(function: Callable[[float], float], guess: float, most: float) -> float:
    """Where a function rises above 0: 0.0 if at once, infinite if not up to ``most``."""
    low = guess / 1e3
    if function(low) >= 0.0:
        return 0.0
    while low < most:
        high = low * STEP if low >= guess / STEP else guess
        if function(high) > 0.0:
            return root(function, low, high, near=0.0, relative=1e-6)
        low = high
    return math.inf
