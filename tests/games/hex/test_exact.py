"""Counting all fillings: exact numbers, the slow model, and the compound game that follows."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from playout.engine.native.jit import COMPILING
from playout.engine.words.errors import PlayoutError
from playout.games.hex.board import Stones
from playout.games.hex.display.notation import parse_stones
from playout.games.hex.exact import MOST_FREE, count_fillings
from tests import truth
from tests.games.hex.boards import random_boards
from tests.reference import hex as plain

pytestmark = pytest.mark.rules

FILL: dict[str, Any] = truth.load("hex_fill")
SMALL = 9 if not COMPILING else MOST_FREE  # most cells where all runs as plain Python


def empty(row: dict[str, Any]) -> Stones:
    """The empty board of a row of exact numbers."""
    return np.zeros((row["rows"], row["cols"]), np.int8)


@pytest.mark.parametrize("key", FILL)
def test_counts_and_chances_of_an_empty_board_are_the_exact_ones(key: str) -> None:
    row = FILL[key]
    if empty(row).size > SMALL:
        pytest.skip("too many fillings for plain Python")
    found = count_fillings(empty(row))
    assert list(found.win_by_k) == row["win_by_k"]
    assert [list(counts) for counts in found.pivotal_by_cell_and_k] == row["pivotal_by_cell_and_k"]
    for name in (name for name in row if name.startswith("p=")):
        p = float(Fraction(name.removeprefix("p=")))
        assert found.win_rate(p) == pytest.approx(float(Fraction(row[name]["P_player1_wins"])))
        rates = found.pivotal_rates(p)
        assert rates == pytest.approx([float(Fraction(text)) for text in row[name]["pivotal_prob"]])
        best = [cell for cell, rate in enumerate(rates) if rate == max(rates)]
        assert best == row[name]["most_pivotal_cells"]


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols", "fixed"), [(2, 3, 0.3), (3, 3, 0.4), (4, 6, 0.8)])
def test_counts_around_fixed_stones_are_those_of_the_slow_model(
    rows: int, cols: int, fixed: float
) -> None:
    chances = (1 - fixed, fixed / 2, fixed / 2)
    for stones in random_boards(rows, cols, 12 if COMPILING else 3, 17, chances):
        board = plain.board_of(stones.tolist())
        free = sum(stone == 0 for stone in board.values())
        if free > 8:
            continue
        wins, pivotal = Counter[int](), Counter[tuple[int, int]]()
        for full in plain.fillings(board):
            ones = sum(full[cell] == 1 for cell in board if board[cell] == 0)
            wins[ones] += plain.winner(full) == 1
            for r, c in plain.pivotal(full):
                if board[r, c] == 0 and full[r, c] == 2:
                    pivotal[r * cols + c, ones] += 1
        found = count_fillings(stones)
        assert found.free == free
        assert found.win_by_k == tuple(wins[k] for k in range(free + 1))
        assert found.pivotal_by_cell_and_k == tuple(
            tuple(pivotal[cell, k] for k in range(free)) for cell in range(rows * cols)
        )


def test_a_few_free_cells_of_a_large_board_are_counted_over_its_long_chains() -> None:
    stones = np.full((50, 50), 2, np.int8)
    stones[:, 20] = 1
    stones[[10, 30, 45], 20] = 0
    found = count_fillings(stones)
    assert found.win_by_k == (0, 0, 0, 1)
    assert found.pivotal_by_cell_and_k[10 * 50 + 20] == (0, 0, 1)
    assert found.pivotal_by_cell_and_k[0] == (0, 0, 0)


def test_a_decided_position_has_no_pivotal_cell() -> None:
    ones, twos = parse_stones("X..\nX.."), parse_stones("OOO\n...")
    assert count_fillings(ones).win_by_k == (1, 4, 6, 4, 1)
    assert count_fillings(twos).win_by_k == (0, 0, 0, 0)
    for stones in (ones, twos):
        assert not any(map(any, count_fillings(stones).pivotal_by_cell_and_k))
    full = count_fillings(parse_stones("XO\nXO"))
    assert (full.win_by_k, full.pivotal_by_cell_and_k) == ((1,), ((), (), (), ()))
    assert full.win_rate(0.5) == 1
    assert full.pivotal_rates(0.5) == [0, 0, 0, 0]


def test_no_more_free_cells_than_allowed() -> None:
    with pytest.raises(PlayoutError, match="26 cells are free; the exact method allows at most 25"):
        count_fillings(np.zeros((2, 13), np.int8))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILING, reason="2**25 fillings")
def test_the_largest_count_is_symmetric_and_complete() -> None:
    found = count_fillings(np.zeros((5, 5), np.int8))
    wins, pivotal = found.win_by_k, found.pivotal_by_cell_and_k
    # Mirrored along the long diagonal with colours exchanged, every win is a loss.
    assert sum(wins) == 2**24
    for k in range(26):
        assert wins[k] + wins[25 - k] == math.comb(25, k)
    for cell in range(25):
        assert pivotal[cell] == pivotal[24 - cell]
        assert pivotal[cell] == pivotal[cell % 5 * 5 + cell // 5][::-1]
    # Russo's formula: more of player 1's cells win more often, one pivotal cell at a time.
    for k in range(25):
        gained = sum(counts[k] for counts in pivotal)
        assert gained == (k + 1) * wins[k + 1] - (25 - k) * wins[k]
