"""Multilevel splitting of a game: how far it is, how promising, and what to deal again.

The deck has one order from the deal on, so each copy of a game needs a new one.  Given all that
has been dealt and drawn, every order of the draw pile is equally likely, whatever was played, so
shuffling it anew is exact.  The hands of all players stay as they are: they are part of the copy.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.games.numbered_cards.deck import progress as progress
from playout.games.numbered_cards.deck import promise
from playout.games.numbered_cards.deck import renew as renew
from playout.games.numbered_cards.sets import between, count_between, has, next_above, next_below


@jit
def importance(state: Any, rules: Any) -> float:
    """How promising a game is, 0 < h <= 1: the more so, the fewer of its cards fit no pile.

    A card is buried if it lies below all ascending piles and above all descending ones.  It is
    hopeless if it still does so after all backward tricks that the cards not yet laid could make,
    even if each pile had all these cards for itself.
    """
    cards, last = between(rules.low, rules.high), state.played[rules.copies - 1]
    unplayed = cards[0] & ~last[0], cards[1] & ~last[1]  # of which not every copy is on a pile
    lowest, reachable = rules.high, rules.high  # least ascending top: now, after tricks
    for pile in range(rules.ascending):
        lowest = min(lowest, state.piles[pile])
        reachable = min(reachable, _after_tricks_down(unplayed, state.piles[pile], rules.jump))
    highest, attainable = rules.low, rules.low  # greatest descending top: the same
    for pile in range(rules.ascending, rules.ascending + rules.descending):
        highest = max(highest, state.piles[pile])
        attainable = max(attainable, _after_tricks_up(unplayed, state.piles[pile], rules.jump))
    buried = count_between(unplayed, highest, lowest)
    is_hopeless = count_between(unplayed, attainable, reachable) > 0
    return promise(buried, state.left, is_hopeless)


@jit
def _after_tricks_down(unplayed: Any, top: int, jump: int) -> int:
    """The lowest top that backward tricks could give an ascending pile."""
    card = next_above(unplayed, max(top - jump, 0) - 1)
    low = top
    while card < low:
        if card + jump == top or has(unplayed, card + jump):
            low = card
            card = max(low - jump, 0) - 1
        card = next_above(unplayed, card)
    return low


@jit
def _after_tricks_up(unplayed: Any, top: int, jump: int) -> int:
    """The highest top that backward tricks could give a descending pile."""
    card = next_below(unplayed, min(top + jump + 1, 127))
    high = top
    while card > high:
        if card - jump == top or has(unplayed, card - jump):
            high = card
            card = min(high + jump + 1, 127)
        card = next_below(unplayed, card)
    return high
