"""64 shuffles at once are the shuffles of 64 streams one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.jit import jit
from playout.engine.rng import DEAL
from playout.engine.shuffles import MOST, ROOM, swap_rows, write_draws, write_words
from playout.engine.vectors import GAMES, WORDS, aligned_rows
from tests.engine.streams import big_words, numpy_generator, plain_shuffle

pytestmark = pytest.mark.rules

LARGEST = 2**63 - 1


@jit(cache=False)
def _words(seed: int, game: int, purpose: int, block: int, words: Any) -> None:
    write_words(seed, game, purpose, block, words)


@jit(cache=False)
def _shuffle(seed: int, game: int, n: int, rows: Any, draws: Any, scratch: Any) -> None:
    write_draws(seed, game, DEAL, n, draws, scratch)
    swap_rows(rows, draws, n)


@pytest.mark.parametrize(
    ("seed", "game", "purpose"),
    [(0, 0, 0), (1, 7, 3), (LARGEST, LARGEST - WORDS, LARGEST), (2**53 + 1, 2**32 - 5, 2**40 + 5)],
)
def test_words_are_those_of_numpys_philox(seed: int, game: int, purpose: int) -> None:
    words = aligned_rows(4)
    for block in range(3):
        _words(seed, game, purpose, block, words)
        for k in range(WORDS):
            raw = numpy_generator(seed, game + k, purpose).random_raw(4 * block + 4)
            assert (words[:, k] == raw[-4:]).all()


@pytest.mark.parametrize("n", [1, 2, 5, 6, 7, 24, 25, 98, 196, MOST])
def test_every_game_has_its_own_shuffle_or_is_named_for_one_by_one(n: int) -> None:
    rows, draws = np.zeros((ROOM, GAMES), np.uint8), np.zeros((ROOM, GAMES), np.uint8)
    scratch = aligned_rows(4 + GAMES // WORDS)
    rows[:n] = np.arange(n, dtype=np.uint8)[:, None]
    _shuffle(1, 1_000, n, rows, draws, scratch)
    one_by_one = scratch[4:].reshape(GAMES) >> np.uint64(63) != 0
    for k in range(GAMES):
        items = list(range(n))
        rejected = plain_shuffle(big_words(1, 1_000 + k), items)
        assert one_by_one[k] or (rejected == 0 and rows[:n, k].tolist() == items)
    assert one_by_one.sum() <= GAMES // 4
    assert (rows[n:] == 0).all()
