"""Strategies for The Game: each a few lines that read like its idea."""

from __future__ import annotations

from typing import Any

from playout.engine.jit import jit
from playout.engine.registry import strategy
from playout.engine.rng import randrange
from playout.games.the_game.cards import (
    NO_CARD_ABOVE,
    NO_CARD_BELOW,
    count_between,
    has,
    next_above,
    next_below,
    put,
    take,
)
from playout.games.the_game.rules import CONCEDE, MOVES, card_move
from playout.games.the_game.search import LEAST, cheapest, step, twin


@jit
def trick_card(view: Any, pile: int) -> int:
    """The card of the backward trick on a pile, if I hold it; else NO_CARD_BELOW."""
    top = view.piles[pile]
    card = top - view.jump if pile < view.ascending else top + view.jump
    return card if view.jump > 0 and has(view.hand[0], card) else NO_CARD_BELOW


@jit
def forward_cards(view: Any, pile: int) -> int:
    """How many different cards of my hand move a pile forward."""
    if pile < view.ascending:
        return count_between(view.hand[0], view.piles[pile], view.high)
    return count_between(view.hand[0], view.low, view.piles[pile])


@jit
def any_legal(view: Any, rng: Any, last: bool) -> int:
    """A uniformly random legal (card, pile), equal cards counting once; CONCEDE if there is none."""
    choices = 0
    for pile in range(view.pile_count):
        choices += forward_cards(view, pile) + (trick_card(view, pile) != NO_CARD_BELOW)
    if choices == 0:
        return CONCEDE
    chosen = randrange(rng, choices)
    pile = 0
    while chosen >= forward_cards(view, pile) + (trick_card(view, pile) != NO_CARD_BELOW):
        chosen -= forward_cards(view, pile) + (trick_card(view, pile) != NO_CARD_BELOW)
        pile += 1
    if chosen == forward_cards(view, pile):
        return card_move(trick_card(view, pile), pile, last)
    card = view.piles[pile]
    for _ in range(chosen + 1):
        card = next_above(view.hand[0], card) if pile < view.ascending else next_below(view.hand[0], card)
    return card_move(card, pile, last)


@strategy("the-game")
def random(view: Any, rng: Any) -> int:
    """Any legal card on any pile, all equally likely; stops at the minimum."""
    return any_legal(view, rng, view.needed == 1)


@strategy("the-game")
def greedy(view: Any, rng: Any) -> int:
    """The least step forward, a backward trick first; stops at the minimum."""
    last = view.needed == 1
    best = LEAST
    for pile in range(view.pile_count):
        top = view.piles[pile]
        if pile < view.ascending:
            card = next_above(view.hand[0], top)
            if view.jump > 0 and has(view.hand[0], top - view.jump):
                card = top - view.jump
            cost = card - top
        else:
            card = next_below(view.hand[0], top)
            if view.jump > 0 and has(view.hand[0], top + view.jump):
                card = top + view.jump
            cost = top - card
        if card != NO_CARD_ABOVE and card != NO_CARD_BELOW:
            # One number that orders by cost, then card, then pile.
            best = min(best, cost * MOVES + card_move(card, pile, last))
    return best & (MOVES - 1)


@strategy("the-game")
def sequence(view: Any, rng: Any) -> int:
    """The cheapest way to the minimum, over all sequences of exactly that many cards.

    Of equally cheap sequences the one whose list of (card, pile) comes first.  Gives up, laying
    nothing, when the minimum cannot be reached.
    """
    best, least = CONCEDE, LEAST
    card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        for pile in range(view.pile_count):
            forward = step(view, view.piles, pile, card)
            if forward == 0 or twin(view, view.piles, pile):
                continue
            top = view.piles[pile]
            take(view.hand, view.copies, card)
            view.piles[pile] = card
            cost = cheapest(view.hand, view.piles, view, view.needed - 1, forward, least)
            view.piles[pile] = top
            put(view.hand, view.copies, card)
            if cost < least:
                best, least = card_move(card, pile, view.needed == 1), cost
        card = next_above(view.hand[0], card)
    return best
