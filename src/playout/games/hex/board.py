"""The board of Hex: its cells, their neighbours, and who has joined the sides.

A rhombus of rows x cols hexagonal cells.  Cell (row, col) has the number row * cols + col:

     0   1   2   3         player 1 joins the top and the bottom,
       4   5   6   7       player 2 the left and the right side
         8   9  10  11

Compiled functions take a board as a flat array with one number per cell, ``stones``: FREE, 1 or
2 (the player).  It may be longer than the board, as the field of a record is.  People's
functions take the same as int8[rows, cols].

The first side is the top for player 1 and the left for player 2, the second is the other one.
``marks``, an integer array [2, cells or more], holds in marks[0] the sides that each stone is
joined to, FIRST | SECOND; marks[1] is scratch space for a stack of cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.errors import PlayoutError
from playout.engine.jit import jit

Stones = npt.NDArray[np.int8]

MOST_ROWS = 150  # most rows, and most columns, of any board; cell numbers are kept in 16 bits
FREE = 0
NOBODY = 0
FIRST, SECOND = 1, 2  # bits of marks[0]
BOTH = FIRST | SECOND
NOWHERE = -1  # the number of a cell that is off the board

SIDES = {1: "top and bottom", 2: "left and right"}  # what each player joins

# The steps to the six neighbours, clockwise from the right: right, lower right, lower left,
# left, upper left, upper right.
ROW_STEPS = np.array([0, 1, 1, 0, -1, -1], np.int64)
COL_STEPS = np.array([1, 0, -1, -1, 0, 1], np.int64)


@jit
def cell_at(row: int, col: int, rows: int, cols: int) -> int:
    """The number of the cell in this row and column, or NOWHERE."""
    return row * cols + col if 0 <= row < rows and 0 <= col < cols else NOWHERE


@jit
def neighbour(cell: int, direction: int, rows: int, cols: int) -> int:
    """The neighbour of a cell in direction 0..5, clockwise from the right, or NOWHERE."""
    row = cell // cols
    col = cell - row * cols
    return cell_at(row + ROW_STEPS[direction], col + COL_STEPS[direction], rows, cols)


@jit
def touched(stones: Any, marks: Any, rows: int, cols: int, cell: int, player: int) -> int:
    """The sides, FIRST | SECOND, that a stone of the player in this cell is or would be joined to.

    Whatever lies in the cell itself does not matter; its neighbours' marks must be right.
    """
    row = cell // cols
    col = cell - row * cols
    place, last = (row, rows - 1) if player == 1 else (col, cols - 1)
    sides = (FIRST if place == 0 else 0) | (SECOND if place == last else 0)
    for k in range(6):
        near = cell_at(row + ROW_STEPS[k], col + COL_STEPS[k], rows, cols)
        if near != NOWHERE and stones[near] == player:
            sides |= int(marks[0, near])
    return sides


@jit
def join(stones: Any, marks: Any, rows: int, cols: int, cell: int) -> int:
    """Bring the marks up to date with a new stone in this cell; returns who wins by it, or NOBODY.

    Neighbouring stones of one player always have equal marks.  So the sides that a new stone adds
    are passed on through the neighbouring groups that lack them, to each cell once: the stack never
    holds more than the board's cells, and over a game every stone is visited at most twice.
    """
    player = int(stones[cell])
    sides = touched(stones, marks, rows, cols, cell, player)
    if marks[0, cell] != sides:
        marks[0, cell] = sides
        marks[1, 0] = cell
        height = 1
        while height > 0:
            height -= 1
            current = int(marks[1, height])
            row = current // cols
            col = current - row * cols
            for k in range(6):
                near = cell_at(row + ROW_STEPS[k], col + COL_STEPS[k], rows, cols)
                if near != NOWHERE and stones[near] == player and marks[0, near] != sides:
                    marks[0, near] = sides
                    marks[1, height] = near
                    height += 1
    return player if sides == BOTH else NOBODY


@jit
def place(stones: Any, marks: Any, rows: int, cols: int, cell: int, player: int) -> int:
    """Put a stone of the player into a free cell; returns the player if that wins, else NOBODY.

    The marks must be those of the position before: all 0 on an empty board.
    """
    stones[cell] = player
    return join(stones, marks, rows, cols, cell)


@jit
def winner(stones: Any, marks: Any, rows: int, cols: int) -> int:
    """The player who has joined both own sides, or NOBODY; also writes the marks of the position.

    No board has two winners, and a full one has exactly one.
    """
    cells = rows * cols
    for cell in range(cells):
        marks[0, cell] = 0
    won = NOBODY
    for cell in range(cells):
        if stones[cell] != FREE:
            won = max(won, join(stones, marks, rows, cols, cell))
    return won


def new_marks(cells: int) -> npt.NDArray[np.int16]:
    """Marks for a board of so many cells, as for an empty board."""
    return np.zeros((2, cells), np.int16)


def winner_of(stones: Stones) -> int:
    """The winner of a position int8[rows, cols] by its stones alone, or NOBODY."""
    rows, cols = stones.shape
    return int(winner(np.ascontiguousarray(stones).ravel(), new_marks(stones.size), rows, cols))


def check_size(rows: int, cols: int) -> None:
    """Raise PlayoutError if there is no board of this size."""
    for name, number in (("rows", rows), ("columns", cols)):
        if not 1 <= number <= MOST_ROWS:
            raise PlayoutError(f"a board of {number} {name}: allowed are 1 to {MOST_ROWS}")


def check_undecided(stones: Stones) -> None:
    """Raise PlayoutError if somebody has won already."""
    won = winner_of(stones)
    if won != NOBODY:
        raise PlayoutError(
            f"the position is decided: player {won} has joined {SIDES[won]}; "
            "give one in which neither player has won yet"
        )
