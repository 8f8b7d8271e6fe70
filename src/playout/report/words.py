"""Numbers for people: a rate, a mean, an interval, with as many digits as their error allows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from playout.engine.game import Measure
from playout.stats.intervals import Interval

PARTIAL = "PARTIAL RESULT (stopped): "
MINUS = "\N{MINUS SIGN}"
NOTHING = "-"  # stands for an unknown number


def percent(value: float, reach: float) -> str:
    """A rate in per cent, with as many digits as its half-width `reach` allows: ``8.83``."""
    return NOTHING if math.isnan(value) else f"{100 * value:.{digits(100 * reach)}f}"


def number(value: float, reach: float) -> str:
    """A mean with as many digits as its half-width allows."""
    return f"{value:.{digits(reach)}f}" if math.isfinite(value) else NOTHING


def digits(reach: float) -> int:
    """Decimals so that the last shown is about a tenth of the half-width: between 0 and 6."""
    if not reach > 0 or math.isinf(reach):
        return 1
    return min(6, max(0, 1 - math.floor(math.log10(reach))))


def half_width(interval: Interval) -> float:
    """Half the distance between the two ends."""
    return (interval.high - interval.low) / 2


def between(interval: Interval, rate: bool, unit: str | None = None) -> str:
    """An interval for people: ``8.83 % (8.65 to 9.01)`` or ``21.41 (21.35 to 21.47)``.

    A ``rate`` is written in per cent; ``unit`` takes the place of the sign " %".
    """
    estimate, low, high = interval
    if math.isnan(estimate):
        return NOTHING  # of no games
    reach = half_width(interval)
    write = percent if rate else number
    sign = (" %" if rate else "") if unit is None else unit
    if math.isinf(high):
        return f"{write(estimate, math.inf)}{sign}"
    return f"{write(estimate, reach)}{sign} ({write(low, reach)} to {write(high, reach)})"


def shown(measure: Measure, interval: Interval) -> str:
    """The interval of a measure for people."""
    return between(interval, measure.is_rate)


def ends(name: str, interval: Interval) -> dict[str, float]:
    """An interval as fields of a row: m, m_low, m_high."""
    return {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}


def interval_in(row: Mapping[str, Any], name: str) -> Interval:
    """The interval in the fields m, m_low, m_high of a row."""
    return Interval(row[name], row[f"{name}_low"], row[f"{name}_high"])


def head(name: str) -> str:
    """A column's name for people."""
    return name.replace("_", " ")


def several(number: int, noun: str) -> str:
    """``1 deal``, ``1,000 deals``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def finite(data: Any) -> Any:
    """Plain values for JSON: of Python's own types, None for what is not a finite number."""
    if isinstance(data, Mapping):
        return {str(key): finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [finite(value) for value in data]
    if hasattr(data, "item"):
        data = data.item()
    return None if isinstance(data, float) and not math.isfinite(data) else data
