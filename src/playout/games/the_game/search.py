"""The cheapest way to lay a number of cards, over all sequences of cards from one hand.

The cost of laying a card is how far it moves its pile forward: a backward trick costs -jump.
The costs of a sequence on one pile telescope: only where it starts and ends counts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.games.the_game.cards import NO_CARD_ABOVE, has, next_above, put, take


@jit
def step(rules: Any, piles: Any, pile: int, card: int) -> int:
    """How far the card moves the pile forward, or 0 if it may not be laid there.

    `rules` is anything with the fields `ascending` and `jump`: the rules, or a view.
    """
    forward = card - piles[pile] if pile < rules.ascending else piles[pile] - card
    if forward > 0 or (rules.jump > 0 and forward == -rules.jump):
        return forward  # type: ignore[no-any-return]
    return 0


@jit
def twin(rules: Any, piles: Any, pile: int) -> bool:
    """Whether an earlier pile has the same direction and top, so that this one adds no choice."""
    first = 0 if pile < rules.ascending else rules.ascending
    for other in range(first, pile):
        if piles[other] == piles[pile]:
            return True
    return False


@jit
def cheapest(hand: Any, piles: Any, rules: Any, count: int, spent: int, best: int) -> int:
    """The least total movement of exactly `count` cards, if it is below `best`; else `best`.

    `spent` is added to it.  `hand` (a stack of sets) and `piles` are worked on in place, and
    are as before when it returns.
    """
    if count == 0:
        return min(spent, best)
    card = next_above(hand[0], -1)
    while card != NO_CARD_ABOVE:
        for pile in range(rules.ascending + rules.descending):
            forward = step(rules, piles, pile, card)
            # Every later card can win back one jump at most.
            hopeless = spent + forward - (count - 1) * rules.jump >= best
            if forward == 0 or hopeless or twin(rules, piles, pile):
                continue
            if count == 1:
                best = spent + forward
                continue
            top = piles[pile]
            take(hand, rules.copies, card)
            piles[pile] = card
            best = cheapest(hand, piles, rules, count - 1, spent + forward, best)
            piles[pile] = top
            put(hand, rules.copies, card)
        card = next_above(hand[0], card)
    return best


@jit
def ladder_end(cards: Any, card: int, by: int) -> int:
    """The last card of the ladder card, card + by, card + 2 by, ... within a set."""
    while has(cards, card + by):
        card += by
    return card


LEAST = np.int64(1 << 40)  # above every cost
