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
from scipy.special import ndtri

from playout.stats.intervals import Interval
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

    def difference(self, k: int, other: int) -> Moments:
        """The moments of value k less another."""
        a, b = k + 1, other + 1
        squares = int(self.sums[a, a]) - 2 * int(self.sums[a, b]) + int(self.sums[b, b])
        return self._moments(self.total(k) - self.total(other), squares)

    def _moments(self, total: int, squares: int) -> Moments:
        return Moments(self.games, Fraction(total, self.unit), Fraction(squares, self.unit**2))

    def arrays(self) -> list[Counts]:
        """All that was counted: half of the sums, because the other half is the same."""
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
        """All that was counted."""
        return [*self.products.arrays(), self.chosen]

    def filled(self, arrays: Sequence[Counts]) -> Choices:
        """The same kind of counts, of these numbers."""
        *sums, chosen = arrays
        counted = Choices(self.products.filled(sums), padded(chosen, len(self.chosen)))
        if counted.chosen.min() < 0 or counted.chosen.sum() != counted.games:
            raise ValueError("moves that were made in other worlds")
        return counted


def summed(values: Sequence[Moments], level: float = 0.95) -> Interval:
    """The sum of independent means, with the interval of the normal approximation."""
    total = sum(value.mean for value in values)
    reach = ndtri((1 + level) / 2) * math.sqrt(sum(map(variance_of_mean, values)))
    return Interval.around(total, reach)


def variance_of_mean(moments: Moments) -> float:
    """The variance of a mean, estimated without bias; of one value it is not known."""
    n = moments.n
    if n < 2:
        return math.inf
    return float((moments.squares - moments.total**2 / n) / (n * (n - 1)))
