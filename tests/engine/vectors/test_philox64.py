"""Words of many streams, or many words of one, are those of `rng.py` one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from playout.engine.chance.rng import STREAM, next_word, start, start_sealed
from playout.engine.native.jit import jit
from playout.engine.native.records import new_record
from playout.engine.vectors.philox64 import next_words, words_of_games
from playout.engine.vectors.vectors import WORDS, aligned_rows, store
from tests.engine.streams import numpy_generator

pytestmark = pytest.mark.rules

LARGEST = 2**63 - 1


@jit(cache=False)
def _words_of_games(seed: int, game: int, purpose: int, block: int, rows: Any) -> None:
    a, b, c, d = words_of_games(seed, game, purpose, block)
    store(rows, 0, a)
    store(rows, 1, b)
    store(rows, 2, c)
    store(rows, 3, d)


@jit(cache=False)
def _next_words(stream: Any, rows: Any) -> None:
    a, b, c, d = next_words(stream)
    store(rows, 0, a)
    store(rows, 1, b)
    store(rows, 2, c)
    store(rows, 3, d)


@pytest.mark.parametrize(
    ("seed", "game", "purpose"),
    [(0, 0, 0), (1, 7, 3), (LARGEST, LARGEST - WORDS, LARGEST), (2**53 + 1, 2**32 - 5, 2**40 + 5)],
)
def test_words_of_games_are_those_of_numpys_philox(seed: int, game: int, purpose: int) -> None:
    words = aligned_rows(4)
    for block in range(3):
        _words_of_games(seed, game, purpose, block, words)
        for k in range(WORDS):
            raw = numpy_generator(seed, game + k, purpose).random_raw(4 * block + 4)
            assert (words[:, k] == raw[-4:]).all()


@pytest.mark.parametrize("begin", [start, start_sealed])
@pytest.mark.parametrize("words_before", [0, 4, 64])
@pytest.mark.parametrize(("seed", "game"), [(1, 7), (LARGEST, LARGEST)])
def test_the_next_words_of_a_stream_are_those_that_it_gives_one_by_one(
    begin: Callable[..., None], words_before: int, seed: int, game: int
) -> None:
    many, single, words = new_record(STREAM), new_record(STREAM), aligned_rows(4)
    for stream in (many, single):
        begin(stream, seed, game, 3)
        for _ in range(words_before):
            next_word(stream)
    for _ in range(2):
        _next_words(many, words)
        assert words.T.ravel().tolist() == [int(next_word(single)) for _ in range(4 * WORDS)]
    assert next_word(many) == next_word(single)
