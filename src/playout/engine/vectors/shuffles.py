"""64 shuffles at once, each as `rng.shuffle` does it alone, with the words of its own stream.

What there is one of for each shuffle stands side by side in Lanes or Bytes (vectors.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.vectors.philox import words_of_games
from playout.engine.vectors.vector_bytes import store_lowest
from playout.engine.vectors.vectors import GAMES, WORDS, load, splat, store, where

MOST = 248  # items, at most: their places must fit into bytes
ROOM = MOST + 8  # rows of items, and of draws; a last word draws for up to five behind the end

_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
_RARE = np.uint64(54)  # bits: no product of six bounds has more
_MINUS_ONE = np.uint64(2**64 - 1)


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
                words = words_of_games(seed, game + part * WORDS, purpose, done // 24)
                for k, word in enumerate(words):
                    store(scratch, k, word)
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
