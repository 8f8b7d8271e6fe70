"""What a comparison says in words: its verdict, and what the numbers are."""

from __future__ import annotations

import math

from playout.questions.compare.found import A_BETTER, B_BETTER, EQUAL, UNDECIDED, Found
from playout.report.words import half_width, head, number
from playout.stats.intervals import Interval


def sentence(found: Found) -> str:
    """The verdict in a sentence."""
    asked, interval, verdict = found.asked, found.interval, found.verdict
    if not found.counted.games:
        return "undecided: no game was played"
    a, b = (f"{side} ({label})" for side, label in zip("AB", asked.labels, strict=True))
    if verdict == EQUAL:
        said = f"{a} and {b} are equal within {margin(found)}: {_more(found, 'A', interval)}"
    elif verdict == UNDECIDED:
        said = f"Undecided between {a} and {b}: {_more(found, 'A', interval)}"
    else:
        first = verdict.startswith("A ")
        kind = "better" if verdict in (A_BETTER, B_BETTER) else "higher"
        ours = interval if first else turned(interval)
        said = f"{a if first else b} is {kind}: {_more(found, 'it', ours)}"
    how = "seen" if verdict == UNDECIDED else "found"
    deals = f"{found.counted.games:,}"
    played = f"{deals} deals, each played both ways round" if asked.exchanged else f"{deals} games"
    each = "" if asked.exchanged else " each"
    return f"{said}, {how} after {played}{each}{_unpaired(found)}."


def _more(found: Found, who: str, interval: Interval) -> str:
    """What a side has more, or less, of: ``it wins 21.3 points more often (19.8 to 22.9)``."""
    measure, fewer = found.asked.measure, interval.estimate < 0
    one = turned(interval) if fewer else interval
    amount, ends = difference(found, one)
    if measure.name == "win" and found.asked.wanted:
        return f"{who} wins {amount} {'less' if fewer else 'more'} often {ends}"
    whose = "its" if who == "it" else f"{who}'s"
    mean = "" if measure.is_rate else "mean "
    return f"{whose} {mean}{head(measure.name)} is {amount} {'lower' if fewer else 'higher'} {ends}"


def _unpaired(found: Found) -> str:
    if not math.isfinite(found.ratio):
        return ""
    times = f"{found.ratio:.3g}"
    takes = "takes" if found.verdict == UNDECIDED else "would have taken"
    return f"; unpaired it {takes} about {'' if times == '1' else f'{times} times '}as many"


def difference(found: Found, interval: Interval) -> tuple[str, str]:
    """A difference with its unit, and its ends in brackets."""
    reach = half_width(interval)
    if interval.low > 0 or interval.high < 0:
        # An end that is not 0 should not look so: that it is not is the verdict.
        reach = min(reach, 10 * min(abs(interval.low), abs(interval.high)))
    estimate, low, high = (_amount(found, one, reach) for one in interval)
    return f"{estimate}{_unit(found)}", f"({low} to {high})"


def _amount(found: Found, value: float, reach: float) -> str:
    """A difference without its unit, with the digits that a half-width earns."""
    scale = 100.0 if found.asked.measure.is_rate else 1.0
    return number(scale * value, scale * reach)


def _unit(found: Found) -> str:
    return " points" if found.asked.measure.is_rate else ""


def margin(found: Found) -> str:
    """The margin with its unit; "" if there is none."""
    if found.asked.margin is None:
        return ""
    scale = 100.0 if found.asked.measure.is_rate else 1.0
    return f"{scale * found.asked.margin:.6g}{_unit(found)}"


def caption(found: Found) -> str:
    """What the numbers are."""
    asked, deals = found.asked, found.counted.games
    within = f"; margin {margin(found)}" if margin(found) else ""
    where = (
        "one table, A and B on half of the seats each and then exchanged"
        if asked.exchanged
        else "a table for each side"
    )
    unpaired = ""
    if math.isfinite(found.ratio):
        unpaired = (
            f"\nunpaired, as sure a verdict takes about {found.ratio * deals:,.0f} instead of "
            f"{deals:,} ({found.ratio:.3g} times as many: the variance ratio)"
        )
    return (
        f"{100 * (1 - asked.error):.10g} % intervals, anytime-valid (confidence "
        f"sequences: wrong verdicts in at most {100 * asked.error:.10g} % of comparisons)"
        f"{within}\nsame deals for both sides: {where}; seed {asked.seed}; "
        f"{deals:,} deals, {2 * deals:,} games in {found.seconds:.1f} s{unpaired}"
    )


def turned(interval: Interval) -> Interval:
    """The same the other way round: B - A."""
    return Interval(-interval.estimate, -interval.high, -interval.low)
