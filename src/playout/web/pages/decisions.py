"""The page of a decision of a reviewed game: its position, a try of one's own, the answer."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from playout.engine.game.drawings import NamedSeat
from playout.engine.match.decisions import Dealt, play_one
from playout.engine.match.match import Match
from playout.engine.match.told import seat_picture
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.questions.judged import quoted
from playout.questions.review.found import Judged
from playout.questions.review.side import cost_in_words
from playout.report.words import between, head, several
from playout.web.fragments import interval_bar
from playout.web.pages.review_view import (
    answer_of,
    marked_picture,
    match_after,
    names_of,
    setting_of_run,
)
from playout.web.pages.templates import page, to
from playout.web.settings import PEOPLE, PERSON
from playout.web.store.runs import Run
from playout.web.store.server_state import RunAt, Server, ServerState
from playout.web.store.tables import widths

BEST = 5  # moves that are shown of a decision

router = APIRouter(include_in_schema=False)


@router.get("/review/{key}/turn/{turn}")
def decision(server: Server, run: RunAt, turn: int, tried: str = "") -> Response:
    """The position of a decision; the values of its moves are shown on request.

    ``tried`` is the move of somebody who has decided again: then they are shown at once.
    """
    one = _decision(server, run, turn)
    asked, made = one.asked, one.decision
    match, k = match_after(asked, made.number), _number_of(one, tried)
    names = names_of(run, asked)

    def drawn(kinds: set[str]) -> list[str]:
        return widths(
            lambda width: marked_picture(
                seat_picture(match, NamedSeat(made.seat, names), width), one, kinds, k
            )
        )

    return page(
        "decision.html",
        run=run,
        title=asked.game.title,
        turn=turn,
        who=names[made.seat],
        pictures=drawn({"made"}),
        solved=drawn({"made", "best", "tried"}),
        tried=None if k is None else one.name(k),
        verdict="" if k is None else _verdict(one, k, match),
        chance=interval_bar(one.value(one.own_column), asked),
        reviewer=asked.reviewer.reference,
        measure=head(asked.measure.name),
        moves=_shown(one, k),
        sentence=_in_the_game(one, names[made.seat]),
    )


def _in_the_game(one: Judged, who: str) -> str:
    """What was played in the game, and what was better."""
    made, best = (quoted(one.name(k)) for k in (one.decision.made, one.best))
    if one.decision.made == one.best:
        return f"In the game {who} played {made}, the best move found."
    better = "is" if one.is_mistake else "may be"
    return f"In the game {who} played {made}; {best} {better} {cost_in_words(one)} better."


def _continued(one: Judged, tried: int, match: Match) -> str:
    """The move that makes the best move of a try, in the same turn: ``stop``; "" if none does."""
    here = match.position
    after = [_after(one, here, one.decision.moves[k]) for k in (tried, one.best)]
    if after[0].is_over or after[0].seat != one.seat:
        return ""
    for move in after[0].legal_moves():
        if _after(one, after[0].position, move).position == after[1].position:
            return str(one.asked.move(move))
    return ""


def _after(one: Judged, position: str, move: int) -> Match:
    """The game after a move from a position."""
    match = Dealt(one.asked.seed, 0, start=position).begun(one.asked.rules, ())
    match.play(move)
    return match


def _compared(one: Judged, tried: int | None) -> list[int]:
    """The best moves, the move made, and the one that was tried."""
    made = one.decision.made
    return list(dict.fromkeys([*one.order[:BEST], made, made if tried is None else tried]))


def _shown(one: Judged, tried: int | None) -> list[dict[str, Any]]:
    """The moves that are compared, with bars: of chances from 0 to 100 %, else side by side."""
    asked, every = one.asked, _compared(one, tried)
    values = {k: one.value(k) for k in every}
    low, top = asked.ends
    if not asked.measure.is_rate:
        low = min(value.low for value in values.values())
        top = max(value.high for value in values.values())
    return [
        {
            **interval_bar(value, asked, (low, top)),
            "move": one.name(k),
            "value": between(value, asked.measure.is_rate),
            "notes": [
                *["best found"] * (k == one.best),
                *["played"] * (k == one.decision.made),
                *["your try"] * (k == tried),
            ],
        }
        for k, value in values.items()
    ]


def _number_of(one: Judged, text: str) -> int | None:
    """The number of a move among those of the decision; None for any other text."""
    with suppress(PlayoutError):
        code = one.asked.game.drawing.parse_move(text)
        moves, same = one.decision.moves, dict(one.decision.others)
        return moves.index(code) if code in moves else same.get(code)
    return None


def _verdict(one: Judged, tried: int, match: Match) -> str:
    """What a try was worth: ``You tried 47 on pile 3. Right: that is the best move found.``"""
    asked, name = one.asked, quoted(one.name(tried))
    best = one.difference(one.best, tried)
    if tried == one.best or not any(best):
        return f"You tried {name}. Right: that is the best move found."
    if then := _continued(one, tried, match):
        return f"You tried {name}. Right: that, and then {quoted(then)}, is the best move found."
    size, both = asked.unit.apart(best, one.sign)
    both = "" if asked.exact is not None else f" {both}"
    is_clear = best.is_clear
    may = "is" if is_clear else "may be"
    again = f"the same move as in the game; {quoted(one.name(one.best))}"
    better = again if tried == one.decision.made else quoted(one.name(one.best))
    return f"You tried {name}: {better} {may} {asked.unit.spelled(size)}{both} better."


def _decision(server: ServerState, run: Run, turn: int) -> Judged:
    """The decision after this many moves; PlayoutError if there was none."""
    answer = answer_of(server, run)
    judged = [] if answer is None else answer.found.judged
    one = next((one for one in judged if one.decision.number == turn), None)
    if one is None:
        raise PlayoutError(f"after {several(turn, 'move')} this game has no decision")
    return one


@router.post("/review/{key}/turn/{turn}/try")
def try_again(request: Request, server: Server, run: RunAt, turn: int) -> Response:
    """Make a table on which a person decides again and plays on."""
    one = _decision(server, run, turn)
    asked, setting = one.asked, setting_of_run(run, one.asked)
    seats = list(setting.seats)
    if setting.friends:  # who are not invited: the strategy that judges plays on in their place
        seats = [asked.reviewer.reference if who in PEOPLE else who for who in seats]
    seats[one.decision.seat] = PERSON
    named = zip(setting.names, seats, strict=False)
    names = tuple(name if who in PEOPLE else "" for name, who in named)
    moves = tuple(asked.move(move) for move in asked.moves[:turn])
    solution = f"/review/{run.key}/turn/{turn}"
    again = replace(
        setting, seats=tuple(seats), moves=moves, solution=solution, seen=True, names=names
    )
    return to(request, f"/table/{server.tables.lay_soon(again)}")


@router.get("/review/{key}/turn/{turn}/both")
def both(server: Server, run: RunAt, turn: int) -> Response:
    """How the game goes on after the move made and after the best move, with the same luck."""
    one = _decision(server, run, turn)
    made = one.decision.made
    ways = dict.fromkeys([made, one.best])
    return page("both.html", ways=[_way(one, k, k == made) for k in ways])


def _way(one: Judged, k: int, made: bool) -> dict[str, Any]:
    """A move, and the game that follows if the reviewer plays on everywhere."""
    asked, move = one.asked, one.decision.moves[k]
    match = match_after(asked, one.decision.number, reviewer=True)
    seats = [match.seat]
    match.play(move)
    while not match.is_over:
        seats.append(match.seat)
        play_one(match)
    lines = [match.format_move(code) for code in match.moves[one.decision.number :]]
    return {
        "made": made,
        "move": one.name(k),
        "lines": list(zip(seats, lines, strict=True)),
        "measure": head(asked.measure.name),
        "result": _result(match.outcome()[asked.measure.name]),
        "picture": match._repr_svg_(),
    }


def _result(value: Any) -> str:
    """The value of a measure, or of each seat: ``1 for seat 1, 0 for seat 2``."""
    if not isinstance(value, list):
        return f"{value:g}" if isinstance(value, float) else str(value)
    return ", ".join(f"{_result(one)} for seat {nth(seat)}" for seat, one in enumerate(value))
