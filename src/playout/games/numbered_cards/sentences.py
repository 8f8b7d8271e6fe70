"""What happens in games of numbered cards, in words for people at a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import seat_name
from playout.engine.words.spelling import joined
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


def stuck(state: Any, rises: Sequence[bool], jump: int, had_to: str, seat: int) -> str:
    """Return why a player could not go on: no card fits, and which cards would have fitted.

    ``had_to`` is what the player had to do; ``seat`` has the names of the players.
    """
    name = seat_name(int(state.player), seat)
    return f"{name} had to {had_to} and had none that fits: {_wanted(state, rises, jump)}."


def _wanted(state: Any, rises: Sequence[bool], jump: int) -> str:
    """The cards that fit somewhere, of those not yet laid."""
    left = {*state.deck[state.drawn : state.cards].tolist()}.union(*map(listed, state.hands))
    tops = [(int(top), up) for top, up in zip(state.piles, rises, strict=False)]
    lowest = min((top for top, up in tops if up), default=max(left))
    highest = max((top for top, up in tops if not up), default=min(left))
    tricks = {top - jump if up else top + jump for top, up in tops} & left if jump else set()
    ways = [f"a card above {lowest}"] if max(left) > lowest else []
    ways += [f"a card below {highest}"] if min(left) < highest else []
    tricks = {card for card in tricks if not card > lowest and not card < highest}
    if tricks:
        ways.append(f"the trick with {joined([str(card) for card in sorted(tricks)], 'or')}")
    if not ways:
        return "no card that is left fits on any pile"
    return f"{joined(ways, 'or')} was needed"


def cards_left(state: Any) -> str:
    """Return how many cards were not laid, in a sentence."""
    return "1 card was left." if state.left == 1 else f"{state.left} cards were left."
