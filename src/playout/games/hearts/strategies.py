"""Strategies for Hearts."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.hearts.deck import QUEEN_OF_SPADES
from playout.kits.cards import (
    ACE,
    HEARTS,
    SPADES,
    card_at,
    high_card,
    holds,
    in_suit,
    low_card,
    lowest,
    one,
    rank_of,
    size_of,
    suit_of,
)
from playout.kits.trick_table import all_played
from playout.kits.tricks import NOTHING, winner_of

_ABOVE_THE_QUEEN = one(QUEEN_OF_SPADES + 1) | one(QUEEN_OF_SPADES + 2)
_GUARD = 4  # lower spades with which the queen, the king and the ace are safe to keep


@strategy("hearts")
def random(view: Any, rng: Any) -> int:
    """Passes and plays any card that is allowed, all equally likely."""
    return card_at(view.legal, randrange(rng, size_of(view.legal)))


@strategy("hearts", uses_chance=False)
def duck(view: Any, rng: Any) -> int:
    """Stays below: follows with its highest card that loses, and throws away what is dangerous.

    It passes the high spades that it cannot guard, then its highest cards.  It leads its lowest
    card.  A trick that it cannot lose it takes with its highest card if it is the last to play,
    else it plays its lowest and hopes.  Where it cannot follow, it throws the queen of spades, then
    the ace and the king while the queen is out, then its highest heart, then its highest card.
    That is the first advice of most guides for beginners.  It does not count cards, does not hold
    back against a shooter of the moon, and never shoots.
    """
    if view.passing != 0:
        return worst(view.legal, view.hand, True)
    if view.count == 0:
        return low_card(without(view.legal, one(QUEEN_OF_SPADES) | _ABOVE_THE_QUEEN))
    led = suit_of(view.trick[0])
    if view.legal & in_suit(led) == 0:
        return worst(view.legal, view.hand, queen_is_out(view))
    best = view.trick[winner_of(view.trick, view.count, NOTHING)]
    below = view.legal & (one(best) - 1)
    if below != 0:
        return QUEEN_OF_SPADES if holds(below, QUEEN_OF_SPADES) else high_card(below)
    if view.count == view.players - 1:
        return high_card(without(view.legal, one(QUEEN_OF_SPADES)))
    return low_card(without(view.legal, one(QUEEN_OF_SPADES)))


@jit
def without(cards: int, others: int) -> int:
    """Some cards without others, or all of them if none is left."""
    return cards & ~others if cards & ~others else cards


@jit
def queen_is_out(view: Any) -> bool:
    """Whether the queen of spades has not been played."""
    return not holds(all_played(view, view.players), QUEEN_OF_SPADES)


@jit
def danger(card: int, guarded: bool, queen_out: bool) -> int:
    """How much one wants to be rid of a card; ``guarded``: many lower spades are in the hand."""
    if card == QUEEN_OF_SPADES:
        return 0 if guarded else 4 * ACE
    if suit_of(card) == SPADES and card > QUEEN_OF_SPADES and queen_out:
        return 0 if guarded else 3 * ACE + rank_of(card)
    return 2 * rank_of(card) + (ACE if suit_of(card) == HEARTS else 0)


@jit
def worst(cards: int, hand: int, queen_out: bool) -> int:
    """The most dangerous card of some."""
    guarded = size_of(hand & in_suit(SPADES) & (one(QUEEN_OF_SPADES) - 1)) >= _GUARD
    found, most = lowest(cards), -1
    rest = cards
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if danger(card, guarded, queen_out) > most:
            found, most = card, danger(card, guarded, queen_out)
    return found
