"""Positions for the tests of maps and compound games."""

from __future__ import annotations

import numpy as np

from playout.games.hex.board import NOBODY, Stones, winner_of


def undecided(rows: int, cols: int, seed: int) -> Stones:
    """A position that nobody has won, with about a third of its cells taken."""
    chance = np.random.default_rng(seed)
    while True:
        stones = chance.choice([0, 0, 0, 0, 1, 2], (rows, cols)).astype(np.int8)
        if winner_of(stones) == NOBODY:
            return stones
