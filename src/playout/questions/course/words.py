"""The course of games in words: where it begins, how far it comes, and when games end."""

from __future__ import annotations

from playout.engine.game.game import line_up
from playout.engine.play.courses import has_turns
from playout.questions.course.found import HALF, Found
from playout.report.estimates import LEVEL, STAY_VALID, about_or_between, part_of
from playout.report.words import (
    by_default,
    head,
    is_plural,
    listed,
    quantity,
    setting,
    several,
    spelled,
    took,
)
from playout.stats.intervals import Interval

ONE_GAME = "One game cannot show the average"


def sentence(found: Found) -> str:
    """The measure at first, half-way and at the end; or between rivals, who leads by how much."""
    asked, games = found.asked, found.games
    who = f"{setting(asked.rules)}, {line_up(asked.players)}"
    if not games:
        return f"{who}: no finished games yet."
    half, alone = found.length(HALF), games == 1
    middle = max(1, (found.last if half is None else half) // 2)
    middle = min(middle, found.last)
    what = _lead(found, middle) if found.leads is not None else _measure(found, middle)
    until = ""
    if half is not None and alone:
        until = f" It was over after {several(half, asked.step)}. {ONE_GAME}."
    elif half is not None:
        until = f" Half of these {games:,} games ended by {asked.step} {half:,}."
    return f"{who}: {'in the only game ' if alone else ''}{what}.{until}"


def _lead(found: Found, step: int) -> str:
    """How far the leader is ahead after a step, and how often the lead changes."""
    assert found.leads is not None
    asked, alone, (lead, _, often) = found.asked, found.games == 1, found.leads
    name = f" {head(asked.measure.name)}" if is_plural(asked.measure) else ""
    ahead, changes = found.interval(lead, step, found.lead), found.changes(often)
    if alone:
        ahead, changes = Interval.exact(ahead.estimate), Interval.exact(changes.estimate)
    size = about_or_between(ahead, found.lead.is_rate)
    times = spelled(about_or_between(changes, rate=False), " times")
    is_, change, each = ("was", "changed", "") if alone else ("is", "changes", " per game")
    return (
        f"{_after(found, step)} the leader {is_} {size}{name} ahead, and the lead {change} "
        f"{times}{each}"
    )


def _measure(found: Found, middle: int) -> str:
    """The measure at the start, unless it is 0 for all, half-way and at the end."""
    measure, alone = found.asked.measure, found.games == 1
    over = sum(one.n for one in found.counted.parts[0].ended) == found.games
    at = {0: "at the start", middle: _after(found, middle)}
    at[found.last] = "at the end" if over else _after(found, found.last, middle not in at)
    if found.interval(found.seats[0], 0) == Interval.exact(0.0):
        del at[0]
    whose = f" of {found.name_of(0)}" if measure.per_seat else ""
    is_ = "was" if alone else "is" if measure.is_rate else "is on average"
    parts = [f"{_amount(found, step)} {when}" for step, when in at.items()]
    return f"{quantity(measure)}{whose} {is_} {listed(parts)}"


def _after(found: Found, step: int, is_first: bool = True) -> str:
    """A step: ``after 9 turns (of both players together)``."""
    seats, whose = len(found.asked.players), ""
    if is_first and seats > 1 and found.asked.by in ("turn", "move"):
        whose = f" ({'both' if seats == 2 else f'all {seats}'} players together)"
    return f"after {several(step, found.asked.step)}{whose}"


def _amount(found: Found, step: int) -> str:
    """The measure after a step; a chance that none, or all, of the games have as it was seen."""
    interval, rate = found.interval(found.seats[0], step), found.asked.measure.is_rate
    if found.games == 1 or not rate or interval.estimate not in (0, 1):
        interval = Interval.exact(interval.estimate) if found.games == 1 else interval
        return about_or_between(interval, rate)
    return f"{interval.estimate:.0%}".replace("%", " %") + f" ({part_of(interval, found.games)})"


def caption(found: Found) -> str:
    """How the numbers are to be read, and how much was played."""
    asked = found.asked
    anytime = f" {STAY_VALID}" if found.how == "anytime" else ""
    step, changes = asked.step, ""
    if found.leads is not None:
        changes = (
            " Lead changes: in what part of the games still going another player takes the lead in "
            f"this {step}."
        )
    text = (
        f"In brackets: {100 * LEVEL:g} % intervals{anytime}, for each {step} separately. "
        f"{several(found.games, 'game')}{took(found.seconds)}; seed {asked.seed}."
        f"\nStill going: games that reach this {step}.{changes} All other columns are about all "
        "games; a game that is over keeps its last value."
    )
    if asked.by == "turn" and not has_turns(asked.rules):
        text += "\nThe rules do not say where a turn ends, so with one player each move is one."
    return text + by_default(asked.players, asked.rules)
