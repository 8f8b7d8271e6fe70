"""The caption of the table of a course."""

from __future__ import annotations

from playout.engine.play.courses import has_turns
from playout.questions.course.found import Found
from playout.report.estimates import LEVEL, STAY_VALID
from playout.report.words import by_default, several, took


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
        text += f"\nThe rules do not say where a turn ends, so with one player {step}s are counted."
    return text + by_default(asked.players, asked.rules)
