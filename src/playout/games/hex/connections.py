"""The shortest connections of both players, and the cells where they cross.

A connection is a chain of cells from a player's first side to the second.  Its length is the
number of free cells on it, the stones that the player still needs; own stones cost nothing, the
other player's block.  Until somebody has won both players have one, and a shortest connection of
one player crosses every connection of the other: in a free cell, as it is on both.  A stone
there brings its owner one step nearer and breaks a shortest connection of the other.

The search runs on a board with a border, in which cell (row, col) has the slot
(row + 1) * (cols + 2) + col + 1: a step to a neighbour is the same number everywhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.games.hex.board import FREE, NOWHERE

_BORDER, _RIGHT, _BOTTOM = 3, 4, 5  # stones of the border, which are nobody's

# What `distance` holds of cells that the search has not come to, or never comes to.
_FREE, _OWN, _BLOCKED = -1, -2, 30_000


@jit
def best_crossing(stones: Any, rows: int, cols: int) -> int:
    """The cell nearest to the middle where shortest connections of both players cross."""
    crossings = np.empty(rows * cols, np.int8)
    write_crossings(stones, rows, cols, crossings)
    return nearest_to_centre(crossings, 1, rows, cols)


@jit
def off_centre(row: int, col: int, rows: int, cols: int) -> int:
    """Twice the distance of a cell from the middle of the board, in steps from cell to cell.

    The middle may lie between cells.  A step changes row and column by (0, 1), (1, 0) or (1, -1)
    at most, so the number of steps is the largest of the changes of row, of column and of their
    sum.
    """
    down, right = 2 * row - (rows - 1), 2 * col - (cols - 1)
    return max(abs(down), abs(right), abs(down + right))


@jit
def nearest_to_centre(values: Any, wanted: int, rows: int, cols: int) -> int:
    """Of the cells with this value the nearest to the middle; of equally near ones the first."""
    best, least, cell = NOWHERE, 4 * (rows + cols), 0
    for row in range(rows):
        for col in range(cols):
            distance = off_centre(row, col, rows, cols)
            if (distance < least) & (values[cell] == wanted):
                best, least = cell, distance
            cell += 1
    return best


@jit
def write_crossings(stones: Any, rows: int, cols: int, crossings: Any) -> None:
    """Write 1 where shortest connections of both players cross, 0 elsewhere: int8[cells or more].

    There is such a cell in every position that nobody has won.
    """
    width = cols + 2
    board = _bordered(stones, rows, cols)
    steps = (1, width, width - 1, -1, -width, 1 - width)
    distance = np.empty(len(board), np.int16)
    queue = np.empty(2 * len(board), np.int16)
    players = np.zeros(len(board), np.int8)  # whose shortest connections a slot is on
    first = width + 1
    for player in range(1, 3):
        for slot in range(len(board)):
            stone = board[slot]
            distance[slot] = _FREE if stone == FREE else _OWN if stone == player else _BLOCKED
        if player == 1:
            near, far = (first, 1, cols), (first + (rows - 1) * width, 1, cols)
            length = _search(board, distance, queue, steps, near, (width, _BOTTOM))
        else:
            near, far = (first, width, rows), (first + cols - 1, width, rows)
            length = _search(board, distance, queue, steps, near, (1, _RIGHT))
        _trace_back(board, distance, queue, steps, (*far, length), (players, player))
    for row in range(rows):
        for col in range(cols):
            crossings[row * cols + col] = players[(row + 1) * width + col + 1] == 3


@jit
def _bordered(stones: Any, rows: int, cols: int) -> Any:
    """The stones in their slots, int8[slots]."""
    width = cols + 2
    board = np.full((rows + 2) * width, _BORDER, np.int8)
    for row in range(rows):
        for col in range(cols):
            board[(row + 1) * width + col + 1] = stones[row * cols + col]
        board[(row + 1) * width + cols + 1] = _RIGHT
    for col in range(cols):
        board[(rows + 1) * width + col + 1] = _BOTTOM
    return board


@jit
def _search(board: Any, distance: Any, queue: Any, steps: Any, side: Any, goal: Any) -> int:
    """Write distances from the first side, up to the shortest connection's length, and return that.

    ``side`` is (its first slot, step to its next, how many it has), ``goal`` the step to the
    border, and its stone, from cells of the second side.  The distance of a cell includes the
    cell itself.  In the first half of the queue are free cells in the order of their distance; the
    second half is a stack of own stones, which are as near as the cell before them and go first.
    """
    slot, along, count = side
    ahead, border = goal
    bottom = len(queue) // 2
    head, tail, top = 0, 0, bottom
    for _ in range(count):
        if distance[slot] == _FREE:
            distance[slot] = 1
            queue[tail] = slot
            tail += 1
        elif distance[slot] == _OWN:
            distance[slot] = 0
            queue[top] = slot
            top += 1
        slot += along
    length = len(board)
    while True:
        if top > bottom:
            top -= 1
            current = int(queue[top])
        elif head < tail:
            current = int(queue[head])
            head += 1
        else:
            return length
        reached = int(distance[current])
        if reached > length:
            return length
        if board[current + ahead] == border:
            length = reached
        for step in steps:
            near = current + step
            if distance[near] >= 0:
                continue
            if distance[near] == _FREE:
                distance[near] = reached + 1
                queue[tail] = near
                tail += 1
            else:
                distance[near] = reached
                queue[top] = near
                top += 1


@jit
def _trace_back(board: Any, distance: Any, queue: Any, steps: Any, side: Any, marks: Any) -> None:
    """Add the player to ``players`` of every slot on a shortest connection.

    ``side`` is the second side, as in `_search`, and the length; ``marks`` are (players, player).
    """
    slot, along, count, length = side
    players, player = marks
    top = 0
    for _ in range(count):
        if distance[slot] == length:
            players[slot] += player
            queue[top] = slot
            top += 1
        slot += along
    while top > 0:
        top -= 1
        current = int(queue[top])
        before = distance[current] - (1 if board[current] == FREE else 0)
        for step in steps:
            near = current + step
            if distance[near] == before and players[near] & player == 0:
                players[near] += player
                queue[top] = near
                top += 1
