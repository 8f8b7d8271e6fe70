"""Counts as bytes: to be sent, stored and compared."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Protocol, Self

import numpy as np

from playout.stats.tally import MOST_NUMBERS, Counts

# How many numbers the counts of a batch may have: histograms, however few games they are of, and
# what is kept of each game: most of a compound one, three for each stone on the largest board.
SOME, OF_A_GAME = 2**20, 2**17


class Packable(Protocol):
    """Counts that are arrays of whole numbers, of an order and shape that they know."""

    def arrays(self) -> list[Counts]:
        """Return all counts."""

    def filled(self, arrays: Sequence[Counts]) -> Self:
        """Counts of the same kind from these arrays, which may have lost trailing zeros."""


def pack(counted: Packable) -> bytes:
    """Lengths and numbers of all arrays, little-endian 64-bit, without trailing zeros, deflated."""
    short = [np.trim_zeros(array.ravel(), "b") for array in counted.arrays()]
    lengths = np.array([len(short), *map(len, short)], np.int64)
    return zlib.compress(np.concatenate([lengths, *short]).astype("<i8").tobytes())


def same(first: bytes, second: bytes) -> bool:
    """Whether two packed counts are equal: how they are deflated differs between versions of zlib.

    ValueError if either is not packed counts.
    """
    return first == second or _inflated(first) == _inflated(second)


def unpack(data: bytes, like: Packable, games: int | None = None) -> list[Counts]:
    """The arrays of packed counts of ``games`` games.

    ValueError if there are more or fewer than ``like`` has, or more numbers than games can have.
    """
    most = MOST_NUMBERS if games is None else min(MOST_NUMBERS, SOME + games * OF_A_GAME)
    numbers = np.frombuffer(_inflated(data, most), "<i8").astype(np.int64)
    count = int(numbers[0]) if len(numbers) else 0
    if count != len(like.arrays()):
        raise ValueError(f"{count} arrays instead of {len(like.arrays())}")
    ends = 1 + count + np.cumsum(numbers[1 : 1 + count])
    return np.split(numbers, [1 + count, *ends])[1 : 1 + count]


def _inflated(data: bytes, most: int = MOST_NUMBERS) -> bytes:
    inflating = zlib.decompressobj()
    try:
        whole = inflating.decompress(data, most * 8)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not inflating.eof:
        raise ValueError(f"more than {most} numbers, or the end is missing")
    return whole
