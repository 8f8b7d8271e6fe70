"""Replications are sent and stored bit for bit."""

from __future__ import annotations

import math
import struct
import sys

from hypothesis import example, given
from hypothesis import strategies as some

from playout.questions.rare.found import Replication, Replications
from playout.stats.packing import pack, unpack

DENORMAL = math.ulp(0.0)  # the least number above 0
NUMBERS = some.floats(allow_nan=False)
STAGES = some.lists(some.tuples(NUMBERS, some.integers(0, 2**62)), max_size=4)


def replication(estimate: float, stages: list[tuple[float, int]]) -> Replication:
    return Replication(estimate, tuple(r for r, _ in stages), tuple(s for _, s in stages))


def again(counted: Replications) -> Replications:
    """The same, sent and received."""
    return Replications().filled(unpack(pack(counted), Replications()))


def bits(counted: Replications) -> list[object]:
    """All of it, with numbers as their bytes, so that 0.0 is not -0.0."""
    return [
        (struct.pack("d", one.estimate), struct.pack(f"{len(one.reached)}d", *one.reached), one)
        for one in counted.every
    ]


@given(some.lists(some.builds(replication, NUMBERS, STAGES), max_size=5).map(tuple))
@example(())
@example((replication(0.0, []),))
@example((replication(0.0, [(0.0, 0)]), replication(0.0, [])))
@example((replication(DENORMAL, [(1.0, 5), (0.0, 0)]), replication(0.0, [(DENORMAL, 1)])))
@example((replication(-0.0, [(-0.0, 0), (sys.float_info.max, 1), (5e-324, 3)]),))
def test_what_is_packed_comes_back_bit_for_bit(every: tuple[Replication, ...]) -> None:
    counted = Replications(every)
    assert bits(again(counted)) == bits(counted)


@given(
    some.lists(some.builds(replication, NUMBERS, STAGES), max_size=3).map(tuple),
    some.lists(some.builds(replication, NUMBERS, STAGES), max_size=3).map(tuple),
)
def test_a_sum_has_the_replications_of_both_in_their_order(
    one: tuple[Replication, ...], other: tuple[Replication, ...]
) -> None:
    total = again(Replications(one)) + again(Replications(other))
    assert total == Replications(one + other)
    assert total.games == len(one) + len(other)


def test_numbers_of_an_own_type_are_those_of_python() -> None:
    (one,) = again(Replications((replication(0.5, [(0.25, 3)]),))).every
    assert [type(value) for value in (one.estimate, *one.reached, *one.survivors)] == [
        float,
        float,
        int,
    ]
