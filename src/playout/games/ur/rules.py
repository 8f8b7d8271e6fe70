"""The Royal Game of Ur: its rules.

Two players race seven pieces each along a path of 14 squares, the middle eight of which they share.
Of four dice two of the four corners each are marked; the marked ones that show are the squares that
a piece goes ahead.  Whoever comes to a square with a piece of the other sends it back.  On a
rosette one throws again, and on the middle one a piece is safe.  Pieces leave the board with the
exact number.  These are the rules that I. Finkel, "On the Rules for the Royal Game of Ur", Ancient
Board Games in Perspective (2007), reconstructed, in the simple form in which most people play.

A move is the step on which the piece stands, 0 beside the board, or PASS if none can move.  Throw k
of a game is word k of the deal's stream.  Nothing but luck ends a game, so there is a last throw;
after it the most pieces at home win, and equals share.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange
from playout.engine.chance.script import is_scripted, showing
from playout.engine.game import open_information as parts
from playout.engine.native.jit import jit
from playout.kits.tracks import advance, can_advance, path_of, set_up, steps_on, taken

PLAYERS = 2
HOME = 15  # steps to the end of the path
PASS = HOME  # the move of who cannot move
MOST_LEGAL = HOME
MOST_PIECES = 7
MOST_DICE = 8
MOST_FELT = 1000  # a last throw that comes later is as good as none

# Squares 1 to 4 and 13 to 14 are those of seat 0, 15 to 20 those of seat 1.
PATH = path_of(range(1, 15), (*range(15, 19), *range(5, 13), 19, 20))
STEPS = steps_on(PATH)
ROSETTES = (4, 8, 14)  # steps
SHARED_ROSETTE = 8

STATE = np.dtype(
    [
        ("at", np.int64, (PLAYERS, HOME + 1)),  # [seat, step]: how many pieces
        ("player", np.int64),  # the seat whose turn it is
        ("throw", np.int64),  # what that seat has thrown; 0 at the end
        ("throws", np.int64),  # of both, with that one
        ("sent", np.int64, (PLAYERS,)),  # pieces of the other that a seat has sent back
    ],
    align=True,
)
VIEW = parts.open_view(STATE, "pieces", "dice", "again", "safe")
introduce, observe, determinize = parts.introduce, parts.observe, parts.determinize


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Put all pieces beside the board, and throw for seat 0."""
    set_up(state.at, PLAYERS, rules.pieces)
    state.player = 0
    state.throws = 0
    state.sent[:] = 0
    throw_dice(state, rules, stream)


@jit
def throw_dice(state: Any, rules: Any, stream: Any) -> None:
    """Throw the dice of a turn: one word."""
    if is_scripted(stream):
        state.throw = showing(stream, rules.dice, 2)
    else:
        marked, corners = 0, randrange(stream, 1 << rules.dice)
        for k in range(rules.dice):
            marked += corners >> k & 1
        state.throw = marked
    state.throws += 1


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether a seat has all pieces home, or the last throw of all was used."""
    first, second = state.at[0, HOME], state.at[1, HOME]
    return (first >= rules.pieces) | (second >= rules.pieces) | (state.throws > rules.most_throws)


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose turn it is."""
    return state.player


@jit(inline=True)
def may_move(state: Any, rules: Any, step: int) -> bool:
    """Whether the player may move a piece on a step."""
    if not can_advance(state.at, state.player, step, state.throw):
        return False
    is_shut = rules.safe == 1 and step + state.throw == SHARED_ROSETTE
    return not (is_shut and taken(state.at, PATH, STEPS, state.player, SHARED_ROSETTE) > 0)


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write the moves of the player, those of the hindmost pieces first; how many they are."""
    count = 0
    for step in range(HOME):
        if may_move(state, rules, step):
            out[count] = step
            count += 1
    if count == 0:
        out[0] = PASS
        return 1
    return count


@jit
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player may make a move; to pass only if there is no other."""
    if move != PASS:
        return 0 <= move < HOME and may_move(state, rules, move)
    stuck = True
    for step in range(HOME):
        stuck &= not may_move(state, rules, step)
    return stuck


@jit
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a legal move, and throw for whoever is next."""
    seat, again = state.player, False
    if move != PASS:
        to = move + state.throw
        state.sent[seat] += advance(state.at, PATH, STEPS, seat, move, state.throw)
        again = rules.again == 1 and to in ROSETTES
        if state.at[seat, HOME] >= rules.pieces:
            state.throw = 0
            return
    if not again:
        state.player = 1 - seat
    throw_dice(state, rules, stream)


@jit
def forget(state: Any, rules: Any) -> None:
    """Set to zero what only counts; the throws only if the last one is far away."""
    state.sent[:] = 0
    if rules.most_throws >= MOST_FELT:
        state.throws = 0


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: for each seat its share of the win, pieces home and sent back; throws."""
    parts.share_win(state.at[:, HOME], PLAYERS, outcome)
    for seat in range(PLAYERS):
        outcome[PLAYERS + seat] = state.at[seat, HOME]
        outcome[2 * PLAYERS + seat] = state.sent[seat]
    outcome[3 * PLAYERS] = min(state.throws, rules.most_throws)
