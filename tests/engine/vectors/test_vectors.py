"""Vectors are their items, one beside another: in compiled code as in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from playout.engine.native.jit import COMPILING, jit
from playout.engine.vectors.vectors import (
    BITS,
    GAMES,
    WORDS,
    absolute,
    aligned_rows,
    any_bit,
    as_ones,
    bits_of,
    byte,
    clipped,
    difference_within,
    dot,
    excess,
    least,
    load,
    long,
    most,
    narrow,
    one_bit,
    ones,
    splat,
    store,
    sum_within,
    where,
    wide,
    word_numbers,
)

pytestmark = [pytest.mark.rules, pytest.mark.slow]  # each case is compiled by itself

Operation = Callable[[Any, Any], Any]

LOW, HALF, ONE = np.uint64(0xFFFFFFFF), np.uint64(32), np.uint64(1)

ON_LANES: dict[str, Operation] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "not": lambda a, b: ~a & b,
    "add": lambda a, b: a + b,
    "multiply": lambda a, b: a * b,
    "lower halves": lambda a, b: (a & LOW) * LOW,
    "upper halves": lambda a, b: (a >> HALF) + (b << HALF | LOW),
    "a number first": lambda a, b: (LOW ^ a) + (LOW * b) + (HALF | a),
    "shift": lambda a, b: (a >> (b & HALF)) ^ (a << (b & ONE)) ^ (ONE << (a & HALF)),
    "ones": lambda a, b: ones(a) + word_numbers(),
    "splat": lambda a, b: splat(np.uint64(2**64 - 2)) ^ b,
}

ON_BYTES: dict[str, Operation] = {
    "and": lambda a, b: a & b & 0x7F,
    "or": lambda a, b: (a | b) & (a | 3),
    "xor": lambda a, b: a ^ b ^ 5,
    "not": lambda a, b: ~a & b,
    "add": lambda a, b: a + b + 200,
    "subtract": lambda a, b: a - b - 7,
    "a number first": lambda a, b: (9 + a) ^ (255 - b),
    "least": lambda a, b: least(a, b) + least(a, 128),
    "most": lambda a, b: most(a, b) - most(200, b),
    "excess": lambda a, b: excess(a, b) ^ excess(b, 100) ^ excess(150, a),
    "byte": lambda a, b: a + byte(250) + byte(9),
    "below": lambda a, b: where(a < b, a, b),
    "at most": lambda a, b: where(a <= b, a, byte(1)),
    "above": lambda a, b: where(a > 4, a, b),
    "at least": lambda a, b: where(a >= b, byte(2), b),
    "equal": lambda a, b: where(a == b, byte(1), byte(0)),
    "as ones": lambda a, b: as_ones(a < b) + as_ones(a == b),
    "one bit": lambda a, b: one_bit(a) | one_bit(b),
    "ones": lambda a, b: ones(a) + ones(~b) + ones(a & b),
    "wide and narrow": lambda a, b: narrow(wide(a) * wide(b) - 1_000),
    "flags": lambda a, b: where((a < b) & ~(a == 3) | (b > 200), a, b),
}

ON_WIDE: dict[str, Operation] = {
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
    "absolute": lambda a, b: absolute(a - b),
    "long": lambda a, b: wide(as_ones(long(a) * long(b) * 1_000 > long(b) * 7_000 + long(a))),
    "least long": lambda a, b: clipped(least(long(a) * 9, long(b) * long(b))),
    "clipped": lambda a, b: clipped(long(a) * long(b)) + clipped(long(a) - 1 + long(b)),
    "sum within": lambda a, b: sum_within(a, b) + sum_within(b, 30_000),
    "difference within": lambda a, b: difference_within(a, b) + difference_within(-5, b),
    "choice of long": lambda a, b: wide(as_ones(where(a < b, long(a), long(b)) - 2 == long(b) - 2)),
    "flags": lambda a, b: where((a < b) & ~(a == 3) | (b > 9), a, b),
}


def assert_the_same(operation: Operation, *cases: Any) -> None:
    """That compiled code finds of two rows of each case what NumPy finds; it writes the third."""
    compiled = jit(cache=False)(operation)

    @jit(cache=False)
    def run(rows: Any) -> None:
        store(rows, 2, compiled(load(rows, 0), load(rows, 1)))

    for rows in cases:
        run(rows)
        expected = operation(rows[0].copy(), rows[1].copy())
        assert expected.dtype == rows.dtype
        assert (rows[2] == expected).all()


@pytest.mark.parametrize("name", ON_LANES)
def test_an_operation_on_lanes_is_that_on_each_word(name: str) -> None:
    rows = aligned_rows(3)
    rows[:2] = np.random.default_rng(1).integers(0, 2**64, (2, WORDS), np.uint64)
    assert_the_same(ON_LANES[name], rows)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ON_WIDE)
def test_an_operation_on_wide_is_that_on_each_number(name: str) -> None:
    some = np.random.default_rng(1)
    sizes = (4, 12, 5_000, 2**15)  # small numbers, so that some are equal
    cases = np.zeros((len(sizes), 3, GAMES), np.int16)
    for rows, size in zip(cases, sizes, strict=True):
        rows[:2] = some.integers(-size, size, (2, GAMES))
    assert_the_same(ON_WIDE[name], *cases)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ON_BYTES)
def test_an_operation_on_bytes_is_that_on_each_number(name: str) -> None:
    some = np.random.default_rng(1)
    cases = np.zeros((4, 3, GAMES), np.uint8)
    for rows, size in zip(cases, (4, 12, 130, 256), strict=True):
        rows[:2] = some.integers(0, size, (2, GAMES))
    assert_the_same(ON_BYTES[name], *cases)


def test_long_is_kept_in_rows() -> None:
    @jit(cache=False)
    def double(rows: Any) -> None:
        store(rows, 1, load(rows, 0) + load(rows, 0))

    rows = np.zeros((2, GAMES), np.int32)
    rows[0] = np.random.default_rng(1).integers(-(2**29), 2**29, GAMES)
    double(rows)
    assert (rows[1] == 2 * rows[0]).all()


def test_any_bit_sees_each_bit() -> None:
    @jit(cache=False)
    def has_bit(rows: Any) -> bool:
        return any_bit(load(rows, 0))

    rows = aligned_rows(1)
    assert not has_bit(rows)
    for bit in range(BITS):
        rows[0, bit // 64] = ONE << np.uint64(bit % 64)
        assert has_bit(rows)
        rows[:] = 0


def test_any_bit_sees_each_flag() -> None:
    @jit(cache=False)
    def has_bit(rows: Any) -> bool:
        return any_bit(load(rows, 0) == 1)

    rows = np.zeros((1, GAMES), np.int16)
    assert not has_bit(rows)
    for game in range(GAMES):
        rows[:] = 0
        rows[0, game] = 1
        assert has_bit(rows)


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


@pytest.mark.parametrize("number", [np.uint64(7), -7, np.int16(-7), np.uint8(7)])
def test_a_uint64_makes_lanes_and_any_other_number_makes_wide(number: Any) -> None:
    @jit(cache=False)
    def spread(rows: Any, number: Any) -> None:
        store(rows, 0, splat(number))

    lanes, wide = aligned_rows(1), np.zeros((1, GAMES), np.int16)
    rows = lanes if isinstance(number, np.uint64) else wide
    spread(rows, number)
    assert (rows == number).all()


@pytest.mark.skipif(not COMPILING, reason="plain Python has arrays only")
@pytest.mark.parametrize(
    "mistake",
    [
        lambda lanes, wide: store(wide, 0, load(lanes, 0)),
        lambda lanes, wide: load(lanes, 0) & load(wide, 0),
        lambda lanes, wide: load(lanes, 0) + 1,
        lambda lanes, wide: load(wide, 0) + ONE,
        lambda lanes, wide: load(lanes[0], 0),
        lambda lanes, wide: load(lanes[:, ::2], 0),
    ],
)
def test_vectors_of_different_types_do_not_mix(mistake: Operation) -> None:
    with pytest.raises(TypingError):
        jit(cache=False)(mistake)(aligned_rows(1), np.zeros((1, GAMES), np.int16))


def test_rows_start_on_a_cache_line() -> None:
    for rows in range(1, 20):
        array = aligned_rows(rows)
        assert array.ctypes.data % 64 == 0
        assert array.shape == (rows, WORDS)


@jit
def dots(rows: Any, out: Any) -> None:
    for k in range(len(out)):
        out[k] = dot(load(rows, k), load(rows, k + 1))


def test_the_sum_of_products_is_that_of_the_items() -> None:
    rows = np.random.default_rng(3).integers(-5_000, 5_000, (9, GAMES)).astype(np.int16)
    out = np.zeros(8, np.int64)
    dots(rows, out)
    assert out.tolist() == (rows[:-1].astype(int) * rows[1:]).sum(axis=1).tolist()
