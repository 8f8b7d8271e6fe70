"""Boards for the tests of Hex."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from playout.engine.vectors.vectors import BITS
from playout.games.hex.board import NOBODY, Stones, winner_of
from playout.games.hex.fill import Filling
from playout.games.hex.maps import count_blocks

SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (1, 5), (5, 1), (3, 3)]


def every_full_board(rows: int, cols: int) -> Iterator[Stones]:
    """All ways to fill a board."""
    cells = rows * cols
    for code in range(1 << cells):
        bits = np.array([code >> k & 1 for k in range(cells)], np.int8)
        yield (bits + 1).astype(np.int8).reshape(rows, cols)


def random_boards(
    rows: int, cols: int, count: int, seed: int, chances: tuple[float, ...] = (0, 0.5, 0.5)
) -> list[Stones]:
    """Boards whose cells are free, player 1's and player 2's with these chances."""
    chance = np.random.default_rng(seed)
    drawn: npt.NDArray[np.int64] = chance.choice(3, (count, rows, cols), p=chances)
    return list(drawn.astype(np.int8))


def undecided(rows: int, cols: int, seed: int) -> Stones:
    """A position that nobody has won, with about a third of its cells taken."""
    chance = np.random.default_rng(seed)
    while True:
        stones = chance.choice([0, 0, 0, 0, 1, 2], (rows, cols)).astype(np.int8)
        if winner_of(stones) == NOBODY:
            return stones


def counts_of(filling: Filling, first_block: int, boards: int) -> list[int]:
    """On how many boards each cell is pivotal, and player 1's wins at the end; by flooding."""
    blocks, end = -(-boards // BITS), first_block * BITS + boards
    found = count_blocks("flood", filling, first_block, blocks, end)
    return [*found.pivotal.tolist(), found.wins]
