"""Pig: its rules.

A player rolls a die as often as wanted.  Each roll adds to the points of the turn; a 1 loses them
and ends the turn, to hold keeps them and ends it.  Whoever reaches the goal by holding has won; a
player alone counts the turns until then.  Source: John Scarne, Scarne on Dice (1945); Neller and
Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25 (2004).

A turn begins with a roll.  Nothing else would end a game in which nobody ever holds, so there is a
last turn; after it the most points win, and equals share.

A move is ROLL or HOLD.  Roll k of a game is word k of the deal's stream, whoever rolls.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.game import open_information as parts
from playout.engine.native.jit import jit
from playout.kits.dice import throw_one

SEATS = 8
ROLL, HOLD = 0, 1  # the two moves: to roll the die, and to hold
MOST_LEGAL = 2
MOST_GOAL = 1000
MOST_FELT = 1000  # a last turn that comes later is as good as none

STATE = np.dtype(
    [
        ("scores", np.int64, (SEATS,)),  # points that each seat has kept
        ("turn_total", np.int64),  # points of this turn, not yet kept
        ("die", np.int64),  # the last roll, 1 .. 6; 0 before the first
        ("player", np.int64),  # the seat whose turn it is
        ("turns", np.int64),  # turns of all players that have ended
        ("throws", np.int64),  # rolls of all players
    ],
    align=True,
)
VIEW = parts.open_view(STATE, "players", "goal", "most_turns")
introduce, observe, determinize = parts.introduce, parts.observe, parts.determinize


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Begin with no points; seat 0 rolls first."""
    state.scores[:] = 0
    state.turn_total = 0
    state.die = 0
    state.player = 0
    state.turns = 0
    state.throws = 0


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether the player of the last turn has reached the goal, or it was the last turn of all."""
    last = (state.player if state.player > 0 else rules.players) - 1
    return state.scores[last] >= rules.goal or state.turns >= rules.most_turns


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose turn it is."""
    return state.player


@jit(inline=True)
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player to move may make this move: to hold takes points."""
    return move == ROLL or (move == HOLD and state.turn_total > 0)


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write the moves of the player to move; returns how many they are."""
    out[0] = ROLL
    if state.turn_total == 0:
        return 1
    out[1] = HOLD
    return 2


@jit(inline=True)
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a legal move."""
    if move == ROLL:
        state.die = throw_one(stream)
        state.throws += 1
        if state.die > 1:
            state.turn_total += state.die
            return
    else:
        state.scores[state.player] += state.turn_total
    state.turn_total = 0
    state.turns += 1
    state.player = state.player + 1 if state.player + 1 < rules.players else 0


@jit(inline=True)
def ends_turn(state: Any, rules: Any) -> bool:
    """Whether the last move has ended a turn: the player to move has no points of this turn yet."""
    return state.turn_total == 0


@jit
def forget(state: Any, rules: Any) -> None:
    """Set to zero what only counts or shows; of the turns only if the last one is far away.

    A turn that has brought enough to win is as good as any that has brought more.
    """
    state.turn_total = min(state.turn_total, max(rules.goal - state.scores[state.player], 0))
    state.die = 0
    state.throws = 0
    if rules.most_turns >= MOST_FELT:
        state.turns = 0


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: for each seat its share of the win and its points; turns, throws."""
    parts.share_win(state.scores, rules.players, outcome)
    for seat in range(rules.players):
        outcome[SEATS + seat] = state.scores[seat]
    outcome[2 * SEATS] = state.turns
    outcome[2 * SEATS + 1] = state.throws
