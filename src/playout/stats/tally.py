"""Mergeable integer histograms: all that a run keeps of its games.

Because only whole numbers are kept, merging is exact and its order does not matter, and a
thousand million games take no more room than a thousand.  That is so for values of any size: of
large ones only those are kept that were seen, and of too many different ones only their sums.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from playout.stats.whole import Counts as Counts
from playout.stats.whole import Exact, added, from_words, small, to_words

NARROW = 2**18  # values below are counted one by one: no game of Playout's has a larger one
MOST_SEEN = 2**14  # different values that are counted if some are larger
MOST_NUMBERS = 2**25  # in the counts of one batch, 256 MB: what claims to have more is damaged
BLOCK = 2**12  # values counted at once: large copies of them would be given back to the system
_SEEN, _SUMS = -1, -2  # the first number of what is packed in another form
_HALF = 2**31 - 1
WORDS = 4  # of one sum, at most
GROUPS = 31  # a prime, so that players who change seats are on every seat in every group


@dataclass(frozen=True)
class Sums:
    """The exact sums that are kept if there are too many different values."""

    n: int  # how many values
    total: int
    squares: int  # the sum of their squares
    least: int
    most: int

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.n + other.n,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )

    def moved(self, sign: int, by: int) -> Sums:
        """The sums of these values, or with ``sign`` -1 of those below zero, plus a number."""
        total = sign * self.total + self.n * by
        squares = self.squares + 2 * by * sign * self.total + self.n * by**2
        least, most = sorted((sign * self.least + by, sign * self.most + by))
        return Sums(self.n, total, squares, least, most)

    def words(self) -> Counts:
        """Return everything as numbers of 64 bits."""
        sums = to_words(np.array([self.total, self.squares], object))
        return np.array([self.n, self.least, self.most, *sums], np.int64)

    @staticmethod
    def of_words(words: Counts) -> Sums:
        """The sums of such numbers; ValueError if no values have them."""
        n, least, most = (int(word) for word in words[:3])
        total, squares = (int(sum_) for sum_ in from_words(words[3:], (2,), 4))
        if not (n > MOST_SEEN and 0 <= least < most >= NARROW and n * least <= total <= n * most):
            raise ValueError("impossible sums")
        if not total**2 <= n * squares or squares > total * most:
            raise ValueError("impossible sums of squares")
        return Sums(n, total, squares, least, most)


@dataclass(frozen=True)
class Histogram:
    """How often each value 0, 1, 2, ... was seen: ``counts[value]``.

    With a ``unit`` the values are whole numbers of that part: 420 with the unit 840 is a half.
    A histogram with a value of NARROW or more is wide: ``places`` are the values that were seen,
    in rising order, and ``counts`` how often.  If these are more than MOST_SEEN, there are only
    ``sums``.  Which of the three it is follows from the values alone, so merging is exact and in
    any order.
    """

    counts: Counts
    unit: int = 1
    places: Counts | None = None
    sums: Sums | None = None

    @staticmethod
    def of(values: Counts, unit: int = 1) -> Histogram:
        """The histogram of an array of non-negative whole numbers."""
        length = int(values.max()) + 1 if len(values) else 1
        if length > NARROW:
            return Histogram.of_counts(*np.unique(values, return_counts=True), unit)
        if length > BLOCK:
            return Histogram(np.bincount(values).astype(np.int64), unit)
        blocks = (values[k : k + BLOCK] for k in range(0, max(1, len(values)), BLOCK))
        counts = sum(np.bincount(block, minlength=length) for block in blocks)
        return Histogram(np.asarray(counts, np.int64), unit)

    @staticmethod
    def of_counts(places: Counts, counts: Counts, unit: int = 1) -> Histogram:
        """The histogram of different values, in rising order, and how often each was seen."""
        length = int(places[-1]) + 1 if len(places) else 1
        if length <= NARROW:
            dense = np.zeros(length, np.int64)
            dense[places] = counts
            return Histogram(dense, unit)
        if len(places) <= MOST_SEEN:
            return Histogram(counts.astype(np.int64), unit, places.astype(np.int64))
        pairs = list(zip(places.tolist(), counts.tolist(), strict=True))
        total, squares = (sum(n * value**power for value, n in pairs) for power in (1, 2))
        sums = Sums(int(counts.sum()), total, squares, int(places[0]), int(places[-1]))
        return Histogram(np.zeros(0, np.int64), unit, None, sums)

    def __add__(self, other: Histogram) -> Histogram:
        assert self.unit == other.unit
        if self.places is None and other.places is None and not (self.sums or other.sums):
            long, short = sorted((self.counts, other.counts), key=len, reverse=True)
            total = long.copy()
            total[: len(short)] += short
            return Histogram(total, self.unit)
        if self.sums or other.sums:
            parts = [part.as_sums() for part in (self, other)]
            known = [part for part in parts if part is not None]
            return Histogram(np.zeros(0, np.int64), self.unit, None, sum(known[1:], known[0]))
        (a, b), (c, d) = self.seen, other.seen
        places, where = np.unique(np.concatenate([a, c]), return_inverse=True)
        counts = np.zeros(len(places), np.int64)
        np.add.at(counts, where, np.concatenate([b, d]))
        return Histogram.of_counts(places, counts, self.unit)

    @property
    def is_whole(self) -> bool:
        """Whether it says how often each value was seen, not only sums."""
        return self.sums is None

    @property
    def seen(self) -> tuple[Counts, Counts]:
        """The values that were seen, in rising order, and how often; none of a sum."""
        places = np.flatnonzero(self.counts)
        return (places if self.places is None else self.places[places]), self.counts[places]

    @property
    def length(self) -> int:
        """A number above all values that were seen."""
        if self.sums is not None:
            return self.sums.most + 1
        return len(self.counts) if self.places is None else int(self.places[-1]) + 1

    def as_sums(self) -> Sums | None:
        """The sums of all values; None without values."""
        if self.sums is not None or not self.n:
            return self.sums
        places, _ = self.seen
        ends = int(places[0]), int(places[-1])
        return Sums(self.n, self._moment(1), self._moment(2), *ends)

    @property
    def packed(self) -> Counts:
        """Everything as one array: the counts; or, after a number below zero, another form."""
        if self.sums is not None:
            return np.array([_SUMS, *self.sums.words()], np.int64)
        if self.places is not None:
            return np.concatenate([[_SEEN], self.places, self.counts])
        return self.counts

    def filled(self, packed: Counts) -> Histogram:
        """The histogram of these numbers, in the same unit.  ValueError if it can have no such."""
        if len(packed) and packed[0] == _SUMS:
            sums = Sums.of_words(packed[1:])
            return Histogram(np.zeros(0, np.int64), self.unit, None, sums)
        if len(packed) % 2 and packed[0] == _SEEN:
            places, counts = np.split(packed[1:], 2)
            if not len(places) or places[0] < 0 or not (np.diff(places) > 0).all():
                raise ValueError("values that do not rise")
            if counts.min() <= 0:
                raise ValueError(f"a count of {counts.min()}")
            return Histogram.of_counts(places, counts, self.unit)
        if len(packed) and packed.min() < 0:
            raise ValueError(f"a count of {packed.min()}")
        if len(packed) > NARROW:  # of an older version
            places = np.flatnonzero(packed)
            return Histogram.of_counts(places, packed[places], self.unit)
        return Histogram(packed if len(packed) else np.zeros(1, np.int64), self.unit)

    def of_some(self, some: range) -> Histogram:
        """How often one of some neighbouring places was seen, as the value 1; others are 0.

        Without values where there are only sums.
        """
        if not self.is_whole:
            return Histogram(np.zeros(1, np.int64))
        places, counts = self.seen
        times = int(counts[(places >= some.start) & (places < some.stop)].sum())
        return Histogram(np.array([self.n - times, times]))

    @property
    def n(self) -> int:
        """Number of values."""
        return int(self.counts.sum()) if self.sums is None else self.sums.n

    def _moment(self, power: int) -> int:
        """Sum of value**power over all values, exactly."""
        if self.sums is not None:
            return (self.sums.n, self.sums.total, self.sums.squares)[power]
        places, counts = self.seen
        pairs = zip(places.tolist(), counts.tolist(), strict=True)
        return sum(count * value**power for value, count in pairs)

    @property
    def total(self) -> Fraction:
        """The sum of all values, exactly."""
        return Fraction(self._moment(1), self.unit)

    @property
    def squares(self) -> Fraction:
        """The sum of the squares of all values, exactly."""
        return Fraction(self._moment(2), self.unit**2)

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
        return self.value(int(self.seen[0][0]) if self.sums is None else self.sums.least)

    @property
    def maximum(self) -> float:
        """The largest value seen."""
        return self.value(int(self.seen[0][-1]) if self.sums is None else self.sums.most)

    def ranked(self, rank: int) -> float:
        """The value of a rank: 1 is the smallest that was seen, ``n`` the largest."""
        place = int(np.searchsorted(np.cumsum(self.counts), rank))
        return self.value(place if self.places is None else int(self.places[place]))

    def quantile(self, part: Fraction) -> float:
        """The smallest value that at least this part of all values, 0 to 1, do not exceed.

        So it is always a value that was seen (definition 1 of R. J. Hyndman and Y. Fan, "Sample
        quantiles in statistical packages", The American Statistician 50, 1996).  NaN without
        values, or where there are only sums.
        """
        if not self.n or not self.is_whole:
            return math.nan
        return self.ranked(max(1, math.ceil(part * self.n)))

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
    groups: Exact  # groups[0, group]: its games; [1 + m, group]: their sum of measure m, in units

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
        return Tally(tuple(a + b for a, b in pairs), added(self.groups, other.groups))

    @property
    def games(self) -> int:
        """Number of games."""
        return self.histograms[0].n

    def arrays(self) -> list[Counts]:
        """Return all counts."""
        return [*(histogram.packed for histogram in self.histograms), to_words(self.groups)]

    def filled(self, arrays: Sequence[Counts]) -> Tally:
        """The tally of these counts, of the same measures."""
        pairs = zip(self.histograms, arrays[:-1], strict=True)
        groups = from_words(arrays[-1], self.groups.shape, WORDS)
        tally = Tally(tuple(h.filled(a) for h, a in pairs), groups)
        games = groups[0].sum()
        if any(h.n != games or h.counts.max(initial=0) > games for h in tally.histograms):
            raise ValueError("measures of different numbers of games")
        return tally


def padded(array: Counts, length: int) -> Counts:
    """An array with the trailing zeros that packing leaves out.  ValueError if it is longer."""
    if not len(array) <= length <= MOST_NUMBERS:
        raise ValueError(f"{len(array)} numbers of {length}")
    whole = np.zeros(length, np.int64)
    whole[: len(array)] = array
    return whole


def group_sums(values: Counts, first: int) -> Exact:
    """Sums of ``values[game, column]`` in groups: ``[column, group]``; see :class:`Tally`."""
    if len(values) and values.max() > 2**62 // len(values):  # the sums of halves of their bits
        low, high = (group_sums(half, first) for half in (values & _HALF, values >> 31))
        return small(low.astype(object) + (high.astype(object) << 31))
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
        """Return all counts, the number of games first."""
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
