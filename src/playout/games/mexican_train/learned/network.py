"""The network of `learned`: what a move is worth, from what features.py sees, in whole numbers.

Two layers of hidden units and a sum.  A unit is the sum of its inputs, each times a weight, or 0 if
that is negative (a rectifier); the first layer cuts large sums off at TOP.  Weights are whole
numbers: those of the first layer stand for 1 / 4096, all others for 1 / 1024.  So sums are exact in
any order, and a move is worth the same on every machine.  All sums fit 32 bits, the last one 64.

Inputs and weights of both layers have 16 bits, and the weights of a unit stand side by side in rows
of 64: processors multiply and add many pairs of such numbers at once.  (Shorter rows are taken
apart before the compiler looks for vectors, and cost six times as much.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.native.records import with_attributes
from playout.games.mexican_train.learned.features import MOVE, POSITION

FIRST = 64  # units of the first layer
SECOND = 32  # and of the second
TOP = 8191

FIRST_BITS, NEXT_BITS = 12, 10  # what a weight of 1 is written as: 1 << 12, and 1 << 10
_FIRST_SHIFT, _SECOND_SHIFT = 4, 8

NETWORK = with_attributes(
    np.dtype(
        [
            ("position", np.int16, (FIRST, MOVE)),  # 0 from POSITION on
            ("move", np.int16, (FIRST, MOVE)),
            ("second", np.int16, (SECOND, FIRST)),
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
            ("one", np.int16, (FIRST,)),
        ],
        align=True,
    )
)


@jit
def sum_position(network: Any, seen: Any, units: Any) -> None:
    """Add up what the moves of a position share."""
    for unit in range(FIRST):
        units.common[unit] = _add(np.int32(0), seen, 0, network.position[unit])


@jit
def value(network: Any, seen: Any, units: Any) -> int:
    """What a move is worth; only differences of moves of one position mean anything.

    A point, as `worth_of` in rules.py has it, is about 1 << 20 / 20.
    """
    one = units.one
    for unit in range(FIRST):
        total = _add(units.common[unit], seen, POSITION, network.move[unit])
        one[unit] = max(min(total >> _FIRST_SHIFT, TOP), 0)
    worth = 0
    for unit in range(SECOND):
        total = _add(network.bias[unit], one, 0, network.second[unit])
        worth += max(np.int64(total) >> _SECOND_SHIFT, 0) * network.last[unit]
    return worth


@jit(inline=True)
def _add(total: Any, inputs: Any, begin: int, weights: Any) -> Any:
    """A sum, and a row of inputs more, each times its weight."""
    for k in range(MOVE):
        total = np.int32(total + np.int32(inputs[begin + k]) * np.int32(weights[k]))
    return total
