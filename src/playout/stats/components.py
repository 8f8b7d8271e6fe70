"""Variance components: what of an outcome is deal, dice, strategy, these together, and the rest.

Outcomes ``X[s, g, r]`` are those of strategy s on deal g in repeat r.  The strategies are a chosen
set, all of the same weight; the deals are a random sample.  Let m[s, g] be the mean over endless
repeats.  With s and g drawn at random, the variance of X is the sum of four parts:

    strategy      the variance, over s, of the mean of m[s, g] over deals
    deal          the variance, over g, of the mean of m[s, g] over strategies
    interaction   what is left of the variance of m: which deal suits which strategy
    rest          the mean variance of repeats: what chance adds after the deal

Where chance goes on after the deal, as dice, each deal is played with several draws d of it, the
same for every strategy, and outcomes are ``X[s, g, d, r]``.  Then the deal is what all draws have
in common, and a fifth part, dice, is the variance over d, within a deal, of the mean over
strategies; the interaction is with both.

This is the two-way mixed model with interactions that sum to zero over the strategies, and draws
nested in deals (S. R. Searle, G. Casella and C. E. McCulloch, "Variance Components", Wiley 1992,
chapter 4).  The estimators are those of the analysis of variance, from its mean squares.  They are
unbiased whatever the distributions, also if the strategies vary by different amounts; so they may
fall below zero where the true part is about zero.  Their sums are whole numbers and their ratios
fractions: what is zero is exactly zero.

The intervals are a jackknife over groups of deals (stats/jackknife.py).  Besides, outcomes may
differ by one, or more, on deals that are too rare to be among those that were played
(``unseen`` in stats/intervals.py); a variance has so much more at most, and so has a mean.  The
part of the strategy agrees with the differences between the strategies: n means of which two lie d
apart have at least the variance d^2 / 2n, and means of which no two lie further apart have at most
d^2 / 4.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval, unseen
from playout.stats.jackknife import Hidden, jackknifed
from playout.stats.tally import GROUPS, Counts

PARTS = ("strategy", "deal", "interaction", "rest")
ONE_HAS_NONE = ("strategy", "interaction")  # parts that are 0 of one strategy
WITH_DICE = ("strategy", "deal", "dice", "interaction", "rest")  # with several draws of a deal
_BITS, _PIECES = 32, 4  # as stored: whole numbers of up to 159 bits
_MASK = 2**_BITS - 1
_LARGEST = 2.0**62  # sums that stay below fit into 64 bits

Exact = npt.NDArray[Any]  # of Python's whole numbers, which have no largest


@dataclass(frozen=True)
class Sums:
    """The counts of the outcomes: exact sums, in groups of deals as in :class:`Tally`."""

    repeats: int  # of each draw
    draws: int  # of each deal: of what chance adds in play; 1 if that is nothing
    deals: Exact  # [group]: number of deals
    totals: Exact  # [strategy, group]: the sum of X
    squares: Exact  # [strategy, group]: the sum of X squared
    cells: Exact  # [strategy, group]: the sum of (X summed over draws and repeats) squared
    together: Exact  # [group]: the sum of (X summed over these and strategies) squared
    draw_cells: Exact  # [strategy, group]: the sum of (X summed over repeats) squared
    draw_together: Exact  # [group]: the sum of (X summed over repeats and strategies) squared

    @staticmethod
    def of(outcomes: Counts, first: int) -> Sums:
        """The sums of ``outcomes[strategy, deal, draw, repeat]``; ``first`` is deal 0's number.

        The axis of draws may be missing: then there is one.
        """
        if outcomes.ndim == 3:
            outcomes = outcomes[:, :, np.newaxis]
        strategies, deals, draws, repeats = outcomes.shape
        # One draw, and one repeat, after another: squares in Python's numbers may take much memory.
        zero = np.zeros((strategies, GROUPS), object)
        squares: Exact = zero
        draw_cells: Exact = zero
        draw_together: Exact = zero[0]
        for draw in range(draws):
            drawn = outcomes[:, :, draw].sum(axis=2)
            draw_cells = draw_cells + _grouped(_square(drawn), first)
            every = _grouped(_square(drawn.sum(axis=0, keepdims=True)), first)
            draw_together = draw_together + every[0]
            for repeat in range(repeats):
                squares = squares + _grouped(_square(outcomes[:, :, draw, repeat]), first)
        cells = outcomes.sum(axis=(2, 3))
        return Sums(
            repeats,
            draws,
            _grouped(np.ones((1, deals), np.int64), first)[0],
            _grouped(cells, first),
            squares,
            _grouped(_square(cells), first),
            _grouped(_square(cells.sum(axis=0, keepdims=True)), first)[0],
            draw_cells,
            draw_together,
        )

    @staticmethod
    def empty(strategies: int, repeats: int, draws: int = 1) -> Sums:
        """The sums of no deals."""
        return Sums.of(np.zeros((strategies, 0, draws, repeats), np.int64), 0)

    def __add__(self, other: Sums) -> Sums:
        assert (self.repeats, self.draws) == (other.repeats, other.draws)
        pairs = zip(self._sums, other._sums, strict=True)
        return Sums(self.repeats, self.draws, *(a + b for a, b in pairs))

    @property
    def _sums(self) -> list[Exact]:
        """All arrays, in order; their last axis are the groups."""
        return list(vars(self).values())[2:]

    @property
    def games(self) -> int:
        """Number of deals, which are what a plan counts."""
        return int(self.deals.sum())

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts that follow from them."""
        return WITH_DICE if self.draws > 1 else PARTS

    @property
    def strategies(self) -> int:
        """Number of strategies."""
        return len(self.totals)

    def arrays(self) -> list[Counts]:
        """Return all counts, in pieces of 32 bits, the lowest first: 64 may be too few."""
        every = self._sums if self.draws > 1 else self._sums[:5]  # of one draw, the same as of all
        values = [int(value) for array in every for value in array.ravel()]
        pieces = [[value >> _BITS * k & _MASK for value in values] for k in range(_PIECES - 1)]
        signed = [value >> _BITS * (_PIECES - 1) for value in values]
        return [np.array(piece, np.int64) for piece in (*pieces, signed)]

    def filled(self, arrays: Sequence[Counts]) -> Sums:
        """The sums in these pieces, of the same strategies and number of repeats."""
        n, several = self.strategies, self.draws > 1
        values = np.zeros(GROUPS * (3 * n + 2 + several * (n + 1)), object)
        for k, piece in enumerate(arrays):
            shifted = [int(number) << _BITS * k for number in piece]
            values[: len(piece)] += np.array(shifted, object)
        rows = values.reshape(-1, GROUPS)
        totals, squares, cells = np.split(rows[1 : 1 + 3 * n], 3)
        together = rows[1 + 3 * n]
        drawn = (rows[2 + 3 * n : -1], rows[-1]) if several else (cells, together)
        return Sums(self.repeats, self.draws, rows[0], totals, squares, cells, together, *drawn)

    def without(self, group: int) -> Sums:
        """The sums of all other groups."""
        others = np.arange(GROUPS) != group
        return Sums(self.repeats, self.draws, *(array[..., others] for array in self._sums))


def _summable(values: Exact, power: int = 1) -> Exact:
    """The values in a type in which their powers can be summed without overflow."""
    if values.dtype == object:
        return values
    largest = float(np.abs(values).max(initial=0))
    large = largest**power * max(1, values.size) >= _LARGEST
    return values.astype(object) if large else values


def _square(values: Counts) -> Exact:
    exact = _summable(values, 2)
    return exact * exact


def _grouped(values: Exact, first: int) -> Exact:
    """Sums of ``values[row, deal]`` in groups of deals, as Python's numbers: [row, group]."""
    values = _summable(values)
    groups = [values[:, (k - first) % GROUPS :: GROUPS].sum(axis=1) for k in range(GROUPS)]
    return np.array([[int(total) for total in sums] for sums in groups], object).T


def variances(sums: Sums) -> tuple[Fraction, ...]:
    """The unbiased estimates of the parts, exactly, from at least two deals and two repeats.

    With only one strategy, the parts strategy and interaction are 0.
    """
    s, g, r, d = sums.strategies, sums.games, sums.repeats, sums.draws
    n = d * r  # games of a strategy on a deal
    totals = [int(total) for total in sums.totals.sum(axis=1)]
    # Sums of squares about zero: of cells, of rows, of columns, of the mean; of single draws.
    cells = Fraction(int(sums.cells.sum()), n)
    rows = Fraction(sum(total * total for total in totals), n * g)
    columns = Fraction(int(sums.together.sum()), s * n)
    mean = Fraction(sum(totals) ** 2, s * g * n)
    draw_cells = Fraction(int(sums.draw_cells.sum()), r)
    draw_columns = Fraction(int(sums.draw_together.sum()), s * r)
    # Mean squares: between repeats; between draws of a deal, of all strategies and crossed with
    # them; between deals, of all strategies and crossed with them.
    rest = (int(sums.squares.sum()) - draw_cells) / (s * g * d * (r - 1))
    of_draws = (draw_columns - columns) / (g * (d - 1)) if d > 1 else rest
    dice = (of_draws - rest) / (s * r)
    deal = ((columns - mean) / (g - 1) - of_draws) / (s * n)
    luck = (deal, dice) if d > 1 else (deal,)
    if s == 1:
        return Fraction(0), *luck, Fraction(0), rest
    within = draw_cells - cells - (draw_columns - columns)
    crossed_draws = within / ((s - 1) * g * (d - 1)) if d > 1 else rest
    crossed = (cells - rows - columns + mean) / ((s - 1) * (g - 1))
    strategy = ((rows - mean) / (s - 1) - crossed) * (s - 1) / (s * n * g)
    both = (crossed - crossed_draws) / n + (crossed_draws - rest) / r
    return strategy, *luck, both * (s - 1) / s, rest


def own_rest(sums: Sums) -> tuple[Fraction, ...]:
    """The variance of each strategy's repeats of one deal and draw, exactly."""
    degrees = sums.games * sums.draws * (sums.repeats - 1)  # of freedom
    pairs = zip(sums.squares.sum(axis=1), sums.draw_cells.sum(axis=1), strict=True)
    return tuple((int(x) - Fraction(int(cell), sums.repeats)) / degrees for x, cell in pairs)


@dataclass(frozen=True)
class Components:
    """The parts of a variance with their intervals, in the order of their names."""

    parts: tuple[str, ...]  # their names: PARTS or WITH_DICE
    variances: tuple[Interval, ...]
    shares: tuple[Interval, ...]  # of the total; NaN if nothing varies
    total: Interval
    means: tuple[Interval, ...]  # of each strategy
    own_rest: tuple[Interval, ...]  # of each strategy: the variance of its repeats


def components(
    sums: Sums, unit: int = 1, level: float = 0.95, steady: Sequence[bool] = ()
) -> Components:
    """Estimates and intervals; outcomes are counted in parts, of which ``unit`` make 1.

    ``steady`` says of each strategy whether its repeats cannot differ; without it all may.
    Intervals are infinite if a group holds no deal, or all hold only one; estimates are NaN for
    fewer than two deals.
    """
    parts = sums.parts
    n, s = len(parts), sums.strategies
    may_differ = [not known for known in steady] if steady else [True] * s
    can_vary = [
        (s > 1 or part not in ONE_HAS_NONE) and (part != "rest" or any(may_differ))
        for part in parts
    ]
    # What is hidden only adds to variances.  It adds to one share, or takes a part of it away.
    rare, whole = unseen(sums.games, level), _quantities(sums, unit)
    of_total = rare / (whole[2 * n] + rare)
    zeros, shares = [0.0] * n, np.array(whole[n : 2 * n])
    varied, of_each = np.array(can_vary, float), np.array(may_differ, float)
    added, of_shares = rare * varied, of_total * varied
    if s > 1:  # no two means change by more than what is rare, so their deviation by half of that
        deviation = math.sqrt(max(0.0, whole[0]))
        added[0] = rare * deviation + rare**2 / 4
        of_shares[0] = added[0] / (whole[2 * n] + added[0])
    less = [*zeros, *(of_total * np.abs(shares)), 0.0, *[rare] * s, *[0.0] * s]
    more = [*added, *of_shares, *[rare] * (1 + s), *(rare * of_each)]
    intervals = _jackknifed(sums, lambda sums: _quantities(sums, unit), level, (less, more))
    every = [*map(_reaching_above_0, intervals[: 2 * n]), intervals[2 * n]]
    if s > 1 and math.isfinite(every[0].high):
        every[0], every[n] = _agreeing(every[0], every[n], every[-1], sums, unit, level)
    return Components(
        parts,
        tuple(every[:n]),
        tuple(every[n : 2 * n]),
        every[-1],
        tuple(intervals[2 * n + 1 : 2 * n + 1 + s]),
        tuple(intervals[2 * n + 1 + s :]),
    )


def _agreeing(
    variance: Interval, share: Interval, total: Interval, sums: Sums, unit: int, level: float
) -> tuple[Interval, Interval]:
    """The variance of the strategy, and its share, as the differences of the means allow."""
    s = sums.strategies
    pairs = [one for base in range(s) for one in differences(sums, base, unit, all_pairs(s, level))]
    low, high = max(one.low for one in pairs), max(one.high for one in pairs)
    least, most = max(0.0, low) ** 2 / (2 * s), high**2 / 4
    variance = _within(variance, least, most)
    if not total.low > 0.0:
        return variance, _within(share, least / total.high, math.inf)
    return variance, _within(share, least / total.high, most / total.low)


def _within(part: Interval, least: float, most: float) -> Interval:
    """An interval that ends where the part must, as far as its estimate allows."""
    estimate, low, high = part
    low = max(low, min(least, estimate)) if least > 0.0 else low
    return Interval(estimate, low, min(high, max(most, estimate)))


def all_pairs(strategies: int, level: float) -> float:
    """The level at which the differences from one strategy hold for all pairs at once."""
    return 1.0 - (1.0 - level) * 2 / strategies


def _reaching_above_0(part: Interval) -> Interval:
    """The interval of a variance, or of its share, which is 0 or more whatever its estimate is.

    Below 0 it reaches as far above 0 as it would above the estimate.
    """
    estimate, low, high = part
    return Interval(estimate, low, high - estimate) if estimate < 0.0 else part


def differences(sums: Sums, base: int, unit: int = 1, level: float = 0.95) -> list[Interval]:
    """How far the mean of each strategy is above that of the strategy ``base``.

    All play the same deals, and so it is with each group of deals that is left out in turn.  The
    intervals hold all at once at least as often as the level says (Bonferroni: each of k has the
    level 1 - (1 - level) / k), so whichever is chosen for its mean.  They are infinite, and
    estimates NaN, as in :func:`components`.
    """
    level_of_each = 1.0 - (1.0 - level) / max(1, sums.strategies - 1)
    rare = unseen(sums.games, level_of_each)
    intervals = _jackknifed(
        sums, lambda sums: _differences(sums, base, unit), level_of_each, (rare, rare)
    )
    intervals[base] = Interval(0.0, 0.0, 0.0)
    return intervals


def _differences(sums: Sums, base: int, unit: int) -> list[float]:
    if not sums.games:
        return [math.nan] * sums.strategies
    totals = [int(total) for total in sums.totals.sum(axis=1)]
    games = sums.games * sums.draws * sums.repeats * unit
    return [float(Fraction(total - totals[base], games)) for total in totals]


def _jackknifed(
    sums: Sums,
    estimates: Callable[[Sums], list[float]],
    level: float,
    hidden: tuple[Hidden, Hidden],
) -> list[Interval]:
    """Estimates from the sums; with infinite intervals if the deals are too few for groups."""
    whole = estimates(sums)
    if (sums.deals > 0).all() and sums.games > GROUPS:
        without = np.array([estimates(sums.without(group)) for group in range(GROUPS)])
        return jackknifed(whole, without, level, hidden)
    return [Interval.unbounded(value) for value in whole]


def _quantities(sums: Sums, unit: int) -> list[float]:
    """Variances, shares, the total, means and own variances, each rounded once."""
    s, games = sums.strategies, sums.games
    if games < 2:
        return [math.nan] * (2 * len(sums.parts) + 1 + 2 * s)
    parts = variances(sums)
    total = sum(parts, start=Fraction(0))
    shares = [float(part / total) if total > 0 else math.nan for part in parts]
    played = games * sums.draws * sums.repeats
    means = [Fraction(int(t), played * unit) for t in sums.totals.sum(axis=1)]
    scaled = [float(part / unit**2) for part in (*parts, total, *own_rest(sums))]
    n = len(parts)
    return [*scaled[:n], *shares, scaled[n], *map(float, means), *scaled[n + 1 :]]
