"""Groups of values that a histogram shows as one bar, with edges that say which these are."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from playout.engine.game.game import Measure
from playout.report.words import head
from playout.stats.tally import Histogram

MOST = 20  # bars
RARE = Fraction(1, 200)  # of the games: what lies beyond has one bar at each end


@dataclass(frozen=True)
class Bin:
    """The values from ``low`` to below ``end``."""

    low: Fraction
    end: Fraction
    label: str

    def count(self, histogram: Histogram) -> int:
        """How many games of a histogram have such a value."""
        begin, end = (math.ceil(edge * histogram.unit) for edge in (self.low, self.end))
        return int(histogram.of_some(range(begin, end)).total)


def bins_of(measure: Measure, histograms: Sequence[Histogram], most: int = MOST) -> list[Bin]:
    """The bins of all values of some histograms, at most about so many.

    Few values have a bar each.  Many whole numbers are grouped by 2, 5, 10, ...; a long tail in
    which there are few games is one bin.
    """
    seen = [one for one in histograms if one.n]
    if measure.categories:
        words = enumerate(measure.categories)
        return [Bin(Fraction(k), Fraction(k + 1), head(word)) for k, word in words]
    if not seen:
        return []
    exact = {Fraction(int(p), one.unit) for one in seen for p in one.seen[0]}
    least, largest = min(exact), max(exact)
    if all(value.denominator == 1 for value in exact):
        if largest - least < most:
            return [
                _whole(Fraction(k), Fraction(k + 1)) for k in range(int(least), int(largest) + 1)
            ]
        low, high = _usual(seen, least, largest)
        return [_whole(*edges) for edges in _edges(least, largest + 1, low, high + 1, most, True)]
    if len(exact) <= most:
        values = sorted(exact)
        ends = [*values[1:], values[-1] + 1]
        return [Bin(v, end, f"{float(v):.4g}") for v, end in zip(values, ends, strict=True)]
    low, high = _usual(seen, least, largest)
    edges = _edges(least, largest, low, high, most, False)
    return [Bin(a, b, f"{float(a):.4g} to below {float(b):.4g}") for a, b in edges]


def _whole(low: Fraction, end: Fraction) -> Bin:
    first, last = int(low), int(end) - 1
    return Bin(low, end, f"{first:,}" if first == last else f"{first:,} to {last:,}")


def _usual(
    seen: Sequence[Histogram], least: Fraction, largest: Fraction
) -> tuple[Fraction, Fraction]:
    """The values between which most games of every histogram lie."""
    low = min(Fraction(repr(float(one.quantile(RARE)))) for one in seen)
    high = max(Fraction(repr(float(one.quantile(1 - RARE)))) for one in seen)
    return max(low, least), min(high, largest)


def _edges(
    least: Fraction, end: Fraction, low: Fraction, high: Fraction, most: int, whole: bool
) -> Iterator[tuple[Fraction, Fraction]]:
    """The ends of the bins, from the least value to above the largest, all alike but the outer."""
    wide = next(one for one in _widths(whole) if high - low <= most * one)
    first, last = math.floor(low / wide), math.ceil(high / wide)
    if last == first:
        last += 1
    # A few more bins alike are better than a long one at the end.
    if (end - least) / wide <= most + 2:
        first, last = math.floor(least / wide), math.ceil(end / wide)
    if least < first * wide:
        yield least, first * wide
    for k in range(first, last):
        yield k * wide, (k + 1) * wide
    if end > last * wide:
        yield last * wide, end if whole else end + wide


def _widths(whole: bool) -> Iterator[Fraction]:
    """1, 2, 5, 10, 20, 50, ...; of values that are not whole they begin at a millionth."""
    size = Fraction(1) if whole else Fraction(1, 10**6)
    while True:
        for step in (1, 2, 5):
            yield size * step
        size *= 10
