"""The interval of a measure, of the kind that a run allows.

``fixed``: for a number of games fixed in advance (stats/intervals.py).  ``anytime``: for any
number, also one that depended on what was seen (stats/sequential.py).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import numpy as np

from playout.engine.game.game import SHARE, Measure, Rules
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_each, read_values, real_or_nan
from playout.engine.words.spelling import as_typed, named
from playout.report.words import (
    BETWEEN,
    SOMEWHERE,
    Unit,
    about,
    digits,
    half_width,
    is_zero,
    number,
    percent,
)
from playout.stats.intervals import (
    Interval,
    binomial_range,
    mean_interval,
    quantile_interval,
    rate_interval,
    share_interval,
)
from playout.stats.sequential import Aim, sequence_interval, sequence_range
from playout.stats.tally import Histogram

How = Literal["fixed", "anytime"]

LEVEL = 0.95
QUANTILES = {"median": Fraction(1, 2), "p95": Fraction(19, 20)}  # of what has a mean
MOST_QUANTILES = 20  # in one answer
NAMES: dict[How, str] = {"fixed": "fixed-n", "anytime": "anytime-valid"}  # for programs
WIDE = 0.1  # half the width of the interval of a rate, or that part of a mean, of which the
# estimate alone says too much
ROUGH = 0.25  # part of a difference; if its interval reaches further, the estimate says too much
FEW = 20  # games up to which those that were won are counted, not shared
STAY_VALID = "that stay valid whenever you stop"  # of anytime-valid intervals, for people


def fixed_n(planned: bool, unit: str = "games") -> str:
    """The name of fixed-n intervals for answers that have no others, for programs.

    ``planned`` says whether the number of games, or of another unit, was fixed in advance and all
    were played.  If not, the name says that the intervals promise nothing.
    """
    warning = f", although the number of {unit} was not: no promise if it depended on what was seen"
    return NAMES["fixed"] + ("" if planned else warning)


def fixed_intervals(planned: bool, unit: str = "games") -> str:
    """The same for people, in a caption."""
    warning = f", which hold only if the results did not decide the number of {unit}"
    return f"{100 * LEVEL:g} % intervals" + ("" if planned else warning)


def interval_of(
    measure: Measure,
    rules: Rules,
    histogram: Histogram,
    how: How = "fixed",
    level: float = LEVEL,
    aim: Aim | None = None,
) -> Interval:
    """The estimate and interval of one measure.

    Its ends are infinite if they are unknown: anytime, for values without a declared bound.
    """
    if how == "anytime":
        top = top_of(measure, rules, histogram)
        if top is None:
            return Interval.unbounded(histogram.mean)
        return sequence_interval(histogram, top, level=level, aim=aim)
    if not measure.is_rate:
        return mean_interval(histogram, level, measure.top(rules), measure.least)
    return share_interval(histogram, _seats(measure, rules, histogram), level)


@lru_cache(maxsize=2**14)  # a table of values asks for each several times; one takes 5 ms anytime
def chance_interval(count: int, games: int, how: How = "fixed") -> Interval:
    """The rate of a thing that was seen in ``count`` of so many games, with its interval."""
    if how == "fixed":
        return rate_interval(count, games, LEVEL)
    return sequence_interval(Histogram(np.array([games - count, count])), 1.0, level=LEVEL)


def top_of(measure: Measure, rules: Rules, histogram: Histogram) -> float | None:
    """The most that a value of a histogram can be; None if nobody has declared it."""
    top = measure.top(rules)
    return None if top is None else top / float(_seats(measure, rules, histogram))


def _seats(measure: Measure, rules: Rules, histogram: Histogram) -> Fraction:
    """Several seats have at most one win a game together, as the binomial needs it.

    Partners each have one: this is how many seats there are to each that can win with others.
    """
    seats = max(1, histogram.unit // SHARE) if measure.kind == "share" else 1
    return Fraction(seats, min(seats, rules.partners))


def quantile_of(
    measure: Measure,
    rules: Rules,
    histogram: Histogram,
    part: Fraction,
    how: How = "fixed",
    level: float = LEVEL,
) -> Interval:
    """The value that at least a ``part`` of the games do not exceed, with its interval.

    NaN of values that are means over several seats: the quantile of one seat does not follow.
    """
    if histogram.unit > 1:
        return Interval(math.nan, math.nan, math.nan)
    range_of = binomial_range if how == "fixed" else sequence_range
    top = measure.top(rules)
    return quantile_interval(histogram, part, level, top, measure.least, range_of)


def read_quantiles(given: object, usual: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Some parts in rising order: "0.1,0.9", or a list of numbers or texts; None: the ``usual``."""
    each = [] if given is None else read_each("quantiles", given)
    texts = [
        part
        for one in each
        for part in (read_values(one, "quantiles") if isinstance(one, str) else [one])
    ]
    parts = sorted({_part(one) for one in texts})
    if len(parts) > MOST_QUANTILES:
        raise PlayoutError(f"{named('quantiles')}: at most {MOST_QUANTILES} can be shown at once")
    return tuple(parts) or tuple(usual)


def _part(given: object) -> Fraction:
    """A part of all games between 0 and 1, exactly: 0.1, "10%"."""
    text = str(given).strip()
    number = real_or_nan(text.removesuffix("%"))
    part = Fraction(repr(number)) if 0 < number < 100 else Fraction(0)
    part = part / 100 if text.endswith("%") else part
    if isinstance(given, bool) or not 0 < part < 1:
        raise PlayoutError(
            f"{as_typed('quantiles', given)}: must be numbers between 0 and 1, such as 0.1,0.5,0.9"
        )
    return part


def quantile_name(part: Fraction) -> str:
    """The end of the name of a quantile's column: ``median``, ``p95``, ``p2.5``."""
    usual = {value: name for name, value in QUANTILES.items()}
    return usual.get(part, f"p{float(100 * part):.12g}")


def too_few(counted: str) -> str:
    """``1 deal is too few``, ``14 games are too few``: the beginning of a sentence."""
    return f"{counted} {'is' if counted.startswith('1 ') else 'are'} too few"


def is_wide(interval: Interval, rate: bool, wide: float = WIDE) -> bool:
    """Whether an estimate alone says too much."""
    return wide * (1 if rate else abs(interval.estimate)) < half_width(interval) < math.inf


def about_or_between(interval: Interval, rate: bool, wide: float = WIDE) -> str:
    """An estimate for a sentence, or both ends of a wide interval."""
    if not is_wide(interval, rate, wide) or (rate and interval.estimate in (0, 1)):
        return about(interval, rate)
    return somewhere(interval, rate)


def somewhere(interval: Interval, rate: bool) -> str:
    """Both ends of an interval for a sentence: ``somewhere between 36 and 64 %``.

    So it does not sound like the least and the most that single games had.
    """
    if rate:
        reach = 10 * half_width(interval)  # for one digit fewer than in a table
        low, high = (percent(end, reach) for end in interval[1:])
        return f"{SOMEWHERE}{low} and {high} %"
    scale = 10 ** max(0, digits(half_width(interval)) - 1)  # one digit fewer than in a table
    if 0 < interval.low * scale < 1:  # an end that is not 0 should not look so
        ends = [number(end, half_width(interval)) for end in interval[1:]]
        return f"{SOMEWHERE}{' and '.join(ends)}"
    low, high = math.floor(scale * interval.low) / scale, math.ceil(scale * interval.high) / scale
    return f"{SOMEWHERE}{low:,.15g} and {high:,.15g}"


def part_of(rate: Interval, games: int) -> str:
    """The games with an outcome: ``3 of 5 games``, ``54 % of 50 games``, ``both games``."""
    count = round(rate.estimate * games)
    if count == games:
        return "both games" if games == 2 else f"all {games:,} games"
    if count and games > FEW:
        return f"{percent(rate.estimate, half_width(rate))} % of {games:,} games"
    return f"{count or 'none'} of {games:,} games"


def only_between(name: str, rate: Interval) -> str:
    """All that few games say: ``too few to say more than that the win rate is between 36 ...``.

    After 1 win of 16 games it is not between 0 and 39 %, but at most about 39 %.
    """
    low, high = (percent(end, half_width(rate)) for end in (rate.low, rate.high))
    where = f"between {low} and {high} %"
    if float(low) == 0:
        where = f"at most about {high} %"
    elif float(high) == 100:
        where = f"at least about {low} %"
    return f"too few to say more than that the {name} is {where}"


def is_rough(interval: Interval, rough: float = ROUGH) -> bool:
    """Whether the interval reaches so far that even a rounded estimate says too much."""
    return half_width(interval) > rough * abs(interval.estimate)


def size_or_range(difference: Interval, unit: Unit, noun: str = "", rough: float = ROUGH) -> str:
    """A clear difference above 0, for a sentence: ``about 30 percentage points``.

    If the interval is wide, it has both ends, as a table shows them: ``between 0.4 and 5.1
    percentage points``; ``up to 12 percentage points`` if the lower end reads as 0.  A ``noun``
    says what is counted: ``about 3 stones``.
    """
    if not is_rough(difference, rough) and not (unit.sign and half_width(difference) > WIDE):
        return f"{unit.about(difference)}{noun}"
    reach = half_width(difference)
    low, high = (number(unit.scale * end, unit.scale * reach) for end in difference[1:])
    where = f"up to {high}" if is_zero(low) else f"{BETWEEN}{low} and {high}"
    return f"{where}{unit.percentage_points}{noun}"
