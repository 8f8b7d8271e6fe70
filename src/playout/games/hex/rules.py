"""Random-turn Hex: its rules.

Before each turn a coin says who places a stone: player 1 with chance p.  That player puts it on
any free cell.  Player 1 wins by joining top and bottom, player 2 by joining left and right; one of
them does so by the time the board is full.  Source: Peres, Schramm, Sheffield and Wilson,
"Random-turn Hex and other selection games", Amer. Math. Monthly 114 (2007).  Hex itself is Piet
Hein's (1942) and John Nash's (1948).

Seat 0 is player 1, seat 1 is player 2.  A move is one number, `cell_move(cell, cols)`, that does
not depend on the size of the board: 64 * row + column.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import happens, is_scripted
from playout.engine.game.game import CHANCE_BITS, view_dtype
from playout.engine.native.jit import jit
from playout.games.hex.board import (
    FREE,
    NOBODY,
    cell_in,
    clear,
    framed,
    join,
    place_of,
    sides_of,
    write_marks,
)

ENGINE_ROWS = 50  # most rows, and most columns, of a game on the engine
CELLS = ENGINE_ROWS * ENGINE_ROWS
UNTOSSED = 2  # a coin of a later turn, in a script
UNORDERED = -1  # in the order of stones: placed before the position began, nobody knows when
MOST_LEGAL = CELLS  # moves in one position, at most

STATE = np.dtype(
    [
        ("stones", np.int8, (CELLS,)),  # FREE, 1 or 2, row by row; see board.py
        ("marks", np.int16, (2, framed(ENGINE_ROWS, ENGINE_ROWS))),  # see board.py
        ("coins", np.uint8, (CELLS,)),  # the seat that has turn 0, 1, 2 ...; hidden
        ("order", np.int16, (CELLS,)),  # the cell of stone 0, 1, 2 ...
        ("turn", np.int64),  # stones placed
        ("winner", np.int64),  # NOBODY, 1 or 2
    ],
    align=True,
)

VIEW = view_dtype(
    # what changes
    ("stones", np.int8, (CELLS,)),  # FREE, 1 or 2, row by row
    ("marks", np.int8, (1, CELLS)),  # sides of its player that each stone is joined to
    ("turn", np.int64),  # stones placed
    ("free", np.int64),  # free cells
    ("actor", np.int64),  # the seat whose move it is
    # what does not change during a game
    ("player", np.int64),  # 1: joins top and bottom; 2: joins left and right
    ("rows", np.int64),
    ("cols", np.int64),
    ("p", np.int64),  # chance that a turn is player 1's, times 2**CHANCE_BITS
)


@jit(inline=True)
def cell_move(cell: int, cols: int) -> int:
    """Return the move that puts a stone on a cell."""
    row = cell // cols
    return row * 64 + cell - row * cols


@jit(inline=True)
def row_of(move: int) -> int:
    """The row of a move."""
    return move >> 6


@jit(inline=True)
def col_of(move: int) -> int:
    """The column of a move."""
    return move & 63


@jit(inline=True)
def cell_of(move: int, cols: int) -> int:
    """Return the cell of a move on a board with this number of columns."""
    return row_of(move) * cols + col_of(move)


@jit
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a seat's view what does not change during a game."""
    view.player = seat + 1
    view.rows = rules.rows
    view.cols = rules.cols
    view.p = rules.p


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Clear the board and toss the coins of all turns.

    Turn k has word k of the stream to itself.  So its coin is the same whoever plays and however
    large the board is, and a player who has the turn keeps it when p changes in that player's
    favour.
    """
    _toss(state, rules, 0, stream)
    for cell in range(rules.rows * rules.cols):
        state.stones[cell] = FREE
    clear(state.marks, rules.rows, rules.cols)
    state.turn = 0
    state.winner = NOBODY


@jit
def _toss(state: Any, rules: Any, first: int, stream: Any) -> None:
    """Toss the coins of all turns from the first one on.

    In a script (engine/chance/script.py) only that of the first: `play` tosses the next one then,
    as nobody knows it before.
    """
    end = rules.rows * rules.cols
    if is_scripted(stream):
        for turn in range(first + 1, end):
            state.coins[turn] = UNTOSSED
        end = min(end, first + 1)
    for turn in range(first, end):
        state.coins[turn] = not happens(stream, rules.p, CHANCE_BITS)


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether somebody has won."""
    return state.winner != NOBODY


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose move it is."""
    return int(state.coins[state.turn])


@jit(inline=True)
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Copy what a player may know: all but the coins."""
    cells = rules.rows * rules.cols
    for cell in range(cells):
        view.stones[cell] = state.stones[cell]
    for row in range(rules.rows):
        for col in range(rules.cols):
            mark = state.marks[0, place_of(row, col, rules.cols)]
            view.marks[0, row * rules.cols + col] = sides_of(mark)
    _show_turn(state, rules, view)


@jit(inline=True)
def update(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Copy what the last move has changed."""
    cell = state.order[state.turn - 1]
    view.stones[cell] = state.stones[cell]
    sides = sides_of(state.marks[0, state.marks[1, 1]])
    view.marks[0, cell] = sides
    for change in range(2, state.marks[1, 0] + 1):
        view.marks[0, cell_in(state.marks[1, change], rules.cols)] = sides
    _show_turn(state, rules, view)


@jit(inline=True)
def _show_turn(state: Any, rules: Any, view: Any) -> None:
    view.turn = state.turn
    view.free = rules.rows * rules.cols - state.turn
    view.actor = actor(state, rules) if state.winner == NOBODY else 0


def alike(view: Any, rules: Any, move: int) -> int:
    """Return the first of a cell and the one opposite, if half a turn changes no stone.

    Half a turn maps the sides of each player onto each other.
    """
    cells = view.rows * view.cols
    stones = view.stones[:cells]
    if (stones != stones[::-1]).any():
        return move
    cell = cell_of(move, view.cols)
    return int(cell_move(min(cell, cells - 1 - cell), view.cols))


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write a whole state that agrees with a view; every one that does has its chance.

    The view may be that of either seat.  All that nobody knows are the coins of later turns, which
    are tossed.  In which order the stones were placed is not in the view, and nothing to come
    depends on it.
    """
    cells = rules.rows * rules.cols
    state.turn = 0
    for cell in range(cells):
        stone = view.stones[cell]
        state.stones[cell] = stone
        if stone != FREE:
            state.coins[state.turn] = stone - 1
            state.order[state.turn] = UNORDERED
            state.turn += 1
    write_marks(view.stones, view.marks, state.marks, rules.rows, rules.cols)
    state.coins[state.turn] = view.actor
    state.winner = NOBODY
    if not is_scripted(stream):
        _toss(state, rules, state.turn + 1, stream)


@jit(inline=True)
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player to move may make this move."""
    return (
        0 <= row_of(move) < rules.rows
        and col_of(move) < rules.cols
        and state.stones[cell_of(move, rules.cols)] == FREE
    )


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write all moves that the player to move may make; returns how many they are."""
    count = 0
    for cell in range(rules.rows * rules.cols):
        if state.stones[cell] == FREE:
            out[count] = cell_move(cell, rules.cols)
            count += 1
    return count


@jit(inline=True)
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a legal move."""
    player = int(state.coins[state.turn]) + 1
    cell = cell_of(move, rules.cols)
    state.stones[cell] = player
    state.winner = join(state.marks, rules.cols, row_of(move), col_of(move), player)
    state.order[state.turn] = cell
    state.turn += 1
    if is_scripted(stream) and state.winner == NOBODY:
        _toss(state, rules, state.turn, stream)


@jit
def forget(state: Any, rules: Any) -> None:
    """Set to zero what no later move depends on: past coins, and how the stones came there."""
    for turn in range(state.turn):
        state.coins[turn] = 0
        state.order[turn] = 0
    for change in range(state.marks[1, 0] + 2):  # `join` may write one more
        state.marks[1, change] = 0


@jit(inline=True)
def ends_turn(state: Any, rules: Any) -> bool:
    """Whether the last move has ended a turn: every stone does, whoever has the next."""
    return True


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: player 1 has won, stones placed, who has joined two sides."""
    outcome[0] = state.winner == 1
    outcome[1] = state.turn
    outcome[2] = state.winner == 2
