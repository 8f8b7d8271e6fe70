"""Dice: throws of one random word each, patterns in them, and exact chances.

Throw k of a game is word k of its deal.  What several dice show is ``counts``: one number for each
face, the lowest face first.

>>> write_counts([5, 5, 1, 6, 5], [0] * 6)
[1, 0, 0, 0, 3, 1]
>>> most_alike([1, 0, 0, 0, 3, 1]), longest_run([1, 0, 0, 0, 3, 1])
(3, 2)
>>> chance(5, lambda counts: most_alike(counts) == 5)
Fraction(1, 1296)
>>> mean(2, sum_of)
Fraction(7, 1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np

from playout.engine.chance.rng import is_scripted, randrange
from playout.engine.chance.script import showing
from playout.engine.native.jit import in_both, jit

Counts = tuple[int, ...]

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


@in_both
def write_counts(dice: Any, counts: Any) -> Any:
    """Write how many dice show each face (1 .. len(counts)) into ``counts``; returns it."""
    for face in range(len(counts)):
        counts[face] = 0
    for die in dice:
        counts[die - 1] += 1
    return counts


@in_both
def most_alike(counts: Any) -> int:
    """How many dice show the face that most of them show."""
    most = 0
    for count in counts:
        most = max(most, count)
    return most


@in_both
def longest_run(counts: Any) -> int:
    """How many faces in a row are shown, at most: 5 in a throw of 2, 3, 4, 5, 6."""
    longest = run = 0
    for count in counts:
        run = run + 1 if count > 0 else 0
        longest = max(longest, run)
    return longest


@in_both
def sum_of(counts: Any) -> int:
    """The sum of all dice."""
    total = 0
    for face in range(len(counts)):
        total += (face + 1) * counts[face]
    return total


def throws(dice: int, sides: int = 6) -> Iterator[tuple[Counts, Fraction]]:
    """Yield everything that so many dice can show, with its exact chance.

    ``dice`` is at least 0, ``sides`` at least 1; there are (dice + sides - 1) choose dice of them,
    252 for five ordinary dice.
    """
    for faces in combinations_with_replacement(range(sides), dice):
        counts = tuple(faces.count(face) for face in range(sides))
        ways = factorial(dice) // prod(map(factorial, counts))
        yield counts, Fraction(ways, sides**dice)


def chance(dice: int, happens: Callable[[Counts], object], sides: int = 6) -> Fraction:
    """The exact chance that something happens in a throw, a function of its counts."""
    return sum((part for counts, part in throws(dice, sides) if happens(counts)), Fraction(0))


def mean(dice: int, value: Callable[[Counts], Any], sides: int = 6) -> Fraction:
    """The exact mean of a number that a throw is worth, a function of its counts."""
    return sum((Fraction(value(one)) * part for one, part in throws(dice, sides)), Fraction(0))
