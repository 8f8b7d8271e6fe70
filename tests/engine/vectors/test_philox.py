"""Random words many at a time: of 64 bits those of `rng.py`, of 32 bits those of Philox4x32-10."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from playout.engine.chance.rng import STREAM, next_word, start, start_sealed
from playout.engine.native.jit import jit
from playout.engine.native.records import new_record
from playout.engine.vectors.philox import next_words, random_lanes, words_of_games
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


# --- Bits in bulk. ------------------------------------------------------------------------------

HALF = 2**32

# (counter, key, block): philox4x32 with 10 rounds in `tests/kat_vectors` of Random123.
KNOWN_ANSWERS = [
    ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([HALF - 1] * 4, [HALF - 1] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    (
        [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
        [0xA4093822, 0x299F31D0],
        [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
    ),
]


def plain_philox(counter: list[int], key: list[int]) -> list[int]:
    """The generator as its paper writes it."""
    a, b, c, d = counter
    k0, k1 = key
    for _ in range(10):
        high0, low0 = divmod(0xD2511F53 * a, HALF)
        high1, low1 = divmod(0xCD9E8D57 * c, HALF)
        a, b, c, d = high1 ^ b ^ k0, low1, high0 ^ d ^ k1, low0
        k0, k1 = (k0 + 0x9E3779B9) % HALF, (k1 + 0xBB67AE85) % HALF
    return [a, b, c, d]


@jit(cache=False)
def _draw(seed: Any, block: Any, place: Any, draw: Any, out: Any) -> None:
    first, second = random_lanes(seed, block, place, draw)
    store(out, 0, first)
    store(out, 1, second)


def block_at(counter: list[int], key: list[int]) -> list[int]:
    """The four random words of a counter, from the address it has."""
    place, word = divmod(counter[0], WORDS)
    seed, block = (np.uint64(low + HALF * high) for low, high in (key, counter[2:]))
    out = aligned_rows(2)
    _draw(seed, block, place, counter[1], out)
    first, second = (int(row[word]) for row in out)
    return [first % HALF, first // HALF, second % HALF, second // HALF]


@pytest.mark.parametrize(("counter", "key", "block"), KNOWN_ANSWERS)
def test_a_block_is_the_published_known_answer(
    counter: list[int], key: list[int], block: list[int]
) -> None:
    assert plain_philox(counter, key) == block
    assert block_at(counter, key) == block


def test_every_word_is_the_one_of_its_counter() -> None:
    some = random.Random(3)
    for _ in range(50):
        counter, key = ([some.randrange(HALF) for _ in range(n)] for n in (4, 2))
        assert block_at(counter, key) == plain_philox(counter, key)
