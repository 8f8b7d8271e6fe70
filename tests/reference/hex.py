"""Hex, slowly and plainly: boards are dictionaries from (row, col) to 0, 1 or 2.

It shares no code with the package and knows nothing of its tricks.  Player 1 joins top and
bottom, player 2 left and right; 0 is a free cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

Cell = tuple[int, int]
Board = dict[Cell, int]


def board_of(rows: list[list[int]]) -> Board:
    """A board of its rows."""
    return {(r, c): stone for r, row in enumerate(rows) for c, stone in enumerate(row)}


def neighbours(cell: Cell) -> list[Cell]:
    """The six cells around a cell, whether there is a board or not."""
    r, c = cell
    return [(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r - 1, c + 1), (r + 1, c - 1)]


def joined(board: Board, player: int) -> bool:
    """Whether a player's stones join the two sides that the player has."""
    axis = 0 if player == 1 else 1
    last = max(cell[axis] for cell in board)
    reached = {cell for cell in board if cell[axis] == 0 and board[cell] == player}
    waiting = list(reached)
    while waiting:
        for near in neighbours(waiting.pop()):
            if near not in reached and board.get(near) == player:
                reached.add(near)
                waiting.append(near)
    return any(cell[axis] == last for cell in reached)


def winner(board: Board) -> int:
    """Who has joined both sides, or 0."""
    won = [player for player in (1, 2) if joined(board, player)]
    assert len(won) <= 1
    return won[0] if won else 0


def pivotal(board: Board) -> set[Cell]:
    """The cells of a full board whose flip changes the winner."""
    return {cell for cell in board if winner({**board, cell: 3 - board[cell]}) != winner(board)}


def turned(board: Board) -> Board:
    """The board turned by 180 degrees."""
    rows, cols = (max(cell[axis] for cell in board) for axis in (0, 1))
    return {(rows - r, cols - c): stone for (r, c), stone in board.items()}


def bordered(board: Board) -> Board:
    """The board with the border that Gale's walk needs."""
    rows, cols = (max(cell[axis] for cell in board) + 1 for axis in (0, 1))
    border = {
        **{(-1, c): 1 for c in range(cols + 1)},
        **{(rows, c): 1 for c in range(-1, cols)},
        **{(r, -1): 2 for r in range(-1, rows)},
        **{(r, cols): 2 for r in range(rows + 1)},
    }
    return {**border, **board}


def gale_walk(board: Board) -> tuple[int, list[tuple[Cell, Cell]]]:
    """The winner and the edges (player 2's cell, player 1's cell) of Gale's walk."""
    rows, cols = (max(cell[axis] for cell in board) + 1 for axis in (0, 1))
    whole = bordered(board)
    two, one = (-1, -1), (-1, 0)
    edges = [(two, one)]
    behind = (-2, 0)
    while True:
        (ahead,) = (set(neighbours(two)) & set(neighbours(one))) - {behind}
        if ahead == (rows, -2):
            return 1, edges
        if ahead == (-1, cols + 1):
            return 2, edges
        if whole[ahead] == 1:
            one, behind = ahead, one
        else:
            two, behind = ahead, two
        edges.append((two, one))


def fillings(board: Board) -> Iterator[Board]:
    """Every way to fill the free cells."""
    free = [cell for cell in board if board[cell] == 0]
    for owners in product((1, 2), repeat=len(free)):
        yield {**board, **dict(zip(free, owners, strict=True))}
