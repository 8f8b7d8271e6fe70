"""Differences on the same deals: the results of two sides on each, and how far they are apart.

Where both sides play the same deals (common random numbers), they share most of the luck.  The
difference on a deal then varies less than that of two games with deals of their own.  The variance
ratio says by how much, and so how many times as many games an unpaired comparison takes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from playout.stats.tally import Counts, Histogram


@dataclass(frozen=True)
class Signed:
    """How often each whole number, also below zero, was seen; in parts of a unit."""

    up: Histogram  # of the values from 0 on
    down: Histogram  # of the values below 0, without their sign

    @staticmethod
    def of(values: Counts, unit: int = 1) -> Signed:
        """The histogram of an array of whole numbers."""
        up, down = values[values >= 0], -values[values < 0]
        return Signed(Histogram.of(up, unit), Histogram.of(down, unit))

    def __add__(self, other: Signed) -> Signed:
        return Signed(self.up + other.up, self.down + other.down)

    @property
    def n(self) -> int:
        """Number of values."""
        return self.up.n + self.down.n

    @property
    def mean(self) -> float:
        """The mean, rounded once from the exact fraction; NaN of nothing."""
        return float((self.up.total - self.down.total) / self.n) if self.n else math.nan

    @property
    def variance(self) -> float:
        """The sample variance (n - 1 below), from exact moments; NaN of fewer than two values."""
        return self.above(-self.down.length).variance

    def above(self, low: int) -> Histogram:
        """The values minus ``low``: parts of the unit, at most 0, and not above any value."""
        if not (self.up.is_whole and self.down.is_whole):
            return self._sums_above(low)
        (up, ups), (down, downs) = self.up.seen, self.down.seen
        places = np.concatenate([-low - down[::-1], up - low])
        return Histogram.of_counts(places, np.concatenate([downs[::-1], ups]), self.up.unit)

    def _sums_above(self, low: int) -> Histogram:
        up, down = self.up.as_sums(), self.down.as_sums()
        halves = [
            part for part in (up and up.moved(1, -low), down and down.moved(-1, -low)) if part
        ]
        return Histogram(np.zeros(0, np.int64), self.up.unit, None, sum(halves[1:], halves[0]))


@dataclass(frozen=True)
class Paired:
    """The counts of deals that both sides played."""

    games: int  # deals; each was played twice
    sides: tuple[Histogram, Histogram]  # the results of A, and those of B
    difference: Signed  # A - B
    apart: tuple[Signed, Signed]  # its two parts, one from each of the two games of a deal

    def __add__(self, other: Paired) -> Paired:
        return Paired(
            self.games + other.games,
            (self.sides[0] + other.sides[0], self.sides[1] + other.sides[1]),
            self.difference + other.difference,
            (self.apart[0] + other.apart[0], self.apart[1] + other.apart[1]),
        )

    @property
    def ratio(self) -> float:
        """How many times as many games it takes if the two games of a pair have their own deals.

        The variance of the difference would be the sum of those of its parts.  Infinite if the
        difference never varies but its parts do; NaN if nothing varies, or of fewer than two deals.
        """
        unpaired, paired = sum(part.variance for part in self.apart), self.difference.variance
        if paired > 0 or math.isnan(paired):
            return unpaired / paired
        return math.inf if unpaired > 0 else math.nan

    def _histograms(self) -> list[Histogram]:
        signed = [self.difference, *self.apart]
        return [*self.sides, *(half for part in signed for half in (part.up, part.down))]

    def arrays(self) -> list[Counts]:
        """Return all counts, the number of deals first."""
        return [np.array([self.games]), *(histogram.packed for histogram in self._histograms())]

    def filled(self, arrays: Sequence[Counts]) -> Paired:
        """The same kind of pairs, of these counts."""
        histograms = zip(self._histograms(), arrays[1:], strict=True)
        a, b, *halves = [histogram.filled(counts) for histogram, counts in histograms]
        signed = [Signed(*halves[k : k + 2]) for k in (0, 2, 4)]
        return Paired(int(arrays[0].sum()), (a, b), signed[0], (signed[1], signed[2]))
