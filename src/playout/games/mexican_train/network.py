"""The network of `learned`: what a move is worth, from what features.py sees, in whole numbers.

Two layers of hidden units and a sum.  A unit is the sum of its inputs, each times a weight, or 0 if
that is negative (a rectifier); the first layer cuts large sums off at TOP.  Weights are whole
numbers: those of the first layer stand for 1 / 4096, all others for 1 / 1024.  So sums are exact in
any order, and a move is worth the same on every machine.  All sums fit 32 bits, the last one 64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.bits import copy_items
from playout.engine.jit import jit
from playout.engine.records import with_attributes
from playout.games.mexican_train.features import FEATURES, POSITION

FIRST = 64  # units of the first layer
SECOND = 32  # and of the second
TOP = 8191

FIRST_BITS, NEXT_BITS = 12, 10  # what a weight of 1 is written as: 1 << 12, and 1 << 10
_FIRST_SHIFT, _SECOND_SHIFT = 4, 8

NETWORK = with_attributes(
    np.dtype(
        [
            ("first", np.int32, (FEATURES, FIRST)),
            ("second", np.int32, (FIRST, SECOND)),
            ("bias", np.int32, (SECOND,)),
            ("last", np.int32, (SECOND,)),
        ],
        align=True,
    )
)

UNITS = with_attributes(
    np.dtype(
        [
            ("common", np.int32, (FIRST,)),  # the sums of what all moves of a position share
            ("one", np.int32, (FIRST,)),
            ("two", np.int32, (SECOND,)),
        ],
        align=True,
    )
)


@jit(inline=True)
def sum_position(network: Any, seen: Any, units: Any) -> None:
    """Add up what the moves of a position share."""
    common, first = units.common, network.first
    for unit in range(FIRST):
        common[unit] = 0
    _add(common, first, seen, 0, POSITION)


@jit
def value(network: Any, seen: Any, units: Any) -> int:
    """What a move is worth; only differences of moves of one position mean anything.

    A point, as `worth_of` in rules.py has it, is about 1 << 20 / 20.
    """
    one, two, second = units.one, units.two, network.second
    copy_items(one, units.common)
    _add(one, network.first, seen, POSITION, FEATURES)
    copy_items(two, network.bias)
    for unit in range(FIRST):
        output = min(one[unit] >> _FIRST_SHIFT, TOP)
        if output > 0:
            for k in range(SECOND):
                two[k] += np.int32(output) * second[unit, k]
    total = 0
    for k in range(SECOND):
        total += max(np.int64(two[k]) >> _SECOND_SHIFT, 0) * network.last[k]
    return total


@jit(inline=True)
def _add(sums: Any, weights: Any, seen: Any, begin: int, end: int) -> None:
    """Add features, each times its weights; most are 0."""
    for k in range(begin, end):
        amount = seen[k]
        if amount != 0:
            for unit in range(FIRST):
                sums[unit] += amount * weights[k, unit]
