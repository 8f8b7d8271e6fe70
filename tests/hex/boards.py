"""Positions for the tests of maps and compound games."""

from __future__ import annotations

import numpy as np

from playout.games.hex.board import NOBODY, Stones, winner_of
from playout.games.hex.compound import CompoundGame


def undecided(rows: int, cols: int, seed: int) -> Stones:
    """A position that nobody has won, with about a third of its cells taken."""
    chance = np.random.default_rng(seed)
    while True:
        stones = chance.choice([0, 0, 0, 0, 1, 2], (rows, cols)).astype(np.int8)
        if winner_of(stones) == NOBODY:
            return stones


def same_game(one: CompoundGame, other: CompoundGame) -> bool:
    """Whether two compound games are the same, stone by stone and board by board."""
    return (
        (one.winner, one.silent, one.length) == (other.winner, other.silent, other.length)
        and np.array_equal(one.cells, other.cells)
        and np.array_equal(one.owners, other.owners)
        and np.array_equal(one.boards, other.boards)
    )
