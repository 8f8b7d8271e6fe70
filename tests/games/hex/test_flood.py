"""Flooding 1,024 boards at a time finds what flipping every cell of every board finds."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from playout.engine.vectors.vectors import BITS
from playout.games.hex.fill import DIGITS, Filling, board, chance_of
from tests.games.hex.boards import counts_of
from tests.reference import hex as plain

SHAPES = [*product((1, 2, 5), (1, 2, 5)), (3, 4), (4, 3), (1, 9), (9, 1), (2, 13), (13, 2)]


def counted_by_flipping(owners: Any, stones: Any) -> list[int]:
    """What one board adds to the counts: flip each free cell, look who wins."""
    board = plain.board_of(owners.tolist())
    won = plain.winner(board)
    counts = [
        int(stones[cell] == 0 and plain.winner({**board, cell: 3 - board[cell]}) != won)
        for cell in np.ndindex(stones.shape)
    ]
    return [*counts, int(won == 1)]


def sum_by_flipping(boards: Filling, numbers: range) -> list[int]:
    counts = [counted_by_flipping(board(boards, number), boards.stones) for number in numbers]
    return [sum(column) for column in zip(*counts, strict=True)]


def filling(rows: int, cols: int, p: float = 0.5, seed: int = 0) -> Filling:
    return Filling(np.zeros((rows, cols), np.int8), chance_of(p), seed)


def with_stones(rows: int, cols: int, seed: int) -> Filling:
    """About a third of the cells fixed, the others 1 with a chance that depends on the seed."""
    some = np.random.default_rng(seed)
    stones = some.choice([0, 0, 0, 0, 1, 2], (rows, cols)).astype(np.int8)
    return Filling(stones, chance_of(some.choice([0.25, 0.5, 0.6])), seed)


@pytest.mark.rules
@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_each_board_counts_what_flipping_its_cells_shows(rows: int, cols: int) -> None:
    for boards in (filling(rows, cols, seed=7), with_stones(rows, cols, seed=rows * 16 + cols)):
        before = np.array(counts_of(boards, 0, 0))
        for number in range(12):
            after = np.array(counts_of(boards, 0, number + 1))
            due = counted_by_flipping(board(boards, number), boards.stones)
            assert list(after - before) == due
            before = after


@pytest.mark.slow
def test_a_whole_block_counts_what_flipping_shows() -> None:
    boards = filling(5, 4, seed=11)
    assert counts_of(boards, 1, BITS) == sum_by_flipping(boards, range(BITS, 2 * BITS))


def test_larger_boards_count_what_flipping_shows() -> None:
    for boards in (filling(11, 11, seed=1), filling(8, 14, p=0.45), with_stones(12, 7, seed=2)):
        assert counts_of(boards, 0, 8) == sum_by_flipping(boards, range(8))


def snake(size: int) -> Any:
    """Player 1 winds from the top down every other column and up the next."""
    stones = np.full((size, size), 2, np.int8)
    stones[0, 0] = 1
    for col in range(0, size, 2):
        stones[1:-1, col] = 1
        stones[-2 if col % 4 == 0 else 1, col + 1 : col + 2] = 1
    return stones


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("swapped", [False, True])
def test_a_winding_path_is_followed_to_its_end(turned: bool, mirrored: bool, swapped: bool) -> None:
    stones = snake(9)
    stones = stones[::-1, ::-1] if turned else stones
    stones = stones.T if mirrored else stones
    stones = np.ascontiguousarray(3 - stones if swapped else stones)
    for cell in np.ndindex(stones.shape):
        boards = filling(9, 9)._replace(stones=stones.copy())
        boards.stones[cell] = 0
        assert counts_of(boards, 0, 1) == sum_by_flipping(boards, range(1))


@pytest.mark.rules
def test_a_fixed_stone_changes_no_other_cell() -> None:
    free = filling(4, 4, p=0.3)
    stones = np.zeros((4, 4), np.int8)
    stones[1, 2], stones[3, 0] = 1, 2
    for number in (0, 77, BITS + 5):
        due = board(free, number)
        due[1, 2], due[3, 0] = 1, 2
        assert (board(free._replace(stones=stones), number) == due).all()


@pytest.mark.rules
@pytest.mark.parametrize(("p", "owner"), [(0.0, 2), (1.0, 1)])
def test_a_sure_chance_gives_every_free_cell_to_one_player(p: float, owner: int) -> None:
    boards = filling(3, 5, p=p)
    assert (board(boards, 123) == owner).all()
    assert counts_of(boards, 0, 300)[-1] == (300 if owner == 1 else 0)


@pytest.mark.rules
def test_a_board_without_free_cells_has_no_pivotal_cell() -> None:
    stones = np.array([[1, 2], [2, 1]], np.int8)
    assert counts_of(Filling(stones, chance_of(0.5), 0), 0, 10) == [0, 0, 0, 0, 0]


def test_a_chance_is_kept_exactly() -> None:
    for p in (0.0, 2.0**-62, 0.25, 0.3, 1 / 3, 0.5, 1 - 2.0**-53, 1.0):
        assert chance_of(p) / 2**DIGITS == p
