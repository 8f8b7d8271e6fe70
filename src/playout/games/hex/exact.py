"""Exact chances on a small board: every way to fill its free cells, counted.

There is a count for each number k of free cells that player 1 gets, so that the counts hold for any
chance p that a cell is player 1's.  Sixty-four fillings share a word: the first six free cells have
a fixed pattern of owners in the bits of a word, the others have one owner in all 64.

At the end stands optimal play by them: the most pivotal cell, and how long games last.
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from playout.engine.game.game import CHANCE_BITS
from playout.engine.native.bits import count_bits
from playout.engine.native.jit import jit
from playout.engine.words.errors import PlayoutError
from playout.games.hex.board import FREE, NOBODY, NOWHERE, Stones, neighbour, winner_of

MOST_FREE = 25  # free cells: 2**25 fillings take a second, often less

_LANES = 6  # free cells whose owner differs from bit to bit of a word
# PATTERNS[i]: the bits b of a word with bit i of b set; WITH_ONES[j]: those with j ones in b.
_PATTERNS = np.array(
    [sum(1 << b for b in range(63) if b >> i & 1) - (1 << 63) for i in range(_LANES)], np.int64
)
_WITH_ONES = np.array(
    [
        *(sum(1 << b for b in range(64) if b.bit_count() == j) for j in range(_LANES)),
        -(1 << 63),
    ],
    np.int64,
)


@dataclass(frozen=True)
class Fillings:
    """All fillings of the free cells of a position, by how many cells k player 1 gets.

    ``win_by_k[k]``, k = 0 .. free: fillings that player 1 wins.
    ``pivotal_by_cell_and_k[cell][k]``, k = 0 .. free - 1: fillings of the other free cells, k of
    them player 1's, in which the owner of this cell decides; all 0 where a stone lies.
    """

    free: int
    win_by_k: tuple[int, ...]
    pivotal_by_cell_and_k: tuple[tuple[int, ...], ...]

    def win_rate(self, p: float) -> float:
        """The chance that player 1 wins if each free cell is player 1's with chance p."""
        return _chance(self.win_by_k, p)

    def pivotal_rates(self, p: float) -> list[float]:
        """The chance of each cell to be pivotal if each free cell is player 1's with chance p."""
        return [_chance(counts, p) for counts in self.pivotal_by_cell_and_k]


def _chance(counts: tuple[int, ...], p: float) -> float:
    """The sum of counts[k] p**k (1 - p)**(n - k), k = 0 .. n."""
    n = len(counts) - 1
    return math.fsum(count * p**k * (1 - p) ** (n - k) for k, count in enumerate(counts))


def count_fillings(stones: Stones) -> Fillings:
    """Count all fillings of the free cells of a position int8[rows, cols].

    Raises PlayoutError if more than MOST_FREE cells are free.
    """
    cells = [int(cell) for cell in np.flatnonzero(stones.ravel() == FREE)]
    free = len(cells)
    if free > MOST_FREE:
        raise PlayoutError(
            f"{free} cells are free; the exact method allows at most {MOST_FREE}. Use another "
            "method, or place more stones"
        )
    wins = np.zeros(free + 1, np.int64)
    wins_with = np.zeros((free, free + 1), np.int64)
    won = winner_of(stones)
    if won == NOBODY:
        _count(*_graph(stones, cells), wins, wins_with)
    elif won == 1:
        wins[:] = [math.comb(free, k) for k in range(free + 1)]
        wins_with[:, 1:] = [math.comb(free - 1, k) for k in range(free)]
    pivotal = [(0,) * free] * stones.size
    for i, cell in enumerate(cells):
        # One stone more never hurts its owner.  So the cell decides the fillings that player 1 wins
        # with it, less those that player 1 wins without it.
        without = wins[:-1] - wins_with[i, :-1]
        pivotal[cell] = tuple((wins_with[i, 1:] - without).tolist())
    return Fillings(free, tuple(wins.tolist()), tuple(pivotal))


def _graph(stones: Stones, cells: list[int]) -> tuple[Any, Any, Any]:
    """How the free cells are connected if they are player 1's.

    Free cell i touches the free cells ``links[first[i]:first[i + 1]]`` and the sides ``sides[i]``
    (1: top, 2: bottom), directly or through stones of player 1 already on the board.
    """
    number = {cell: i for i, cell in enumerate(cells)}
    first, links, sides = [0], [], []
    for cell in cells:
        near, touches = _reached(stones, cell)
        links += sorted(number[other] for other in near)
        first.append(len(links))
        sides.append(touches)
    return np.array(first, np.int64), np.array(links, np.int64), np.array(sides, np.int64)


def _reached(stones: Stones, start: int) -> tuple[set[int], int]:
    """The free cells and the sides that a cell touches, directly or through player 1's stones."""
    rows, cols = stones.shape
    reached, stack, sides = {start}, [start], 0
    while stack:
        cell = stack.pop()
        sides |= (1 if cell < cols else 0) | (2 if cell >= (rows - 1) * cols else 0)
        for k in range(6):
            near = int(neighbour(cell, k, rows, cols))
            if near == NOWHERE or near in reached or stones.flat[near] == 2:
                continue
            reached.add(near)
            if stones.flat[near] == 1:
                stack.append(near)
    return {cell for cell in reached if stones.flat[cell] == FREE} - {start}, sides


@jit
def _count(first: Any, links: Any, sides: Any, wins: Any, wins_with: Any) -> None:
    """Add up player 1's wins: wins[k], and wins_with[i, k] of them with free cell i."""
    free = len(sides)
    lanes = min(free, _LANES)
    used = (1 << (1 << lanes)) - 1 if lanes < _LANES else -1  # bits that are fillings
    own = np.zeros(free, np.int64)  # which fillings of a word give player 1 this cell
    reach = np.zeros(free, np.int64)  # and in which of them it is joined to the top
    for i in range(lanes):
        own[i] = _PATTERNS[i]
    for block in range(1 << (free - lanes)):
        for i in range(lanes, free):
            own[i] = -(block >> (i - lanes) & 1)
        won = _joined(first, links, sides, own, reach) & used
        if won == 0:
            continue
        ones = count_bits(block, 0, 0, 64)
        for j in range(lanes + 1):
            some = won & _WITH_ONES[j]
            k, number = ones + j, count_bits(some, 0, 0, 64)
            wins[k] += number
            for i in range(lanes):
                wins_with[i, k] += count_bits(some & _PATTERNS[i], 0, 0, 64)
            for i in range(lanes, free):
                wins_with[i, k] -= own[i] * number  # own is -1 or 0 here


@jit
def _joined(first: Any, links: Any, sides: Any, own: Any, reach: Any) -> int:
    free = len(sides)
    for i in range(free):
        reach[i] = own[i] if sides[i] & 1 else 0
    changed = True
    while changed:
        changed = False
        for step in range(2 * free):
            i = step if step < free else 2 * free - 1 - step  # down the board, and up again
            if reach[i] != own[i]:
                around = reach[i]
                for k in range(first[i], first[i + 1]):
                    around |= reach[links[k]]
                around &= own[i]
                if around != reach[i]:
                    reach[i] = around
                    changed = True
    won = 0
    for i in range(free):
        if sides[i] & 2:
            won |= reach[i]
    return won


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

    @cache
    def rest(stones: bytes) -> float:
        if winner_of(np.frombuffer(stones, np.int8).reshape(rows, cols)) != NOBODY:
            return 0.0
        cell = most_pivotal_cell(stones, rows, cols, share)
        one, two = (rest(stones[:cell] + bytes([owner]) + stones[cell + 1 :]) for owner in (1, 2))
        return 1 + share / CHANCE * one + (1 - share / CHANCE) * two

    return rest(bytes(rows * cols))
