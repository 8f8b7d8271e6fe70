"""Random boards, 1,024 at a time, one bit for each board.

A board's number alone says what is on it: board n is bit n % 1024 of block n // 1024, and each
cell of a block has its own random bits.  So a board does not depend on how many are made, in
which order or where, and a stone fixed on one cell changes no other (common random numbers).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.vectors.philox import random_lanes
from playout.engine.vectors.vectors import BITS, aligned_rows, any_bit, splat, store

DIGITS = 62  # binary digits of a chance
DIGITS_OF_SUMS = 15  # no board has 2**15 cells
EVEN = 1 << (DIGITS - 1)  # a chance of a half
NONE = np.uint64(0)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


class Filling(NamedTuple):
    """The random boards: the fixed stones, the chance of player 1, and the seed of the run."""

    stones: Any  # int8[rows, cols]: 0 free, 1 and 2 fixed for that player
    chance: int  # that a free cell is player 1's, in units of 2**-DIGITS; 0 .. 2**DIGITS
    seed: int  # 0 .. 2**63 - 1


class Fields(NamedTuple):
    """Room for one block of boards, in a frame of one cell that stands for the four sides.

          . T T T T      cell (r, c) has the slot (r + 1) * (cols + 2) + c + 1;
          L a b c R      one more slot, behind the frame, belongs to no cell.
          L d e f R      Player 1 joins T and B, player 2 joins L and R.
          B B B B .      Neighbours of (r, c): (0, +-1), (+-1, 0), (-1, +1), (+1, -1).

    The arrays are uint64[slots, WORDS]; board k of the block is bit k % 64 of word k // 64.
    640 bytes a slot, whatever the number of boards: 109 kB at 11 x 11.
    """

    ones: Any  # cells of player 1
    near: Any  # joined to the loser's first side (top or left), the side itself included
    far: Any  # joined to the loser's second side (bottom or right), that side included
    pivotal: Any  # cells that are pivotal
    tally: Any  # how often each cell was pivotal, in the last slot how often player 1 won
    sums: Any  # uint64[DIGITS_OF_SUMS, WORDS]: binary digits of a number for each board
    slots: Any  # int64[cells + 1]: slot of each cell, then the last slot


def chance_of(p: float) -> int:
    """Return a chance in units of 2**-DIGITS: exact for p >= 2**-9, else rounded."""
    return round(p * 2**DIGITS)


@jit
def make_fields(rows: int, cols: int) -> Fields:
    """Empty fields for boards of this size."""
    last = (rows + 2) * (cols + 2)
    slots = np.empty(rows * cols + 1, np.int64)
    for cell in range(rows * cols):
        slots[cell] = (cell // cols + 1) * (cols + 2) + cell % cols + 1
    slots[rows * cols] = last
    return Fields(
        aligned_rows(last + 1),
        aligned_rows(last + 1),
        aligned_rows(last + 1),
        aligned_rows(last + 1),
        aligned_rows(last + 1),
        aligned_rows(DIGITS_OF_SUMS),
        slots,
    )


def board(filling: Filling, number: int) -> Any:
    """Return a random board of a filling, int8[rows, cols]: the owner of each cell, 1 or 2."""
    rows, cols = filling.stones.shape
    fields = make_fields(rows, cols)
    fill(filling, fields, number // BITS)
    word, bit = divmod(number % BITS, 64)
    is_one = fields.ones[fields.slots[:-1], word] >> np.uint64(bit) & np.uint64(1)
    return (2 - is_one.astype(np.int8)).reshape(rows, cols)


@jit
def fill(filling: Any, fields: Any, block: int) -> None:
    """Fill ``fields.ones`` with the boards of a block.

    A cell has its coins at a place of its own in the random numbers, so that they depend neither on
    other cells' stones nor on how blocks are shared out: place k has two Lanes, the first for cell
    2k, the second for cell 2k + 1.
    """
    owners = filling.stones.ravel()
    cells = len(owners)
    for cell in range(0, cells, 2):
        if filling.chance == EVEN:
            coins, more_coins = random_lanes(filling.seed, block, cell // 2, 0)
        else:
            coins, more_coins = _biased_coins(filling, block, cell // 2)
        store(fields.ones, fields.slots[cell], coins)
        store(fields.ones, fields.slots[cell + 1], more_coins)
    for cell in range(cells):
        if owners[cell] != 0:
            store(fields.ones, fields.slots[cell], splat(ALL if owners[cell] == 1 else NONE))


@jit
def _biased_coins(filling: Any, block: int, place: int) -> Any:
    """Two Lanes of coins that show 1 with exactly the filling's chance.

    A coin shows 1 where a random number is at least 1 - chance.  The binary digits of the two are
    compared from the highest down, until all coins are decided or 1 - chance has no further 1: two
    draws for p = 1/4, about 12 for many digits (at 11 x 11 a whole map then runs at 32 million
    boards/s, at p = 1/2 at 112).
    """
    above, above2, equal, equal2 = splat(NONE), splat(NONE), splat(ALL), splat(ALL)
    lacking, draw = (1 << DIGITS) - filling.chance, 0
    if lacking >> DIGITS:
        return above, above2
    while lacking != 0 and any_bit(equal | equal2):
        digit, digit2 = random_lanes(filling.seed, block, place, draw)
        if lacking >> (DIGITS - 1) & 1:
            equal, equal2 = equal & digit, equal2 & digit2
        else:
            above, above2 = above | equal & digit, above2 | equal2 & digit2
            equal, equal2 = equal & ~digit, equal2 & ~digit2
        lacking, draw = lacking << 1 & ((1 << DIGITS) - 1), draw + 1
    return above | equal, above2 | equal2
