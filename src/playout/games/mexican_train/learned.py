"""The strategy `learned`: takes the move that a small network holds to be worth most.

The network has two layers of hidden units and a sum.  A unit is the sum of its inputs
(features.py), each times a weight, or 0 if that is negative (a rectifier); the first layer cuts
large sums off at TOP.  Weights are whole numbers: those of the first layer stand for 1 / 4096, all
others for 1 / 1024.  So sums are exact in any order, and a move is worth the same on every machine.
All sums fit 32 bits, the last one 64.

Inputs and weights of both layers have 16 bits, and the weights of a unit stand side by side in rows
of 64: processors multiply and add many pairs of such numbers at once.  (Shorter rows are taken
apart before the compiler looks for vectors, and cost six times as much.)
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from playout.engine.find.declarations import strategy
from playout.engine.game.game import Rules
from playout.engine.native.jit import jit
from playout.engine.native.memory import scratch
from playout.engine.native.records import with_attributes
from playout.engine.play.lookup import looked_up
from playout.engine.words.errors import PlayoutError
from playout.games.mexican_train.chains.chains import LONGEST
from playout.games.mexican_train.chains.plan import make_plan
from playout.games.mexican_train.features import MOVE, POSITION, SIGHT, see_move, see_position
from playout.games.mexican_train.rules import fitting
from playout.games.mexican_train.strategies import lay, locking, only_move
from playout.games.mexican_train.tiles import first

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

FILE = Path(__file__).parent / "learned.npy"
_SIZE = NETWORK.itemsize // 4  # of a file, as numbers of int32
_WORST: Any = np.int64(-1 << 62)  # below what any move is worth


@cache
def read_weights(path: Path = FILE) -> Any:
    """The weights of a file that training has written: a `NETWORK` record as float64[size].

    They are whole numbers, whose bytes compiled code reads as they are.  PlayoutError if it is
    another file; OSError if it cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            weights = np.lib.format.read_array(file)
    except (ValueError, EOFError):
        weights = None
    if weights is None or weights.dtype != np.int32 or weights.size != _SIZE:
        raise PlayoutError(
            f"{path} is not a file of weights for `learned`, as written by "
            f"learning/mexican_train.py: {_SIZE:,} numbers of type int32"
        )
    return weights.view(np.float64)


def of_rules(rules: Rules) -> Any:
    """The weights that `learned` plays with, which are the same for all rules."""
    return read_weights()


@strategy("mexican-train", lookup=of_rules, uses_chance=False)
def learned(view: Any, rng: Any) -> int:
    """Takes the move that a small trained network rates highest.

    The network was fitted to how rounds went on after each of the moves of a position, first as all
    play in a quick way, then as it plays itself (learning/mexican_train.py,
    docs/results/learned.md).  It sees 112 numbers about a move (features.py), among them who is
    about to go out and the points so far.  It cannot look ahead, and it was taught by the standard
    rules: by others it plays as well as these numbers tell.
    """
    return decide(view)


@jit
def decide(view: Any) -> int:
    """The move of a network whose weights are the lookup table of a strategy.

    ValueError if it has none: ``lookup=lambda rules: read_weights(FILE)`` declares it.
    """
    weights = looked_up(view)
    if 2 * len(weights) != _SIZE:
        raise ValueError("no weights: declare it with lookup=lambda rules: read_weights(FILE)")
    return choose(view, weights.view(NETWORK)[0], scratch(SIGHT), scratch(UNITS))


@jit
def choose(view: Any, network: Any, sight: Any, units: Any) -> int:
    """The move that a network holds to be worth most; of equals the first."""
    train = only_move(view)
    if train >= 0:
        return locking(view, lay(view, train, first(fitting(view, train))))
    make_plan(view, LONGEST)
    see_position(view, sight)
    sum_position(network, sight.seen, units)
    best, on, number = _WORST, -1, -1
    trains = view.trains
    while trains != 0:
        train = first(trains)
        trains &= trains - 1
        row = fitting(view, train)
        while row != 0:
            other = first(row)
            row &= row - 1
            see_move(view, train, other, sight)
            worth = value(network, sight.seen, units)
            if worth > best:
                best, on, number = worth, train, other
    return locking(view, lay(view, on, number))


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
