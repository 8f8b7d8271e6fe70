"""Scripts: every way in which chance can fall comes up once, with its chance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any

import numpy as np
import pytest

from playout.engine.chance.rng import happens, next_word, randrange, shuffle, skip_word, uniform
from playout.engine.chance.script import (
    MOST_DRAWS,
    SCRIPT,
    NotListed,
    advance,
    chance_of,
    open_script,
)
from playout.engine.native.records import new_record
from playout.kits.dice import FACES, throw, throw_one, throw_sum


def ways(draw: Callable[[Any], Any]) -> dict[Any, float]:
    """The chance of each result of a function of a stream."""
    script, found = new_record(SCRIPT), defaultdict[Any, float](float)
    open_script(script)
    while True:
        script.drawn = 0
        found[draw(script)] += chance_of(script)
        if not advance(script):
            return dict(found)


def same(found: dict[Any, float], wanted: Mapping[Any, Fraction | float]) -> None:
    assert found.keys() == wanted.keys()
    for key, chance in wanted.items():
        assert found[key] == pytest.approx(float(chance), abs=1e-15)


def test_whole_numbers() -> None:
    same(ways(lambda script: int(randrange(script, 5))), dict.fromkeys(range(5), 1 / 5))
    assert ways(lambda script: int(randrange(script, 1))) == {0: 1.0}


def test_what_is_drawn_may_depend_on_what_was_drawn() -> None:
    def draw(script: Any) -> tuple[int, ...]:
        first = int(randrange(script, 3))
        return first, *[int(randrange(script, 2)) for _ in range(first)]

    wanted = {(k, *more): 1 / 3 / 2**k for k in range(3) for more in product(range(2), repeat=k)}
    same(ways(draw), wanted)


@pytest.mark.parametrize("items", range(1, 6))
def test_shuffles(items: int) -> None:
    def draw(script: Any) -> tuple[int, ...]:
        order = np.arange(items + 5)
        shuffle(script, order, items)
        return tuple(order[:items].tolist())

    found = ways(draw)
    assert len(found) == factorial(items)
    same(found, dict.fromkeys(found, 1 / factorial(items)))


@pytest.mark.parametrize("parts", [0, 1, 3, 8])
def test_what_happens_with_a_chance(parts: int) -> None:
    wanted = {True: parts / 8, False: 1 - parts / 8}
    found = ways(lambda script: bool(happens(script, parts, 3)))
    same(found, {key: chance for key, chance in wanted.items() if chance})


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_dice_come_in_rising_order_with_the_chances_of_all_throws(count: int) -> None:
    def draw(script: Any) -> tuple[int, ...]:
        dice = np.zeros(count, np.int64)
        throw(script, count, dice)
        return tuple(dice.tolist())

    every = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=count))
    same(ways(draw), {dice: Fraction(n, FACES**count) for dice, n in every.items()})


@pytest.mark.slow
def test_single_dice_and_sums() -> None:
    same(ways(lambda script: int(throw_one(script))), dict.fromkeys(range(1, 7), 1 / 6))
    sums = Counter(a + b for a, b in product(range(1, 5), repeat=2))
    wanted = {total: Fraction(n, 16) for total, n in sums.items()}
    same(ways(lambda script: int(throw_sum(script, 2, 4))), wanted)


def test_what_has_too_many_values_is_refused() -> None:
    for draw in (next_word, uniform):
        with pytest.raises(NotListed, match="a random word or fraction"):
            ways(draw)
    assert ways(lambda script: skip_word(script)) == {None: 1.0}

    def many(script: Any) -> int:
        return sum(int(randrange(script, 2)) for _ in range(MOST_DRAWS + 1))

    with pytest.raises(NotListed, match="more than 128"):
        ways(many)
