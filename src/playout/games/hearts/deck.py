"""Hearts: the cards of the deck, their points, and where they are passed.

The deck has 52 cards, or those from the rank `lowest` on.  So that all get the same number, the
lowest diamond is taken out, then the lowest spade, the next diamond, the next spade.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.kits.cards import DIAMONDS, HEARTS, QUEEN, SPADES, card_of, in_suit, one, size_of

PASSED = 3  # cards that each player passes
QUEEN_OF_SPADES = card_of(SPADES, QUEEN)
QUEEN_POINTS = 13
POINT_CARDS = in_suit(HEARTS) | one(QUEEN_OF_SPADES)

TURNS, NONE, LEFT, RIGHT, ACROSS = range(5)
PASSING = ("turns", "none", "left", "right", "across")
"""The values of the option `passing`."""


@jit
def deck_of(rules: Any) -> int:
    """All cards of the deck."""
    deck = 0
    for suit in range(4):
        deck |= in_suit(suit) & ~(one(card_of(suit, rules.lowest)) - 1)
    for k in range(size_of(deck) % rules.players):
        deck &= ~one(card_of(SPADES if k % 2 else DIAMONDS, rules.lowest + k // 2))
    return deck


@jit(inline=True)
def points_of(cards: int) -> int:
    """The points of some cards."""
    return size_of(cards & in_suit(HEARTS)) + QUEEN_POINTS * (cards >> QUEEN_OF_SPADES & 1)


@jit
def distance_of(rules: Any, hand_number: int) -> int:
    """How many seats to the left the cards of hand ``hand_number``, from 0, are passed; 0: none."""
    way = rules.passing
    if way == TURNS:
        turn = hand_number % (4 if rules.players == 4 else 3)
        if turn == 2 and rules.players == 4:
            way = ACROSS
        else:
            way = LEFT if turn == 0 else RIGHT if turn == 1 else NONE
    if way == NONE:
        return 0
    return 1 if way == LEFT else rules.players - 1 if way == RIGHT else 2
