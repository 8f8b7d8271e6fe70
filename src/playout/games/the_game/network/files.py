"""The networks that come with Playout, and how their rows are made from their parameters."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Rules
from playout.games.the_game.network.rows import PHASES, ROWS, UNIT, UNITS, coefficients
from playout.games.the_game.network.weighing import BIAS, NETWORK, OUT, SIGHT

FILE = Path(__file__).parent / "weights.npz"
MOST_PLAYERS = 5
LINE = 32  # weights in a cache line
PARTS = ("first", "out", "bias", "sight")

Whole = npt.NDArray[np.int64]


def network_of(rules: Rules) -> npt.NDArray[np.float64]:
    """The network for the players of these rules, the lookup table of `learned`.

    Four weights of 16 bits lie in the place of each float64.
    """
    players = min(rules.number("players"), MOST_PLAYERS)
    return shipped(players, str(rules["hints"]) if players > 1 else "none").view(np.float64)


@cache
def shipped(players: int, hints: str = "none") -> npt.NDArray[np.int16]:
    """The network that comes with Playout for 1..5 players: int16[NETWORK, UNITS].

    ``hints``: what they may say, as the option of this name; alone there is nobody to listen to.
    """
    said = "" if hints == "none" else hints
    with np.load(FILE) as file:
        parts = [file[f"{name}{players}{said}"].astype(np.int64) for name in PARTS]
    return expanded(*parts)


def expanded(first: Whole, out: Whole, bias: Whole, sight: Whole) -> npt.NDArray[np.int16]:
    """A network from its parameters: int64[parameters, UNITS], [PHASES, UNITS], [PHASES] and
    [PHASES, terms].

    The sums of rows must fit 16 bits, as those of trained networks do by far.
    """
    seen, mirrored = coefficients()
    # One that does not listen has none of the parameters of what is heard, which are the last.
    first = np.pad(first, ((0, seen.shape[1] - len(first)), (0, 0)))
    swapped = np.roll(first, UNITS // 2, axis=1)
    # As float64, of which products of matrices are quick, and sums of such whole numbers exact.
    sums = seen.astype(np.float64) @ first + mirrored.astype(np.float64) @ swapped
    rows = sums.astype(np.int64) // UNIT
    # A row is two cache lines, if it begins with one.
    memory = np.zeros(NETWORK * UNITS + LINE, np.int16)
    skipped = -memory.ctypes.data % (2 * LINE) // 2
    network = memory[skipped : skipped + NETWORK * UNITS].reshape(NETWORK, UNITS)
    network[:ROWS] = rows
    network[OUT : OUT + PHASES] = out
    network[BIAS, :PHASES] = bias
    network[SIGHT : SIGHT + PHASES, : sight.shape[1]] = sight
    return network
