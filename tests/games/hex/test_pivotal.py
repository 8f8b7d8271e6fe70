"""Pivotal cells: three methods, one answer, the slow model's."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from playout.engine.native.jit import COMPILING, jit
from playout.games.hex.board import BOTH, Stones, new_marks, touched, winner
from playout.games.hex.gale import new_edges
from playout.games.hex.pivotal import by_flip, by_gale
from tests import truth
from tests.games.hex.boards import SIZES, every_full_board, random_boards
from tests.reference import hex as plain

FILL: dict[str, Any] = truth.load("hex_fill")

Mask = npt.NDArray[np.int8]


@jit
def by_flood(stones: Any, rows: int, cols: int, marks: Any, pivotal: Any) -> int:
    """By joining: the winner's cells in which a stone of the loser would join both its sides.

    ``marks`` is scratch space, `board.new_marks(rows, cols)`.
    """
    won = winner(stones, marks, rows, cols)
    for row in range(rows):
        for col in range(cols):
            cell = row * cols + col
            pivotal[cell] = stones[cell] == won and touched(marks, cols, row, col, 3 - won) == BOTH
    return won


def three_ways(stones: Stones) -> tuple[int, Mask]:
    """The winner and the pivotal cells [rows, cols]; all three methods must agree."""
    rows, cols = stones.shape
    board, before = stones.ravel(), stones.tobytes()
    answers = []
    for method, scratch in (
        (by_flip, new_edges(rows, cols)),
        (by_gale, new_edges(rows, cols)),
        (by_flood, new_marks(rows, cols)),
    ):
        found = np.full(rows * cols, 7, np.int8)
        won = int(method(board, rows, cols, scratch, found))
        answers.append((won, found.tobytes()))
        assert stones.tobytes() == before
    assert answers[0] == answers[1] == answers[2]
    return answers[0][0], np.frombuffer(answers[0][1], np.int8).reshape(rows, cols)


def assert_as_the_slow_model(stones: Stones) -> None:
    """Winner and pivotal cells are those that flipping every cell gives."""
    won, found = three_ways(stones)
    board = plain.board_of(stones.tolist())
    assert won == plain.winner(board)
    assert {(r, c) for r, c in np.argwhere(found).tolist()} == plain.pivotal(board)


@pytest.mark.rules
@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_on_every_small_board_all_methods_find_the_cells_of_the_slow_model(
    rows: int, cols: int
) -> None:
    for stones in every_full_board(rows, cols):
        assert_as_the_slow_model(stones)


@pytest.mark.rules
@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (3, 8), (8, 3), (13, 13)])
def test_on_random_boards_all_methods_find_the_cells_of_the_slow_model(
    rows: int, cols: int
) -> None:
    for stones in random_boards(rows, cols, 5 if COMPILING else 1, 11):
        assert_as_the_slow_model(stones)


@pytest.mark.parametrize(
    ("rows", "cols"), [(6, 6), (2, 13), (13, 2), (7, 12), (11, 11), (13, 13), (50, 50)]
)
def test_on_many_random_boards_the_methods_agree(rows: int, cols: int) -> None:
    for stones in random_boards(rows, cols, max(5, 30_000 // (rows * cols)), 13):
        three_ways(stones)


@pytest.mark.parametrize("key", FILL)
def test_over_all_boards_winners_and_numbers_of_pivotal_cells_are_as_they_are_exactly(
    key: str,
) -> None:
    row = FILL[key]
    rows, cols = row["rows"], row["cols"]
    wins, sizes = Counter[int](), Counter[int]()
    pivotal = np.zeros((rows * cols, rows * cols), np.int64)
    for stones in every_full_board(rows, cols):
        won, found = three_ways(stones)
        ones = int((stones == 1).sum())
        wins[ones] += won == 1
        sizes[int(found.sum())] += 1
        # Count each colouring of the other cells once: where the cell itself is player 2's.
        for cell in np.flatnonzero((found.ravel() == 1) & (stones.ravel() == 2)).tolist():
            pivotal[cell, ones] += 1
    cells = rows * cols
    assert [wins[k] for k in range(cells + 1)] == row["win_by_k"]
    assert [sizes[k] for k in range(cells + 1)] == row["boards_by_number_of_pivotals"]
    assert pivotal.tolist() == row["pivotal_by_cell_and_k"]
