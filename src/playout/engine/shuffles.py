"""64 shuffles at once, each as `rng.shuffle` does it alone, with the words of its own stream.

What there is one of for each shuffle stands side by side in Lanes or Bytes (engine/vectors.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.bits import wrapping_add
from playout.engine.jit import jit
from playout.engine.vector_bytes import store_lowest
from playout.engine.vectors import GAMES, WORDS, load, splat, store, where, word_numbers

MOST = 248  # items, at most: their places must fit into bytes
ROOM = MOST + 8  # rows of items, and of draws; a last word draws for up to five behind the end

_M0_LOW, _M0_HIGH = np.uint64(0xE14C6C93), np.uint64(0xD2E7470E)
_M1_LOW, _M1_HIGH = np.uint64(0x95121157), np.uint64(0xCA5A8263)
_W0 = np.uint64(0x9E3779B97F4A7C15)
_W1 = np.uint64(0xBB67AE8584CAA73B)
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
_RARE = np.uint64(54)  # bits: no product of six bounds has more
_MINUS_ONE = np.uint64(2**64 - 1)


@jit
def write_words(seed: Any, game: Any, purpose: Any, block: int, words: Any) -> None:
    """Write block 0, 1, ... of the streams (rng.py) of WORDS games from `game` on: four Lanes."""
    c0, c1 = splat(np.uint64(block + 1)), word_numbers() + np.uint64(game)
    c2, c3 = splat(np.uint64(purpose)), splat(np.uint64(0))
    k0, k1 = np.uint64(seed), np.uint64(0)
    for _ in range(10):
        high0, low0 = _product(c0, _M0_LOW, _M0_HIGH)
        high1, low1 = _product(c2, _M1_LOW, _M1_HIGH)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = wrapping_add(k0, _W0), wrapping_add(k1, _W1)
    store(words, 0, c0)
    store(words, 1, c1)
    store(words, 2, c2)
    store(words, 3, c3)


@jit
def _product(a: Any, low: Any, high: Any) -> Any:
    """The high and the low words of products of 64 bits, by four products of 32 bits."""
    a_low, a_high = a & _LOW, a >> _HALF
    first = a_low * low
    second = a_high * low + (first >> _HALF)
    third = a_low * high + (second & _LOW)
    return a_high * high + (second >> _HALF) + (third >> _HALF), third << _HALF | first & _LOW


@jit
def write_draws(seed: Any, game: Any, purpose: Any, n: int, draws: Any, scratch: Any) -> None:
    """Write how far behind it is what each of n items is swapped with, for GAMES games.

    They are game, game + 1, ...; each item has a row of Bytes.  ``scratch`` is uint64[4 + GAMES //
    WORDS, WORDS].  Where the highest bit of scratch[4 + k // WORDS, k % WORDS] is set afterwards,
    the k-th game may have to reject a word (98 items: one in 60), so it must be shuffled alone.
    """
    for part in range(GAMES // WORDS):
        suspect = splat(np.uint64(0))
        for done in range(0, n, 6):
            if done % 24 == 0:
                write_words(seed, game + part * WORDS, purpose, done // 24, scratch)
            word = load(scratch, done // 6 % 4)
            for k in range(done, done + 6):
                bound = np.uint64(max(n - k, 1))
                product = (word >> _HALF) * bound + ((word & _LOW) * bound >> _HALF)
                store_lowest(draws, k, part * WORDS, product >> _HALF)
                word = word * bound
            suspect = suspect | (word >> _RARE) + _MINUS_ONE
        store(scratch, 4 + part, suspect)


@jit
def swap_rows(rows: Any, draws: Any, n: int) -> None:
    """Swap each of n rows of Bytes with the one as far behind as was drawn, in each game its own.

    A swap goes through all rows behind, and exchanges two items where the row is the drawn one:
    fifty times as many steps as swaps, but for all games at once, and none waits for another.
    Two swaps go through the rows together.
    """
    for k in range(0, n - 1, 2):
        place, item, after = load(draws, k) + k, load(rows, k), load(rows, k + 1)
        here = place == k + 1
        drawn, next_item = where(here, after, item), where(here, item, after)
        next_place, next_drawn = load(draws, k + 1) + (k + 1), next_item
        for row in range(k + 2, n):
            other = load(rows, row)
            swaps, then_swaps = place == row, next_place == row
            drawn = where(swaps, other, drawn)
            other = where(swaps, item, other)
            next_drawn = where(then_swaps, other, next_drawn)
            store(rows, row, where(then_swaps, next_item, other))
        store(rows, k, drawn)
        store(rows, k + 1, next_drawn)
