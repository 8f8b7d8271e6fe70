"""The cards of Blackjack: their points, and the shoe from which they are drawn.

Here a card is 1 more than in kits/cards.py, and 0 is no card.  The cards in the shoe lie in the
order of their numbers: what is drawn follows from which they are, and not from how they came there.
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
def _shuffle_rest(state: Any, rules: Any) -> None:
    """Put all cards that do not lie on the table back into the shoe, which is empty."""
    state.seen[:] = 0
    for hand in range(state.count):
        for k in range(state.sizes[hand]):
            state.seen[state.hands[hand, k] - 1] += 1
    for k in range(state.dealer_size):
        state.seen[state.dealer[k] - 1] += 1
    fill_shoe(state, rules)
    if state.phase == PLAYING and state.dealer_size > 1:
        state.seen[state.dealer[1] - 1] -= 1


@jit
def fill_shoe(state: Any, rules: Any) -> None:
    """Write all cards that have not been seen into an empty shoe, if there is one."""
    state.left = 0
    if rules.decks == 0:
        return
    for card in range(CARDS):
        for _ in range(rules.decks - state.seen[card]):
            state.shoe[state.left] = card + 1
            state.left += 1


@jit(inline=True)
def take(state: Any, place: int) -> int:
    """Take a card out of the shoe."""
    card = np.int64(state.shoe[place])
    state.left -= 1
    for k in range(place, state.left):
        state.shoe[k] = state.shoe[k + 1]
    state.shoe[state.left] = 0
    return card  # type: ignore[return-value]


@jit
def from_shoe(state: Any, rules: Any, stream: Any) -> int:
    """Draw a card out of the shoe; if it is empty, what does not lie on the table is shuffled."""
    if state.left == 0:
        _shuffle_rest(state, rules)
    return int(take(state, randrange(stream, state.left)))


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
        place = randrange(stream, state.left if rules.decks > 0 else CARDS)
        card = np.int64(state.shoe[place]) if rules.decks > 0 else place + 1
        is_natural = (
            VALUES[card] + VALUES[state.dealer[0]] == 11
            and min(VALUES[card], VALUES[state.dealer[0]]) == 1
        )
        if rules.peek == 0 or state.insured == 1 or not is_natural:
            break
    state.dealer[1] = card
    if rules.decks > 0:
        take(state, place)
