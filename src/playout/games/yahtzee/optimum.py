"""What a card is worth at every instant of a game for one, by backward induction.

A full card is worth nothing more.  A card with n free boxes is worth the points of a turn played as
well as can be (turns.py), and what the card is worth then, with n - 1.  Source: Verhoeff and
Scheffers, "Optimal Solitaire Yahtzee Strategies" (2000); Glenn, "An Optimal Strategy for Yahtzee"
(2006).
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Rules
from playout.engine.native.jit import jit
from playout.engine.native.threads import ThreadPool
from playout.engine.play.lookup import kept
from playout.engine.words.errors import PlayoutError, suggest
from playout.games.yahtzee.boxes import BOXES, NEEDED, THROWN, THROWS, YAHTZEE
from playout.games.yahtzee.turns import SIZE, place_of, turn_value

JOKERS = ("forced", "free")


def expected_score(joker: str = "forced") -> float:
    """The average score of the best possible play of one player, to about 12 digits.

    ``joker`` is "forced" or "free", as the option of the game.
    """
    return float(worth(joker)[place_of(0, 0, 0)])


@cache
def worth(joker: str) -> npt.NDArray[np.float64]:
    """The points that are still to come, on average, for every card at the beginning of a turn.

    float64[SIZE], by the place that ``turns.place_of`` says.  Kept on disk (engine/play/lookup.py).
    """
    if joker not in JOKERS:
        raise PlayoutError(f"joker = {joker!r}: {suggest(joker, JOKERS)}")
    return kept(f"yahtzee-{joker}", SIZE, partial(compute, JOKERS.index(joker)))


def of_rules(rules: Rules) -> npt.NDArray[np.float64]:
    """The same for a game's rules: the lookup table of the strategy ``optimal``."""
    return worth(str(rules["joker"]))


def compute(joker: int) -> npt.NDArray[np.float64]:
    """Compute the table, the cards with fewer free boxes first, on all processors."""
    table = np.zeros(SIZE)
    write_worth(table, np.zeros(0, np.int64), joker)  # compile before there are threads
    sets = np.arange(2**BOXES)
    filled = np.array([used.bit_count() for used in range(2**BOXES)])
    with ThreadPool() as pool:
        for boxes in range(BOXES - 1, -1, -1):
            parts = np.array_split(sets[filled == boxes], 16)
            list(pool.map(lambda part: write_worth(table, part, joker), parts))
    return table


@jit
def write_worth(table: Any, sets: Any, joker: int) -> None:
    """Compute what all cards are worth whose used boxes are one of these sets."""
    values = np.empty(THROWN + THROWS)
    for used in sets:
        for holds in range(1 + (used >> YAHTZEE & 1)):
            for upper in range(NEEDED + 1):
                place = place_of(used, holds, upper)
                table[place] = turn_value(table, used, holds, upper, joker, values)
