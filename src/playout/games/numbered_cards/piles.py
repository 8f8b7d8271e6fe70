"""Piles that rise and piles that fall: which cards fit on them."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange
from playout.engine.native.bits import from_bit
from playout.engine.native.jit import jit
from playout.games.numbered_cards.sets import count_of_both, nth_of_both


@jit
def write_fitting(cards: Any, top: int, ascends: bool, jump: int) -> None:
    """Write into a set all the cards that may be laid on a pile with this top.

    They are those further in its direction, and the one exactly `jump` back (jump 0: no such card).
    The top is 0..127, and at most 126 if the pile ascends.
    """
    # Without branches, because a processor cannot guess which pile a card goes to.
    low, high = from_bit(top + ascends)
    cards[0], cards[1] = low ^ (ascends - 1), high ^ (ascends - 1)
    trick = top + jump * (1 - 2 * ascends)
    allowed = (jump > 0) & (trick >= 0) & (trick <= 127)
    cards[trick >> 6 & 1] |= np.int64(allowed) << (trick & 63)


@jit(inline=True)
def fits_any(hand: Any, fitting: Any, piles: int) -> bool:
    """Whether a card of a set fits any of the piles, whose fitting cards are in `fitting`."""
    for pile in range(piles):
        if hand[0] & fitting[pile, 0] | hand[1] & fitting[pile, 1] != 0:
            return True
    return False


@jit
def any_fitting(hand: Any, fitting: Any, piles: int, rng: Any) -> tuple[int, int]:
    """A card of a set and a pile that it fits, all pairs equally likely; (-1, -1) if none fits.

    `fitting` holds the set of cards that fit on each of the piles.
    """
    choices = 0
    for pile in range(piles):
        choices += count_of_both(hand, fitting[pile])
    if choices == 0:
        return -1, -1
    chosen = randrange(rng, choices)
    pile = 0
    while chosen >= count_of_both(hand, fitting[pile]):
        chosen -= count_of_both(hand, fitting[pile])
        pile += 1
    return nth_of_both(hand, fitting[pile], chosen), pile
