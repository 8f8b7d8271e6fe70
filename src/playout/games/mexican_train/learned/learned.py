"""The strategy `learned`: takes the move that a small network holds to be worth most."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from playout.engine.find.declarations import strategy
from playout.engine.game.game import Rules
from playout.engine.native.jit import jit
from playout.engine.native.memory import scratch
from playout.engine.play.lookup import looked_up
from playout.engine.words.errors import PlayoutError
from playout.games.mexican_train.chains.chains import LONGEST
from playout.games.mexican_train.chains.plan import make_plan
from playout.games.mexican_train.learned.features import SIGHT, see_move, see_position
from playout.games.mexican_train.learned.network import NETWORK, UNITS, sum_position, value
from playout.games.mexican_train.rules import fitting
from playout.games.mexican_train.sequence import lay, locking, only_move
from playout.games.mexican_train.tiles import first

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
            f"{path} is not a file of weights for `learned`, as learning/mexican_train.py writes "
            f"it: {_SIZE:,} numbers of the type int32"
        )
    return weights.view(np.float64)


def of_rules(rules: Rules) -> Any:
    """The weights that `learned` plays with, which are the same for all rules."""
    return read_weights()


@strategy("mexican-train", lookup=of_rules, uses_chance=False)
def learned(view: Any, rng: Any) -> int:
    """Takes the move that a small network holds to be worth most.

    The network was fitted to how rounds went on after each of the moves of a position, first as
    `rollout` plays on, then as it plays itself (learning/mexican_train.py, docs/learned.md).  It
    sees 112 numbers about a move (features.py), among them who is about to go out and the points so
    far.  It cannot look ahead, and it was taught by the standard rules: by others it plays as well
    as these numbers tell.
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
