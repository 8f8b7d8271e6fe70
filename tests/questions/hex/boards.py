"""Positions for the tests of maps and compound games."""

from __future__ import annotations

import numpy as np

from playout.games.hex.compound import CompoundGame


def same_game(one: CompoundGame, other: CompoundGame) -> bool:
    """Whether two compound games are the same, stone by stone and board by board."""
    return (
        (one.winner, one.silent, one.length) == (other.winner, other.silent, other.length)
        and np.array_equal(one.cells, other.cells)
        and np.array_equal(one.owners, other.owners)
        and np.array_equal(one.boards, other.boards)
    )
