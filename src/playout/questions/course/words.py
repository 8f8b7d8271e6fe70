"""The course of games in words: where it begins, how far it comes, and when games end."""

from __future__ import annotations

from playout.engine.game.game import line_up
from playout.engine.play.courses import has_turns
from playout.questions.course.found import HALF, Found
from playout.report.estimates import (
    FEW,
    LEVEL,
    STAY_VALID,
    about_or_between,
    is_wide,
    part_of,
    too_few,
)
from playout.report.words import (
    SOMEWHERE,
    about,
    by_default,
    capitalised,
    head,
    is_plural,
    listed,
    played_by,
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
    who = f"{setting(asked.rules)}{played_by(line_up(asked.players), asked.game)}"
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
    ahead, changes, rate = (
        found.interval(lead, step, found.lead),
        found.changes(often),
        found.lead.is_rate,
    )
    after = _after(found, step)
    ahead_of = "ahead of the other player" if len(asked.players) == 2 else "ahead of second place"
    if alone:
        size, times = (about(Interval.exact(one.estimate), rate) for one in (ahead, changes))
        times = spelled(times, " times")
        return f"{ONLY}{after} the leader was {size}{name} {ahead_of}, and the lead changed {times}"
    size = about_or_between(ahead, rate)
    times = spelled(about_or_between(changes, rate=False), " times")
    if is_wide(ahead, rate) or is_wide(changes, rate=False):
        return (
            f"{_too_few(found)}Whoever leads {after} is on average {size}{name} {ahead_of}. "
            f"On average the lead changes {times} per game"
        )
    first = f"whoever leads {after} is on average {size}{name} {ahead_of}"
    return f"{first}; the lead changes {times} per game"


def _too_few(found: Found) -> str:
    """A sentence that warns of few games, before what they show."""
    return f"{too_few(several(found.games, 'game'))} to say much. "


def _measure(found: Found, middle: int) -> str:
    """The measure at the start, unless it is 0 for all, half-way and at the end.

    Of one that counts the steps, as the length of a game, only the end says something.
    """
    measure, alone = found.asked.measure, found.games == 1
    over = sum(one.n for one in found.counted.parts[0].ended) == found.games
    last = "at the end" if over else _after(found, found.last, middle == found.last)
    at = {0: "at the start", middle: _after(found, middle), found.last: last}
    if found.interval(found.seats[0], 0) == Interval.exact(0.0):
        del at[0]
    if over and middle < found.last and _counts_steps(found, middle):
        lasts = spelled(_amount(found, found.last), f" {found.asked.step}s")
        if alone:
            return f"the only game lasted {lasts}"
        few = _too_few(found) if SOMEWHERE in lasts else ""
        return f"{few}{'A' if few else 'a'} game lasts {lasts} on average"
    whose = f" of {found.name_of(0)}" if measure.per_seat else ""
    if alone and measure.is_rate:  # the game was won, or not, at each of these steps
        did = "won" if measure.name == "win" else head(measure.name)
        each = [
            f"was {did} {when}"
            if _amount(found, k) == "100 %"
            else f"was not {'' if when == 'at the end' else 'yet '}{did} {when}"
            for k, when in at.items()
        ]
        return f"the only game {listed(each)}"
    largest = max(abs(found.interval(found.seats[0], k).estimate) for k in at)
    parts = [f"{_amount(found, step, largest)} {when}" for step, when in at.items()]
    what = f"{quantity(measure)}{whose}"
    if alone:
        return f"{ONLY}{what} was {listed(parts)}"
    average = what if measure.is_rate else what.replace("the ", "the average ", 1)
    told = f"{average} is {listed(parts)}"
    if SOMEWHERE in told:
        told = _too_few(found) + capitalised(told)
    counted = ""
    if not over and any(one.n for one in found.counted.parts[0].ended):
        counted = " (a game that is over keeps its last value)"
    return f"{told}{counted}"


def _counts_steps(found: Found, step: int) -> bool:
    """Whether the measure is the number of steps, in all games."""
    seen = found.seats[0].carried[step]
    return seen.minimum == seen.maximum == step


def _after(found: Found, step: int, is_first: bool = True) -> str:
    """A step: ``after 9 turns (of both players together)``."""
    seats, by, told = len(found.asked.players), found.asked.by, []
    if is_first and seats > 1 and by in ("turn", "move"):
        told.append(f"{'both' if seats == 2 else f'all {seats}'} players together")
    if is_first and by == "move" and hasattr(found.asked.game.rules, "ends_turn"):
        told.append("every decision is a move, also to stop")
    whose = f" ({'; '.join(told)})" if told else ""
    return f"after {several(step, found.asked.step)}{whose}"


def _amount(found: Found, step: int, largest: float = 0.0) -> str:
    """The measure after a step; where all games are alike, as it was seen.

    A mean is known well enough if its interval is small beside the ``largest`` of those told.
    """
    steps, rate, games = found.seats[0], found.asked.measure.is_rate, found.games
    interval, seen = found.interval(steps, step), steps.carried[step]
    if seen.minimum < seen.maximum:
        beside = Interval(largest, interval.low, interval.high)
        is_known = not rate and not is_wide(beside, rate)
        return about(interval, rate) if is_known else about_or_between(interval, rate)
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
    if found.ended_by(found.last) < found.games:
        text += f"\nGames are followed for {several(found.last, step)}; --steps changes that."
    if asked.by == "turn" and not has_turns(asked.rules):
        text += "\nThe rules do not say where a turn ends, so with one player each move is one."
    return text + by_default(asked.players, asked.rules)
