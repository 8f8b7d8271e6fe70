"""Throws of several dice: patterns, compiled and plain, and exact chances."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from playout.engine.native.jit import jit
from playout.kits.dice import (
    chance,
    longest_run,
    mean,
    most_alike,
    sum_of,
    throws,
    write_counts,
)


@jit
def all_of(dice: Any, counts: Any) -> Any:
    write_counts(dice, counts)
    return most_alike(counts), longest_run(counts), sum_of(counts)


def test_patterns_are_the_same_in_plain_python_and_compiled() -> None:
    numbers = np.random.default_rng(4)
    for _ in range(60):
        dice = numbers.integers(1, 7, numbers.integers(1, 7))
        faces = dice.tolist()
        counts = write_counts(faces, [9] * 6)
        runs = [
            k
            for k in range(1, 7)
            if any(set(range(low, low + k)) <= set(faces) for low in range(1, 8 - k))
        ]
        expected = max(Counter(faces).values()), max(runs), sum(faces)
        assert (most_alike(counts), longest_run(counts), sum_of(counts)) == expected
        assert all_of(dice, np.zeros(6, np.int64)) == expected


@pytest.mark.parametrize(("dice", "sides"), [(0, 6), (1, 6), (3, 6), (4, 3), (2, 10)])
def test_throws_are_those_of_all_dice_one_by_one(dice: int, sides: int) -> None:
    found = Counter(
        tuple(faces.count(face) for face in range(sides))
        for faces in product(range(sides), repeat=dice)
    )
    known = {counts: Fraction(ways, sides**dice) for counts, ways in found.items()}
    assert dict(throws(dice, sides)) == known


def test_chances_are_exact() -> None:
    # Of five dice, thrown once: https://en.wikipedia.org/wiki/Yahtzee#Probabilities_and_strategy
    assert chance(5, lambda counts: most_alike(counts) == 5) == Fraction(6, 7776)
    assert chance(5, lambda counts: longest_run(counts) == 5) == Fraction(240, 7776)
    assert mean(3, sum_of) == Fraction(21, 2)
    assert mean(2, max, 4) == Fraction(5, 4)  # alike: both in one of four throws
