"""Pivotal cells of a board: two methods, one answer, the slow model's."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from playout.engine.native.jit import COMPILING
from playout.games.hex.board import Stones
from playout.games.hex.gale import by_flip, by_gale, new_edges
from tests import truth
from tests.games.hex.boards import SIZES, every_full_board, random_boards
from tests.reference import hex as plain

FILL: dict[str, Any] = truth.load("hex_fill")

Mask = npt.NDArray[np.int8]


def two_ways(stones: Stones) -> tuple[int, Mask]:
    """The winner and the pivotal cells [rows, cols]; both methods must agree."""
    rows, cols = stones.shape
    board, before = stones.ravel(), stones.tobytes()
    answers = []
    for method in (by_flip, by_gale):
        found = np.full(rows * cols, 7, np.int8)
        won = int(method(board, rows, cols, new_edges(rows, cols), found))
        answers.append((won, found.tobytes()))
        assert stones.tobytes() == before
    assert answers[0] == answers[1]
    return answers[0][0], np.frombuffer(answers[0][1], np.int8).reshape(rows, cols)


def assert_as_the_slow_model(stones: Stones) -> None:
    """Winner and pivotal cells are those that flipping every cell gives."""
    won, found = two_ways(stones)
    board = plain.board_of(stones.tolist())
    assert won == plain.winner(board)
    assert {(r, c) for r, c in np.argwhere(found).tolist()} == plain.pivotal(board)


@pytest.mark.rules
@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_on_every_small_board_both_methods_find_the_cells_of_the_slow_model(
    rows: int, cols: int
) -> None:
    for stones in every_full_board(rows, cols):
        assert_as_the_slow_model(stones)


@pytest.mark.rules
@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (3, 8), (8, 3), (13, 13)])
def test_on_random_boards_both_methods_find_the_cells_of_the_slow_model(
    rows: int, cols: int
) -> None:
    for stones in random_boards(rows, cols, 5 if COMPILING else 1, 11):
        assert_as_the_slow_model(stones)


@pytest.mark.parametrize("key", FILL)
def test_over_all_boards_winners_and_numbers_of_pivotal_cells_are_as_they_are_exactly(
    key: str,
) -> None:
    row = FILL[key]
    rows, cols = row["rows"], row["cols"]
    wins, sizes = Counter[int](), Counter[int]()
    pivotal = np.zeros((rows * cols, rows * cols), np.int64)
    for stones in every_full_board(rows, cols):
        won, found = two_ways(stones)
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
