"""Exact chances of a throw of four dice: that it moves a runner, and how many it moves.

Both are tables by set of columns, a whole number in which bit c says that column c is in it; they
are counted out over all 1,296 throws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

import numpy as np
import numpy.typing as npt

from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.games.cant_stop.rules import DICE, HIGH, LOW
from playout.kits.dice import FACES

THROWS = FACES**DICE
SETS = 1 << (HIGH + 1)


def _counted() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For every set of columns: throws that give one of them, and the steps that these bring."""
    sets = np.arange(SETS)
    moving, steps = np.zeros(SETS, np.int64), np.zeros(SETS, np.int64)
    throws = Counter(tuple(sorted(dice)) for dice in product(range(1, FACES + 1), repeat=DICE))
    for (a, b, c, d), ways in throws.items():
        most = np.zeros(SETS, np.int64)
        for one, other in ((a + b, c + d), (a + c, b + d), (a + d, b + c)):
            np.maximum(most, (sets >> one & 1) + (sets >> other & 1), out=most)
        moving += ways * (most > 0)
        steps += ways * most
    return moving, steps


MOVING, STEPS = _counted()
CHANCE = MOVING / THROWS  # that a throw gives at least one of the columns
GAIN = STEPS / THROWS  # steps that a throw gives in them on average, by its best pairing


def chance(columns: Iterable[int]) -> Fraction:
    """Return the exact chance that four dice can be paired to give one of these columns.

    >>> playout.cant_stop.chance([7])
    Fraction(139, 216)

    PlayoutError for a column outside 2 to 12.
    """
    given = {*columns} if isinstance(columns, Iterable) else {columns}
    if not all(isinstance(column, int | np.integer) and LOW <= column <= HIGH for column in given):
        raise PlayoutError(f"{as_typed('columns', columns)}: must be numbers from {LOW} to {HIGH}")
    return Fraction(int(MOVING[sum(1 << int(column) for column in given)]), THROWS)
