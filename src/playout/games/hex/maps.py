"""Criticality maps: on how many random boards each cell is pivotal, by any of three methods.

All methods look at the same boards: board n of a filling is the same for each of them, so their
counts are exactly equal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.jit import jit
from playout.engine.vectors import BITS
from playout.games.hex.fill import Filling, fill, make_fields
from playout.games.hex.flood import count_into
from playout.games.hex.gale import new_edges
from playout.games.hex.pivotal import by_flip, by_gale

METHODS = ("flood", "gale", "flip")  # by sampling; the fourth, exact, is in `exact`


@dataclass(frozen=True, eq=False)
class BoardCounts:
    """What was counted on some blocks of boards."""

    games: int  # blocks, whole or in part: what batches are made of
    boards: int
    pivotal: npt.NDArray[np.int64]  # [cells]: boards on which this cell was pivotal
    wins: int  # boards that player 1 won
    blocks: int  # whole blocks of BITS boards, and over these ...
    pivotals: int  # ... the sum of n, the pivotal cells on all boards of the block, ...
    squares: int  # ... and that of n squared

    @property
    def pivotals_error(self) -> float:
        """Standard error of the mean number of pivotal cells on a board, from the spread between
        blocks; NaN with fewer than two whole blocks."""
        n = self.blocks
        if n < 2:
            return math.nan
        spread = self.squares - Fraction(self.pivotals**2, n)
        return math.sqrt(spread / (n * (n - 1))) / BITS

    @staticmethod
    def empty(cells: int) -> BoardCounts:
        """The counts of no boards."""
        return BoardCounts(0, 0, np.zeros(cells, np.int64), 0, 0, 0, 0)

    def __add__(self, other: BoardCounts) -> BoardCounts:
        return BoardCounts(
            self.games + other.games,
            self.boards + other.boards,
            self.pivotal + other.pivotal,
            self.wins + other.wins,
            self.blocks + other.blocks,
            self.pivotals + other.pivotals,
            self.squares + other.squares,
        )

    def arrays(self) -> list[npt.NDArray[np.int64]]:
        """All that was counted: the single numbers, and the cells."""
        numbers = [self.games, self.boards, self.wins, self.blocks, self.pivotals, self.squares]
        return [np.array(numbers, np.int64), self.pivotal]

    def filled(self, arrays: Sequence[npt.NDArray[np.int64]]) -> BoardCounts:
        """The same kind of counts from these arrays, which may have lost trailing zeros."""
        numbers, pivotal = np.zeros(6, np.int64), np.zeros_like(self.pivotal)
        numbers[: len(arrays[0])] = arrays[0]
        pivotal[: len(arrays[1])] = arrays[1]
        games, boards, wins, blocks, pivotals, squares = numbers.tolist()
        return BoardCounts(games, boards, pivotal, wins, blocks, pivotals, squares)


def count_blocks(
    method: str, filling: Filling, first_block: int, blocks: int, boards: int
) -> BoardCounts:
    """Count some blocks of a map of ``boards`` boards; only the map's last block may be partial."""
    in_blocks = min(blocks * BITS, boards - first_block * BITS)
    rows, cols = filling.stones.shape
    counts = np.zeros(rows * cols + 1, np.int64)
    fields = make_fields(rows, cols)
    if method == "flood":
        pivotals, squares = count_into(filling, fields, first_block, in_blocks, counts)
    else:
        what = (first_block, in_blocks, method == "flip")
        pivotals, squares = _count_one_by_one(filling, fields, new_edges(rows, cols), what, counts)
    wins, whole = int(counts[-1]), in_blocks // BITS
    return BoardCounts(blocks, in_blocks, counts[:-1], wins, whole, int(pivotals), int(squares))


@jit
def _count_one_by_one(filling: Any, fields: Any, edges: Any, what: Any, counts: Any) -> Any:
    """Count boards as `flood.count_into` does, but by walks on one board after the other.

    ``what`` is the first block, the number of boards, and whether to flip every cell.
    """
    first_block, boards, flip = what
    rows, cols = filling.stones.shape
    cells = rows * cols
    owners = filling.stones.ravel()
    stones, pivotal = np.empty(cells, np.int8), np.empty(cells, np.int8)
    one = np.uint64(1)
    pivotals, squares, in_block = 0, 0, 0
    for number in range(boards):
        bit = number % BITS
        if bit == 0:
            in_block = 0
            fill(filling, fields, first_block + number // BITS)
        for cell in range(cells):
            word = fields.ones[fields.slots[cell], bit // 64]
            stones[cell] = 1 if word >> np.uint64(bit % 64) & one != 0 else 2
        if flip:
            won = by_flip(stones, rows, cols, edges, pivotal)
        else:
            won = by_gale(stones, rows, cols, edges, pivotal)
        for cell in range(cells):
            is_pivotal = 1 if pivotal[cell] != 0 and owners[cell] == 0 else 0
            counts[cell] += is_pivotal
            in_block += is_pivotal
        counts[cells] += won == 1
        if bit == BITS - 1:
            pivotals += in_block
            squares += in_block**2
    return pivotals, squares
