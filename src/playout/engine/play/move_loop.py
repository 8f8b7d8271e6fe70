"""One move of a running game, as every loop makes it.

All seats speak, if the rules let them; the seat to move sees the position and chooses; an illegal
move stops the loop.  ``table.seat`` is then the seat, and ``table.move`` the move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from playout.engine.chance.rng import DEAL, SEAT
from playout.engine.game.game import Game
from playout.engine.game.plain_views import check_turn, shown, take_notes
from playout.engine.native.jit import jit
from playout.engine.play.code_templates import (
    actor,
    bound_to,
    follow,
    heed,
    is_legal,
    observe,
    play,
    show,
    speak,
)
from playout.engine.play.hints import hint_functions
from playout.engine.play.views import view_functions

NOBODY = -1  # instead of the seat to move, if a hint was not a word
ILLEGAL_MOVE = -(2**63)  # in place of a move; no game has it
FINISHED = -1  # a loop returns it if no strategy broke the rules


def _next_seat(talks: bool, hints: Any, state: Any, rules: Any, table: Any, row: Any) -> int:
    """Let all seats give hints, if a seat ``talks``; return the seat to move, or NOBODY.

    ``row[seat]`` is the player there, whose hint is ``hints[row[seat]]``.
    """
    if talks and not speak(hints, state, rules, table, row):
        return NOBODY
    seat = actor(state, rules)
    if not 0 <= seat < rules.players:
        raise IndexError("it is the turn of a seat that there is not")
    table.seat = seat
    return seat


def _ask(strategy: Any, state: Any, rules: Any, table: Any, seat: int) -> int:
    """The move that a strategy chooses for a seat; ILLEGAL_MOVE if that is not legal.

    Only an illegal move is written to the table: the compiler keeps the others in registers, which
    saves a tenth of the time of the fastest games.
    """
    show(state, rules, table, seat)
    move = strategy(table.views[seat], table.streams[SEAT + seat])
    if not is_legal(state, rules, move):
        table.move = move
        return ILLEGAL_MOVE
    return int(move)


def _ask_plain(strategy: Any, state: Any, rules: Any, table: Any, seat: int) -> int:
    """The same in plain Python.

    The strategy gets a view of its own, from which nothing leads to the state or to the table.
    """
    own = table.views[seat]
    view = shown(own, observe, state, rules, seat)
    check_turn(view)
    move: int = strategy(view, table.streams.records[SEAT + seat])
    if "notes" in view.__dict__:
        take_notes(own, view)
    if not is_legal(state, rules, move):
        table.move = move
        return ILLEGAL_MOVE
    return int(move)


def _make(state: Any, rules: Any, table: Any, move: Any) -> None:
    """Make a legal move, and bring the views up to date that follow the moves."""
    play(state, rules, move, table.streams[DEAL])
    follow(state, rules, table)
    table.moves += 1


def _make_plain(state: Any, rules: Any, table: Any, move: Any) -> None:
    """The same in plain Python, where views follow no moves, and each call counts."""
    play(state, rules, int(move), table.streams.records[DEAL])
    table.moves += 1


def _make_heeding(state: Any, rules: Any, table: Any, move: Any) -> None:
    """The same, if counters look at the notes of the seat that moves."""
    heed(state, table.views[actor(state, rules)])
    play(state, rules, move, table.streams[DEAL])
    follow(state, rules, table)
    table.moves += 1


@cache
def move_functions(
    game: Game, compiled: bool, hint: Callable[[Any, int], int] | None = None, tag: str = ""
) -> dict[str, Callable[..., Any]]:
    """Return the functions of this module, views.py and hints.py by their names in templates.

    ``hint`` and ``tag`` are as in :func:`~playout.engine.play.hints.hint_functions`.
    """
    names: dict[str, Any] = {
        **view_functions(game, compiled),
        **hint_functions(game, compiled, hint, tag),
    }
    own: Callable[..., Any] = jit(inline=True) if compiled else lambda function: function
    parts: dict[str, Callable[..., Any]] = {"next_seat": _next_seat, "ask": _ask, "make": _make}
    plays = {} if game.compiled else {"play": game.rules.source.play}
    if hasattr(game.rules, "heed"):
        parts["make"] = _make_heeding
        names["heed"] = game.rules.heed
    elif not game.compiled:
        parts["make"] = _make_plain
    if not game.compiled:
        parts["ask"] = _ask_plain
    return names | {
        name: own(bound_to(game, part, tag, **names, **plays)) for name, part in parts.items()
    }
