"""Positions for the tests of maps and compound games."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from playout.games.hex.board import FREE, Stones
from playout.games.hex.compound import CompoundGame
from playout.games.hex.exact import count_fillings

ENOUGH = 2**18  # boards a move that find a most pivotal cell of 3 x 3: see the test of that


def same_game(one: CompoundGame, other: CompoundGame) -> bool:
    """Whether two compound games are the same, stone by stone and board by board."""
    return (
        (one.winner, one.silent, one.length) == (other.winner, other.silent, other.length)
        and np.array_equal(one.cells, other.cells)
        and np.array_equal(one.owners, other.owners)
        and np.array_equal(one.boards, other.boards)
    )


def tied_best(stones: Stones, p: Fraction) -> tuple[list[int], float]:
    """The most pivotal cells, exactly, and how far the best is from the next (inf: no next).

    The distance is (a - b) / sqrt(a + b) of their rates: times the root of the number of boards,
    it is at most the z at which the next cell is seen before the best.
    """
    rates = []
    for counts in count_fillings(stones).pivotal_by_cell_and_k:
        n = len(counts) - 1
        chances = (
            ways * (p.numerator**k) * ((p.denominator - p.numerator) ** (n - k))
            for k, ways in enumerate(counts)
        )
        rates.append(sum(chances))  # in units of 1 / p.denominator**n, the same for every cell
    most = max(rates)
    best = [cell for cell, rate in enumerate(rates) if rate == most]
    below = [rate for cell, rate in enumerate(rates) if rate < most and stones.flat[cell] == FREE]
    if not below:
        return best, math.inf
    free = int((stones == FREE).sum())
    scale = p.denominator ** (free - 1)
    return best, (most - max(below)) / math.sqrt((most + max(below)) * scale)
