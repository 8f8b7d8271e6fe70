"""What many tests of games do: play some moves, draw from a random stream, throw dice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from playout.engine.chance.rng import DEAL, STREAM, start
from playout.engine.match.match import Match
from playout.engine.native.records import new_record


def play(match: Match, *moves: str) -> None:
    """Play moves by their texts."""
    for move in moves:
        match.play(move)


def stream(seed: int, number: int = 0) -> Any:
    """A random stream of its own for every seed and number."""
    made = new_record(STREAM)
    start(made, seed, number, DEAL)
    return made


def dice(seed: int, number: int, count: int = 1, sides: int = 6) -> Iterator[int]:
    """The throws of a game, by NumPy: throw k, of ``count`` dice, is word k of its deal's stream.

    The word makes a number below ``sides**count``, whose digits are the dice.
    """
    words = np.random.Philox(counter=[0, number, DEAL, 0], key=[seed, 0])
    while True:
        throw = int(words.random_raw()) * sides**count >> 64
        yield sum(throw // sides**k % sides + 1 for k in range(count))
