"""Flipping every cell in plain Python: the simplest method there is, kept to tell how slow it is.

For each random board, walk; then flip each cell in turn and walk again, rows * cols + 1 walks a
board, as the program hex-monte-carlo began.  The counts mean what those of the method `flip` do;
the random numbers are Python's own.
"""

from __future__ import annotations

import random

_STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))  # clockwise from the right

Board = dict[tuple[int, int], int]


def flip_map(rows: int, cols: int, boards: int, seed: int) -> list[list[int]]:
    """On how many of so many random boards each cell is pivotal: counts[row][col]."""
    rng = random.Random(seed)
    counts = [[0] * cols for _ in range(rows)]
    board = bordered(rows, cols)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    for _ in range(boards):
        for cell in cells:
            board[cell] = rng.randint(1, 2)
        won = winner(board, cols)
        for cell in cells:
            board[cell] = 3 - board[cell]
            counts[cell[0]][cell[1]] += winner(board, cols) != won
            board[cell] = 3 - board[cell]
    return counts


def bordered(rows: int, cols: int) -> Board:
    """An empty board with the border cells of both players."""
    board: Board = {}
    board.update({(-1, col): 1 for col in range(cols + 1)})
    board.update({(rows, col): 1 for col in range(-1, cols)})
    board.update({(row, -1): 2 for row in range(-1, rows)})
    board.update({(row, cols): 2 for row in range(rows + 1)})
    return board


def winner(board: Board, cols: int) -> int:
    """Who has joined the own sides of a full board, by Gale's walk; see `gale`."""
    row, col, direction = -1, -1, 0
    while True:
        direction = (direction + 1) % 6
        down, right = _STEPS[direction]
        ahead = (row + down, col + right)
        if ahead[1] == -2:
            return 1
        if ahead[1] == cols + 1:
            return 2
        if board[ahead] == 2:
            row, col = ahead
            direction = (direction + 4) % 6
