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
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from playout.stats.intervals import Interval, Numbers, mean_interval, weighted_interval
from playout.stats.roots import root
from playout.stats.tally import Histogram

STEP = 1.25  # by which a root is approached from below
FAR = 12.0  # R times the largest loss from which on few results say nothing of exp(-R X)


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
    histogram: Histogram, rounds: int, begins: int, bet: int, known: float = math.nan
) -> Money:
    """What the chips at the end of sessions of so many ``rounds`` say of a round.

    A player ``begins`` with so many, of which ``bet`` are one bet.  ``known`` is the exact mean of
    the chips, if it is.  At least two sessions are needed.
    """

    def won(level: float) -> Interval:
        chips = mean_interval(histogram, level, least=-math.inf).unless_known(known)
        return Interval(*((end - begins) / bet / rounds for end in chips))

    deviation = math.sqrt(histogram.variance / rounds) / bet
    if not histogram.is_whole:
        n0 = Interval.unbounded((deviation / won(0.95).estimate) ** 2)
        unknown = Interval(math.nan, math.nan, math.nan)
        return Money(won(0.95), Interval.unbounded(deviation), n0, unknown)
    places, counts = histogram.seen
    results, weights = (places - begins) / bet, counts.astype(np.float64)

    mean = float(results @ weights / histogram.n)

    def spread(level: float) -> Interval:
        scale = histogram.n / (histogram.n - 1)  # so that the mean is the sample variance
        squares = weighted_interval(scale * (results - mean) ** 2, weights, level)
        return Interval(deviation, *(math.sqrt(max(0.0, end) / rounds) for end in squares[1:]))

    exponent = _exponent(results, weights)
    if known <= begins:  # it is no NaN
        exponent = Interval.exact(0.0)
    return Money(won(0.95), spread(0.95), _n0(won(0.975), spread(0.975)), exponent)


def _n0(won: Interval, deviation: Interval) -> Interval:
    """N0 with its ends; the upper one is infinite if the mean may be 0."""

    def ratio(deviation: float, won: float) -> float:
        return (deviation / won) ** 2 if won else math.inf

    least = min(abs(won.low), abs(won.high)) if won.is_clear else 0.0
    low = ratio(deviation.low, max(abs(won.low), abs(won.high)))
    return Interval(ratio(deviation.estimate, won.estimate), low, ratio(deviation.high, least))


def _exponent(results: Numbers, counts: Numbers) -> Interval:
    """R with its ends; 0 for a mean that is not positive, infinite where nothing is ever lost."""

    def away(r: float) -> Interval:
        """The mean of (exp(-r X) - 1) / r, which rises with r from minus the mean of X."""
        return weighted_interval(np.expm1(-r * results) / r, counts)

    mean = float(counts @ results / counts.sum())
    if results.min() >= 0.0:
        return Interval(math.inf, 0.0, math.inf)
    most = FAR / -float(results.min())
    if mean <= 0.0:
        guess = 1.0 / float(np.abs(results).max() + 1.0)
    else:
        guess = 2.0 * mean / float(counts @ results**2 / counts.sum())

    def end(part: int) -> float:
        return _rising(lambda r: away(r)[part], min(guess, most / STEP), most)

    return Interval(end(0), end(2), end(1))


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
