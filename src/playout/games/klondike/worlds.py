"""What the player of Klondike knows, and deals that agree with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import shuffle
from playout.engine.native.bits import copy_fields
from playout.engine.native.jit import jit
from playout.games.klondike.records import COLUMNS, HIDDEN, card_at_rank
from playout.kits.cards import CARDS, SUITS


@jit
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a view what never changes."""
    copy_fields(view, rules)
    view.seat = seat


@jit
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Write what the player knows: all but the cards face down, and the stock of the first pass."""
    copy_fields(view, state)
    for column in range(COLUMNS):
        for place in range(state.down[column]):
            view.cards[column, place] = HIDDEN
    if state.turned == 0:
        for place in range(state.waste, state.left):
            view.talon[place] = HIDDEN


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write a state that agrees with a view; all are equally likely.

    The player's moves follow from cards seen, so they say nothing about the others.
    """
    copy_fields(state, view)
    deal_hidden(state, stream)


@jit
def deal_hidden(state: Any, stream: Any) -> None:
    """Deal the cards that are nowhere to the places of HIDDEN ones, all orders equally likely."""
    deck, seen = np.empty(CARDS + 5, np.int64), 0
    for suit in range(SUITS):
        for rank in range(1, state.home[suit] + 1):
            seen |= 1 << card_at_rank(suit, rank)
    for column in range(COLUMNS):
        for place in range(state.sizes[column]):
            if state.cards[column, place] != HIDDEN:
                seen |= 1 << state.cards[column, place]
    for place in range(state.left):
        if state.talon[place] != HIDDEN:
            seen |= 1 << state.talon[place]
    unseen = 0
    for card in range(CARDS):
        if seen >> card & 1 == 0:
            deck[unseen] = card
            unseen += 1
    shuffle(stream, deck, unseen)
    dealt = 0
    for column in range(COLUMNS):
        for place in range(state.sizes[column]):
            if state.cards[column, place] == HIDDEN:
                state.cards[column, place] = deck[dealt]
                dealt += 1
    for place in range(state.left):
        if state.talon[place] == HIDDEN:
            state.talon[place] = deck[dealt]
            dealt += 1
