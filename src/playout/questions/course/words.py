"""The course of games in words: where it begins, how far it comes, and when games end."""

from __future__ import annotations

from playout.engine.game.game import line_up
from playout.engine.play.courses import has_turns
from playout.questions.course.found import HALF, Found
from playout.report.estimates import LEVEL, STAY_VALID
from playout.report.words import (
    ABOUT,
    about,
    by_default,
    exactly,
    head,
    is_plural,
    listed,
    quantity,
    setting,
    several,
    spelled,
    took,
)


def sentence(found: Found) -> str:
    """The measure at first, half-way and at the end; or between rivals, who leads by how much."""
    asked, games = found.asked, found.games
    who = f"{setting(asked.rules)}, {line_up(asked.players)}"
    if not games:
        return f"{who}: no finished games yet."
    half, alone = found.length(HALF), games == 1
    until = f" Half of the games end by {asked.step} {half:,}." if half is not None else ""
    if half is not None and alone:
        until = f" It was over after {several(half, asked.step)}; one game says little."
    middle = max(1, (found.last if half is None else half) // 2)
    middle = min(middle, found.last)
    if found.leads is not None:
        lead, _, often = found.leads
        ahead = about(found.interval(lead, middle, found.lead), found.lead.is_rate)
        name = f" {head(asked.measure.name)}" if is_plural(asked.measure) else ""
        times = exactly(round(often.here[0].mean, 1))
        after = several(middle, asked.step)
        first = f"after {after} the leader {'was' if alone else 'is'} {ahead}{name} ahead"
        times = spelled(times if alone else f"{ABOUT}{times}", " times")
        text = f"{first}, and the lead {'changed' if alone else 'changes'} {times}"
        text = f"in the only game {text}" if alone else f"{text} per game"
    else:
        parts = [
            f"{_about(found, 0)} at the start",
            f"{_about(found, middle)} after {several(middle, asked.step)}",
            f"{_about(found, found.last)} {_end(found)}",
        ]
        whose = f" of {found.name_of(0)}" if asked.measure.per_seat else ""
        average = "" if asked.measure.is_rate else " on average"
        text = f"{quantity(asked.measure)}{whose} is{average} {listed(parts)}"
        if alone:
            seen = listed([part.removeprefix(ABOUT) for part in parts])
            text = f"in the only game {quantity(asked.measure)}{whose} was {seen}"
    return f"{who}: {text}.{until}"


def _end(found: Found) -> str:
    """When the last values are: at the end of all games, or where no step is followed any more."""
    over = sum(one.n for one in found.counted.parts[0].ended) == found.games
    return "at the end" if over else f"after {several(found.last, found.asked.step)}"


def _about(found: Found, step: int) -> str:
    return about(found.interval(found.seats[0], step), found.asked.measure.is_rate)


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
