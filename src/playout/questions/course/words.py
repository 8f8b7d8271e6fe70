"""The course of games in words: where it begins, how far it comes, and when games end."""

from __future__ import annotations

from playout.engine.game.game import line_up
from playout.engine.play.courses import has_turns
from playout.questions.course.found import HALF, Found
from playout.report.estimates import FEW, LEVEL, STAY_VALID, about_or_between, part_of
from playout.report.words import (
    about,
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

ONLY = "in the only game "
ONE_GAME = "One game cannot show what is usual"


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
    if half is not None:
        ended = found.ended_by(half)
        many = "Half" if 2 * ended == games or games > FEW else f"{ended}"
        until = f" {many} of these {games:,} games ended by {asked.step} {half:,}."
    if half is not None and alone:
        until = f" It was over after {several(half, asked.step)}. {ONE_GAME}."
    return f"{who}: {what}.{until}"


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
    only, is_, change, each = "", "is", "changes", " per game"
    if alone:
        only, is_, change, each = ONLY, "was", "changed", ""
    first = f"{only}{_after(found, step)} the leader {is_} {size}{name} ahead"
    return f"{first}, and the lead {change} {times}{each}"


def _measure(found: Found, middle: int) -> str:
    """The measure at the start, unless it is 0 for all, half-way and at the end."""
    measure, alone = found.asked.measure, found.games == 1
    over = sum(one.n for one in found.counted.parts[0].ended) == found.games
    at = {0: "at the start", middle: _after(found, middle)}
    at[found.last] = "at the end" if over else _after(found, found.last, middle not in at)
    if found.interval(found.seats[0], 0) == Interval.exact(0.0):
        del at[0]
    whose = f" of {found.name_of(0)}" if measure.per_seat else ""
    if alone and measure.is_rate:  # the game was won, or not, at each of these steps
        did = "won" if measure.name == "win" else head(measure.name)
        each = [
            f"{did if _amount(found, k) == '100 %' else f'not {did}'} {when}"
            for k, when in at.items()
        ]
        return f"the only game was {listed(each)}"
    is_ = "was" if alone else "is" if measure.is_rate else "is on average"
    parts = [f"{_amount(found, step)} {when}" for step, when in at.items()]
    return f"{ONLY if alone else ''}{quantity(measure)}{whose} {is_} {listed(parts)}"


def _after(found: Found, step: int, is_first: bool = True) -> str:
    """A step: ``after 9 turns (of both players together)``."""
    seats, whose = len(found.asked.players), ""
    if is_first and seats > 1 and found.asked.by in ("turn", "move"):
        whose = f" ({'both' if seats == 2 else f'all {seats}'} players together)"
    return f"after {several(step, found.asked.step)}{whose}"


def _amount(found: Found, step: int) -> str:
    """The measure after a step; where all games are alike, as it was seen."""
    steps, rate, games = found.seats[0], found.asked.measure.is_rate, found.games
    interval, seen = found.interval(steps, step), steps.carried[step]
    if seen.minimum < seen.maximum:
        return about_or_between(interval, rate)
    value = about(Interval.exact(interval.estimate), rate)
    if games == 1 or interval.low == interval.high:
        return value
    return f"{value} ({part_of(Interval.exact(interval.estimate if rate else 1.0), games)})"


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
