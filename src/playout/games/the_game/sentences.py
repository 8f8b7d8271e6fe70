"""What happens in The Game, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.engine.words.numbering import nth
from playout.games.numbered_cards.sentences import cards_drawn
from playout.games.the_game.rules import CONCEDE, STOP, card_of, pile_of


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did: cards laid and drawn."""
    player = int(before.player)
    if move == CONCEDE:
        return [(player, "gave up")]
    drawn = cards_drawn(before, after, player, seat, 0 if move == STOP else card_of(move))
    done = [] if move == STOP else [f"laid {card_of(move)} on pile {nth(pile_of(move))}"]
    done += [drawn] if drawn else ["ended the turn"] if move == STOP else []
    return [(player, ", ".join(done))]


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    if state.needed <= 0:
        return "Lay more cards, or stop."
    more = "more " if state.turn_cards > 0 else ""
    return f"Lay at least {state.needed} {more}{'card' if state.needed == 1 else 'cards'}."
