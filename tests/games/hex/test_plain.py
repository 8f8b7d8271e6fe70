"""The plain Python program finds the pivotal cells that the kernels find."""

from __future__ import annotations

import random

import numpy as np
import pytest

from playout.games.hex.exact import count_fillings
from playout.games.hex.gale import new_edges
from playout.games.hex.pivotal import by_gale
from playout.games.hex.plain import by_flipping, by_two_walks, count_pivotal, random_board
from tests.chance import FALSE_ALARM, p_of_counts


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9])
def test_plain_python_finds_the_pivotal_cells_of_the_kernels(size: int) -> None:
    rng = random.Random(size)
    for _ in range(20):
        board = random_board(size, rng)
        stones = np.array([row[1:-1] for row in board[1:-1]], np.int8)
        pivotal = np.zeros(size * size, np.int8)
        by_gale(stones.ravel(), size, size, new_edges(size, size), pivotal)
        cells = {(i // size + 1, i % size + 1) for i in np.flatnonzero(pivotal).tolist()}
        assert by_two_walks(board) == cells
        assert by_flipping(board) == cells


def test_its_rates_are_the_exact_ones() -> None:
    boards = 4_000
    counts = count_pivotal(by_two_walks, 3, boards, seed=4)
    rates = count_fillings(np.zeros((3, 3), np.int8)).pivotal_rates(0.5)
    for count, rate in zip((c for row in counts for c in row), rates, strict=True):
        observed = np.array([boards - count, count])
        assert p_of_counts(observed, np.array([1 - rate, rate])) > FALSE_ALARM
