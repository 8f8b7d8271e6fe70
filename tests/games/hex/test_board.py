"""Cells, neighbours and winners of a board, against the slow model and by the theorem of Hex."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from playout.engine.native.jit import COMPILING, jit
from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError
from playout.games.hex.board import (
    NOBODY,
    NOWHERE,
    check_size,
    check_undecided,
    clear,
    framed,
    join,
    neighbour,
    new_marks,
    place_of,
    winner,
    winner_of,
)
from playout.games.hex.display.notation import parse_stones
from tests import truth
from tests.games.hex.boards import SIZES, every_full_board, random_boards
from tests.reference import hex as plain

pytestmark = pytest.mark.rules

MANY = 1 if COMPILING else 10  # how many times fewer boards where all runs as plain Python


@pytest.mark.parametrize(("rows", "cols"), [*SIZES, (4, 7), (50, 50)])
def test_neighbours_are_the_six_of_the_rules_that_are_on_the_board(rows: int, cols: int) -> None:
    for r, c in product(range(rows), range(cols)):
        near = [neighbour(r * cols + c, k, rows, cols) for k in range(6)]
        expected = {
            a * cols + b for a, b in plain.neighbours((r, c)) if 0 <= a < rows and 0 <= b < cols
        }
        assert {cell for cell in near if cell != NOWHERE} == expected
        assert sum(cell != NOWHERE for cell in near) == len(expected)


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_every_full_board_has_the_winner_of_the_slow_model(rows: int, cols: int) -> None:
    for stones in every_full_board(rows, cols):
        won = winner_of(stones)
        assert won in (1, 2)
        assert won == plain.winner(plain.board_of(stones.tolist()))


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2)])
def test_every_position_has_the_winner_of_the_slow_model(rows: int, cols: int) -> None:
    for cells in product((0, 1, 2), repeat=rows * cols):
        stones = np.array(cells, np.int8).reshape(rows, cols)
        assert winner_of(stones) == plain.winner(plain.board_of(stones.tolist()))


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (7, 5), (5, 9), (11, 11), (1, 50), (50, 50)])
def test_random_positions_have_the_winner_of_the_slow_model(rows: int, cols: int) -> None:
    for stones in random_boards(rows, cols, 20 // MANY, 1, (0.1, 0.45, 0.45)):
        assert winner_of(stones) == plain.winner(plain.board_of(stones.tolist()))


def test_a_snake_over_the_largest_board_is_one_chain() -> None:
    # One long winding chain of player 1 takes every stone of the flood one after another.
    stones = np.full((50, 50), 2, np.int8)
    stones[::2] = 1
    for row in range(1, 49, 2):
        stones[row, 49 if row % 4 == 1 else 0] = 1
    stones[49, 0] = 1
    assert winner_of(stones) == 1
    stones[25, :] = 2
    assert winner_of(stones) == 2
    stones[25, 10] = 0
    assert winner_of(stones) == NOBODY


@pytest.mark.parametrize("size", [(3, 3), (4, 6), (11, 11), (50, 50)])
def test_stones_placed_one_by_one_have_the_marks_and_winner_of_the_whole(
    size: tuple[int, int],
) -> None:
    rows, cols = size
    cells = rows * cols
    chance = np.random.default_rng(7)
    for _ in range(3 if cells > 200 else 20 // MANY):
        stones, marks, whole = np.zeros(cells, np.int8), new_marks(*size), new_marks(*size)
        checks = range(0, cells, max(1, cells // 20))
        for k, cell in enumerate(chance.permutation(cells).tolist()):
            row, col = divmod(cell, cols)
            stones[cell] = 1 + int(chance.integers(2))
            before = marks[0].copy()
            won = join(marks, cols, row, col, int(stones[cell]))
            if k in checks or won:
                assert winner(stones, whole, rows, cols) == won
                np.testing.assert_array_equal(marks[0], whole[0])
                changed = marks[1, 1 : marks[1, 0] + 1].tolist()
                assert changed[0] == place_of(row, col, cols)
                assert sorted(changed) == np.flatnonzero(marks[0] != before).tolist()
            if won:
                break
        else:
            pytest.fail("a full board without a winner")


def test_random_placing_is_undecided_as_often_as_it_is_exactly() -> None:
    for key, row in truth.load("hex_random_moves").items():
        rows, cols = (int(part) for part in key.split("x"))
        if not COMPILING and rows > 2:
            continue
        undecided, positions = Counter[int](), Counter[int]()
        for cells in product((0, 1, 2), repeat=rows * cols):
            stones = np.array(cells, np.int8).reshape(rows, cols)
            positions[int((stones != 0).sum())] += 1
            undecided[int((stones != 0).sum())] += winner_of(stones) == NOBODY
        exact = [Fraction(text) for text in row["P_undecided_after_k_stones"]]
        assert exact == [Fraction(undecided[k], positions[k]) for k in range(rows * cols + 1)]
        assert sum(exact) == Fraction(row["expected_length"])


def test_a_stone_that_joins_groups_gives_all_of_them_the_same_mark() -> None:
    stones = parse_stones("X . O\n . X O\n . . .")
    marks = new_marks(3, 3)
    assert winner(stones.ravel(), marks, 3, 3) == NOBODY
    assert join(marks, 3, 0, 1, 1) == NOBODY
    assert join(marks, 3, 2, 1, 1) == 1
    chain = [place_of(*cell, 3) for cell in ((0, 0), (0, 1), (1, 1), (2, 1))]
    assert len({int(marks[0, place]) for place in chain}) == 1
    assert sorted(marks[1, 1 : marks[1, 0] + 1].tolist()) == chain


def test_a_field_longer_than_the_board_is_read_only_as_far_as_the_board() -> None:
    stones, marks = np.full(30, 2, np.int64), np.full((2, 30), 9, np.int64)
    stones[:6] = [1, 2, 1, 2, 2, 2]
    assert winner(stones, marks, 2, 3) == 2
    assert marks[:, framed(2, 3) :].min() == 9


RECORD = np.dtype(
    [("rows", np.int64), ("cols", np.int64), ("stones", np.int8, 99), ("marks", np.int16, (2, 299))]
)


@jit
def place_all(state: Any, cells: Any) -> int:
    """Place stones of players 1 and 2 in turn until one wins; says who."""
    won = NOBODY
    for k in range(len(cells)):
        if won == NOBODY:
            row, col = divmod(cells[k], state.cols)
            state.stones[cells[k]] = 1 + k % 2
            won = join(state.marks, state.cols, row, col, 1 + k % 2)
    return won


def test_the_fields_of_a_record_serve_as_a_board() -> None:
    state = new_record(RECORD)
    state.rows, state.cols = 3, 4
    clear(state.marks, 3, 4)
    assert place_all(state, np.array([1, 5, 2, 4, 8, 6])) == NOBODY
    assert place_all(state, np.array([9, 3])) == 2
    assert state.stones[:12].tolist() == [0, 1, 1, 2, 2, 2, 2, 0, 1, 1, 0, 0]


def test_a_decided_position_is_refused_with_who_has_won() -> None:
    check_undecided(parse_stones("X.\n.O"))
    with pytest.raises(PlayoutError, match="player 1 has joined top and bottom"):
        check_undecided(parse_stones("X.\nX."))
    with pytest.raises(PlayoutError, match="player 2 has joined left and right"):
        check_undecided(parse_stones("OO\n.."))


def test_sizes_out_of_range_are_refused_with_the_range() -> None:
    check_size(1, 150)
    for rows, cols, said in [(0, 3, "0 rows"), (151, 3, "151 rows"), (3, -1, "-1 columns")]:
        with pytest.raises(PlayoutError, match=f"{said}.*: must be from 1 to 150"):
            check_size(rows, cols)
