"""Strategies for The Game: each a few lines that read like its idea."""

from __future__ import annotations

from typing import Any

from playout.engine.registry import strategy
from playout.engine.rng import randrange
from playout.games.the_game.cards import NO_CARD_ABOVE, NO_CARD_BELOW, next_above
from playout.games.the_game.rules import CONCEDE, MOVES, STOP, card_move
from playout.games.the_game.search import LEAST, cheapest, step, twin
from playout.games.the_game.cards import put, take, has, next_below


@strategy("the-game")
def random(view: Any, rng: Any) -> int:
    """Any legal card on any pile, all equally likely; stops at the minimum."""
    if view.needed <= 0:
        return STOP
    choices = 0
    card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        for pile in range(view.pile_count):
            choices += step(view, view.piles, pile, card) != 0
        card = next_above(view.hand[0], card)
    chosen = randrange(rng, choices)
    card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        for pile in range(view.pile_count):
            if step(view, view.piles, pile, card) != 0:
                if chosen == 0:
                    return card_move(card, pile)
                chosen -= 1
        card = next_above(view.hand[0], card)
    return CONCEDE


@strategy("the-game")
def greedy(view: Any, rng: Any) -> int:
    """The least step forward, a backward trick first; stops at the minimum."""
    if view.needed <= 0:
        return STOP
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
            # One number orders by cost, then card, then pile.
            best = min(best, cost * MOVES + card_move(card, pile, last))
    return best & (MOVES - 1)


@strategy("the-game")
def sequence(view: Any, rng: Any) -> int:
    """The cheapest way to the minimum, over all sequences of that many cards."""
    if view.needed <= 0:
        return STOP
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
                best, least = card_move(card, pile), cost
        card = next_above(view.hand[0], card)
    return best
