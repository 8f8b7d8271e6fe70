"""Lanes are sixteen words: in compiled code as in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from playout.engine import lanes
from playout.engine.jit import jit
from playout.engine.lanes import load, store

pytestmark = pytest.mark.rules


def _on_rows(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A function of two Lanes as one of two rows of an array."""
    compiled = jit(cache=False)(function)

    @jit(cache=False)
    def run(rows: Any) -> None:
        store(rows, 2, compiled(load(rows, 0), load(rows, 1)))

    def on_rows(a: Any, b: Any) -> Any:
        rows = lanes.aligned_rows(3)
        rows[0], rows[1] = a, b
        run(rows)
        return rows[2]

    return on_rows


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "not": lambda a, b: ~a & b,
    "add": lambda a, b: a + b,
    "multiply": lambda a, b: a * b,
    "low halves": lambda a, b: lanes.low_halves(a),
    "high halves": lambda a, b: lanes.high_halves(a),
    "join": lambda a, b: lanes.join_halves(a, b),
    "count": lambda a, b: lanes.ones_per_word(a) + lanes.word_numbers(),
    "splat": lambda a, b: lanes.splat(np.uint64(2**64 - 2)) ^ b,
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_on_lanes_is_that_on_each_word(name: str) -> None:
    operation = OPERATIONS[name]
    some = np.random.default_rng(1)
    a, b = some.integers(0, 2**64, (2, lanes.WORDS), np.uint64)
    assert (_on_rows(operation)(a, b) == operation(a, b)).all()


def test_any_bit_sees_each_bit() -> None:
    @jit(cache=False)
    def seen(rows: Any) -> bool:
        return lanes.any_bit(load(rows, 0))

    rows = lanes.aligned_rows(1)
    assert not seen(rows)
    for bit in range(lanes.BITS):
        rows[0, bit // 64] = np.uint64(1) << np.uint64(bit % 64)
        assert seen(rows)
        rows[:] = 0


def test_rows_start_on_a_cache_line() -> None:
    for rows in range(1, 20):
        array = lanes.aligned_rows(rows)
        assert array.ctypes.data % 64 == 0
        assert array.shape == (rows, lanes.WORDS)
