"""64 shuffles at once are the shuffles of 64 streams one by one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.chance.rng import DEAL
from playout.engine.native.jit import jit
from playout.engine.vectors.shuffles import MOST, ROOM, swap_rows, write_draws
from playout.engine.vectors.vectors import GAMES, WORDS, aligned_rows
from tests.engine.streams import big_words, plain_shuffle

pytestmark = pytest.mark.rules


@jit(cache=False)
def _shuffle(seed: int, game: int, n: int, rows: Any, draws: Any, scratch: Any) -> None:
    write_draws(seed, game, DEAL, n, draws, scratch)
    swap_rows(rows, draws, n)


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
