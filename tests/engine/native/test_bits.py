"""The machine instructions of `bits` do what their plain Python says, and what sets do."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from playout.engine.game.protocols import plain
from playout.engine.native import bits
from playout.engine.native.jit import COMPILING, jit
from playout.engine.native.records import new_record

WORD = 1 << 64
EDGES = [0, 1, 2, 2**31, 2**32 - 1, 2**62, 2**63 - 1, 2**63, 2**63 + 1, WORD - 2, WORD - 1]
PLACES = [0, 1, 2, 31, 62, 63, 64, 65, 100, 126, 127]

pytestmark = pytest.mark.rules


@jit
def first_bit(low: Any, high: Any, start: Any) -> int:
    """The compiled function of that name."""
    return bits.first_bit(low, high, start)


@jit
def last_bit(low: Any, high: Any, stop: Any) -> int:
    """The compiled function of that name."""
    return bits.last_bit(low, high, stop)


@jit
def from_bit(start: Any) -> Any:
    """The compiled function of that name."""
    return bits.from_bit(start)


@jit
def has_bit(low: Any, high: Any, k: Any) -> bool:
    """The compiled function of that name."""
    return bits.has_bit(low, high, k)


@jit
def count_bits(low: Any, high: Any, start: Any, stop: Any) -> int:
    """The compiled function of that name."""
    return bits.count_bits(low, high, start, stop)


@jit
def size_of(low: Any, high: Any) -> int:
    """The compiled function of that name."""
    return bits.size_of(low, high)


@jit
def multiply(a: Any, b: Any) -> Any:
    """The compiled function of that name."""
    return bits.multiply(a, b)


@jit
def wrapping_add(a: Any, b: Any) -> Any:
    """The compiled function of that name."""
    return bits.wrapping_add(a, b)


@jit
def copy_items(target: Any, source: Any) -> None:
    """The compiled function of that name."""
    bits.copy_items(target, source)


def signed(word: int) -> int:
    """The signed number with the bits of a word."""
    return word - WORD if word >= WORD // 2 else word


def some_sets() -> list[tuple[int, int, set[int]]]:
    """(low word, high word, members): every pair of edges, single bits, dense and sparse sets."""
    chance = Random(1)
    pairs = [(low, high) for low in EDGES for high in EDGES]
    pairs += [((1 << k) % WORD, (1 << k) >> 64) for k in range(128)]
    pairs += [(chance.getrandbits(64), chance.getrandbits(64)) for _ in range(40)]
    pairs += [
        (chance.getrandbits(64) & chance.getrandbits(64) & chance.getrandbits(64), 0)
        for _ in range(20)
    ]
    return [
        (signed(low), signed(high), {k for k in range(128) if (high << 64 | low) >> k & 1})
        for low, high in pairs
    ]


SETS = some_sets()


def test_first_bit_is_the_lowest_member_from_a_place_on() -> None:
    for low, high, members in SETS:
        for start in PLACES:
            expected = min((k for k in members if k >= start), default=128)
            assert first_bit(low, high, start) == expected
            assert bits.first_bit(low, high, start) == expected


def test_last_bit_is_the_highest_member_below_a_place() -> None:
    for low, high, members in SETS:
        for stop in PLACES:
            expected = max((k for k in members if k < stop), default=-1)
            assert last_bit(low, high, stop) == expected
            assert bits.last_bit(low, high, stop) == expected


def test_from_bit_is_the_set_of_all_from_a_place_on() -> None:
    for start in PLACES:
        expected = (WORD * WORD - (1 << start)) % (WORD * WORD)
        words = (signed(expected % WORD), signed(expected >> 64))
        assert from_bit(start) == words
        assert bits.from_bit(start) == words


def test_has_bit_tells_members_and_finds_nothing_outside_of_0_to_127() -> None:
    outside = [-1, -64, -128, 128, 129, 192, 253, 2**62, -(2**63), 2**63 - 1]
    for low, high, members in SETS:
        for k in [*PLACES, *outside]:
            assert bool(has_bit(low, high, k)) == (k in members)
            assert bool(bits.has_bit(low, high, k)) == (k in members)


def test_count_bits_counts_members_from_a_place_up_to_another() -> None:
    for low, high, members in SETS:
        for start in PLACES[::2]:
            for stop in PLACES[::2]:
                expected = sum(start <= k < stop for k in members)
                assert count_bits(low, high, start, stop) == expected
                assert bits.count_bits(low, high, start, stop) == expected


def test_size_of_counts_all_members() -> None:
    for low, high, members in SETS:
        assert size_of(low, high) == len(members)
        assert bits.size_of(low, high) == len(members)


def some_words() -> list[int]:
    """Edges and random words."""
    chance = Random(2)
    return [*EDGES, *(chance.getrandbits(64) for _ in range(40))]


def test_multiply_gives_both_words_of_the_product() -> None:
    for a in some_words():
        for b in some_words():
            for function in (multiply, bits.multiply):
                high, low = function(np.uint64(a), np.uint64(b))
                assert (int(high), int(low)) == divmod(a * b, WORD)


def test_wrapping_add_is_addition_modulo_the_word() -> None:
    for a in some_words():
        for b in some_words():
            for function in (wrapping_add, bits.wrapping_add):
                assert int(function(np.uint64(a), np.uint64(b))) == (a + b) % WORD


@pytest.mark.parametrize("length", [1, 2, 9, 20, 1000])
@pytest.mark.parametrize("kind", [np.int16, np.int32, np.uint64])
def test_copy_items_copies_all_and_nothing_beside(kind: Any, length: int) -> None:
    for function in (copy_items, bits.copy_items):
        source, target = np.arange(1, length + 1).astype(kind), np.zeros(length + 2, kind)
        function(target[1:-1], source)
        assert target.tolist() == [0, *source.tolist(), 0]


@pytest.mark.skipif(not COMPILING, reason="plain Python converts")
def test_copy_items_refuses_arrays_of_another_kind() -> None:
    for source in (np.zeros(4, np.int16), np.zeros(8, np.int32)[::2]):
        with pytest.raises(TypingError, match="one type is needed, and no gaps"):
            copy_items(np.zeros(4, np.int32), source)


ONE = np.dtype(
    [("few", np.int8, (3,)), ("much", np.int64, (20,)), ("own", np.int32), ("last", np.float32)],
    align=True,
)
OTHER = np.dtype(
    [("last", np.float32), ("other", np.int64), ("few", np.int8, (3,)), ("much", np.int64, (20,))]
)


@jit
def copy_fields(target: Any, source: Any) -> None:
    """The compiled function of that name."""
    bits.copy_fields(target, source)


def test_copy_fields_copies_what_two_records_share_and_nothing_beside() -> None:
    for function in (copy_fields, bits.copy_fields):
        source, target = new_record(ONE, 1), new_record(OTHER, 3)
        source["few"], source["much"], source["own"], source["last"] = 7, np.arange(20), 5, 0.5
        target["other"] = 9
        function(target[1], source[0])
        assert target["few"].tolist() == [[0] * 3, [7] * 3, [0] * 3]
        assert target["much"].tolist() == [[0] * 20, list(range(20)), [0] * 20]
        assert target["last"].tolist() == [0, 0.5, 0]
        assert target["other"].tolist() == [9] * 3


@pytest.mark.skipif(not COMPILING, reason="plain Python converts")
def test_copy_fields_refuses_fields_of_another_type() -> None:
    with pytest.raises(TypingError, match="copy_fields: 'own' is int32 in one record and int64"):
        copy_fields(new_record([("own", np.int64)]), new_record(ONE))


RUN = np.dtype(
    [("a", np.int32, (20,)), ("b", np.int8), ("c", np.int64), ("d", np.int64)], align=True
)
SHIFTED = np.dtype([("own", np.int64), *[(name, RUN[name]) for name in "abcd"]], align=True)


@jit
def copy_run(target: Any, source: Any) -> None:
    """The compiled function of that name."""
    bits.copy_run(target, source, "a", "c")


def test_copy_run_copies_the_fields_from_one_to_another_and_nothing_beside() -> None:
    for function in (copy_run, plain(copy_run)):
        source, target = new_record(RUN, 1), new_record(SHIFTED, 3)
        source["a"], source["b"], source["c"], source["d"] = np.arange(20), 7, -5, 9
        function(target[1], source[0])
        assert target["a"].tolist() == [[0] * 20, list(range(20)), [0] * 20]
        assert target["b"].tolist() == [0, 7, 0]
        assert target["c"].tolist() == [0, -5, 0]
        assert target["d"].tolist() == target["own"].tolist() == [0] * 3


@pytest.mark.skipif(not COMPILING, reason="plain Python copies them all the same")
def test_copy_run_refuses_records_in_which_the_fields_lie_otherwise() -> None:
    fields = [(name, RUN[name]) for name in "acbd"]
    for other in (fields, fields[:1], [*fields[:1], ("b", np.int64), *fields[1:2]]):
        with pytest.raises(TypingError, match="copy_run: 'b' does not lie alike in both records"):
            copy_run(new_record(np.dtype(other, align=True)), new_record(RUN))
