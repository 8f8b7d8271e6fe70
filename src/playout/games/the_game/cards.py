"""The sets of cards that the rules and strategies of The Game work with.

A hand is a stack of sets, shape (COPIES, 2); see `playout.games.numbered_cards.sets`.
"""

from __future__ import annotations

from playout.games.numbered_cards.sets import (
    NO_CARD_ABOVE,
    NO_CARD_BELOW,
    count_between,
    count_of_both,
    fits_any,
    has,
    highest_of_both,
    listed,
    lowest_of_both,
    next_above,
    next_below,
    nth_of_both,
    put,
    take,
    write_fitting,
)

__all__ = [
    "COPIES",
    "NO_CARD_ABOVE",
    "NO_CARD_BELOW",
    "count_between",
    "count_of_both",
    "fits_any",
    "has",
    "highest_of_both",
    "listed",
    "lowest_of_both",
    "next_above",
    "next_below",
    "nth_of_both",
    "put",
    "take",
    "write_fitting",
]

COPIES = 4  # most copies of a card in a deck
