"""Snakes and ladders: its rules.

All tokens start beside the board, on square 0.  In turn each player throws a die and moves the own
token so many squares.  Whose throw ends where a jump begins goes to its other end: up a ladder or
down a snake; where the next jump begins there, it takes that too.  Who comes to the last square
first has won.  A throw beyond it is lost (the token stays), or wins: the option `overshoot`.  A
throw may also be the sum of several dice, and these may have other sides than six.

There is one move, THROW.  Throw k of a game is word k of the stream of its deal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.game import open_information as parts
from playout.engine.game.game import SHARE
from playout.engine.native.jit import jit
from playout.kits.dice import throw_sum

SEATS = 6  # most players
DICE = 6  # most dice of a throw
THROW = 0  # the only move
MOST_LEGAL = 1  # moves in one position, at most

STATE = np.dtype(
    [
        ("squares", np.int64, (SEATS,)),  # where each token stands: 0 .. last square
        ("die", np.int64),  # the last throw, the sum of its dice; 0 before the first
        ("player", np.int64),  # whose turn it is; at the end who has won
        ("throws", np.int64),  # throws made, by all players
    ],
    align=True,
)
VIEW = parts.open_view(STATE, "players")
introduce, observe, determinize = parts.introduce, parts.observe, parts.determinize


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Put all tokens beside the board."""
    for seat in range(SEATS):
        state.squares[seat] = 0
    state.player = 0
    state.throws = 0
    state.die = 0


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether somebody has won."""
    return state.squares[state.player] == rules.board[0]


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose move it is."""
    return state.player


@jit(inline=True)
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether a number is the only move."""
    return move == THROW


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write the only move; returns 1."""
    out[0] = THROW
    return 1


@jit(inline=True)
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Throw, and move the token of the player; the next player is to move unless it has won."""
    player, last = state.player, rules.board[0]
    state.die = throw_sum(stream, rules.dice, rules.sides)
    square = state.squares[player] + state.die
    if square > last and rules.overshoot == 1:
        square = last
    if square <= last:
        state.squares[player] = rules.board[square]
    state.throws += 1
    if state.squares[player] != last:
        state.player = player + 1 if player + 1 < rules.players else 0


@jit
def forget(state: Any, rules: Any) -> None:
    """Forget the last throw; the throws are those of this round, the rounds before only count."""
    state.die = 0
    state.throws %= rules.players


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: throws, rounds, and who has won."""
    outcome[0] = state.throws
    outcome[1] = (state.throws + rules.players - 1) // rules.players
    for seat in range(rules.players):
        outcome[2 + seat] = SHARE if state.squares[seat] == rules.board[0] else 0
