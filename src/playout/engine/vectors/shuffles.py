"""Shuffle the decks of 64 games at once, each exactly as `rng.shuffle` does with its own stream.

The values of the 64 games stand side by side in Lanes or Bytes (vectors.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.vectors.philox import words_of_games
from playout.engine.vectors.vector_bytes import store_lowest
from playout.engine.vectors.vectors import GAMES, WORDS, load, splat, store, where

MOST = 248  # items, at most: their places must fit into bytes
ROOM = MOST + 8  # rows of items, and of draws: the last word may draw for five more items

_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
_RARE = np.uint64(54)  # bits: no product of six bounds has more
_MINUS_ONE = np.uint64(2**64 - 1)


@jit
def write_draws(seed: Any, game: Any, purpose: Any, n: int, draws: Any, scratch: Any) -> None:
    """Draw the swaps of GAMES shuffles: those of the games from ``game`` on.

    Row k of ``draws`` gets the distance from item k to the item that it is swapped with, in Bytes.
    ``scratch`` is uint64[4 + GAMES // WORDS, WORDS].  If the highest bit of scratch[4 + k // WORDS,
    k % WORDS] is set afterwards, game number k of these may need to reject a word (with 98 items,
    one game in 60 does), so it must be shuffled alone.
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
    """Swap each of n rows of Bytes with the row at the distance drawn, which differs by game.

    A swap visits all later rows, and exchanges two items in those games that drew this row.  This
    takes fifty times as many steps as swaps, but serves all games at once, and no step waits for
    another.  Two swaps are made in each pass.
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
