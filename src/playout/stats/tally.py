"""Mergeable integer histograms: all that a run keeps of its games.

Because only whole numbers are kept, merging is exact and its order does not matter, and a
thousand million games take no more room than a thousand.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int64]

MOST_NUMBERS = 2**25  # in the counts of one batch, 256 MB: what claims to have more is damaged
BLOCK = 2**12  # values counted at once: large copies of them would be given back to the system
GROUPS = 31  # a prime, so that players who change seats are on every seat in every group


@dataclass(frozen=True)
class Histogram:
    """How often each value 0, 1, 2, ... was seen: ``counts[value]``.

    With a ``unit`` the values are whole numbers of that part: 420 with the unit 840 is a half.
    """

    counts: Counts
    unit: int = 1

    @staticmethod
    def of(values: Counts, unit: int = 1) -> Histogram:
        """The histogram of an array of non-negative whole numbers."""
        length = int(values.max()) + 1 if len(values) else 1
        if length > BLOCK:
            return Histogram(np.bincount(values).astype(np.int64), unit)
        blocks = (values[k : k + BLOCK] for k in range(0, max(1, len(values)), BLOCK))
        counts = sum(np.bincount(block, minlength=length) for block in blocks)
        return Histogram(np.asarray(counts, np.int64), unit)

    def __add__(self, other: Histogram) -> Histogram:
        assert self.unit == other.unit
        long, short = sorted((self.counts, other.counts), key=len, reverse=True)
        total = long.copy()
        total[: len(short)] += short
        return Histogram(total, self.unit)

    def filled(self, counts: Counts) -> Histogram:
        """The histogram of these counts, in the same unit.  ValueError if one is negative."""
        if len(counts) and counts.min() < 0:
            raise ValueError(f"a count of {counts.min()}")
        return Histogram(counts if len(counts) else np.zeros(1, np.int64), self.unit)

    def of_one(self, value: int) -> Histogram:
        """How often a value was seen, as the value 1, and how often another, as 0."""
        times = int(self.counts[value]) if value < len(self.counts) else 0
        return Histogram(np.array([self.n - times, times]))

    @property
    def n(self) -> int:
        """Number of values."""
        return int(self.counts.sum())

    def _moment(self, power: int) -> int:
        """Sum of value**power over all values, exactly."""
        places = np.flatnonzero(self.counts)
        pairs = zip(places.tolist(), self.counts[places].tolist(), strict=True)
        return sum(count * value**power for value, count in pairs)

    @property
    def total(self) -> Fraction:
        """The sum of all values, exactly."""
        return Fraction(self._moment(1), self.unit)

    @property
    def mean(self) -> float:
        """The mean, rounded once from the exact fraction; NaN without values."""
        return float(Fraction(self._moment(1), self.n * self.unit)) if self.n else float("nan")

    @property
    def variance(self) -> float:
        """The sample variance (n - 1 below), from exact moments; NaN of fewer than two values."""
        n = self.n
        if n < 2:
            return float("nan")
        squares = n * self._moment(2) - self._moment(1) ** 2
        return float(Fraction(squares, n * (n - 1) * self.unit**2))

    @property
    def minimum(self) -> float:
        """The smallest value seen."""
        return self.value(int(np.flatnonzero(self.counts)[0]))

    @property
    def maximum(self) -> float:
        """The largest value seen."""
        return self.value(int(np.flatnonzero(self.counts)[-1]))

    def ranked(self, rank: int) -> float:
        """The value of a rank: 1 is the smallest that was seen, ``n`` the largest."""
        return self.value(int(np.searchsorted(np.cumsum(self.counts), rank)))

    def quantile(self, part: Fraction) -> float:
        """The smallest value that at least this part of all values, 0 to 1, do not exceed.

        So it is always a value that was seen (definition 1 of R. J. Hyndman and Y. Fan, "Sample
        quantiles in statistical packages", The American Statistician 50, 1996).  NaN without
        values.
        """
        return self.ranked(max(1, math.ceil(part * self.n))) if self.n else math.nan

    def value(self, place: int) -> float:
        """The value of a place in ``counts``; a whole number if it is one."""
        return place // self.unit if place % self.unit == 0 else place / self.unit


@dataclass(frozen=True)
class Tally:
    """A histogram for every measure of a game, and their sums in groups of games.

    Rows of one run play the same deals, so their numbers go up and down together.  The groups
    show how much: game g is in group ``g % GROUPS`` in every row.
    """

    histograms: tuple[Histogram, ...]
    groups: Counts  # groups[0, group]: its games; [1 + m, group]: their sum of measure m, in units

    @staticmethod
    def of(outcomes: Counts, first: int = 0) -> Tally:
        """The tally of ``outcomes[game, measure]``; ``first`` is the number of the first game."""
        histograms = tuple(Histogram.of(column) for column in outcomes.T)
        games = group_sums(np.broadcast_to(1, (len(outcomes), 1)), first)
        return Tally(histograms, np.vstack([games, group_sums(outcomes, first)]))

    @staticmethod
    def empty(measures: int) -> Tally:
        """The tally of no games."""
        return Tally.of(np.zeros((0, measures), np.int64))

    def __add__(self, other: Tally) -> Tally:
        pairs = zip(self.histograms, other.histograms, strict=True)
        return Tally(tuple(a + b for a, b in pairs), self.groups + other.groups)

    @property
    def games(self) -> int:
        """Number of games."""
        return self.histograms[0].n

    def arrays(self) -> list[Counts]:
        """All that was counted."""
        return [*(histogram.counts for histogram in self.histograms), self.groups]

    def filled(self, arrays: Sequence[Counts]) -> Tally:
        """The tally of these counts, of the same measures."""
        pairs = zip(self.histograms, arrays[:-1], strict=True)
        groups = padded(arrays[-1], self.groups.size).reshape(self.groups.shape)
        tally = Tally(tuple(h.filled(a) for h, a in pairs), groups)
        games = groups[0].sum()
        if any(h.n != games or h.counts.max() > games for h in tally.histograms):
            raise ValueError("measures of different numbers of games")
        return tally


def padded(array: Counts, length: int) -> Counts:
    """An array with the trailing zeros that packing leaves out.  ValueError if it is longer."""
    if not len(array) <= length <= MOST_NUMBERS:
        raise ValueError(f"{len(array)} numbers of {length}")
    whole = np.zeros(length, np.int64)
    whole[: len(array)] = array
    return whole


def group_sums(values: Counts, first: int) -> Counts:
    """Sums of ``values[game, column]`` in groups: ``[column, group]``; see :class:`Tally`."""
    # Without a copy of the values: to get memory for it would take longer than to add them up.
    begin, columns = first % GROUPS, values.shape[1]
    whole = len(values) // GROUPS * GROUPS
    sums = values[:whole].reshape(-1, GROUPS, columns).sum(axis=0)
    sums[: len(values) - whole] += values[whole:]
    return np.ascontiguousarray(np.roll(sums, begin, axis=0).T)


@dataclass(frozen=True)
class Tallies:
    """Tallies of the same games, one for each of the parties that play them."""

    games: int
    parts: tuple[Tally, ...]

    def __add__(self, other: Tallies) -> Tallies:
        parts = zip(self.parts, other.parts, strict=True)
        return Tallies(self.games + other.games, tuple(a + b for a, b in parts))

    def arrays(self) -> list[Counts]:
        """All that was counted, the number of games first."""
        counted = [array for part in self.parts for array in part.arrays()]
        return [np.array([self.games]), *counted]

    def filled(self, arrays: Sequence[Counts]) -> Tallies:
        """The tallies of these counts, of the same parties."""
        games, parts, start = int(arrays[0].sum()), [], 1
        for part in self.parts:
            end = start + len(part.histograms) + 1
            parts.append(part.filled(arrays[start:end]))
            start = end
        return Tallies(games, tuple(parts))
