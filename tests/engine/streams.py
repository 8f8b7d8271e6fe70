"""Streams for tests, the functions of `rng` over many draws, and the same with big integers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.chance import rng
from playout.engine.native.jit import jit
from playout.engine.native.records import new_record

WORD = 1 << 64

Words = npt.NDArray[np.uint64]


def stream(seed: int = 1, game: int = 0, purpose: int = rng.DEAL) -> Any:
    """The beginning of a stream."""
    record = new_record(rng.STREAM)
    rng.start(record, seed, game, purpose)
    return record


def scripted(words: list[int]) -> Any:
    """A stream whose first words (at most four) are these, followed by those of stream()."""
    record = stream()
    record.used = 4 - len(words)
    for place, word in enumerate(words, start=4 - len(words)):
        record.words[place] = word
    return record


def numpy_generator(seed: int, game: int, purpose: int) -> np.random.Philox:
    """NumPy's bit generator with the same stream."""
    counter = np.array([0, game, purpose, 0], np.uint64)
    return np.random.Philox(counter=counter, key=np.array([seed, 0], np.uint64))


def big_words(seed: int = 1, game: int = 0, purpose: int = rng.DEAL) -> Iterator[int]:
    """The words of a stream, by NumPy, as Python's integers."""
    generator = numpy_generator(seed, game, purpose)
    while True:
        yield from map(int, generator.random_raw(64))


def plain_randrange(words: Iterator[int], n: int) -> int:
    """Multiply; reject the products that would favour some results."""
    while True:
        product = next(words) * n
        if product % WORD >= WORD % n:
            return product // WORD


def plain_shuffle(words: Iterator[int], items: list[int]) -> int:
    """Fisher-Yates from the front, six draws from a word; returns how many words were rejected."""
    rejected = 0
    for done in range(0, len(items), 6):
        bounds = [max(len(items) - done - k, 1) for k in range(6)]
        while True:
            chosen, rest = six_draws(next(words), bounds)
            if rest >= WORD % int(np.prod(bounds, dtype=object)):
                break
            rejected += 1
        for i, other in enumerate(chosen, start=done):
            if i < len(items):
                items[i], items[i + other] = items[i + other], items[i]
    return rejected


def six_draws(word: int, bounds: list[int]) -> tuple[list[int], int]:
    """The digits of a word, as a fraction of 2**64, in mixed radix; and what is left of it."""
    chosen = []
    for bound in bounds:
        digit, word = divmod(word * bound, WORD)
        chosen.append(digit)
    return chosen, word


@jit
def draw_words(of: Any, out: Any) -> None:
    """Fill an array with the next words."""
    for i in range(len(out)):
        out[i] = rng.next_word(of)


@jit
def draw_below(of: Any, n: int, out: Any) -> None:
    """Fill an array with numbers below n."""
    for i in range(len(out)):
        out[i] = rng.randrange(of, n)


@jit
def draw_uniform(of: Any, out: Any) -> None:
    """Fill an array with floats in [0, 1)."""
    for i in range(len(out)):
        out[i] = rng.uniform(of)


@jit
def shuffle_games(of: Any, seed: int, n: int, out: Any) -> None:
    """Shuffle 0 .. n-1 in the streams of games 0, 1, ...: rows of out, n + 5 wide."""
    for game in range(len(out)):
        rng.start(of, seed, game, rng.DEAL)
        for i in range(n):
            out[game, i] = i
        rng.shuffle(of, out[game], n)
