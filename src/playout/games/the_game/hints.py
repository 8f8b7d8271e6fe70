"""What players may say without naming a card (option `hints`).

The official rules let the players talk, but never in numbers.  Here every player shows one mark
per pile, made anew before every card from that player's own hand and the open table.
"""

from __future__ import annotations

from typing import Any

from playout.engine.jit import jit
from playout.games.the_game.cards import NO_CARD_ABOVE, NO_CARD_BELOW, has, next_above, next_below

NOTHING = 0  # nothing to say
TRICK = 1  # "I can do the trick here": please leave this pile alone
CLOSE = 2  # "I have a very good card here": at most CLOSE_STEP away
CANNOT = 3  # "I have no card for this pile": do what you like with it

CLOSE_STEP = 2
"""A card this near costs no more than one of the ten between it and the next trick ... and
is near enough to be worth waiting for in a hand of six to eight out of 98 cards."""


@jit
def mark_of(hand: Any, piles: Any, rules: Any, pile: int) -> int:
    """What the owner of a hand (a set of cards) says about a pile."""
    top = piles[pile]
    ascends = pile < rules.ascending
    if rules.jump > 0 and has(hand, top - rules.jump if ascends else top + rules.jump):
        return TRICK
    card = next_above(hand, top) if ascends else next_below(hand, top)
    if card in (NO_CARD_ABOVE, NO_CARD_BELOW):
        return CANNOT
    return CLOSE if abs(card - top) <= CLOSE_STEP else NOTHING
