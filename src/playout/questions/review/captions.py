"""The caption of the table of a review."""

from __future__ import annotations

from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.questions.judged import by_default_players, tried
from playout.questions.review.asked import Asked
from playout.questions.review.found import Found
from playout.questions.review.words import is_among_others, is_win, judge_of
from playout.report.estimates import LEVEL, STAY_VALID
from playout.report.words import head, setting, took


def caption(found: Found) -> str:
    """How the game was judged, and what the columns mean."""
    asked = found.asked
    who = line_up(asked.players) if asked.players else "moves from a file"
    game = f"game {asked.number} of seed {asked.seed}"
    if asked.start is not None:
        game = f"from a position; seed {asked.seed}"
    games, judge = sum(one.games * len(one.chosen) for one in found.counted), judge_of(asked)
    whose = "the chance of the seat that moves, " if asked.others(0) and is_win(asked) else ""
    up_to = "" if found.complete else "up to "
    plays_on = (
        f"{judge} plays on in {up_to}{asked.simulated(asked.worlds)} per decision, {games:,} games"
        f"{took(found.seconds)}"
    )
    trying, brackets = f"{tried(asked, 'the player')} ", f"{_intervals(found)}\n"
    if asked.exact is not None:
        plays_on = f"exact values if {judge} plays on; nothing is simulated"
        trying = brackets = ""
    return (
        f"{setting(asked.rules)}, {who}; {game}; {plays_on}.\n"
        f"{trying}after: moves made before; {head(asked.measure.name)}: "
        f"{whose}before the move, if {judge} plays on; cost: compared with the best move found; "
        f"perhaps: not clearly better. {_decisions(asked)}\n"
        f"{brackets}{_columns(asked)}"
        f"{by_default_players(asked)}"
    )


def _intervals(found: Found) -> str:
    """What the intervals promise: those of sums hold for a number that is fixed beforehand."""
    asked = found.asked
    sums = "skill, others and luck" if asked.others(0) else "skill and luck"
    fixed = f"{asked.simulated(asked.worlds)} per decision, fixed beforehand"
    sums = f"those of {sums} hold for {fixed}"
    early = "" if found.complete else ", and the review stopped before: read them as rough"
    return (
        f"In brackets: {100 * LEVEL:g} % intervals. Those of values and costs "
        f"{STAY_VALID.removeprefix('that ')}; those of costs hold for all moves of all decisions "
        f"at once, so they are wider; {sums}{early}."
    )


def _decisions(asked: Asked) -> str:
    """How many moves were decisions."""
    whose = "" if asked.seat is None else f" of seat {nth(asked.seat)}"
    some, every = len(asked.decisions), len(asked.moves)
    share = f"all {every:,}" if some == every else f"{some:,} of the {every:,}"
    return f"Decisions are moves{whose} with a choice: {share} moves of the game."


def _columns(asked: Asked) -> str:
    """What the parts of the result are."""
    rivals, alone = bool(asked.others(0)), is_among_others(asked)
    whose = "the seat's own" if rivals or alone else "the"
    others = "; others: the same of the other seats' moves" if rivals else ""
    rest = " and the moves of the other seats" if alone else ""
    first = "the seat's first decision" if alone else "the first decision"
    first += " of the game" if rivals else ""
    first = "anything is dealt, tossed or thrown" if asked.is_from_start else first
    bad = " An effect above 0 is bad." if asked.measure.wanted == "lowest" else ""
    return (
        f"start + skill + {'others + ' if rivals else ''}luck = result. start: before {first}; "
        f"skill: effect of {whose} moves, compared with those "
        f"of {judge_of(asked)}{others}; luck: the rest{rest}.{bad}"
    )
