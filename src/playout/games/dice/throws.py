"""Throws of six-sided dice: one random word each, so throw k of a game is word k of its deal."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange
from playout.engine.native.jit import jit

FACES = 6
MOST_DICE = 24  # in one throw: 6**24 is the last power below 2**63


@jit
def throw(stream: Any, count: int, dice: Any) -> None:
    """Throw the first ``count`` dice (1 .. MOST_DICE): whole numbers 1 .. 6, all equally likely.

    ``dice`` is an array of at least that length.  A number below 6**count is drawn without bias,
    and its digits to the base 6 are the faces, the lowest digit first.
    """
    ways = 1
    for _ in range(count):
        ways *= FACES
    number = np.uint64(randrange(stream, ways))
    for k in range(count):
        rest = number // np.uint64(FACES)  # of numbers without a sign twice as fast
        dice[k] = np.int64(number - rest * np.uint64(FACES)) + 1
        number = rest


@jit
def throw_one(stream: Any) -> int:
    """One die: 1 .. 6."""
    return randrange(stream, FACES) + 1
