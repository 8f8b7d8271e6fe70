"""Several values of each game, and all their differences, from exact sums of products.

Of values x_1 ... x_k of every game, the number of games, the sum of each x_i, and the sum of each
product x_i * x_j say what the mean and the variance of every x_i and of every difference
x_i - x_j are.  All are whole numbers, so counts can be added in any order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from playout.stats.intervals import Interval, unseen
from playout.stats.sequential import Moments
from playout.stats.tally import WORDS, Counts, padded
from playout.stats.whole import Exact, added, from_words, products, to_words


@dataclass(frozen=True)
class Products:
    """Sums of products of the values of each game."""

    sums: Exact  # sums[i, j] of x_i * x_j, where x_0 = 1 and x_1 ... x_k are the values
    unit: int = 1  # values are whole numbers of a part, of which so many make one

    @staticmethod
    def of(values: Counts, unit: int = 1) -> Products:
        """The sums of ``values[game, k]``."""
        ones = np.ones((len(values), 1), np.int64)
        whole = np.hstack([ones, values])
        return Products(products(whole), unit)

    def __add__(self, other: Products) -> Products:
        assert self.unit == other.unit
        return Products(added(self.sums, other.sums), self.unit)

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.sums[0, 0])

    def total(self, k: int) -> int:
        """The sum of value k = 0, 1, ..., in parts of the unit."""
        return int(self.sums[0, k + 1])

    def value(self, k: int) -> Moments:
        """The moments of value k."""
        return self._moments(self.total(k), int(self.sums[k + 1, k + 1]))

    def difference(self, k: int, other: int, times: int = 1) -> Moments:
        """The moments of value k, so many times, less another."""
        a, b = k + 1, other + 1
        both = 2 * times * int(self.sums[a, b])
        squares = times**2 * int(self.sums[a, a]) - both + int(self.sums[b, b])
        return self._moments(times * self.total(k) - self.total(other), squares)

    def _moments(self, total: int, squares: int) -> Moments:
        return Moments(self.games, Fraction(total, self.unit), Fraction(squares, self.unit**2))

    def arrays(self) -> list[Counts]:
        """Return all counts: half of the sums, because the other half is the same."""
        return [to_words(self.sums[np.tril_indices(len(self.sums))])]

    def filled(self, arrays: Sequence[Counts]) -> Products:
        """The same kind of sums, of these numbers."""
        rows, columns = np.tril_indices(len(self.sums))
        known = from_words(arrays[0], (len(rows),), WORDS)
        sums: Exact = np.zeros(self.sums.shape, known.dtype)
        sums[rows, columns] = sums[columns, rows] = known
        if (np.diag(sums) < 0).any():
            raise ValueError("a negative sum of squares")
        return Products(sums, self.unit)


@dataclass(frozen=True)
class Choices:
    """The counts of several moves, all tried in the same worlds."""

    products: Products  # of the values after each move, after the one that was chosen, and others
    chosen: Counts  # chosen[k]: in how many worlds move k was the one

    @staticmethod
    def of(values: Counts, own: Counts, unit: int = 1, others: Counts | None = None) -> Choices:
        """The counts of ``values[world, move]``, and of the numbers ``own[world]`` of moves.

        ``others[world, j]`` are more values of each world, which stand behind those.
        """
        played = values[np.arange(len(values)), own]
        chosen = np.bincount(own, minlength=values.shape[1]).astype(np.int64)
        others = np.zeros((len(values), 0), np.int64) if others is None else others
        return Choices(Products.of(np.column_stack([values, played, others]), unit), chosen)

    @staticmethod
    def empty(moves: int, unit: int = 1, others: int = 0) -> Choices:
        """The counts of no worlds."""
        none = np.zeros((0, moves), np.int64), np.zeros(0, np.int64)
        return Choices.of(*none, unit, np.zeros((0, others), np.int64))

    def __add__(self, other: Choices) -> Choices:
        return Choices(self.products + other.products, self.chosen + other.chosen)

    @property
    def games(self) -> int:
        """Number of worlds."""
        return self.products.games

    def arrays(self) -> list[Counts]:
        """Return all counts."""
        return [*self.products.arrays(), self.chosen]

    def filled(self, arrays: Sequence[Counts]) -> Choices:
        """The same kind of counts, of these numbers."""
        *sums, chosen = arrays
        counted = Choices(self.products.filled(sums), padded(chosen, len(self.chosen)))
        if counted.chosen.min() < 0 or counted.chosen.sum() != counted.games:
            raise ValueError("moves that were made in other worlds")
        return counted


def summed(
    values: Sequence[Moments],
    largest: float,
    one: float = 1.0,
    ends: tuple[float, float] = (-math.inf, math.inf),
    level: float = 0.95,
) -> Interval:
    """The sum of independent means, and its interval; 0, exactly, of nothing.

    ``largest`` is the largest difference from 0 that counts in one value, ``one`` the least that a
    value may differ by, and ``ends`` are those of what the sum can be.  The interval has two parts,
    which are added as errors are: Student's t, with degrees of freedom from all variances
    (B. L. Welch, Biometrika 34, 1947), and the most that a value may add which none of the values
    has shown.  It is as large as those that were seen if they are all alike and the others 0, or
    ``one`` if none is seen.  All of several sums together may hide no more than the one of them
    that may hide most, because each of them had its chance to show it.
    """
    from scipy.special import stdtrit

    if not values:
        return Interval.exact(0.0)
    total = sum(value.mean for value in values)
    if math.isnan(total) or any(value.n < 2 for value in values):
        return Interval(total, *ends)
    tail, variances = (1.0 - level) / 2.0, [variance_of_mean(value) for value in values]
    variance, reach = sum(variances), 0.0
    if variance > 0.0:
        parts = zip(values, variances, strict=True)
        freedom = variance**2 / sum(part**2 / (value.n - 1) for value, part in parts)
        reach = float(stdtrit(freedom, 1.0 - tail)) * math.sqrt(variance)
    hidden = max(unseen(value.n, level) * alike(value, largest, one) for value in values)
    reach = math.hypot(reach, hidden)
    return Interval(total, max(ends[0], total - reach), min(ends[1], total + reach))


def alike(moments: Moments, largest: float, one: float) -> float:
    """How large the values that are not 0 are, if all of them are alike; between 0 and ``largest``.

    It is at most the root of their squares, which no value exceeds, and ``one`` if all are 0.
    """
    squares, total = float(moments.squares), abs(float(moments.total))
    if squares == 0.0:
        return min(one, largest)
    return min(largest, math.sqrt(squares), squares / total if total > 0.0 else math.inf)


def variance_of_mean(moments: Moments) -> float:
    """The variance of a mean, estimated without bias; of one value it is not known."""
    n = moments.n
    if n < 2:
        return math.inf
    return float((moments.squares - moments.total**2 / n) / (n * (n - 1)))
