"""The cards of Blackjack: their points, and the shoe from which they are drawn.

Here a card is 1 more than in kits/cards.py, and 0 is no card.  In the shoe are all cards but those
seen and the one that lies face down.  They lie in the order of their numbers: what is drawn follows
from which they are, and not from how they came there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange
from playout.engine.native.jit import jit
from playout.kits.cards import CARDS, RANKS

BETTING, PLAYING = 0, 1  # phases of a round

VALUES = np.array([0, *(min(card % RANKS + 2, 10) for card in range(CARDS))], np.int64)
VALUES[RANKS::RANKS] = 1  # aces


@jit
def count_left(state: Any, rules: Any) -> None:
    """Write how many cards are in the shoe: those not seen, but for the one that lies face down."""
    state.left = 0
    if rules.decks > 0:
        state.left = rules.decks * CARDS - (state.phase == PLAYING and state.dealer_size > 1)
        for card in range(CARDS):
            state.left -= np.int64(state.seen[card])


@jit
def card_at(state: Any, rules: Any, place: int) -> int:
    """The card at a place, from 0, among those in the shoe."""
    hidden = np.int64(state.dealer[1]) if state.phase == PLAYING else 0
    for card in range(CARDS):
        place -= rules.decks - np.int64(state.seen[card]) - (card + 1 == hidden)
        if place < 0:
            return card + 1
    return 0  # there is none


@jit
def from_shoe(state: Any, rules: Any, stream: Any) -> int:
    """Draw a card out of the shoe; if it is empty, what does not lie on the table is shuffled."""
    if state.left == 0:
        state.seen[:] = 0
        for hand in range(state.count):
            for k in range(state.sizes[hand]):
                state.seen[state.hands[hand, k] - 1] += 1
        for k in range(state.dealer_size):
            if k != 1 or state.phase != PLAYING:
                state.seen[state.dealer[k] - 1] += 1
        count_left(state, rules)
    place = randrange(stream, state.left)
    state.left -= 1
    return int(card_at(state, rules, place))


@jit(inline=True)
def draw(state: Any, rules: Any, stream: Any) -> int:
    """Draw a card that all see."""
    if rules.decks == 0:
        return int(randrange(stream, CARDS) + 1)
    card = from_shoe(state, rules, stream)
    state.seen[card - 1] += 1
    return card


@jit(inline=True)
def with_card(points: int, soft: int, value: int) -> Any:
    """The points of a hand, and 1 if an ace counts 11, after a card of a value (1 .. 10)."""
    if value == 1 and points <= 10:
        return points + 11, 1
    if points + value > 21 and soft == 1:
        return points + value - 10, 0
    return points + value, soft


@jit(inline=True)
def put(state: Any, hand: int, card: int) -> None:
    """Add a card to a hand of the player."""
    state.hands[hand, state.sizes[hand]] = card
    state.sizes[hand] += 1
    state.points[hand], state.soft[hand] = with_card(
        state.points[hand], state.soft[hand], VALUES[card]
    )


@jit(inline=True)
def dealer_total(state: Any) -> Any:
    """The points of all cards of the dealer, and 1 if an ace counts 11."""
    points, soft = 0, 0
    for k in range(state.dealer_size):
        points, soft = with_card(points, soft, VALUES[state.dealer[k]])
    return points, soft


@jit
def lay_hole(state: Any, rules: Any, stream: Any) -> None:
    """Draw the card that lies face down."""
    while True:
        card = randrange(stream, state.left + 1 if rules.decks > 0 else CARDS) + 1
        if rules.decks > 0:
            card = card_at(state, rules, card - 1)
        is_natural = (
            VALUES[card] + VALUES[state.dealer[0]] == 11
            and min(VALUES[card], VALUES[state.dealer[0]]) == 1
        )
        if rules.peek == 0 or state.insured == 1 or not is_natural:
            break
    state.dealer[1] = card
