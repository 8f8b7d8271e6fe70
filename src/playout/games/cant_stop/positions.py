"""Positions of Can't Stop as text: the fields of the state that do not follow from others.

    steps=0,0,0,2,0,1/0,0,1 runners=0,0,0,3 dice=1,2,5,6 turn=4 thrown=2 throws=9

Each list begins with columns 0 and 1, which do not exist.  Without dice they are thrown.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.records import new_record
from playout.engine.play.positions import check_fields, format_fields, parse_fields
from playout.engine.words.errors import PlayoutError
from playout.games.cant_stop.rules import (
    HIGH,
    LENGTHS,
    LOW,
    NOBODY,
    RUNNERS,
    make_room,
    throw_dice,
)
from playout.games.dice.throws import FACES

_WRITTEN = ("steps", "runners", "dice", "turn", "thrown", "throws", "busts", "lost")
_MOST_THROWS = 36  # of a turn: each is a step at least, and three columns have 35


def format_position(state: Any, rules: Any) -> str:
    """A position as a line of text."""
    kept = new_record(state.dtype)
    for name in _WRITTEN:
        kept[name] = state[name]
    return format_fields(kept)


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of such a text; PlayoutError, one sentence, for one that cannot be.

    What follows from other fields may be written too, if it is right.
    """
    parse_fields(text, state)
    is_thrown = state.dice.any()
    if not is_thrown:
        state.dice[:] = 1
    _complete(state, rules)
    if not is_thrown and state.winner == NOBODY:
        throw_dice(state, rules, stream)


def _complete(state: Any, rules: Any) -> None:
    """Fill in what follows from steps, runners and turns; PlayoutError for what cannot be."""
    players = int(rules.players)
    check_fields(state, turn=(0, int(rules.most_turns)))
    _follows(state, "player", state.turn % players)
    steps = state.steps[:players]
    for column in range(HIGH + 1):
        own = steps[:, column].tolist()
        top = int(LENGTHS[column]) if column >= LOW else 0
        if min(own) < 0 or max(own) > top or state.steps[players:, column].any():
            raise PlayoutError(f"steps in column {column}: a number from 0 to {top} for each seat")
        if top and top in own and sum(own) > top:
            raise PlayoutError(f"steps: column {column} is finished, so only one seat is in it")
    tops = (steps == LENGTHS) & (LENGTHS > 0)
    _follows(state, "closed", tops.any(axis=0))
    columns = np.zeros(len(state.columns), np.int64)
    columns[:players] = tops.sum(axis=1)
    _follows(state, "columns", columns)
    winners = np.flatnonzero(columns >= rules.columns_to_win)
    if len(winners) > 1 or columns.max() > rules.columns_to_win + 1:
        raise PlayoutError(f"steps: nobody can finish so many columns ({columns.tolist()})")
    _follows(state, "winner", winners[0] if len(winners) else NOBODY)
    _check_turn(state, rules)
    make_room(state)


def _follows(state: Any, name: str, value: Any) -> None:
    """Write a field that follows from others; PlayoutError if it was given and is not so."""
    given = np.array(state[name])
    if given.any() and (given != value).any():
        raise PlayoutError(
            f"{name}: {np.array(value, np.int64).tolist()} follows from steps, runners and turn"
        )
    state[name] = value


def _check_turn(state: Any, rules: Any) -> None:
    """Raise PlayoutError for runners, dice and counts that cannot be; write the runners left."""
    is_over = state.winner != NOBODY or state.turn >= rules.most_turns
    placed = np.flatnonzero(state.runners).tolist()
    if len(placed) > (0 if is_over else RUNNERS):
        raise PlayoutError(f"runners: {len(placed)} are too many")
    for column in placed:
        own = state.steps[state.player, column]
        if state.closed[column] or not own < state.runners[column] <= LENGTHS[column]:
            raise PlayoutError(
                f"runners in column {column}: {own + 1} to {LENGTHS[column]} in an open column"
            )
    _follows(state, "free", RUNNERS - len(placed))
    for name in ("dice", "lost"):
        dice = state[name].tolist()
        if not all(1 <= face <= FACES for face in dice) and (name == "dice" or any(dice)):
            raise PlayoutError(f"{name} = {dice}: four numbers from 1 to {FACES} are needed")
    if not 0 <= state.thrown <= min(state.throws, _MOST_THROWS):
        raise PlayoutError(f"thrown = {state.thrown}, throws = {state.throws}: too many or too few")
    if state.throws > _MOST_THROWS * (state.turn + 1):
        raise PlayoutError(f"throws = {state.throws}: too many for turn {state.turn + 1}")
    busts = state.busts
    if busts.min() < 0 or busts[rules.players :].any() or busts.sum() > state.turn:
        raise PlayoutError(f"busts = {busts.tolist()}: more than turns that have ended")
