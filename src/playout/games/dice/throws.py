"""Throws of dice: one random word each, so throw k of a game is word k of its deal."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import is_scripted, randrange
from playout.engine.chance.script import showing
from playout.engine.native.jit import jit

FACES = 6
MOST_SIDES = 100  # of dice that are not ordinary ones
MOST_DICE = 24  # in one throw: 6**24 is the last power below 2**63


@jit
def throw(stream: Any, count: int, dice: Any) -> None:
    """Throw the first ``count`` dice (1 .. MOST_DICE): each 1 .. 6, all equally likely.

    ``dice`` is an array of at least that length.  A number below 6**count is drawn without bias;
    its digits to the base 6, the lowest first, are the faces.  In a script they are sorted, because
    all games sort them; that leaves 252 throws of five dice instead of 7,776.
    """
    if is_scripted(stream):
        throw_rising(stream, count, dice)
        return
    ways = 1
    for _ in range(count):
        ways *= FACES
    number = np.uint64(randrange(stream, ways))
    for k in range(count):
        rest = number // np.uint64(FACES)  # of numbers without a sign twice as fast
        dice[k] = np.int64(number - rest * np.uint64(FACES)) + 1
        number = rest


@jit
def throw_rising(script: Any, count: int, dice: Any) -> None:
    """Throw dice of a script, in rising order: how many ones, then how many twos, and so on."""
    thrown = 0
    for face in range(1, FACES + 1):
        for _ in range(showing(script, count - thrown, FACES + 1 - face)):
            dice[thrown] = face
            thrown += 1


@jit
def throw_one(stream: Any) -> int:
    """Throw one die: 1 .. 6."""
    return randrange(stream, FACES) + 1


@jit
def throw_sum(stream: Any, count: int, sides: int) -> int:
    """The sum of ``count`` dice with so many sides; there must be below 2**63 throws.

    One die of six sides is ``throw_one``, several are those of ``throw``.
    """
    if count == 1:
        return randrange(stream, sides) + 1
    number = np.uint64(randrange(stream, sides**count))
    total = count
    for _ in range(count):
        rest = number // np.uint64(sides)
        total += int(number - rest * np.uint64(sides))
        number = rest
    return total
