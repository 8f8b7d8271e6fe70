"""Which cells of a full board are pivotal: flipping that stone alone changes the winner.

Two ways to the same answer (flood.py has a third, for many boards at once).  Each takes a full
board as a flat array, writes 1 (pivotal) or 0 into ``pivotal``, int8[cells], and returns the
winner.  Only stones of the winner can be pivotal.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
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
