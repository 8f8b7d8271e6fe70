"""The board of Hex: its cells, their neighbours, and who has joined the sides.

A rhombus of rows x cols hexagonal cells.  Cell (row, col) has the number row * cols + col:

     0   1   2   3         player 1 joins the top and the bottom,
       4   5   6   7       player 2 the left and the right side
         8   9  10  11

Compiled functions take a board as a flat array with one number per cell, ``stones``: FREE, 1 or
2 (the player).  It may be longer than the board, as the field of a record is.  People's
functions take the same as int8[rows, cols].

The first side is the top for player 1 and the left for player 2, the second is the other one.
Which of them a stone is joined to, ``marks`` knows, an integer array [2, `framed` or more].
marks[0] is the board in a frame of one cell that stands for the four sides, so that every cell has
six neighbours there, at fixed distances: cell (row, col) is at ``place_of(row, col, cols)``.

          . 1 1 1 1      bits 0 and 1 of a mark: joined to player 1's FIRST, SECOND side,
          2 a b c 2      bits 2 and 3: to player 2's,
          2 d e f 2      bits 4 and 5: a stone of player 1, of player 2.
          1 1 1 1 .      The frame is no stone, but joined to the side that it stands for.

marks[1] lists what the last stone has changed in marks[0]: how many, then their places, its own
first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.native.jit import jit
from playout.engine.words.errors import PlayoutError

Stones = npt.NDArray[np.int8]

MOST_ROWS = 150  # most rows, and most columns, of any board; cell numbers are kept in 16 bits
FREE = 0
NOBODY = 0
FIRST, SECOND = 1, 2  # the sides that a stone is joined to
BOTH = FIRST | SECOND
_STONE = 16  # bit of a mark: a stone of player 1; of player 2 it is the next one
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


@jit(inline=True)
def place_of(row: int, col: int, cols: int) -> int:
    """Where marks[0] has a cell."""
    return (row + 1) * (cols + 2) + col + 1


@jit(inline=True)
def cell_in(place: int, cols: int) -> int:
    """The cell at a place."""
    return place - cols - 1 - 2 * (place // (cols + 2))


def framed(rows: int, cols: int) -> int:
    """How many places there are, those of the frame included."""
    return (rows + 2) * (cols + 2)


@jit(inline=True)
def sides_of(mark: int) -> int:
    """The sides of its player, FIRST | SECOND, that a stone with this mark is joined to."""
    return (mark | mark >> 2) & BOTH


@jit(inline=True)
def _around(marks: Any, place: int, cols: int) -> int:
    """The marks of the six neighbours of a place, joined by "or"."""
    below = cols + 2
    return int(
        marks[0, place - 1]
        | marks[0, place + 1]
        | marks[0, place - below]
        | marks[0, place - below + 1]
        | marks[0, place + below]
        | marks[0, place + below - 1]
    )


@jit(inline=True)
def _pass_on(marks: Any, place: int, mark: int, stone: int, changes: int) -> int:
    """Give a mark to a neighbour, if it is a stone of the player that lacks it; count the changes.

    Without a branch: what comes next on a random board, a processor cannot foresee.
    """
    at = np.uint64(place)  # which is never counted from the end
    old = int(marks[0, at])
    lacks = (old & stone != 0) & (old != mark)
    marks[0, at] = mark if lacks else old
    marks[1, changes + 1] = place
    return changes + lacks


@jit
def join(marks: Any, cols: int, row: int, col: int, player: int) -> int:
    """Mark a new stone of the player; returns the player if it wins, else NOBODY.

    The marks must be those of the position before.  Neighbouring stones of one player always have
    equal marks.  So the sides that a new stone adds are passed on through the neighbouring groups
    that lack them, to each cell once: over a game every stone's mark changes at most three times.
    """
    place, stone = place_of(row, col, cols), _STONE << player - 1
    around = _around(marks, place, cols)
    sides = around >> (2 * player - 2) & BOTH
    mark = stone | sides << (2 * player - 2)
    marks[0, place], marks[1, 1] = mark, place
    changes = 1
    if sides != 0 and around & stone != 0:
        below, next_one = cols + 2, 1
        while next_one <= changes:
            here = int(marks[1, next_one])
            changes = _pass_on(marks, here - 1, mark, stone, changes)
            changes = _pass_on(marks, here + 1, mark, stone, changes)
            changes = _pass_on(marks, here - below, mark, stone, changes)
            changes = _pass_on(marks, here - below + 1, mark, stone, changes)
            changes = _pass_on(marks, here + below, mark, stone, changes)
            changes = _pass_on(marks, here + below - 1, mark, stone, changes)
            next_one += 1
    marks[1, 0] = changes
    return player if sides == BOTH else NOBODY


@jit
def clear(marks: Any, rows: int, cols: int) -> None:
    """Write the marks of an empty board."""
    width = cols + 2
    last = (rows + 1) * width
    for place in range(last + width):
        marks[0, place] = 0
    for col in range(cols):
        marks[0, col + 1], marks[0, last + col + 1] = FIRST, SECOND
    marks[0, cols + 1], marks[0, last] = FIRST, SECOND
    for row in range(rows):
        marks[0, (row + 1) * width] = FIRST << 2
        marks[0, (row + 1) * width + cols + 1] = SECOND << 2
    marks[1, 0] = 0


@jit
def write_marks(stones: Any, sides: Any, marks: Any, rows: int, cols: int) -> None:
    """Write the marks of a position of which is known what each stone is joined to: sides[0]."""
    clear(marks, rows, cols)
    for row in range(rows):
        for col in range(cols):
            owner, joined = int(stones[row * cols + col]), int(sides[0, row * cols + col])
            if owner != FREE:
                mark = _STONE << owner - 1 | joined << 2 * owner - 2
                marks[0, place_of(row, col, cols)] = mark


@jit
def winner(stones: Any, marks: Any, rows: int, cols: int) -> int:
    """The player who has joined both own sides, or NOBODY; also writes the marks of the position.

    No board has two winners, and a full one has exactly one.
    """
    clear(marks, rows, cols)
    won = NOBODY
    for row in range(rows):
        for col in range(cols):
            owner = int(stones[row * cols + col])
            if owner != FREE:
                won = max(won, join(marks, cols, row, col, owner))
    return won


def new_marks(rows: int, cols: int) -> npt.NDArray[np.int16]:
    """The marks of an empty board."""
    marks = np.zeros((2, framed(rows, cols)), np.int16)
    clear(marks, rows, cols)
    return marks


def winner_of(stones: Stones) -> int:
    """The winner of a position int8[rows, cols] by its stones alone, or NOBODY."""
    rows, cols = stones.shape
    return int(winner(np.ascontiguousarray(stones).ravel(), new_marks(rows, cols), rows, cols))


def check_size(rows: int, cols: int) -> None:
    """Raise PlayoutError if there is no board of this size."""
    for name, number in (("rows", rows), ("columns", cols)):
        if not 1 <= number <= MOST_ROWS:
            raise PlayoutError(
                f"a board of {number} {name} is not possible: must be from 1 to {MOST_ROWS}"
            )


def check_undecided(stones: Stones) -> None:
    """Raise PlayoutError if somebody has won already."""
    won = winner_of(stones)
    if won != NOBODY:
        raise PlayoutError(
            f"the position is decided: player {won} has joined {SIDES[won]}; use a position in "
            "which neither player has won yet"
        )
