"""Wide are 64 numbers: in compiled code as in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from playout.engine.jit import jit
from playout.engine.wide import (
    GAMES,
    absolute,
    any_of,
    as_ones,
    bits_of,
    least,
    least_word,
    load,
    long,
    most,
    no_flags,
    one_bit,
    ones,
    splat,
    store,
    where,
)

pytestmark = pytest.mark.rules

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "with ints": lambda a, b: (7 + a) * 3 - (b - 2) + (100 - a),
    "least": lambda a, b: least(a, b) + least(a, 5),
    "most": lambda a, b: most(a, b) - most(-3, b),
    "splat": lambda a, b: a + splat(-9) + splat(9),
    "below": lambda a, b: where(a < b, a, b),
    "at most": lambda a, b: where(a <= b, a, splat(1)),
    "above": lambda a, b: where(a > 4, a, b),
    "at least": lambda a, b: where(a >= b, splat(2), b),
    "equal": lambda a, b: where(a == b, splat(1), splat(0)),
    "an int first": lambda a, b: where(a < 3, a, b),
    "least word": lambda a, b: least_word(a, b),
    "absolute": lambda a, b: absolute(a - b),
    "as ones": lambda a, b: as_ones(a < b) + as_ones(no_flags() | (a == b)),
    "one bit": lambda a, b: one_bit(a) | one_bit(b),
    "ones": lambda a, b: ones(a) + ones(~b) + ones(a & b),
    "shift": lambda a, b: (a >> 3) - (b >> 1),
    "long": lambda a, b: as_ones(long(a) * long(b) * 1_000 > long(b) * 7_000 + long(a)),
    "flags": lambda a, b: where((a < b) & ~(a == 3) | (b > 9), a, b),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_on_wide_is_that_on_each_number(name: str) -> None:
    operation = OPERATIONS[name]
    compiled = jit(cache=False)(operation)

    @jit(cache=False)
    def run(rows: Any) -> None:
        store(rows, 2, compiled(load(rows, 0), load(rows, 1)))

    some = np.random.default_rng(1)
    rows = np.zeros((3, GAMES), np.int16)
    for size in (4, 12, 5_000):  # small numbers, so that some are equal
        rows[:2] = some.integers(-size, size, (2, GAMES))
        run(rows)
        assert (rows[2] == operation(rows[0], rows[1])).all()


def test_any_of_sees_each_flag() -> None:
    @jit(cache=False)
    def seen(rows: Any) -> bool:
        return any_of(load(rows, 0) == 1)

    rows = np.zeros((1, GAMES), np.int16)
    assert not seen(rows)
    for game in range(GAMES):
        rows[:] = 0
        rows[0, game] = 1
        assert seen(rows)


def test_bits_of_are_those_of_the_games() -> None:
    @jit(cache=False)
    def bits(rows: Any) -> int:
        return bits_of(load(rows, 0) == 1)

    rows = np.zeros((1, GAMES), np.int16)
    rows[0, [0, 3, GAMES - 1]] = 1
    assert int(bits(rows)) % 2**GAMES == 1 + 8 + 2 ** (GAMES - 1)


def test_numbers_wrap_around() -> None:
    @jit(cache=False)
    def doubled(rows: Any) -> None:
        store(rows, 0, load(rows, 0) * 2)

    rows = np.full((1, GAMES), 20_000, np.int16)
    doubled(rows)
    assert (rows == 40_000 - 65_536).all()
