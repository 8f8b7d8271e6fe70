"""The course of games in words: where it begins, how far it comes, and when games end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from playout.engine.game.game import line_up
from playout.engine.play.courses import has_turns
from playout.questions.course.found import BAND, HALF, Found
from playout.report.estimates import LEVEL, STAY_VALID
from playout.report.words import (
    about,
    by_default,
    exactly,
    listed,
    measured,
    setting,
    several,
    took,
)


def sentence(found: Found) -> str:
    """The measure at first, half-way and at the end; or between rivals, who leads by how much."""
    asked, games = found.asked, found.games
    who = f"{setting(asked.rules)}, {line_up(asked.players)}"
    if not games:
        return f"{who}: no game was played."
    half = found.length(HALF)
    until = f"half of the games end by {asked.step} {half:,}" if half is not None else ""
    middle = max(1, (found.last if half is None else half) // 2)
    middle = min(middle, found.last)
    if found.leads is not None:
        lead, _, often = found.leads
        ahead = about(found.interval(lead, middle, found.lead), found.lead.is_rate)
        times = exactly(round(often.here[0].mean, 1))
        after = several(middle, asked.step)
        first = f"after {after} the leader is ahead by {ahead}"
        text = f"{first}, and the lead changes {times} times a game"
    else:
        parts = [
            f"{_about(found, 0)} at first",
            f"{_about(found, middle)} after {several(middle, asked.step)}",
            f"{_about(found, found.last)} {_end(found)}",
        ]
        whose = f" of {found.name_of(0)}" if asked.measure.per_seat else ""
        average = "" if asked.measure.is_rate else " on average"
        text = f"{measured(asked.measure)}{whose}{average}: {listed(parts)}"
    return f"{who}: {'; '.join(part for part in (text, until) if part)}."


def _end(found: Found) -> str:
    """When the last values are: at the end of all games, or where no step is followed any more."""
    over = sum(one.n for one in found.counted.parts[0].ended) == found.games
    return "at the end" if over else f"after {several(found.last, found.asked.step)}"


def _about(found: Found, step: int) -> str:
    return about(found.interval(found.seats[0], step), found.asked.measure.is_rate)


def caption(found: Found, band: Sequence[Fraction] = BAND) -> str:
    """How the numbers are to be read, and how much was played."""
    asked = found.asked
    anytime = f" {STAY_VALID}" if found.how == "anytime" else ""
    step = asked.step
    text = (
        f"{100 * LEVEL:g} % intervals{anytime}, for each {step} alone; seed {asked.seed}; "
        f"{several(found.games, 'game')}{took(found.seconds)}"
    )
    low, high = (f"{float(100 * part):g}" for part in (band[0], band[-1]))
    band_text = f" and {low} to {high} %" if found.has_band else ""
    text += (
        f"\nrunning: games that have this {step}; means{band_text} are of all games: one that has "
        "ended keeps its last value"
    )
    if asked.by == "turn" and not has_turns(asked.rules):
        text += "\nThe rules do not say where a turn ends, so with one player each move is one."
    if found.leads is not None:
        text += (
            f"\nlead changes: how often after this {step} another player than before is ahead "
            "alone, of the games that have it"
        )
    return text + by_default(asked.players, asked.rules)
