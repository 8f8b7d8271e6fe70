"""Variance components: how much of an outcome is the deal, the strategy, both together, the rest.

Outcomes ``X[s, g, r]`` are those of strategy s on deal g in repeat r.  The strategies are a chosen
set, all of the same weight; the deals are a random sample.  Let m[s, g] be the mean over endless
repeats.  With s and g drawn at random, the variance of X is the sum of four parts:

    strategy      the variance, over s, of the mean of m[s, g] over deals
    deal          the variance, over g, of the mean of m[s, g] over strategies
    interaction   what is left of the variance of m: which deal suits which strategy
    rest          the mean variance of repeats: what chance adds after the deal

This is the two-way mixed model with interactions that sum to zero over the strategies (S. R.
Searle, G. Casella and C. E. McCulloch, "Variance Components", Wiley 1992, chapter 4).  The
estimators are those of the analysis of variance, from its four mean squares.  They are unbiased
whatever the distributions, also if the strategies vary by different amounts; so they may fall below
zero where the true part is about zero.  Their sums are whole numbers and their ratios fractions:
what is zero is exactly zero.

The intervals are a jackknife over groups of deals (stats/jackknife.py).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.stats.intervals import Interval
from playout.stats.jackknife import jackknifed
from playout.stats.tally import GROUPS, Counts

PARTS = ("strategy", "deal", "interaction", "rest")
_BITS, _PIECES = 32, 4  # as stored: whole numbers of up to 159 bits
_MASK = 2**_BITS - 1
_LARGEST = 2.0**62  # sums that stay below fit into 64 bits

Exact = npt.NDArray[Any]  # of Python's whole numbers, which have no largest


@dataclass(frozen=True)
class Sums:
    """All that is kept of the outcomes: exact sums, in groups of deals as in :class:`Tally`."""

    repeats: int
    deals: Exact  # [group]: number of deals
    totals: Exact  # [strategy, group]: the sum of X
    squares: Exact  # [strategy, group]: the sum of X squared
    cells: Exact  # [strategy, group]: the sum of (X summed over repeats) squared
    together: Exact  # [group]: the sum of (X summed over repeats and strategies) squared

    @staticmethod
    def of(outcomes: Counts, first: int) -> Sums:
        """The sums of ``outcomes[strategy, deal, repeat]``; ``first`` is the number of deal 0."""
        strategies, deals, repeats = outcomes.shape
        cells = outcomes.sum(axis=2)
        # One repeat after another: squares in Python's numbers may take much memory.
        squares: Exact = np.zeros((strategies, GROUPS), object)
        for repeat in range(repeats):
            squares = squares + _grouped(_square(outcomes[:, :, repeat]), first)
        return Sums(
            repeats,
            _grouped(np.ones((1, deals), np.int64), first)[0],
            _grouped(cells, first),
            squares,
            _grouped(_square(cells), first),
            _grouped(_square(cells.sum(axis=0, keepdims=True)), first)[0],
        )

    @staticmethod
    def empty(strategies: int, repeats: int) -> Sums:
        """The sums of no deals."""
        return Sums.of(np.zeros((strategies, 0, repeats), np.int64), 0)

    def __add__(self, other: Sums) -> Sums:
        assert self.repeats == other.repeats
        return Sums(
            self.repeats,
            self.deals + other.deals,
            self.totals + other.totals,
            self.squares + other.squares,
            self.cells + other.cells,
            self.together + other.together,
        )

    @property
    def games(self) -> int:
        """Number of deals, which are what a plan counts."""
        return int(self.deals.sum())

    @property
    def strategies(self) -> int:
        """Number of strategies."""
        return len(self.totals)

    def arrays(self) -> list[Counts]:
        """All that was counted, in pieces of 32 bits, the lowest first: 64 may be too few."""
        every = (self.deals, self.totals, self.squares, self.cells, self.together)
        values = [int(value) for array in every for value in array.ravel()]
        pieces = [[value >> _BITS * k & _MASK for value in values] for k in range(_PIECES - 1)]
        signed = [value >> _BITS * (_PIECES - 1) for value in values]
        return [np.array(piece, np.int64) for piece in (*pieces, signed)]

    def filled(self, arrays: Sequence[Counts]) -> Sums:
        """The sums in these pieces, of the same strategies and number of repeats."""
        n = self.strategies
        values = np.zeros(GROUPS * (3 * n + 2), object)
        for k, piece in enumerate(arrays):
            shifted = [int(number) << _BITS * k for number in piece]
            values[: len(piece)] += np.array(shifted, object)
        rows = values.reshape(-1, GROUPS)
        totals, squares, cells = np.split(rows[1:-1], 3)
        return Sums(self.repeats, rows[0], totals, squares, cells, rows[-1])

    def without(self, group: int) -> Sums:
        """The sums of all other groups."""
        kept = np.arange(GROUPS) != group
        return Sums(
            self.repeats,
            self.deals[kept],
            self.totals[:, kept],
            self.squares[:, kept],
            self.cells[:, kept],
            self.together[kept],
        )


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
    """The unbiased estimates of PARTS, exactly, from at least two deals and two repeats.

    With only one strategy, the parts strategy and interaction are 0.
    """
    s, g, r = sums.strategies, sums.games, sums.repeats
    totals = [int(total) for total in sums.totals.sum(axis=1)]
    cells = Fraction(int(sums.cells.sum()), r)
    # Sums of squares about zero: of all, of cells, of rows, of columns, of the mean.
    rows = Fraction(sum(total * total for total in totals), r * g)
    columns = Fraction(int(sums.together.sum()), s * r)
    mean = Fraction(sum(totals) ** 2, s * g * r)
    rest = (int(sums.squares.sum()) - cells) / (s * g * (r - 1))
    deal = ((columns - mean) / (g - 1) - rest) / (s * r)
    if s == 1:
        return Fraction(0), deal, Fraction(0), rest
    crossed = (cells - rows - columns + mean) / ((s - 1) * (g - 1))
    strategy = ((rows - mean) / (s - 1) - crossed) * (s - 1) / (s * r * g)
    return strategy, deal, (crossed - rest) * (s - 1) / (s * r), rest


def own_rest(sums: Sums) -> tuple[Fraction, ...]:
    """The variance of each strategy's repeats of one deal, exactly."""
    degrees = sums.games * (sums.repeats - 1)  # of freedom
    pairs = zip(sums.squares.sum(axis=1), sums.cells.sum(axis=1), strict=True)
    return tuple((int(x) - Fraction(int(cell), sums.repeats)) / degrees for x, cell in pairs)


@dataclass(frozen=True)
class Components:
    """The parts of a variance with their intervals, in the order of PARTS."""

    variances: tuple[Interval, ...]
    shares: tuple[Interval, ...]  # of the total; NaN if nothing varies
    total: Interval
    means: tuple[Interval, ...]  # of each strategy
    own_rest: tuple[Interval, ...]  # of each strategy: the variance of its repeats


def components(sums: Sums, unit: int = 1, level: float = 0.95) -> Components:
    """Estimates and intervals; outcomes are counted in parts, of which ``unit`` make 1.

    Intervals are infinite if a group holds no deal, or all hold only one; estimates are NaN for
    fewer than two deals.
    """
    whole = _quantities(sums, unit)
    if (sums.deals > 0).all() and sums.games > GROUPS:
        without = np.array([_quantities(sums.without(group), unit) for group in range(GROUPS)])
        intervals = jackknifed(whole, without, level)
    else:
        intervals = [Interval(value, -math.inf, math.inf) for value in whole]
    n, s = len(PARTS), sums.strategies
    return Components(
        tuple(intervals[:n]),
        tuple(intervals[n : 2 * n]),
        intervals[2 * n],
        tuple(intervals[2 * n + 1 : 2 * n + 1 + s]),
        tuple(intervals[2 * n + 1 + s :]),
    )


def _quantities(sums: Sums, unit: int) -> list[float]:
    """Variances, shares, the total, means and own variances, each rounded once."""
    s, games = sums.strategies, sums.games
    if games < 2:
        return [math.nan] * (2 * len(PARTS) + 1 + 2 * s)
    parts = variances(sums)
    total = sum(parts, start=Fraction(0))
    shares = [float(part / total) if total > 0 else math.nan for part in parts]
    means = [Fraction(int(t), games * sums.repeats * unit) for t in sums.totals.sum(axis=1)]
    scaled = [float(part / unit**2) for part in (*parts, total, *own_rest(sums))]
    n = len(PARTS)
    return [*scaled[:n], *shares, scaled[n], *map(float, means), *scaled[n + 1 :]]
