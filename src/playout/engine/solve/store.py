"""Positions as numbers: a table in which compiled code finds each position it has met before.

A position is a block of memory, looked at as words of 64 bits.  Only the words in which it differs
from a reference, one position of the same game, are kept: a row of bits that says which, and then
these words.  So a record of twenty thousand bytes, of which a small board uses thirty, takes the
room of thirty.  It is found by open addressing, with linear probing; equal hashes are compared word
by word, so no two positions are ever taken for one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import multiply, wrapping_add
from playout.engine.native.jit import jit

EMPTY = -1  # of the table
_ODD = np.uint64(0x9E3779B97F4A7C15)
_START = np.uint64(0xBB67AE8584CAA73B)


@jit
def mixed(code: Any, word: Any) -> Any:
    """A hash with one word more."""
    high, low = multiply(code ^ np.uint64(word), _ODD)
    return wrapping_add(high ^ low, _START)


@jit
def hash_of(words: Any) -> Any:
    """A hash of a block of words."""
    code = _START
    for k in range(len(words)):
        if words[k] != 0:
            code = mixed(mixed(code, k), words[k])
    return code


@jit
def longest(words: int) -> int:
    """The most words that a position of so many takes."""
    return words + (words + 63) // 64


@jit
def find_or_add(
    words: Any, reference: Any, kept: Any, starts: Any, hashes: Any, slots: Any, count: int
) -> int:
    """The number of a position; ``count``, the number of the next new one, if it is new.

    Position k lies in ``kept[starts[k] : starts[k + 1]]``; ``kept`` needs room for one more, and
    ``slots``, as many as a power of two, room for twice as many.
    """
    size = len(words)
    rows = (size + 63) // 64
    begin = starts[count]
    code, end = _START, begin + rows
    for row in range(rows):
        bits = np.uint64(0)
        for k in range(64 * row, min(64 * row + 64, size)):
            word = words[k] ^ reference[k]
            if word != 0:
                bits |= np.uint64(1) << np.uint64(k & 63)
                kept[end] = word
                end += 1
                code = mixed(code, word)
        kept[begin + row] = np.int64(bits)
        if bits != 0:
            code = mixed(mixed(code, row), bits)
    mask = len(slots) - 1
    slot = np.int64(code >> np.uint64(1)) & mask
    while slots[slot] != EMPTY:
        other = slots[slot]
        if hashes[other] == code and starts[other + 1] - starts[other] == end - begin:
            k, there = begin, starts[other]
            while k < end and kept[k] == kept[there]:
                k += 1
                there += 1
            if k == end:
                return int(other)
        slot = (slot + 1) & mask
    slots[slot] = count
    hashes[count] = code
    starts[count + 1] = end
    return count


@jit
def write_position(number: int, reference: Any, kept: Any, starts: Any, words: Any) -> None:
    """Write a position into a block of words."""
    size = len(words)
    rows = (size + 63) // 64
    place = starts[number] + rows
    for row in range(rows):
        bits = np.uint64(kept[starts[number] + row])
        for k in range(64 * row, min(64 * row + 64, size)):
            words[k] = reference[k]
            if bits >> np.uint64(k & 63) & np.uint64(1) != 0:
                words[k] ^= kept[place]
                place += 1


@jit
def write_positions(numbers: Any, reference: Any, kept: Any, starts: Any, blocks: Any) -> None:
    """Write the first words of several positions, each into a row of blocks."""
    rows, wide = (len(reference) + 63) // 64, blocks.shape[1]
    for at in range(len(numbers)):
        begin = starts[numbers[at]]
        place = begin + rows
        for row in range(rows):
            bits = np.uint64(kept[begin + row])
            for k in range(64 * row, min(64 * row + 64, wide)):
                blocks[at, k] = reference[k]
                if bits >> np.uint64(k & 63) & np.uint64(1) != 0:
                    blocks[at, k] ^= kept[place]
                    place += 1


@jit
def fill_slots(hashes: Any, count: int, slots: Any) -> None:
    """Write the positions into a new table of slots, those from 1 on: 0 is no position."""
    slots[:] = EMPTY
    mask = len(slots) - 1
    for number in range(1, count):
        slot = np.int64(hashes[number] >> np.uint64(1)) & mask
        while slots[slot] != EMPTY:
            slot = (slot + 1) & mask
        slots[slot] = number
