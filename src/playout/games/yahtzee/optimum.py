"""The value of a card at every instant of a game for one, by backward induction.

A full card is worth nothing more.  A card with n free boxes is worth the points of a turn played as
well as can be (turns.py), and what the card is worth then, with n - 1.  Source: Verhoeff and
Scheffers, "Optimal Solitaire Yahtzee Strategies" (2000); Glenn, "An Optimal Strategy for Yahtzee"
(2006).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Player, Rules
from playout.engine.native.jit import jit
from playout.engine.native.threads import ThreadPool
from playout.engine.play.lookup import kept
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.spelling import as_typed
from playout.games.yahtzee.boxes import ALL, NEEDED, THROWN, THROWS, TURNS, YAHTZEE
from playout.games.yahtzee.turns import SIZES, place_of, turn_value

JOKERS = ("forced", "free")
VARIANTS = ("yahtzee", "yatzy")
_CARDS = (*JOKERS, "yatzy")  # in the order of FORCED, FREE and YATZY


def expected_score(joker: str = "forced", variant: str = "yahtzee") -> float:
    """Return the mean score of best play by one player, to about 12 digits.

    The arguments are rule options: "forced" or "free", "yahtzee" or "yatzy".
    """
    for name, value, allowed in (("joker", joker, JOKERS), ("variant", variant, VARIANTS)):
        if value not in allowed:
            raise PlayoutError(f"{as_typed(name, value)}: {suggest(value, allowed)}")
    return float(worth(joker if variant == "yahtzee" else variant)[0])


def expected(rules: Rules, players: Sequence[Player]) -> Mapping[str, Sequence[float]]:
    """The average score of every seat if all play as well as can be, for a run to show."""
    if not all(one.strategy.is_ours and one.strategy.name == "optimal" for one in players):
        return {}
    return {"score": [float(of_rules(rules)[0])] * len(players)}


@cache
def worth(card: str) -> npt.NDArray[np.float64]:
    """The points that are still to come, on average, for every card at the beginning of a turn.

    By the place that ``turns.place_of`` says; the empty card is the first.  ``card`` is "forced",
    "free" or "yatzy".  Kept on disk (engine/play/lookup.py).
    """
    which = _CARDS.index(card)
    return kept(f"yahtzee-{card}", SIZES[which], partial(compute, which))


def of_rules(rules: Rules) -> npt.NDArray[np.float64]:
    """The same for a game's rules: the lookup table of the strategy ``optimal``."""
    return worth(str(rules["joker"] if rules["variant"] == "yahtzee" else rules["variant"]))


def compute(card: int) -> npt.NDArray[np.float64]:
    """Compute the table, the cards with fewer free boxes first, on all processors."""
    table = np.zeros(SIZES[card])
    write_worth(table, np.zeros(0, np.int64), card)  # compile before there are threads
    sets = np.arange(ALL[card] + 1)
    sets = sets[sets & ~ALL[card] == 0]
    filled = np.array([used.bit_count() for used in sets.tolist()])
    with ThreadPool() as pool:
        for boxes in range(TURNS[card] - 1, -1, -1):
            parts = np.array_split(sets[filled == boxes], 16)
            list(pool.map(lambda part: write_worth(table, part, card), parts))
    return table


@jit
def write_worth(table: Any, sets: Any, card: int) -> None:
    """Compute what all cards are worth whose used boxes are one of these sets."""
    values = np.empty(THROWN + THROWS)
    for used in sets:
        for holds in range(1 + (used >> YAHTZEE & 1)):
            for upper in range(NEEDED + 1):
                place = place_of(used, holds, upper)
                table[place] = turn_value(table, used, holds, upper, card, values)
