"""Worlds: positions of The Game that could be the true one, as far as a player knows."""

from __future__ import annotations

from typing import Any

from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.games.numbered_cards.deck import put_unseen_last, shuffle_rest
from playout.games.numbered_cards.sets import has, put


def alike(view: Any, rules: Any, move: int) -> int:
    """Return the same card move on the first pile that rises or falls as its pile does, and has the
    same top card and the same marks; any other move stands for itself."""
    card, pile = divmod(move, 16)
    if card <= 0:
        return move
    pile //= 2
    for first in range(0 if pile < view.ascending else int(view.ascending), pile):
        same_top = view.piles[first] == view.piles[pile]
        if same_top and (view.marks[:, first] == view.marks[:, pile]).all():
            return move - 2 * (pile - first)
    return move


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write a whole state that agrees with a view; every one that does is equally likely.

    The cards that the view does not show are dealt at random.  Nothing in the past tells one from
    another: who had to lay a card has shown one that fitted.  Only a player to move who must lay a
    card, on another seat than the viewer's, holds one that fits now; so cards are dealt until that
    is so.  The places of the deck from which cards have been dealt and drawn hold those seen, in
    any order.

    Not used is what the view does not hold: with `first_player` = best, nobody could begin more
    cheaply than who began, so that after a start with 4 and 9 no other hand had both 2 and 3 at
    first; but a view does not tell who began.  Nor is what others choose, such as their marks.
    """
    cards = rules.copies * (rules.high - rules.low - 1)
    state.cards = cards
    state.drawn = cards - view.draw_pile
    state.left = view.left
    state.player = view.turn
    state.needed = view.needed
    state.turn_cards = view.turn_cards
    state.over = 0
    copy_items(state.played, view.played)
    copy_items(state.sizes, view.sizes)
    for player in range(len(state.marks)):
        for pile in range(len(state.piles)):
            state.marks[player, pile] = view.marks[player, pile]
    for pile in range(len(state.piles)):
        is_used = pile < view.pile_count
        state.piles[pile] = view.piles[pile] if is_used else rules.high
        for word in range(2):
            state.fitting[pile, word] = view.fitting[pile, word] if is_used else 0
    known = put_unseen_last(state.deck, rules.low, rules.high, rules.copies, view.played, view.hand)
    must_fit = view.turn != view.seat and view.needed > 0 and _fits(state.deck, known, cards, view)
    first = known  # of the hand of the player to move
    for player in range(view.turn):
        first += view.sizes[player] if player != view.seat else 0
    shuffle_rest(state.deck, known, cards, stream)
    while must_fit and not _fits(state.deck, first, first + view.sizes[view.turn], view):
        shuffle_rest(state.deck, known, cards, stream)
    state.hands[:] = 0
    copy_items(state.hands[view.seat], view.hand)
    for player in range(rules.players):
        if player != view.seat:
            for k in range(known, known + view.sizes[player]):
                put(state.hands[player], rules.copies, int(state.deck[k]))
            known += view.sizes[player]


@jit
def _fits(deck: Any, first: int, end: int, view: Any) -> bool:
    """Whether any of the cards in these places of a deck fits on a pile."""
    for k in range(first, end):
        for pile in range(view.pile_count):
            if has(view.fitting[pile], int(deck[k])):
                return True
    return False
