"""Criticality maps: on how many random boards each cell is pivotal, by any of three methods.

All methods look at the same boards: board n of a filling is the same for each of them, so their
counts are exactly equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.native.jit import jit
from playout.engine.native.uncompiled import uncompiled
from playout.engine.vectors.vectors import BITS
from playout.games.hex.fill import Filling, fill, make_fields
from playout.games.hex.flood import count_into, new_tallies
from playout.games.hex.gale import by_flip, by_gale, new_edges
from playout.games.hex.race import pair_counts

Counts = npt.NDArray[np.int64]

METHODS = ("flood", "gale", "flip")  # by sampling; the fourth, exact, is in `exact`


@dataclass(frozen=True, eq=False)
class BoardCounts:
    """The counts of some blocks of boards."""

    games: int  # blocks, whole or in part: what batches are made of
    boards: int
    pivotal: Counts  # [cells]: boards on which this cell was pivotal
    wins: int  # boards that player 1 won
    spread: Counts  # [cells + 1]: boards with 0, 1, 2, ... pivotal cells
    both: Counts  # [k, k]: boards on which two of k watched cells were both pivotal

    @staticmethod
    def empty(cells: int, watched: int = 0) -> BoardCounts:
        """The counts of no boards with this number of cells, some of them watched in pairs."""
        pivotal, spread = np.zeros(cells, np.int64), np.zeros(cells + 1, np.int64)
        return BoardCounts(0, 0, pivotal, 0, spread, np.zeros((watched, watched), np.int64))

    def __add__(self, other: BoardCounts) -> BoardCounts:
        pairs = zip(vars(self).values(), vars(other).values(), strict=True)
        return BoardCounts(*(a + b for a, b in pairs))

    def arrays(self) -> list[Counts]:
        """All that was counted: the single numbers first."""
        numbers = np.array([self.games, self.boards, self.wins], np.int64)
        return [numbers, self.pivotal, self.spread, self.both]

    def filled(self, arrays: Sequence[Counts]) -> BoardCounts:
        """The same kind of counts from these arrays, which may have lost trailing zeros."""
        whole = [np.zeros_like(array) for array in self.arrays()]
        for room, array in zip(whole, arrays, strict=True):
            room.ravel()[: len(array)] = array
        numbers, pivotal, spread, both = whole
        games, boards, wins = numbers.tolist()
        return BoardCounts(games, boards, pivotal, wins, spread, both)


def count_blocks(
    method: str,
    filling: Filling,
    first_block: int,
    blocks: int,
    boards: int,
    watched: Counts | None = None,
) -> BoardCounts:
    """Count some blocks of a map of ``boards`` boards; only the map's last block may be partial.

    ``watched`` are cells to be counted in pairs, by the method ``flood``.
    """
    in_blocks = max(0, min(blocks * BITS, boards - first_block * BITS))
    rows, cols = filling.stones.shape
    cells = rows * cols
    fields = uncompiled(make_fields)(rows, cols)
    pairs = 0 if watched is None else len(watched)
    tallies = uncompiled(new_tallies)(cells, pairs, False, True)
    if watched is not None:
        tallies.watched[:] = watched
    if method == "flood":
        count_into(filling, fields, first_block, in_blocks, tallies)
    else:
        what = (first_block, in_blocks, method == "flip")
        _count_one_by_one(filling, fields, new_edges(rows, cols), what, tallies)
    both = pair_counts(tallies.pairs) if pairs else np.zeros((0, 0), np.int64)
    wins, spread = int(tallies.counts[-1]), tallies.spread.sum(axis=1).astype(np.int64)
    return BoardCounts(blocks, in_blocks, tallies.counts[:-1], wins, spread, both)


@jit
def _count_one_by_one(filling: Any, fields: Any, edges: Any, what: Any, tallies: Any) -> None:
    """Count boards as `flood.count_into` does, but by walks on one board after the other.

    ``what`` is the first block, the number of boards, and whether to flip every cell.
    """
    first_block, boards, flip = what
    rows, cols = filling.stones.shape
    cells = rows * cols
    owners = filling.stones.ravel()
    stones, pivotal = np.empty(cells, np.int8), np.empty(cells, np.int8)
    one = np.uint64(1)
    for number in range(boards):
        bit = number % BITS
        if bit == 0:
            fill(filling, fields, first_block + number // BITS)
        for cell in range(cells):
            word = fields.ones[fields.slots[cell], bit // 64]
            stones[cell] = 1 if word >> np.uint64(bit % 64) & one != 0 else 2
        if flip:
            won = by_flip(stones, rows, cols, edges, pivotal)
        else:
            won = by_gale(stones, rows, cols, edges, pivotal)
        on_board = 0
        for cell in range(cells):
            is_pivotal = 1 if pivotal[cell] != 0 and owners[cell] == 0 else 0
            tallies.counts[cell] += is_pivotal
            on_board += is_pivotal
        tallies.counts[cells] += won == 1
        tallies.spread[on_board, 0] += one
