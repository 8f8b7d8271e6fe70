"""Can't Stop: its rules.

Throw four dice, make two pairs of them, and move a runner one step up in the column of each sum.
Three runners at most move in a turn.  Then throw again, or stop: steps are kept only by stopping,
and a throw that can move no runner loses those of the turn.  Who is first at the top of a column
closes it, and who has finished enough columns has won.  Source: Sid Sackson, Can't Stop (1980).

The corners: both sums of a pairing are used if they can be; if one runner is left for two new
columns, the player chooses which; equal sums are two steps, or one if only one is left; a runner
at the top moves no more.  A turn ends by itself when it wins the game.

A move says what one throw is used for and what comes next, `column_move(first, second, stop)`:
the columns, `second` being 0 if only one can be used, and whether to stop.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.game import open_information as parts
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.kits.dice import throw

SEATS = 4
RUNNERS = 3
DICE = 4
LOW, HIGH = 2, 12  # columns: the sums of two dice
WIDTH = HIGH + 1  # of an array with a place for each column; places 0 and 1 are unused
LENGTHS = np.array([0, 0, 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3])  # steps of each column
STOP = 1  # add it to a move to stop after the move
MOST_CHOICES = 6  # ways to use a throw: three pairings, of each both sums or one of the two
MOST_LEGAL = 2 * MOST_CHOICES
NOBODY = -1
MOST_FELT = 1000  # a last turn that comes later is as good as none

STATE = np.dtype(
    [
        ("steps", np.int64, (SEATS, WIDTH)),  # [seat, column]: where each seat stands; 0: not begun
        ("closed", np.int64, (WIDTH,)),  # 1: somebody has finished this column
        ("runners", np.int64, (WIDTH,)),  # where the runner of this turn stands; 0: none is there
        ("room", np.int64, (WIDTH,)),  # steps that a runner could now make in each column
        ("free", np.int64),  # runners not yet placed in this turn, 0 .. 3
        ("dice", np.int64, (DICE,)),  # the throw to be used, rising
        ("player", np.int64),  # the seat whose turn it is
        ("columns", np.int64, (SEATS,)),  # columns that each seat has finished
        ("turn", np.int64),  # turns that have ended
        ("thrown", np.int64),  # throws of this turn
        ("throws", np.int64),  # throws of all turns
        ("busts", np.int64, (SEATS,)),  # turns that each seat has lost
        ("lost", np.int64, (DICE,)),  # the last throw that lost a turn; zeros before
        ("winner", np.int64),  # a seat, or NOBODY
    ],
    align=True,
)
_CHOICES = (
    ("choices", np.int64, (MOST_CHOICES + 1,)),  # all moves that throw on; add STOP to stop
    ("count", np.int64),  # how many they are, at least 1
)
VIEW = parts.open_view(STATE, "players", "columns_to_win", more=_CHOICES)
introduce, determinize = parts.introduce, parts.determinize


@jit(inline=True)
def column_move(first: int, second: int, stop: int) -> int:
    """Return the move of a step in two columns, first <= second; 0 for no second one."""
    return (first * 16 + second) * 2 + stop


@jit(inline=True)
def first_of(move: int) -> int:
    """Return the lower column of a move."""
    return move >> 5


@jit(inline=True)
def second_of(move: int) -> int:
    """Return the higher column of a move, the same column for two steps in it, or 0."""
    return (move >> 1) & 15


@jit(inline=True)
def fit(position: Any, first: int, second: int) -> bool:
    """Whether there are runners for both columns, which differ; of a state, or of a view."""
    return 1 * (position.runners[first] == 0) + (position.runners[second] == 0) <= position.free


@jit(inline=True)
def _pairing(state: Any, one: int, other: int, is_new: bool, out: Any, count: int) -> int:
    """Add the moves of the pairing with these sums to those in ``out``, if it is a new one.

    Without branches, which no processor predicts: what does not count is overwritten.
    """
    first, second = min(one, other), max(one, other)
    here, there = state.room[first], state.room[second]
    same, differ = first == second, first != second
    both = (same & (here > 1)) | (differ & (here > 0) & (there > 0) & fit(state, first, second))
    out[count] = column_move(first, second * both, 0)
    count += is_new & (here > 0)
    out[count] = column_move(second, 0, 0)
    return count + (is_new & differ & (both ^ True) & (there > 0))


@jit
def list_choices(state: Any, out: Any) -> int:
    """Write the moves that throw on into ``out``, which needs room for one more; returns how many.

    Of rising dice the most unequal pairing comes first.
    """
    a, b, c, d = state.dice[0], state.dice[1], state.dice[2], state.dice[3]
    count = _pairing(state, a + b, c + d, True, out, 0)
    count = _pairing(state, a + c, b + d, (a != d) & (b != c), out, count)
    is_new = (a != b) & (a != c) & (b != d) & (c != d)
    return _pairing(state, a + d, b + c, is_new, out, count)


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Clear the board and throw the dice of the first turn."""
    state.steps[:] = 0
    state.closed[:] = 0
    state.runners[:] = 0
    state.free = RUNNERS
    state.player = 0
    state.columns[:] = 0
    state.turn = 0
    state.thrown = 0
    state.throws = 0
    state.busts[:] = 0
    state.lost[:] = 0
    state.winner = NOBODY
    make_room(state)
    throw_dice(state, rules, stream)


@jit(inline=True)
def make_room(state: Any) -> None:
    """Write what room there is in each column, which follows from everything else."""
    for column in range(LOW, HIGH + 1):
        stands = max(state.runners[column], state.steps[state.player, column])
        can = state.runners[column] > 0 or (state.free > 0 and state.closed[column] == 0)
        state.room[column] = LENGTHS[column] - stands if can else 0


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether somebody has won, or there were as many turns as there may be."""
    return state.winner != NOBODY or state.turn >= rules.most_turns


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose turn it is."""
    return state.player


@jit
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Copy what a player may know: everything, with a list of what the throw can be used for."""
    parts.observe(state, rules, seat, view)
    view.count = list_choices(state, view.choices)


@jit
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player to move may make this move."""
    first, second = first_of(move), second_of(move)
    a, b, c, d = state.dice[0], state.dice[1], state.dice[2], state.dice[3]
    other = a + b + c + d - first
    is_sum = (a + b == first) | (a + c == first) | (a + d == first)
    is_sum |= (c + d == first) | (b + d == first) | (b + c == first)
    if not is_sum:
        return False
    here, there = state.room[first], state.room[other]
    same, differ = first == other, first != other
    both = (same & (here > 1)) | (differ & (here > 0) & (there > 0) & fit(state, first, other))
    return bool((here > 0) & (second == other * both) & ((both ^ True) | (first <= other)))


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write all moves that the player to move may make; returns how many they are."""
    count = list_choices(state, out)
    for k in range(count):
        out[count + k] = out[k] + STOP
    return 2 * count


@jit(inline=True)
def _step(state: Any, column: int) -> None:
    """Move the runner of a column up, or place one; in column 0 nothing that counts happens."""
    is_new = state.runners[column] == 0
    stands = state.steps[state.player, column] if is_new else state.runners[column]
    state.runners[column] = stands + 1
    state.room[column] -= 1
    state.free -= is_new & (column > 0)


@jit(inline=True)
def _finished(state: Any) -> int:
    count = 0
    for column in range(LOW, HIGH + 1):
        count += state.runners[column] == LENGTHS[column]
    return count


@jit(inline=True)
def _bank(state: Any, rules: Any, finished: int) -> None:
    """Keep the steps of the turn; what others have in a column that is now finished is gone."""
    player = state.player
    for column in range(LOW, HIGH + 1):
        stands = state.steps[player, column]
        state.steps[player, column] = max(stands, state.runners[column])
    if finished > 0:
        state.columns[player] += finished
        for column in range(LOW, HIGH + 1):
            if state.runners[column] == LENGTHS[column]:
                state.closed[column] = 1
                for seat in range(rules.players):
                    if seat != player:
                        state.steps[seat, column] = 0


@jit(inline=True)
def _end_turn(state: Any, rules: Any) -> None:
    """Take the runners off the board and pass the dice on."""
    for column in range(LOW, HIGH + 1):
        state.runners[column] = 0
    state.free = RUNNERS
    state.thrown = 0
    state.turn += 1
    state.player = state.player + 1 if state.player + 1 < rules.players else 0
    make_room(state)


@jit(inline=True)
def _sort(dice: Any) -> None:
    """Put four dice into rising order: the network of Batcher's merge sort."""
    a, b = min(dice[0], dice[1]), max(dice[0], dice[1])
    c, d = min(dice[2], dice[3]), max(dice[2], dice[3])
    dice[0], dice[3] = min(a, c), max(b, d)
    c, b = max(a, c), min(b, d)
    dice[1], dice[2] = min(b, c), max(b, c)


@jit(inline=True)
def _can_move(state: Any) -> bool:
    a, b, c, d = state.dice[0], state.dice[1], state.dice[2], state.dice[3]
    room = state.room
    return (room[a + b] | room[c + d] | room[a + c] | room[b + d] | room[a + d] | room[b + c]) != 0


@jit
def throw_dice(state: Any, rules: Any, stream: Any) -> None:
    """Throw the dice; while a throw loses the turn, the next player does."""
    dice = state.dice
    while state.turn < rules.most_turns:
        throw(stream, DICE, dice)
        _sort(dice)
        state.throws += 1
        state.thrown += 1
        if _can_move(state):
            return
        state.busts[state.player] += 1
        copy_items(state.lost, dice)
        _end_turn(state, rules)


@jit
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a legal move, and throw the dice for what comes next."""
    first, second = first_of(move), second_of(move)
    placed = state.free
    _step(state, first)
    _step(state, second)
    state.runners[0] = 0
    state.room[0] = 1  # so that it is not at the top
    if state.free == 0 and placed > 0:
        make_room(state)
    finished = 0
    if (state.room[first] == 0) | (state.room[second] == 0) | (move & STOP):
        finished = _finished(state)
    state.room[0] = 0
    wins = state.columns[state.player] + finished >= rules.columns_to_win
    if wins or move & STOP:
        _bank(state, rules, finished)
        if wins:
            state.winner = state.player
        _end_turn(state, rules)
    if not wins:
        throw_dice(state, rules, stream)


@jit(inline=True)
def ends_turn(state: Any, rules: Any) -> bool:
    """Whether the last move has ended a turn: the player to move has thrown once."""
    return state.thrown == 1


@jit
def forget(state: Any, rules: Any) -> None:
    """Set to zero what only counts or shows; of the turns only if the last one is far away."""
    state.thrown = 0
    state.throws = 0
    state.busts[:] = 0
    state.lost[:] = 0
    if rules.most_turns >= MOST_FELT:
        state.turn = 0


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: for each seat wins, columns and turns lost; turns, throws.

    If the last turn was played and nobody has won, those with the most columns share the win.
    """
    parts.share_win(state.columns, rules.players, outcome)
    for seat in range(rules.players):
        outcome[SEATS + seat] = state.columns[seat]
        outcome[2 * SEATS + seat] = state.busts[seat]
    outcome[3 * SEATS] = state.turn
    outcome[3 * SEATS + 1] = state.throws
