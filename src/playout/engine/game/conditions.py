"""Conditions: which values of a measure are meant, as ``cards_left <= 5``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Condition:
    """The values of a measure between two ends; without an end (None) all values on that side."""

    measure: str  # its name
    low: Fraction | None = None
    high: Fraction | None = None
    is_open: bool = False  # the ends themselves are left out

    def places(self, unit: int, length: int) -> range:
        """The whole numbers below ``length`` whose value, in parts of a ``unit``, is meant."""
        low = Fraction(0) if self.low is None else self.low * unit
        high = Fraction(length - 1) if self.high is None else self.high * unit
        begin, end = math.ceil(low), math.floor(high) + 1
        if self.is_open:
            begin = begin if self.low is None else math.floor(low) + 1
            end = end if self.high is None else math.ceil(high)
        return range(max(0, begin), max(0, begin, min(end, length)))
