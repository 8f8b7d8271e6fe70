"""What happens in The Game, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.engine.words.numbering import nth
from playout.games.numbered_cards.sentences import cards_drawn, cards_left, stuck
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
        then = " and draw" if state.drawn < state.cards else ""
        return f"Lay more cards, or stop to end your turn{then}."
    more = "more " if state.turn_cards > 0 else ""
    return f"Lay at least {state.needed} {more}{'card' if state.needed == 1 else 'cards'}."


def rises(rules: Any) -> list[bool]:
    """Whether each pile rises."""
    return [pile < rules.ascending for pile in range(rules.ascending + rules.descending)]


def why_over(match: Any, seat: int) -> str:
    """Why a game was lost."""
    state, rules, ending = match.state, match.record, match.outcome()["ending"]
    if ending != "stuck":
        return "" if ending == "won" else cards_left(state)
    number = "1 card" if state.needed == 1 else f"{state.needed} cards"
    more = f"lay {number.replace(' ', ' more ') if state.turn_cards else number}"
    return f"{stuck(state, rises(rules), int(rules.jump), more, seat)} {cards_left(state)}"
