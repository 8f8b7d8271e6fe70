"""What happens in games of numbered cards, in words for people at a table."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playout.games.numbered_cards.sets import listed


def cards_drawn(before: Any, after: Any, player: int, seat: int, laid: int) -> str:
    """Return how many cards a player has drawn in a move, and which if it is the own seat.

    ``laid`` is the card laid in the move, or 0.
    """
    number = int(after.drawn - before.drawn)
    if number <= 0:
        return ""
    if seat == player:
        hand, old = (Counter(listed(state.hands[player])) for state in (after, before))
        new = hand - (old - Counter([laid]))
        return ", ".join(f"drew {card}" for card in sorted(new.elements()))
    return "drew a card" if number == 1 else f"drew {number} cards"
