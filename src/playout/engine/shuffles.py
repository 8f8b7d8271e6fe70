"""64 shuffles at once, each as `rng.shuffle` alone would do it, with the same words of its stream.

What there is one of for each shuffle stands side by side in Lanes or Bytes (engine/vectors.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.engine.vectors import (
    GAMES,
    WORDS,
    load,
    ones,
    splat,
    store,
    store_lowest,
    where,
    word_numbers,
)

MOST = 248  # items, at most: places must fit into bytes
ROOM = MOST + 8  # rows for what is shuffled, and for the draws

_M0_LOW, _M0_HIGH = np.uint64(0xE14C6C93), np.uint64(0xD2E7470E)
_M1_LOW, _M1_HIGH = np.uint64(0x95121157), np.uint64(0xCA5A8263)
_W0 = np.uint64(0x9E3779B97F4A7C15)
_W1 = np.uint64(0xBB67AE8584CAA73B)
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
_RARE_BITS = np.uint64(54)  # no product of six bounds has more
_ALL = np.uint64(2**64 - 1)


@jit
def random_words(seed: Any, game: Any, purpose: Any, block: Any) -> Any:
    """Block number `block` (from 0) of the streams of games game, game + 1, ...: four Lanes."""
    c0, c1 = splat(np.uint64(block + 1)), word_numbers() + np.uint64(game)
    c2, c3 = splat(np.uint64(purpose)), splat(np.uint64(0))
    k0, k1 = np.uint64(seed), np.uint64(0)
    for _ in range(10):
        high0, low0 = _product(c0, _M0_LOW, _M0_HIGH)
        high1, low1 = _product(c2, _M1_LOW, _M1_HIGH)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = k0 + _W0, k1 + _W1
    return c0, c1, c2, c3


@jit
def _product(a: Any, b_low: Any, b_high: Any) -> Any:
    """The high and the low words of 128-bit products: no vector instruction makes them at once."""
    low, high = a & _LOW, a >> _HALF
    first = low * b_low
    second = high * b_low + (first >> _HALF)
    third = low * b_high + (second & _LOW)
    return high * b_high + (second >> _HALF) + (third >> _HALF), third << _HALF | first & _LOW


@jit
def write_draws(seed: Any, game: Any, purpose: Any, n: int, draws: Any, rejected: Any) -> None:
    """Write the draws of `rng.write_draws` for GAMES games from `game` on, one row for each item.

    Those of a game g must be made one by one where the highest bit of rejected[g // WORDS, g %
    WORDS] is set: perhaps a word is to be rejected (in one game in 60 of 98 cards).
    """
    for part in range(GAMES // WORDS):
        zeros = splat(np.uint64(0))
        for done in range(0, n, 24):
            words = random_words(seed, game + part * WORDS, purpose, done // 24)
            zeros = zeros | _write_six(words[0], n, done, draws, part)
            zeros = zeros | _write_six(words[1], n, done + 6, draws, part)
            zeros = zeros | _write_six(words[2], n, done + 12, draws, part)
            zeros = zeros | _write_six(words[3], n, done + 18, draws, part)
        store(rejected, part, zeros)


@jit
def _write_six(word: Any, n: int, done: int, draws: Any, part: int) -> Any:
    """Write six draws from a word; the highest bit is set of Lanes that may have to be rejected."""
    if done >= n:
        return splat(np.uint64(0))
    for k in range(done, done + 6):
        bound = np.uint64(max(n - k, 1))
        product = (word >> _HALF) * bound + ((word & _LOW) * bound >> _HALF)
        store_lowest(draws, k, part * WORDS, product >> _HALF)
        word = word * bound
    return (word >> _RARE_BITS) + _ALL


@jit
def swap_rows(rows: Any, draws: Any, n: int) -> None:
    """Swap each of n rows with the one that is as far behind as was drawn, in each game its own.

    A swap goes through all rows behind and exchanges two items where the row is the drawn one: fifty
    times as many steps as there are swaps, but for all games at once, and none has to wait.
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
