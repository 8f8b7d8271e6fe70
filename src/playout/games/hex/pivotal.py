"""Which cells of a full board are pivotal: flipping that stone alone changes the winner.

Three ways to the same answer.  Each takes a full board as a flat array, writes 1 (pivotal) or 0
into ``pivotal``, int8[cells], and returns the winner.  Only stones of the winner can be pivotal.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.games.hex.board import BOTH, touched, winner
from playout.games.hex.gale import BOTTOM_RIGHT, TOP_LEFT, mark_seen, walk


@jit
def by_flip(stones: Any, rows: int, cols: int, edges: Any, pivotal: Any) -> int:
    """By the definition: flip every stone in turn and walk again.

    rows * cols + 1 walks.  ``edges`` is scratch space, `gale.new_edges(rows, cols)`.
    """
    won, _ = walk(stones, rows, cols, TOP_LEFT, edges)
    for cell in range(rows * cols):
        stones[cell] = 3 - stones[cell]
        flipped, _ = walk(stones, rows, cols, TOP_LEFT, edges)
        stones[cell] = 3 - stones[cell]
        pivotal[cell] = flipped != won
    return won


@jit
def by_gale(stones: Any, rows: int, cols: int, edges: Any, pivotal: Any) -> int:
    """By two walks: the winner's cells on both, from the top left and from the bottom right.

    Each walk follows one of the loser's regions that hang on a side; a stone of the winner on
    both walks is all that keeps them apart.  ``edges`` is scratch space as for `by_flip`.
    """
    cells = rows * cols
    pivotal[:cells] = 0
    won, count = walk(stones, rows, cols, TOP_LEFT, edges)
    mark_seen(edges, count, rows, cols, pivotal, 1)
    _, count = walk(stones, rows, cols, BOTTOM_RIGHT, edges)
    mark_seen(edges, count, rows, cols, pivotal, 2)
    for cell in range(cells):
        pivotal[cell] = pivotal[cell] == 3 and stones[cell] == won
    return won


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
