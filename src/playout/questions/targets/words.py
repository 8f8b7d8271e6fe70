"""The words of targets: what is wanted, and what there is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from playout.engine.game.game import Rules
from playout.engine.words.numbering import nth
from playout.questions.targets.targets import Goal, Target, Term, farthest_seat, part_name
from playout.report.estimates import about_or_between
from playout.report.words import (
    between,
    ends,
    interval_in,
    options_text,
    quantity,
    short,
    side_of,
    unit_of,
)
from playout.stats.intervals import Interval


def wanted(target: Target, is_difference: bool | None = None) -> str:
    """What a target allows: ``48 to 52 %``, ``at least 30``, ``equal within 1 point``."""
    apart = target.goal.is_difference if is_difference is None else is_difference
    unit = unit_of(target.goal.measure)
    if target.goal.terms[0].equal:
        size = unit.spelled(short(unit.scale * target.high))
        return f"equal within {size}"
    low, high = (short(unit.scale * end, 6) for end in (target.low, target.high))
    sign = unit.percentage_points if apart else unit.sign
    if target.low == target.high:
        return f"{low}{sign}"
    if math.isinf(target.low):
        return f"at most {high}{sign}"
    if math.isinf(target.high):
        return f"at least {low}{sign}"
    return f"{low} to {high}{sign}"


def fixed_rules(rules: Rules, besides: Iterable[str] = ()) -> str:
    """The rules that are not the usual ones, for a caption: ``Rules: players=3, hand=6.``, or "".

    The options ``besides`` are left out; the caption's table has them.
    """
    usual = rules.game.option("players").default
    told = {*rules.changed_options(), *(["players"] if rules["players"] != usual else [])}
    labels = {name: rules.label(name) for name in rules.values if name in told - {*besides}}
    return f"Rules: {options_text(labels)}." if labels else ""


def sign(goal: Goal) -> str:
    """What stands behind a value in a table: `` %``, `` % points``, or nothing."""
    unit = unit_of(goal.measure)
    return unit.points if goal.is_difference else unit.sign


def named(goal: Goal) -> str:
    """A goal in the middle of a sentence: ``the win rate of careful``, ``the median of points``."""
    first = goal.terms[0]
    text = f"{_part(first)}{quantity(first.measure)}{_who(first)}"
    if len(goal.terms) > 1:
        text += f" minus that{_who(goal.terms[1])}"
    return text


def _part(term: Term) -> str:
    if term.part is None:
        return ""
    name = part_name(term.part)
    return f"the {name} of " if name == "median" else f"the {name[1:]} % quantile of "


def _who(term: Term) -> str:
    who = f" of {term.strategy}" if term.strategy else ""
    who += f" against {term.against}" if term.against else ""
    return who + (f" of seat {term.seat + 1}" if term.seat is not None else "")


def value(goal: Goal, found: list[Interval], rules: Rules) -> str:
    """What a setting has: ``about 49 %``; of seats who is how far from an equal share."""
    rate = goal.measure.is_rate
    if not goal.terms[0].equal:
        return _size(goal, found[0]) if goal.is_difference else about_or_between(found[0], rate)
    seat = farthest_seat(found)
    far = found[seat]
    more = "more" if far.estimate > 0 else "less"
    who = seats(goal, seat, rules)
    has = "have" if who.startswith("seats") else "has"
    return f"{who} {has} {_size(goal, far)} {more} than an equal share"


def seats(goal: Goal, seat: int, rules: Rules) -> str:
    """Whose value is meant: ``seat 1``; where partners have the same, ``seats 1 and 3``."""
    return side_of(seat, rules) if goal.measure.is_of_sides else f"seat {nth(seat)}"


def fields(name: str, goal: Goal, found: list[Interval], rules: Rules) -> dict[str, Any]:
    """The fields of a row: m, m_low, m_high; of seats those of the farthest, and m_farthest."""
    seat = farthest_seat(found)
    who = seats(goal, seat, rules) if goal.terms[0].equal else ""
    return {**ends(name, found[seat]), f"{name}_farthest": who}


def written(row: Mapping[str, Any], name: str, rate: bool, sign: str) -> str:
    """What `fields` has, for people: ``58 % (54 to 62)``, ``seat 3: -2.1 % points (-4 to 0)``."""
    who = row[f"{name}_farthest"]
    return (f"{who}: " if who else "") + between(interval_in(row, name), rate, sign)


def _size(goal: Goal, one: Interval) -> str:
    """The size of a difference with its unit."""
    unit = unit_of(goal.measure)
    return unit.spelled(unit.amount(Interval(abs(one.estimate), one.low, one.high)))
