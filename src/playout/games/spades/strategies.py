"""Strategies for Spades."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.spades.rules import BID, NO_BID, SEATS, SIDES
from playout.kits.cards import (
    ACE,
    ALL,
    KING,
    QUEEN,
    RANKS,
    SPADES,
    SUITS,
    card_at,
    card_of,
    high_card,
    holds,
    in_suit,
    low_card,
    lowest,
    one,
    size_of,
    suit_of,
)
from playout.kits.trick_table import all_played, led_of
from playout.kits.tricks import NOTHING, beats, winner_of


@strategy("spades")
def random(view: Any, rng: Any) -> int:
    """Bids one to four, and plays any card that is allowed, all equally likely."""
    if view.bids[view.seat] == NO_BID:
        return BID + 1 + randrange(rng, 4)
    return card_at(view.legal, randrange(rng, size_of(view.legal)))


@strategy("spades", uses_chance=False)
def aces(view: Any, rng: Any) -> int:
    """Bids its aces, kings and long spades; takes each trick that it can, as cheaply as it can.

    A king counts if it has another card of its suit, a spade if it has three higher ones.  It never
    bids nil.  It plays its lowest card if its partner has the trick, or if it cannot take it.  That
    is how beginners are told to bid and play; it does not see who needs tricks.
    """
    if view.bids[view.seat] == NO_BID:
        bid = max(size_of(view.hand & in_suit(SPADES)) - 3, 0)
        for suit in range(SUITS):
            cards = view.hand & in_suit(suit)
            bid += holds(cards, card_of(suit, ACE))
            bid += holds(cards, card_of(suit, KING)) and size_of(cards) > 1
        return BID + max(bid, 1)
    return cheapest_taker(view) if view.count > 0 else high_card(view.legal)


@strategy(
    "spades",
    parameters={"nil": 2.4, "bold": 0.0},
    allowed={"nil": (0, 14), "bold": (-2, 2)},
    uses_chance=False,
)
def bidder(view: Any, rng: Any) -> int:
    """Bids the tricks that it expects, nil on weak hands, and plays for what the partners need.

    Each card counts with the chance that it takes a trick; the bid is their sum and `bold`, rounded
    down; nil if the sum is at most `nil` and the spades are low.  While the partners lack tricks,
    it takes them as cheaply as it can and leads cards that nobody can beat; after that it gives
    them away, and throws its highest cards below those of others.  With nil, it stays below; if its
    partner has bid nil, it leads high and covers.  It does not count who holds what.
    """
    if view.bids[view.seat] == NO_BID:
        expected = expected_tricks(view.hand)
        spades = view.hand & in_suit(SPADES)
        is_weak = size_of(spades) <= 3 and spades < one(card_of(SPADES, QUEEN))
        if view.least_bid == 0 and is_weak and expected <= view.parameters[0]:
            return BID
        return BID + min(max(int(expected + view.parameters[1]), 1), RANKS)
    if view.bids[view.seat] == 0 and view.tricks[view.seat] == view.before[view.seat]:
        return stay_below(view)
    mate = (view.seat + SIDES) % SEATS
    covers = view.bids[mate] == 0 and view.tricks[mate] == view.before[mate]
    if needed(view) > 0 or covers:
        return cheapest_taker(view) if view.count > 0 else sure_lead(view, covers)
    return stay_below(view)


@jit
def needed(view: Any) -> int:
    """How many tricks the partners still need to take what they have bid."""
    more = 0
    for seat in range(view.seat % SIDES, SEATS, SIDES):
        more += view.bids[seat] - view.tricks[seat] + view.before[seat]
    return more


@jit
def expected_tricks(hand: int) -> float:
    """About how many tricks a hand takes."""
    spades, total = size_of(hand & in_suit(SPADES)), 0.0
    for suit in range(SUITS):
        cards = hand & in_suit(suit)
        size = size_of(cards)
        if suit == SPADES:
            total += max(size - 3, 0)
            size = 3
        elif spades > 1:
            total += 0.5 * max(3 - size, 0) * min(1.0, spades / 4)
        if holds(cards, card_of(suit, ACE)):
            total += 1.0 if size < 6 else 0.7
        if holds(cards, card_of(suit, KING)) and size > 1:
            total += 0.7 if size < 5 else 0.4
        if holds(cards, card_of(suit, QUEEN)) and size > 2:
            total += 0.3 if size < 5 else 0.1
    return total


@jit
def best_card(view: Any) -> int:
    """The card that takes the trick on the table so far."""
    return view.trick[winner_of(view.trick, view.count, SPADES)]


@jit
def cheapest_taker(view: Any) -> int:
    """The lowest card that takes the trick; the lowest of all if none does, or the partner has it.

    The partner has it for sure if no card that is out can take it, or if this is the last card.
    """
    best, place = best_card(view), winner_of(view.trick, view.count, SPADES)
    is_mates = view.count >= SIDES and place == view.count - SIDES
    if is_mates and (view.count == SEATS - 1 or is_sure(view, best)):
        return worst(view)
    takers, rest = 0, view.legal
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if beats(card, best, SPADES):
            takers |= one(card)
    plain = takers & ~in_suit(SPADES)
    if takers == 0 or (is_mates and not is_sure(view, high_card(takers))):
        return worst(view)
    if view.count == SEATS - 1:
        return low_card(plain if plain != 0 else takers)
    return high_card(plain) if plain != 0 else low_card(takers)


@jit
def worst(view: Any) -> int:
    """The card that is missed least: the lowest, and no spade if there is another."""
    plain = view.legal & ~in_suit(SPADES)
    return low_card(plain if plain != 0 else view.legal)


@jit
def is_sure(view: Any, card: int) -> bool:
    """Whether no card that is out beats a card in its own suit."""
    out = ALL & ~view.hand & ~all_played(view, SEATS)
    return out & in_suit(suit_of(card)) & ~(one(card) - 1) == 0


@jit
def sure_lead(view: Any, covers: bool) -> int:
    """A card to lead for a trick: one that is the highest of its suit, or to draw it out."""
    rest, spades = view.legal & ~in_suit(SPADES), view.legal & in_suit(SPADES)
    while rest != 0:
        card = high_card(rest)
        if is_sure(view, card):
            return card
        rest &= ~one(card)
    if spades != 0 and is_sure(view, high_card(spades)):
        return high_card(spades)
    if covers:
        return high_card(view.legal)
    return worst(view)


@jit
def stay_below(view: Any) -> int:
    """The highest card that does not take the trick; the lowest if all do, or if it is led."""
    if view.count == 0:
        return low_card(view.legal)
    best, below, rest = best_card(view), 0, view.legal
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        if not beats(card, best, SPADES):
            below |= one(card)
    if below != 0:
        led = led_of(view)
        spades = below & in_suit(SPADES)
        if led != NOTHING and below & in_suit(led) == 0 and spades != 0:
            return high_card(spades)
        return high_card(below)
    if view.count == SEATS - 1:
        return high_card(view.legal)
    return low_card(view.legal)
