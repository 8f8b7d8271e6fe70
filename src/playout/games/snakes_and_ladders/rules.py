"""Snakes and ladders: its rules.

All tokens start beside the board, on square 0.  In turn everybody throws a die and moves the own
token so many squares.  Whose throw ends where a jump begins goes to its other end: up a ladder or
down a snake.  Who comes to the last square first has won.  A throw beyond it is lost (the token
stays), or wins: the option `overshoot`.

There is one move, THROW.  The die that it uses has been thrown already, so that everybody sees it:
throw k of a game is word k of the stream of its deal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.game import SHARE, view_dtype
from playout.engine.jit import jit
from playout.games.dice.throws import throw_one

SEATS = 6  # most players
THROW = 0  # the only move
MOST_LEGAL = 1  # moves in one position, at most

FIELDS = (
    ("squares", np.int64, (SEATS,)),  # where each token stands: 0 .. last square
    ("die", np.int64),  # the die of the next move, 1 .. 6
    ("player", np.int64),  # whose turn it is; at the end who has won
    ("throws", np.int64),  # throws made, by all players
)
STATE = np.dtype(list(FIELDS), align=True)
VIEW = view_dtype(("seat", np.int64), ("players", np.int64), *FIELDS)


@jit
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a seat's view what does not change during a game."""
    view.seat = seat
    view.players = rules.players


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Put all tokens beside the board, and throw the first die."""
    for seat in range(SEATS):
        state.squares[seat] = 0
    state.player = 0
    state.throws = 0
    state.die = throw_one(stream)


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether somebody has won."""
    return state.squares[state.player] == rules.board[0]


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose move it is."""
    return state.player


@jit(inline=True)
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Copy what a player may know: everything."""
    _copy(state, view, rules.players)


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of a view: nothing is hidden."""
    _copy(view, state, SEATS)


@jit(inline=True)
def _copy(source: Any, target: Any, seats: int) -> None:
    for seat in range(seats):
        target.squares[seat] = source.squares[seat]
    target.die = source.die
    target.player = source.player
    target.throws = source.throws


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
    """Move the token of the player by the die, and throw the next player's unless it has won."""
    player, last = state.player, rules.board[0]
    square = state.squares[player] + state.die
    if square > last and rules.overshoot == 1:
        square = last
    if square <= last:
        state.squares[player] = rules.board[square]
    state.throws += 1
    if state.squares[player] != last:
        state.player = player + 1 if player + 1 < rules.players else 0
        state.die = throw_one(stream)


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: throws, rounds, and who has won."""
    outcome[0] = state.throws
    outcome[1] = (state.throws + rules.players - 1) // rules.players
    for seat in range(rules.players):
        outcome[2 + seat] = SHARE if state.squares[seat] == rules.board[0] else 0
