"""Worlds: positions of the blog's loop that could be the true one, as far as a player knows."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.native.bits import copy_items, size_of
from playout.engine.native.jit import jit
from playout.games.numbered_cards.deck import put_unseen_last, shuffle_rest
from playout.games.numbered_cards.sets import NO_CARD_ABOVE, has, next_above, put


def alike(view: Any, rules: Any, move: int) -> int:
    """Return the same proposal for the first of two bare piles that rise, or that fall."""
    pile = move % len(view.piles)
    is_second = pile % 2 == 1 and (view.laid[pile] == view.laid[pile - 1]).all()
    return move - 1 if is_second else move


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write a whole state that agrees with a view; every one that does is equally likely.

    The view may be that of any seat.  The cards that it does not show are dealt at random, and so
    is when the others drew them, which is the order of a hand.  Who laid which card, and when, is
    not in the view, and nothing to come depends on it: the cards on the piles lie in any order in
    those places of the deck from which no hand has a card now.
    """
    cards, turns = rules.high - rules.low - 1, -len(view.piles)  # the bases are on the piles too
    state.over = 0
    state.cards = cards
    state.drawn = cards - view.draw_pile
    state.hands[:] = 0
    on_piles = state.hands[view.seat]  # this field serves for it now
    for pile in range(len(view.piles)):
        turns += size_of(view.laid[pile, 0, 0], view.laid[pile, 0, 1])
        state.piles[pile] = view.piles[pile]
        for word in range(2):
            state.fitting[pile, word] = view.fitting[pile, word]
            state.laid[pile, 0, word] = view.laid[pile, 0, word]
            on_piles[0, word] |= view.laid[pile, 0, word]
    state.left = cards - turns
    state.player = turns % rules.players
    known = put_unseen_last(state.scratch, rules.low, rules.high, 1, on_piles, view.hand)
    shuffle_rest(state.scratch, known, cards, stream)
    copy_items(state.hands[view.seat], view.hand)
    _draw_times(view.seat, rules, stream, state, turns)
    _fill_deck(view, rules, state, turns, known)


@jit
def _draw_times(seat: int, rules: Any, stream: Any, state: Any, turns: int) -> None:
    """Write when the cards of all hands but one may have been drawn, for now into `drawn_at`.

    Place k * players + p is for card k of the hand of p.  In each turn any card of the hand is as
    likely to have been laid: the one drawn then takes its place, or the last card of the hand.
    """
    dealt = rules.players * rules.hand
    for k in range(state.drawn):
        state.drawn_at[k] = k
    for turn in range(turns):
        player, drawn = turn % rules.players, dealt + turn
        if player != seat:
            laid = randrange(stream, rules.hand) * rules.players + player
            last = drawn if drawn < state.drawn else dealt - rules.players + player
            time = state.drawn_at[laid]
            state.drawn_at[laid] = state.drawn_at[last]
            state.drawn_at[last] = time


@jit
def _fill_deck(view: Any, rules: Any, state: Any, turns: int, known: int) -> None:
    """Write the deck in the order of drawing, and the other hands from it.

    The cards lie in `scratch`, `known` of them seen, the others as they are dealt.
    """
    for k in range(state.drawn):
        state.deck[k] = 0
    unseen, draws = known, state.drawn - rules.players * rules.hand
    for player in range(rules.players):
        if player != view.seat:
            size = rules.hand + _turns_of(player, draws, rules) - _turns_of(player, turns, rules)
            for row in range(size):
                card = int(state.scratch[unseen])
                state.deck[state.drawn_at[row * rules.players + player]] = card
                put(state.hands[player], 1, card)
                unseen += 1
    for k in range(state.drawn, state.cards):
        state.deck[k] = state.scratch[unseen + k - state.drawn]
    card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        state.deck[view.drawn_at[card]] = card
        card = next_above(view.hand[0], card)
    laid = 0
    for k in range(state.drawn):
        if state.deck[k] == 0:
            while has(view.hand[0], int(state.scratch[laid])):
                laid += 1
            state.deck[k] = state.scratch[laid]
            laid += 1
    state.drawn_at[:] = 0
    for k in range(state.drawn):
        state.drawn_at[state.deck[k]] = k


@jit
def _turns_of(player: int, turns: int, rules: Any) -> int:
    """How many of the first turns are this player's."""
    return (turns + rules.players - 1 - player) // rules.players
