"""Criticality in plain Python, as somebody would write it who wants an answer: to tell how slow
that is.

By two walks a board, or by flipping every cell, rows * cols + 1 walks a board; the program
hex-monte-carlo began with the latter and went on to the former.  The counts mean what those of the
methods `gale` and `flip` do; the random numbers are Python's own.
"""

from __future__ import annotations

import random
from collections.abc import Callable

Board = list[list[int]]
Cells = set[tuple[int, int]]


def count_pivotal(
    pivotal: Callable[[Board], Cells], size: int, boards: int, seed: int
) -> list[list[int]]:
    """On how many of so many random boards each cell is pivotal: counts[row][col]."""
    rng = random.Random(seed)
    counts = [[0] * size for _ in range(size)]
    for _ in range(boards):
        for row, col in pivotal(random_board(size, rng)):
            counts[row - 1][col - 1] += 1
    return counts


def random_board(size: int, rng: random.Random) -> Board:
    """A filled board with its border, as `walked` reads it: cell (row, col) is [row + 1][col + 1].

    The last column also stands at index -1: player 2's, left and right alike.
    """
    edge = [1] * (size + 2)
    rows = [[2, *rng.choices((1, 2), k=size), 2] for _ in range(size)]
    return [[2, *edge[1:]], *rows, [*edge[:-1], 2]]


def walked(board: Board) -> tuple[int, Cells]:
    """Gale's walk: the winner, and the winner's cells on it, those of the border included."""
    size = len(board) - 2
    two, one = (0, 0), (0, 1)
    behind = (-1, 1)
    seen: tuple[Cells, Cells] = (set(), set())
    while True:
        # Two cells that touch have two neighbours in common, opposite each other.
        ahead = (two[0] + one[0] - behind[0], two[1] + one[1] - behind[1])
        if ahead[1] < 0 or ahead[1] > size + 1:
            won = 1 if ahead[1] < 0 else 2
            return won, seen[won - 1]
        if board[ahead[0]][ahead[1]] == 1:
            one, behind = ahead, one
            seen[0].add(ahead)
        else:
            two, behind = ahead, two
            seen[1].add(ahead)


def on_board(cells: Cells, size: int) -> Cells:
    """The cells that are not of the border."""
    return {(row, col) for row, col in cells if 0 < row <= size and 0 < col <= size}


def by_two_walks(board: Board) -> Cells:
    """The pivotal cells by two walks, the second on the board turned by 180 degrees."""
    size = len(board) - 2
    _, cells = walked(board)
    _, others = walked([row[::-1] for row in board[::-1]])
    return on_board(cells & {(size + 1 - row, size + 1 - col) for row, col in others}, size)


def by_flipping(board: Board) -> Cells:
    """The pivotal cells by one walk more than there are cells."""
    size = len(board) - 2
    won, _ = walked(board)
    pivotal = set()
    for row in range(1, size + 1):
        for col in range(1, size + 1):
            board[row][col] = 3 - board[row][col]
            if walked(board)[0] != won:
                pivotal.add((row, col))
            board[row][col] = 3 - board[row][col]
    return pivotal
