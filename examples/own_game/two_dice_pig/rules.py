"""Pig with two dice: its rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout import author
from playout.author import jit, throw

SEATS = 8
ROLL, HOLD = 0, 1
MOST_LEGAL = 2

STATE = np.dtype(
    [
        ("scores", np.int64, (SEATS,)),  # points that each seat has kept
        ("turn_total", np.int64),  # points of this turn, not yet kept
        ("dice", np.int64, (2,)),  # the last roll; zeros before the first
        ("player", np.int64),  # the seat whose turn it is
        ("turns", np.int64),  # turns of all players that have ended
    ],
    align=True,
)
VIEW = author.open_view(STATE, "goal")  # nothing is hidden
introduce, observe, determinize = author.introduce, author.observe, author.determinize


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Begin with no points."""
    state.scores[:] = 0
    state.turn_total = 0
    state.dice[:] = 0
    state.player = 0
    state.turns = 0


@jit
def is_over(state: Any, rules: Any) -> bool:
    """Whether somebody has reached the goal, or it was the last turn."""
    return state.scores.max() >= rules.goal or state.turns >= rules.most_turns


@jit
def actor(state: Any, rules: Any) -> int:
    """The seat whose turn it is."""
    return state.player


@jit
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player to move may make this move: to hold takes points."""
    return move == ROLL or (move == HOLD and state.turn_total > 0)


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write the moves of the player to move; returns how many they are."""
    out[0], out[1] = ROLL, HOLD
    return 2 if state.turn_total > 0 else 1


@jit
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a legal move: both dice are one word of the stream."""
    if move == ROLL:
        throw(stream, 2, state.dice)
        ones = (state.dice[0] == 1) + (state.dice[1] == 1)
        if ones == 0:
            state.turn_total += state.dice[0] + state.dice[1]
            return
        if ones == 2:
            state.scores[state.player] = 0
    else:
        state.scores[state.player] += state.turn_total
    state.turn_total = 0
    state.turns += 1
    state.player = (state.player + 1) % rules.players


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: for each seat its share of the win; turns."""
    author.share_win(state.scores, rules.players, outcome)
    outcome[SEATS] = state.turns
