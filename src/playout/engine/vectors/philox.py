"""Random words sixteen counters at a time: the Philox generators of 64 and of 32 bits.

Both are of the same paper (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1,
2, 3", SC 2011).  Philox4x64-10 gives the words of the streams of `rng.py`: on AVX-512 in 0.9 ns a
word, of one stream as of sixteen, where `rng.next_word` takes 2.5 ns.

Philox4x32-10 gives fair random bits in bulk.  A product of 32 bits is one vector instruction, while
there is none for 64: 80 Gbit/s a core against 43.  These bits depend on their address alone, not on
what was drawn before, nor on how work is split: word w of the two Lanes at address (block, place,
draw) under a run seed is

    a, b, c, d = philox4x32(counter=(16 * place + w, draw, block % 2**32, block >> 32),
                            key=(seed % 2**32, seed >> 32))
    first[w] = a + 2**32 * b,  second[w] = c + 2**32 * d
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.vectors.vectors import WORDS, splat, word_numbers

_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)

# The multipliers of each generator, and what its keys grow by in each round.
_M0_LOW, _M0_HIGH = np.uint64(0xE14C6C93), np.uint64(0xD2E7470E)
_M1_LOW, _M1_HIGH = np.uint64(0x95121157), np.uint64(0xCA5A8263)
_W0, _W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
_M0_32, _M1_32 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_W0_32, _W1_32 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)


@jit
def words_of_games(seed: Any, game: Any, purpose: Any, block: int) -> Any:
    """Block 0, 1, ... of the streams of WORDS games from `game` on: four Lanes, one a word."""
    c0, c1 = splat(np.uint64(block + 1)), word_numbers() + np.uint64(game)
    c2, c3 = splat(np.uint64(purpose)), splat(np.uint64(0))
    return _philox(c0, c1, c2, c3, splat(np.uint64(seed)), splat(np.uint64(0)))


@jit
def next_words(stream: Any) -> Any:
    """The next 4 * WORDS words of one stream, of which a whole number of blocks must be used.

    Four Lanes: item w of Lanes k is word 4 * w + k.
    """
    c0 = word_numbers() + (stream.counter[0] + np.uint64(1))
    c1, c2, c3 = splat(stream.counter[1]), splat(stream.counter[2]), splat(stream.counter[3])
    stream.counter[0] += np.uint64(WORDS)
    return _philox(c0, c1, c2, c3, splat(stream.key[0]), splat(stream.key[1]))


@jit
def _philox(c0: Any, c1: Any, c2: Any, c3: Any, k0: Any, k1: Any) -> Any:
    for _ in range(10):
        high0, low0 = _product(c0, _M0_LOW, _M0_HIGH)
        high1, low1 = _product(c2, _M1_LOW, _M1_HIGH)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = k0 + _W0, k1 + _W1
    return c0, c1, c2, c3


@jit
def _product(a: Any, low: Any, high: Any) -> Any:
    """The high and the low words of products of 64 bits, by four products of 32 bits."""
    a_low, a_high = a & _LOW, a >> _HALF
    first = a_low * low
    second = a_high * low + (first >> _HALF)
    third = a_low * high + (second & _LOW)
    return a_high * high + (second >> _HALF) + (third >> _HALF), third << _HALF | first & _LOW


@jit
def random_lanes(seed: Any, block: Any, place: Any, draw: Any) -> Any:
    """Two independent Lanes of fair random bits.

    seed and block are 0 .. 2**63 - 1, place 0 .. 2**28 - 1, draw 0 .. 2**32 - 1.
    """
    c0 = word_numbers() + np.uint64(place * WORDS)
    c1 = splat(np.uint64(draw))
    c2, c3 = splat(np.uint64(block)), splat(np.uint64(block) >> _HALF)  # not c2 >> _HALF: slower
    k0, k1 = np.uint64(seed) & _LOW, np.uint64(seed) >> _HALF
    for _ in range(10):  # the upper halves of c0 .. c3 are never used
        product0, product1 = (c0 & _LOW) * _M0_32, (c2 & _LOW) * _M1_32
        c0, c1 = product1 >> _HALF ^ c1 ^ k0, product1
        c2, c3 = product0 >> _HALF ^ c3 ^ k1, product0
        k0, k1 = (k0 + _W0_32) & _LOW, (k1 + _W1_32) & _LOW
    return c0 & _LOW | c1 << _HALF, c2 & _LOW | c3 << _HALF
