"""Gale's walk: along the edge between the players' stones, from a corner to the winner's corner;
and which cells of a full board are pivotal: flipping that stone alone changes the winner.

The board gets a border: row -1 (columns 0 .. cols) and row `rows` (columns -1 .. cols - 1) belong
to player 1, column -1 (rows -1 .. rows - 1) and column `cols` (rows 0 .. rows) to player 2.  The
walk starts at the top left, on the edge between the border cells (-1, -1) and (-1, 0), with
stones of player 2 on one hand and stones of player 1 on the other.  At each step the cell ahead,
the third that touches both, takes the place of the one of its own colour.  Source: D. Gale, "The
game of Hex and the Brouwer fixed-point theorem", Amer. Math. Monthly 86 (1979).

The border looks the same when the board is turned by 180 degrees, and turning does not swap the
hands.  So the same steps from the bottom right corner, (rows, cols) and (rows, cols - 1), are
the walk on the turned board, in the coordinates of the board as it lies.

`by_flip` and `by_gale` find the pivotal cells of one board (flood.py: of many at once).  Each takes
a full board as a flat array, writes 1 (pivotal) or 0 into ``pivotal``, int8[cells], and returns the
winner.  Only stones of the winner can be pivotal.  ``edges`` is scratch space, from `new_edges`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.native.jit import jit
from playout.games.hex.board import COL_STEPS, NOWHERE, ROW_STEPS, cell_at

TOP_LEFT, BOTTOM_RIGHT = 0, 1  # the corners where a walk may start


@jit
def owner(stones: Any, rows: int, cols: int, row: int, col: int) -> int:
    """Whose stone lies in a cell of the board or of its border."""
    if 0 <= row < rows and 0 <= col < cols:
        return int(stones[row * cols + col])
    return 1 if (row == -1 and col >= 0) or (row == rows and col < cols) else 2


@jit
def walk(stones: Any, rows: int, cols: int, corner: int, edges: Any) -> Any:
    """Walk over a full board from a corner: (winner, number of edges walked).

    ``edges``, integers [most_edges(rows, cols) or more, 4], gets for each edge, the one in the
    corner first: row and column of player 2's cell, row and column of player 1's.
    """
    row, col, direction = (-1, -1, 0) if corner == TOP_LEFT else (rows, cols, 3)
    count = 0
    while True:
        edges[count, 0] = row
        edges[count, 1] = col
        edges[count, 2] = row + ROW_STEPS[direction]
        edges[count, 3] = col + COL_STEPS[direction]
        count += 1
        clockwise = direction + 1 if direction < 5 else 0
        ahead_row, ahead_col = row + ROW_STEPS[clockwise], col + COL_STEPS[clockwise]
        if ahead_col == -2 or ahead_col == cols + 1:
            # Out at the bottom left or at the top right.
            return 1 if (ahead_col == -2) == (corner == TOP_LEFT) else 2, count
        if owner(stones, rows, cols, ahead_row, ahead_col) == 1:
            direction = clockwise
        else:
            row, col = ahead_row, ahead_col
            direction = direction - 1 if direction > 0 else 5


@jit
def mark_cells(edges: Any, count: int, rows: int, cols: int, marks: Any, bit: int) -> None:
    """Set a bit in marks[cell] for every cell of the board, of either player, along a walk."""
    for k in range(count):
        for side in range(0, 4, 2):
            cell = cell_at(int(edges[k, side]), int(edges[k, side + 1]), rows, cols)
            if cell != NOWHERE:
                marks[cell] |= bit


@jit
def by_flip(stones: Any, rows: int, cols: int, edges: Any, pivotal: Any) -> int:
    """By the definition: flip every stone in turn and walk again; rows * cols + 1 walks."""
    won, _ = walk(stones, rows, cols, TOP_LEFT, edges)
    for cell in range(rows * cols):
        stones[cell] = 3 - stones[cell]
        flipped, _ = walk(stones, rows, cols, TOP_LEFT, edges)
        stones[cell] = 3 - stones[cell]
        pivotal[cell] = flipped != won
    return won


@jit
def by_gale(stones: Any, rows: int, cols: int, edges: Any, pivotal: Any) -> int:
    """By two walks: the winner's cells on both, from the top left and from the bottom right.

    Each walk follows one of the loser's regions that hang on a side; a stone of the winner on
    both walks is all that keeps them apart.
    """
    cells = rows * cols
    pivotal[:cells] = 0
    won, count = walk(stones, rows, cols, TOP_LEFT, edges)
    mark_cells(edges, count, rows, cols, pivotal, 1)
    _, count = walk(stones, rows, cols, BOTTOM_RIGHT, edges)
    mark_cells(edges, count, rows, cols, pivotal, 2)
    for cell in range(cells):
        pivotal[cell] = pivotal[cell] == 3 and stones[cell] == won
    return won


def most_edges(rows: int, cols: int) -> int:
    """More edges than any walk has.

    A walk goes from corner to corner of cells, points where three cells meet.  It comes to none
    twice: at each corner either none or two edges between unlike stones meet, so that the way back
    is as certain as the way on, and a walk cannot run into itself.  The cells of the board have
    2 (rows + 1)(cols + 1) - 2 corners; one more, outside, lies between the first two edges, and n
    points separate n + 1 edges.
    """
    return 2 * (rows + 1) * (cols + 1)


def new_edges(rows: int, cols: int) -> npt.NDArray[np.int16]:
    """Room for the edges of any walk on a board of this size."""
    return np.zeros((most_edges(rows, cols), 4), np.int16)
