"""Strategies for The Game; the two long ones are in careful.py and quick.py."""

from __future__ import annotations

from typing import Any

from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.numbered_cards.sets import (
    NO_CARD_ABOVE,
    NO_CARD_BELOW,
    any_fitting,
    has,
    highest_of_both,
    lowest_of_both,
    next_above,
    put,
    take,
)
from playout.games.the_game.rules import CONCEDE, MOVES, STOP, card_move
from playout.games.the_game.search import LEAST, cheapest, ladder_end, step, twin


@jit
def trick_card(view: Any, pile: int) -> int:
    """The card of the backward trick on a pile, if I hold it; else NO_CARD_BELOW."""
    top = view.piles[pile]
    card = top - view.jump if pile < view.ascending else top + view.jump
    return card if view.jump > 0 and has(view.hand[0], card) else NO_CARD_BELOW


@jit
def any_legal(view: Any, rng: Any, last: bool) -> int:
    """A uniformly random legal (card, pile), equal cards counting once; CONCEDE if none fits."""
    card, pile = any_fitting(view.hand[0], view.fitting, view.pile_count, rng)
    return CONCEDE if pile < 0 else card_move(card, pile, last)


@jit(inline=True)
def least_step(view: Any) -> int:
    """The legal move of the least step forward, a backward trick first; STOP if none fits."""
    last = view.needed == 1
    best = LEAST  # one number that orders by cost, then card, then pile
    for pile in range(view.ascending):
        card = lowest_of_both(view.hand[0], view.fitting[pile])
        cost = card - view.piles[pile]
        if card != NO_CARD_ABOVE:
            best = min(best, cost * MOVES + card_move(card, pile, last))
    for pile in range(view.ascending, view.pile_count):
        card = highest_of_both(view.hand[0], view.fitting[pile])
        cost = view.piles[pile] - card
        if card != NO_CARD_BELOW:
            best = min(best, cost * MOVES + card_move(card, pile, last))
    return best & (MOVES - 1)


@strategy("the-game")
def random(view: Any, rng: Any) -> int:
    """Lays any legal card on any pile, all equally likely; stops at the minimum."""
    if view.needed <= 0:  # a position, or somebody else, began the turn
        return STOP
    return any_legal(view, rng, view.needed == 1)


@strategy("the-game", uses_chance=False)
def greedy(view: Any, rng: Any) -> int:
    """Takes a backward trick, or else the smallest step forward; stops at the minimum."""
    return STOP if view.needed <= 0 else least_step(view)


@strategy("the-game")
def sequence(view: Any, rng: Any) -> int:
    """Finds the cheapest way to the minimum, over all sequences of exactly that many cards.

    Of equally cheap sequences the one whose list of (card, pile) comes first.  Gives up, laying
    nothing, when the minimum cannot be reached.  Its time grows exponentially with the minimum:
    up to about five cards it is quick.
    """
    if view.needed <= 0:
        return STOP
    best, least = CONCEDE, LEAST
    count = min(view.needed, view.sizes[view.seat])  # laying the whole hand ends the turn
    card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        for pile in range(view.pile_count):
            forward = step(view, view.piles, pile, card)
            if forward == 0 or twin(view, view.piles, pile):
                continue
            top = view.piles[pile]
            take(view.hand, view.copies, card)
            view.piles[pile] = card
            cost = cheapest(view.hand, view.piles, view, count - 1, forward, least)
            view.piles[pile] = top
            put(view.hand, view.copies, card)
            if cost < least:
                best, least = card_move(card, pile, view.needed == 1), cost
        card = next_above(view.hand[0], card)
    return best


@strategy("the-game")
def combo(view: Any, rng: Any) -> int:
    """Makes tricks within its hand: lays the far card first, then the one ten before it.

    After an example of the study the-game-monte-carlo.  A ladder is two or more cards ten apart,
    laid so that every one after the first is a backward trick.  At the start of a turn the
    ladder that moves its pile least, either way, comes first, if it moves it no further than the
    best single card would; then tricks; then the least step forward.  Goes past the minimum for
    tricks only.  It does not weigh one card more against a longer way, nor look ahead.
    """
    ladder, reach, nearest = CONCEDE, LEAST, LEAST
    trick, forward = CONCEDE, CONCEDE
    for pile in range(view.pile_count):
        top = view.piles[pile]
        if trick_card(view, pile) != NO_CARD_BELOW:
            trick = card_move(trick_card(view, pile), pile)
        card = next_above(view.hand[0], -1)
        while card != NO_CARD_ABOVE:
            cost = step(view, view.piles, pile, card)
            end = ladder_end(view, pile, card)
            if 0 < cost < nearest:
                forward, nearest = card_move(card, pile), cost
            if cost > 0 and end != card and abs(end - top) < reach:
                ladder, reach = card_move(card, pile), abs(end - top)
            card = next_above(view.hand[0], card)
    if view.turn_cards > 0 and trick != CONCEDE:
        return trick  # finish the ladder that was begun
    if view.needed <= 0:
        return STOP
    if reach <= nearest and ladder != CONCEDE:
        return ladder
    return trick if trick != CONCEDE else forward


@strategy("the-game", parameters={"extra": 3})
def chains(view: Any, rng: Any) -> int:
    """Lays whole ladders of tens; lays more than the minimum if a ladder costs at most `extra`.

    A ladder is any card and all the tricks that follow from the hand; a card alone is the
    shortest.  Always lays the ladder that moves its pile least forward, tricks winning back ten
    each.  It does not weigh what its cards could still become.
    """
    best, least = CONCEDE, LEAST
    for pile in range(view.pile_count):
        card = next_above(view.hand[0], -1)
        while card != NO_CARD_ABOVE:
            if step(view, view.piles, pile, card) != 0:
                end = ladder_end(view, pile, card)
                cost = end - view.piles[pile] if pile < view.ascending else view.piles[pile] - end
                if cost < least:
                    best, least = card_move(card, pile), cost
            card = next_above(view.hand[0], card)
    if view.needed <= 0 and (best == CONCEDE or least > view.parameters[0]):
        return STOP
    return best
