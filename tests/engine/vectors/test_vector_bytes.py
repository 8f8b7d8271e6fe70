"""Bytes of words and rows of Bytes are the same numbers, compiled or not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.native.jit import jit
from playout.engine.vectors.vector_bytes import gather_bytes, spread_bytes, store_lowest, word_at
from playout.engine.vectors.vectors import GAMES, WORDS, aligned_rows, load

pytestmark = pytest.mark.rules


@jit(cache=False)
def _spread(rows: Any, words: Any, decks: Any) -> None:
    for game in range(GAMES):
        words[game] = word_at(decks[game], game % 5)
    spread_bytes(rows, words)


@jit(cache=False)
def _gather(words: Any, rows: Any, first: int) -> None:
    gather_bytes(words, rows, first)


@jit(cache=False)
def _store_lowest(rows: Any, k: int, first: int, lanes: Any) -> None:
    store_lowest(rows, k, first, load(lanes, 0))


def _some(*shape: int) -> Any:
    return np.random.default_rng(1).integers(0, 256, shape, np.uint8)


def test_row_k_is_byte_k_of_what_each_game_has_from_a_place_on() -> None:
    decks, rows, words = (
        _some(GAMES, 12),
        np.zeros((9, GAMES), np.uint8),
        np.zeros(GAMES, np.uint64),
    )
    _spread(rows, words, decks)
    for game in range(GAMES):
        assert (rows[:8, game] == decks[game, game % 5 :][:8]).all()
    assert (rows[8] == 0).all()


def test_byte_k_of_each_word_is_from_row_k() -> None:
    rows, words = _some(10, GAMES), np.zeros(GAMES, np.uint64)
    _gather(words, rows, 2)
    for k in range(8):
        assert (words >> np.uint64(8 * k) & np.uint64(255) == rows[2 + k]).all()


def test_the_lowest_bytes_of_lanes_stand_side_by_side() -> None:
    lanes, rows = aligned_rows(1), np.zeros((2, GAMES), np.uint8)
    lanes[0] = np.random.default_rng(1).integers(0, 2**64, WORDS, np.uint64)
    _store_lowest(rows, 1, 2 * WORDS, lanes)
    assert (rows[1, 2 * WORDS : 3 * WORDS] == lanes[0] % np.uint64(256)).all()
    rows[1, 2 * WORDS : 3 * WORDS] = 0
    assert (rows == 0).all()
