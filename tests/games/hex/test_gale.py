"""Gale's walk, and the pivotal cells by walks: exact numbers over all boards, the slow model."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from playout.engine.native.jit import COMPILING
from playout.games.hex.board import Stones, winner_of
from playout.games.hex.gale import (
    BOTTOM_RIGHT,
    TOP_LEFT,
    by_flip,
    by_gale,
    mark_cells,
    most_edges,
    new_edges,
    owner,
    walk,
)
from tests import truth
from tests.games.hex.boards import SIZES, every_full_board, random_boards
from tests.reference import hex as plain

pytestmark = pytest.mark.rules

TRUTH: dict[str, Any] = truth.load("hex_gale")
FILL: dict[str, Any] = truth.load("hex_fill")
TRACES: list[dict[str, Any]] = TRUTH["traces"]
COUNTED = [key for key in TRUTH if key != "traces"]

Pair = tuple[tuple[int, int], tuple[int, int]]


def walked(stones: Stones, corner: int = TOP_LEFT) -> tuple[int, list[Pair]]:
    """The winner and the edges of a walk."""
    rows, cols = stones.shape
    edges = new_edges(rows, cols)
    won, count = walk(stones.ravel(), rows, cols, corner, edges)
    return int(won), [((a, b), (c, d)) for a, b, c, d in edges[:count].tolist()]


def cells_along(stones: Stones, corner: int = TOP_LEFT) -> set[tuple[int, int]]:
    """The cells of the board, of either player, that a walk comes along."""
    rows, cols = stones.shape
    edges, marked = new_edges(rows, cols), np.zeros((rows, cols), np.int8)
    _, count = walk(stones.ravel(), rows, cols, corner, edges)
    mark_cells(edges, count, rows, cols, marked.ravel(), 1)
    return {(r, c) for r, c in np.argwhere(marked).tolist()}


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: str(trace["board"]))
def test_whole_walks_are_the_traces(trace: dict[str, Any]) -> None:
    stones = np.array(trace["board"], np.int8)
    won, edges = walked(stones)
    assert won == trace["winner"]
    assert [[list(two), list(one)] for two, one in edges] == trace[
        "edges_as_pairs_player2cell_player1cell"
    ]
    for player in (1, 2):
        cells = sorted([r, c] for r, c in cells_along(stones) if stones[r, c] == player)
        assert cells == sorted(trace[f"player{player}_cells_seen"])


@pytest.mark.parametrize("key", COUNTED)
def test_over_all_boards_edges_and_cells_seen_are_as_they_are_exactly(key: str) -> None:
    row = TRUTH[key]
    rows, cols = (int(part) for part in key.split("x"))
    edges, wins, cells = Counter[int](), 0, Counter[str]()
    for stones in every_full_board(rows, cols):
        won, pairs = walked(stones)
        first, second = cells_along(stones), cells_along(stones, BOTTOM_RIGHT)
        wins += won == 1
        edges[len(pairs)] += 1
        for player in (1, 2):
            cells[f"distinct_player{player}_cells_seen"] += sum(stones[c] == player for c in first)
        cells["distinct_winner_cells_seen"] += sum(stones[c] == won for c in first)
        cells["pivotals_from_two_walks"] += sum(stones[c] == won for c in first & second)
    boards = sum(edges.values())
    assert (boards, wins) == (row["boards"], row["player1_wins"])
    assert {str(count): number for count, number in edges.items()} == row["edges_histogram"]
    for name, number in cells.items():
        assert Fraction(number, boards) == Fraction(row[f"expected_{name}"]), name


def assert_walks_agree(stones: Stones) -> None:
    """Both walks are the slow model's, in the board's own coordinates, and within the bound."""
    rows, cols = stones.shape
    board = plain.board_of(stones.tolist())
    assert walked(stones) == plain.gale_walk(board)
    won, edges = plain.gale_walk(plain.turned(board))
    back = [tuple((rows - 1 - r, cols - 1 - c) for r, c in pair) for pair in edges]
    assert walked(stones, BOTTOM_RIGHT) == (won, back)
    assert won == winner_of(stones)
    assert len(edges) <= most_edges(rows, cols)


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_on_every_small_board_both_walks_are_the_slow_models(rows: int, cols: int) -> None:
    for stones in every_full_board(rows, cols):
        assert_walks_agree(stones)


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (3, 13), (13, 3), (11, 11), (50, 50)])
def test_on_random_boards_both_walks_are_the_slow_models(rows: int, cols: int) -> None:
    for stones in random_boards(rows, cols, 20 if COMPILING else 2, 5):
        assert_walks_agree(stones)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (3, 3), (6, 9), (20, 20), (50, 50)])
def test_a_walk_that_winds_through_the_whole_board_stays_within_the_bound(
    rows: int, cols: int
) -> None:
    stones = np.ones((rows, cols), np.int8)
    stones[1::2] = 2
    for row in range(1, rows, 2):
        stones[row, cols - 1 if row % 4 == 1 else 0] = 1
    for board in (stones, 3 - stones, stones.T.copy()):
        assert_walks_agree(board.astype(np.int8))


def test_the_border_is_player_ones_above_and_below_and_player_twos_at_the_sides() -> None:
    stones = np.ones(6, np.int8)
    border = {
        cell: player
        for cell, player in plain.bordered(plain.board_of([[1] * 3] * 2)).items()
        if not (0 <= cell[0] < 2 and 0 <= cell[1] < 3)
    }
    assert len(border) == 2 * (2 + 3) + 4
    for (row, col), player in border.items():
        assert owner(stones, 2, 3, row, col) == player


def two_ways(stones: Stones) -> tuple[int, Stones]:
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


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_on_every_small_board_both_methods_find_the_cells_of_the_slow_model(
    rows: int, cols: int
) -> None:
    for stones in every_full_board(rows, cols):
        assert_as_the_slow_model(stones)


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (3, 8), (8, 3), (13, 13)])
def test_on_random_boards_both_methods_find_the_cells_of_the_slow_model(
    rows: int, cols: int
) -> None:
    for stones in random_boards(rows, cols, 5 if COMPILING else 1, 11):
        assert_as_the_slow_model(stones)


@pytest.mark.parametrize(
    "key", [pytest.param(k, marks=pytest.mark.thorough if k == "4x4" else ()) for k in FILL]
)
def test_over_all_boards_winners_and_numbers_of_pivotal_cells_are_as_they_are_exactly(
    key: str,
) -> None:
    row = FILL[key]
    rows, cols = row["rows"], row["cols"]
    if not COMPILING and rows * cols > 9:
        pytest.skip("too many boards for plain Python")
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
