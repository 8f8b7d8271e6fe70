"""Tic-tac-toe, slow and obvious: cells 0 to 8, row by row; X, who begins, is player 0."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

Board = tuple[int | None, ...]
EMPTY: Board = (None,) * 9
LINES = [
    *((3 * k, 3 * k + 1, 3 * k + 2) for k in range(3)),
    *((k, k + 3, k + 6) for k in range(3)),
    (0, 4, 8),
    (2, 4, 6),
]


def player(board: Board) -> int:
    """Who is to move."""
    return sum(cell is not None for cell in board) % 2


def winner(board: Board) -> int | None:
    """Who has three in a line, if anybody."""
    for line in LINES:
        first = board[line[0]]
        if first is not None and all(board[cell] == first for cell in line):
            return first
    return None


def legal(board: Board) -> list[int]:
    """The empty cells; none once the game is over."""
    return [] if winner(board) is not None else [k for k in range(9) if board[k] is None]


def after(board: Board, cell: int) -> Board:
    """The board after a move."""
    return (*board[:cell], player(board), *board[cell + 1 :])


@cache
def games(board: Board = EMPTY) -> Counter[int | None]:
    """How many games go on from here, by their winner; None is a draw."""
    if not (moves := legal(board)):
        return Counter([winner(board)])
    return sum((games(after(board, cell)) for cell in moves), Counter())


@cache
def chances(board: Board = EMPTY) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that X wins, that O wins, and of a draw, if both move at random."""
    if not (moves := legal(board)):
        end = winner(board)
        return Fraction(end == 0), Fraction(end == 1), Fraction(end is None)
    each = [chances(after(board, cell)) for cell in moves]
    x, o, draw = (sum(column, Fraction(0)) / len(moves) for column in zip(*each, strict=True))
    return x, o, draw
