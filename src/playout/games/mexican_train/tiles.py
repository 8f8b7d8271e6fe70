"""Tiles as bits: a set of tiles is a row of bits for each number.

Bit b of row a, and bit a of row b, say whether the tile a-b is in the set.  So the tiles of a hand
that fit an end are one word, whatever the set; and a row is what a search for a chain walks
along.  Rows are 32 bits wide: eight of them fit into one instruction.

A tile is one number, 32 * low + high, with low <= high.  A move is one, too: 16 * tile + train, and
a bit above these, DECLARED, for a tile that is laid with a lock on its train.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import count_bits, first_bit
from playout.engine.native.jit import jit

MOST = 18  # highest number of a set
NUMBERS = 20  # rows of a set of tiles: 0 .. MOST, and one to make the copies even
DECK = 196  # places for all tiles of the largest set, and 6 that a shuffle needs
ROWS = (np.int32, (NUMBERS,))  # of a field that holds a set of tiles
DECLARED = 1 << 14  # the bit of a move that locks the own train, where the rules have locks


@jit(inline=True)
def tile_code(one: int, other: int) -> int:
    """Return the tile with these two numbers."""
    return min(one, other) << 5 | max(one, other)


@jit(inline=True)
def low_of(tile: int) -> int:
    """Return the lower number of a tile."""
    return tile >> 5


@jit(inline=True)
def high_of(tile: int) -> int:
    """Return the higher number of a tile."""
    return tile & 31


@jit(inline=True)
def tile_move(tile: int, train: int) -> int:
    """Return the move that lays a tile on a train."""
    return tile << 4 | train


@jit(inline=True)
def declared(move: int) -> int:
    """The same move, with a lock on the train."""
    return move | DECLARED


@jit(inline=True)
def tile_of(move: int) -> int:
    """Return the tile of a move."""
    return (move & (DECLARED - 1)) >> 4


@jit(inline=True)
def train_of(move: int) -> int:
    """Return the train of a move."""
    return move & 15


@jit(inline=True)
def row_of(rows: Any, number: int) -> Any:
    """Return the tiles of a set that show a number, by their other numbers, as a row of bits.

    The mask leaves every number as it is, but compiled code then need not check for a negative
    index, which takes a tenth of a round of random play.
    """
    return rows[number & 31]


@jit(inline=True)
def put(rows: Any, low: int, high: int) -> None:
    """Add a tile to a set."""
    rows[low] |= 1 << high
    rows[high] |= 1 << low


@jit(inline=True)
def take(rows: Any, low: int, high: int) -> None:
    """Remove a tile from a set."""
    rows[low] &= ~(1 << high)
    rows[high] &= ~(1 << low)


@jit(inline=True)
def count(row: Any) -> int:
    """How many bits a row has."""
    return count_bits(np.int64(row), np.int64(0), 0, 64)


@jit(inline=True)
def first(row: Any) -> int:
    """The lowest bit of a row; 64 if it has none."""
    # With all bits above the row set there is always a first one, and no choice to make.
    return first_bit(np.int64(row), np.int64(-1), 0)


@jit(inline=True)
def nth(row: Any, n: int) -> int:
    """Bit number n, counted from 0 upwards, of those in a row, which has more than n."""
    row = np.int64(row)
    for k in range(3):  # without a branch that a processor would often guess wrong
        row = row & (row - 1 if k < n else row)
    for _ in range(n - 3):
        row = row & (row - 1)
    return first(row)


@jit
def pips(rows: Any, highest: int, double_blank: int) -> int:
    """What the tiles of a set cost their owner; a 0-0 costs `double_blank`."""
    total: Any = (np.int64(rows[0]) & 1) * double_blank
    for number in range(1, highest + 1):
        row = rows[number]
        # A double is one bit of one row, but shows its number twice.
        total += number * (count(row) + (row >> number & 1))
    return total


def numbers_of(tile: int) -> tuple[int, int]:
    """Return the two numbers of a tile, the lower first (for people and tests)."""
    return int(low_of(tile)), int(high_of(tile))


def listed(rows: Any) -> list[tuple[int, int]]:
    """Return the tiles of a set in rising order (for people and tests)."""
    tiles = []
    for low, row in enumerate(map(int, rows)):
        tiles += [(low, high) for high in range(low, row.bit_length()) if row >> high & 1]
    return tiles
