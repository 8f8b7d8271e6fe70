"""Optimal play on small boards, exactly: the most pivotal cell, and how long games last."""

from __future__ import annotations

import math
import operator
from functools import lru_cache

import numpy as np

from playout.engine.game.game import CHANCE_BITS
from playout.games.hex.board import FREE, NOBODY, winner_of
from playout.games.hex.exact import count_fillings

CHANCE = 1 << CHANCE_BITS  # chances are in units of 1 / CHANCE, so that equal ones compare as equal


@lru_cache(maxsize=1 << 16)
def most_pivotal_cell(stones: bytes, rows: int, cols: int, p: int) -> int:
    """The free cell most likely to decide, the first of equals; p is in units of 1 / CHANCE.

    ``stones`` are the bytes of an undecided position int8[rows, cols] with at most 25 free cells.
    """
    board = np.frombuffer(stones, np.int8).reshape(rows, cols)
    fillings = count_fillings(board)
    ones, twos = p, CHANCE - p
    common = math.gcd(ones, twos)
    ones, twos = ones // common, twos // common
    weights = [ones**k * twos ** (fillings.free - 1 - k) for k in range(fillings.free)]
    free = [int(cell) for cell in np.flatnonzero(board.ravel() == FREE)]
    counts = {cell: fillings.pivotal_by_cell_and_k[cell] for cell in free}
    return max(free, key=lambda cell: sum(map(operator.mul, weights, counts[cell])))


def mean_length(rows: int, cols: int, p: float = 0.5) -> float:
    """The mean length of optimal play from an empty board.  Slow on boards larger than 4 x 4."""
    share = round(p * CHANCE)
    known: dict[bytes, float] = {}

    def rest(stones: bytes) -> float:
        if stones not in known:
            if winner_of(np.frombuffer(stones, np.int8).reshape(rows, cols)) != NOBODY:
                known[stones] = 0.0
            else:
                cell = most_pivotal_cell(stones, rows, cols, share)
                one, two = (
                    rest(stones[:cell] + bytes([owner]) + stones[cell + 1 :]) for owner in (1, 2)
                )
                known[stones] = 1 + share / CHANCE * one + (1 - share / CHANCE) * two
        return known[stones]

    return rest(bytes(rows * cols))
