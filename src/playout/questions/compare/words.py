"""A comparison in words: its verdict, and the caption."""

from __future__ import annotations

import math

from playout.engine.game.measures import Measure
from playout.engine.words.numbering import nth
from playout.questions.compare.asked import Asked
from playout.questions.compare.found import A_BETTER, B_BETTER, EQUAL, UNDECIDED, Found
from playout.questions.compare.job import Job
from playout.report.estimates import STAY_VALID
from playout.report.words import (
    POINTS,
    by_default,
    expected,
    half_width,
    head,
    is_plural,
    is_zero,
    number,
    options_text,
    setting,
    several,
    short,
    took,
    turned,
    unit_of,
    verb,
)
from playout.stats.intervals import Interval

SAVING = 1.05  # times as many games without the same deals, from which it is told


def sentence(found: Found) -> str:
    """The verdict in a sentence."""
    asked, verdict = found.asked, found.verdict
    if not found.counted.games:
        return f"{_subject(asked)}: undecided; no game was played."
    a, b = side_names(asked)
    if verdict == EQUAL:
        result = _alike(found, f"{a} and {b}")
    elif verdict == UNDECIDED:
        result = f"undecided between {a} and {b}; {_clause(found, a, _range(found))}"
    else:
        first = verdict.startswith("A ")
        one, other = (a, b) if first else (b, a)
        change = _change(found, found.interval if first else turned(found.interval))
        result = _clause(found, one, change, other)
        if verdict in (A_BETTER, B_BETTER):
            result = f"{one} is better than {other}; {_clause(found, 'it', change)}"
    noun, how = ("deal", ", each played both ways round") if asked.exchanged else ("game", " each")
    played = f"{several(found.counted.games, noun)}{how}"
    return f"{_subject(asked)}: {result}, after {played}{_saved(found)}."


def does(found: Found) -> str:
    """What A does compared with B, to follow A's name: ``wins about 3 points more often``."""
    if not found.counted.games:
        return "is undecided"
    if found.verdict == EQUAL:
        return f"makes no difference, to within {margin(found)}"
    change = _range(found) if found.verdict == UNDECIDED else _change(found, found.interval)
    clause = _clause(found, "", change)
    # What is not said of A itself ends in "with" A, whose name stands before it.
    return f"means that {clause[: -len(' with ')]}" if clause.endswith(" with ") else clause.strip()


def side_names(asked: Asked) -> tuple[str, str]:
    """Both sides by what tells them apart: ``careful``, or ``min cards = 1``."""
    strategies, options = asked.apart
    a, b = (
        ", ".join(
            part
            for part in (
                name if strategies else "",
                options_text({option: side.rules.label(option) for option in options}),
            )
            if part
        )
        for name, side in zip(asked.names, asked.sides, strict=True)
    )
    return a, b


def _subject(asked: Asked) -> str:
    """What both sides have in common."""
    strategies, options = asked.apart
    common = setting(asked.sides[0].rules, options)
    return common if strategies else f"{common}, {asked.names[0]}"


def _clause(found: Found, who: str, change: str, other: str = "") -> str:
    """How a side is, in a clause: ``careful wins about 21 percentage points more often``."""
    measure = found.asked.measure
    name, than = head(measure.name), f" than {other}" if other else ""
    player = _player(found)
    if measure.is_rate and not player:
        return f"{who} {_does(measure)} {change}{than}"
    if not measure.is_rate and is_plural(measure):
        return f"{who} has {change} {name} on average{than}"
    than = f" than with {other}" if other else ""
    if measure.is_rate:
        return f"{player} {_does(measure)} {change} with {who}{than}"
    return f"{name} is {change} on average with {who}{than}"


def _does(measure: Measure) -> str:
    """What somebody does more or less often: ``wins``, ``comes to 'excellent'``."""
    return verb(measure).removesuffix(" in")


def _player(found: Found) -> str:
    """Whom the measure is about, if that is neither side but one seat at both tables; or ""."""
    seat = found.asked.measure.seat
    return "" if seat is None or found.asked.exchanged else f"player {nth(seat)}"


def measured(asked: Asked) -> str:
    """The measure as the head of a column; if it is the result of one seat, with whose."""
    name, seat = head(asked.measure.name), asked.measure.seat
    if seat is None:
        return name
    return f"{name} {'as' if asked.exchanged else 'of'} player {nth(seat)}"


def _alike(found: Found, both: str) -> str:
    """What two equal sides do alike, to within the margin."""
    measure = found.asked.measure
    within = f"to within {margin(found)}"
    if not measure.is_rate:
        return f"{both} have the same {head(measure.name)} on average, {within}"
    if _player(found):
        return f"{_player(found)} {_does(measure)} equally often with {both}, {within}"
    does = "win" if measure.name == "win" else f"come to '{head(measure.name)}'"
    return f"{both} {does} equally often, {within}"


def _change(found: Found, interval: Interval) -> str:
    """A difference that is clear: ``about 21 percentage points more often``."""
    fewer = interval.estimate < 0
    size = turned(interval) if fewer else interval
    return f"{unit_of(found.asked.measure).about(size)} {_way(found, fewer)}"


def _range(found: Found) -> str:
    """What an undecided difference may be: ``anything from 43 points less often to 59 more``."""
    unit, interval = unit_of(found.asked.measure), found.interval
    reach = unit.scale * half_width(interval)
    less, more = (number(unit.scale * abs(end), reach) for end in (interval.low, interval.high))
    least = f"{less}{unit.percentage_points} {_way(found, True)}"
    most = f"{more}{'' if not is_zero(less) else unit.percentage_points} {_way(found, False)}"
    same = "as many" if is_plural(found.asked.measure) else "the same"
    same = "equally often" if found.asked.measure.is_rate else same
    return f"anything from {same if is_zero(less) else least} to {same if is_zero(more) else most}"


def _way(found: Found, fewer: bool) -> str:
    measure = found.asked.measure
    if measure.is_rate:
        return "less often" if fewer else "more often"
    if is_plural(measure):
        return "fewer" if fewer else "more"
    return "lower" if fewer else "higher"


def _saved(found: Found) -> str:
    """What the same deals have saved until the verdict, if anything."""
    if not (math.isfinite(found.ratio) and found.ratio >= SAVING) or found.verdict == UNDECIDED:
        return ""
    return (
        f"; with different deals for each side it would have taken {found.ratio:.2g} times as many"
    )


def difference(found: Found, interval: Interval) -> tuple[str, str]:
    """A difference with its unit, and its ends in brackets."""
    return unit_of(found.asked.measure).difference(interval)


def margin(found: Found) -> str:
    """The margin with its unit; "" if there is none."""
    if found.asked.margin is None:
        return ""
    if not found.asked.measure.is_rate:
        return short(found.asked.margin, 6)
    text = f"{100 * found.asked.margin:.6g}"
    return f"{text}{POINTS.removesuffix('s') if text == '1' else POINTS}"


def caption(found: Found) -> str:
    """Caption of the table."""
    asked, deals = found.asked, found.counted.games
    players = [player for side in asked.sides for player in side.players]
    within = f"; equal means within a margin of {margin(found)}" if margin(found) else ""
    where = (
        "at one table, A and B on half of the seats each and then exchanged"
        if asked.exchanged
        else "a table for each side"
    )
    more = found.remaining
    left = "" if more is None else f"\n{expected(more, Job.unit, Job.aim)}"
    return (
        f"{100 * (1 - asked.error):.10g} % intervals {STAY_VALID}; at most "
        f"{100 * asked.error:.10g} % of such verdicts are wrong{within}\n"
        f"both sides play the same deals, {where}; seed {asked.seed}; "
        f"{several(deals, 'deal')}, {2 * deals:,} games{took(found.seconds)}{_saving(found)}{left}"
        f"{by_default(players, asked.sides[0].rules)}"
    )


def _saving(found: Found) -> str:
    """How many games it takes if each side has deals of its own."""
    ratio, deals = found.ratio, found.counted.games
    if not math.isfinite(ratio):
        return ""
    if ratio < SAVING:
        return f"\nthe same deals for both saved no games here (variance ratio {ratio:.3g})"
    if found.verdict == UNDECIDED:
        return f"\nthe same deals for both make the difference surer (variance ratio {ratio:.3g})"
    return (
        "\nwith different deals for each side, as sure a verdict takes about "
        f"{ratio * deals:,.0f} instead of {deals:,} (variance ratio {ratio:.3g})"
    )
