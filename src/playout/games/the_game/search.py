"""The cheapest way to lay a number of cards, over all sequences of cards from one hand.

The cost of laying a card is how far it moves its pile forward: a backward trick costs -jump.
The costs of several cards on one pile add up to how far it is from its first top to its last.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.games.numbered_cards.sets import NO_CARD_ABOVE, has, next_above, put, take

LEAST = 1 << 40  # above every cost


@jit
def step(rules: Any, piles: Any, pile: int, card: int) -> int:
    """Return how far a card moves a pile forward, or 0 if it may not be laid there.

    ``rules`` is anything with the fields ``ascending`` and ``jump``: the rules, or a view.
    """
    forward = card - piles[pile] if pile < rules.ascending else piles[pile] - card
    if forward > 0 or (rules.jump > 0 and forward == -rules.jump):
        return forward
    return 0


@jit
def twin(rules: Any, piles: Any, pile: int) -> bool:
    """Whether an earlier pile has the same direction and top, so that this one adds no choice."""
    first = 0 if pile < rules.ascending else rules.ascending
    is_twin = False
    for other in range(first, pile):
        is_twin = is_twin or piles[other] == piles[pile]
    return is_twin


@jit
def cheapest(hand: Any, piles: Any, rules: Any, count: int, spent: int, best: int) -> int:
    """The least total movement of exactly `count` cards, if it is below `best`; else `best`.

    `spent` is added to it.  `hand` (a stack of sets) and `piles` are worked on in place, and
    are as before when it returns.  Depth first over all sequences, in the order of their lists
    of (card, pile), with a stack of its own: Numba cannot load a recursive function from its
    cache (it crashes).
    """
    if count == 0:
        return min(spent, best)
    stack = np.empty((count, 4), np.int64)  # card, pile, top and spent before it
    depth = 0
    card, pile = next_above(hand[0], -1), -1
    while True:
        pile += 1
        if pile == rules.ascending + rules.descending:
            card, pile = next_above(hand[0], card), 0
        if card == NO_CARD_ABOVE:  # every card is tried: take back the one before
            if depth == 0:
                return best
            depth -= 1
            card, pile, spent = stack[depth, 0], stack[depth, 1], stack[depth, 3]
            piles[pile] = stack[depth, 2]
            put(hand, rules.copies, card)
            continue
        forward = step(rules, piles, pile, card)
        later = count - depth - 1
        # Every later card can win back one jump at most.
        hopeless = spent + forward - later * rules.jump >= best
        if forward == 0 or hopeless or twin(rules, piles, pile):
            continue
        if later == 0:
            best = spent + forward
            continue
        stack[depth, 0], stack[depth, 1], stack[depth, 2] = card, pile, piles[pile]
        stack[depth, 3] = spent
        depth += 1
        take(hand, rules.copies, card)
        piles[pile] = card
        spent += forward
        card, pile = next_above(hand[0], -1), -1


@jit
def ladder_end(view: Any, pile: int, card: int) -> int:
    """Where a pile ends if a card is laid, and then trick after trick, as far as the hand goes."""
    back = -view.jump if pile < view.ascending else view.jump
    while back != 0 and has(view.hand[0], card + back):
        card += back
    return card
