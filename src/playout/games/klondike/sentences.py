"""Klondike in words: moves, what they did, and how games end."""

from __future__ import annotations

from typing import Any

from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief
from playout.games.klondike.records import (
    COLUMNS,
    DRAW,
    FIRST_CARD_MOVE,
    IDLE,
    MOVES,
    ON_FOUNDATION,
    ON_WASTE,
    ONTO,
    STOP,
    UP,
    WON,
    kind_of,
    moved_card,
    under,
)
from playout.games.klondike.rules import may_draw, place_of
from playout.kits.cards import CARDS, RANKS, card_text, low_rank_of

EMPTY = "empty column"
MOVE_KINDS = (
    "draw",
    "stop",
    "bring a card up",
    "bring a card back",
    "lay the card of the waste",
    "turn a card face up",
    "move cards in the columns",
)


def format_move(move: int) -> str:
    """The name of a move: ``draw``, ``stop``, ``QS up``, ``9H to 10S``, ``KH to empty column``."""
    if move in (DRAW, STOP):
        return "draw" if move == DRAW else "stop"
    if not FIRST_CARD_MOVE <= move < MOVES:
        return str(move)
    card, kind = moved_card(move), kind_of(move)
    if kind == UP:
        return f"{card_text(card)} up"
    if low_rank_of(card) == RANKS:
        return f"{card_text(card)} to {EMPTY}" if kind == ONTO else str(move)
    return f"{card_text(card)} to {card_text(under(card, kind))}"


_BY_NAME = {format_move(move).upper(): move for move in range(MOVES)}


def parse_move(text: str) -> int:
    """The number of such a name; PlayoutError for any other text."""
    move = _BY_NAME.get(" ".join(text.upper().split()))
    if move is None or text.strip().isdigit():
        raise PlayoutError(
            f"'{brief(text)}' is not a move: write 'draw', 'stop', 'QS up', '9H to 10S' or "
            f"'KH to {EMPTY}'"
        )
    return move


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of."""
    if move in (DRAW, STOP):
        return 0 if move == DRAW else 1
    place = place_of(state, moved_card(move))
    if kind_of(move) == UP:
        return 2
    if place in (ON_FOUNDATION, ON_WASTE):
        return 3 if place == ON_FOUNDATION else 4
    return 5 if 0 < place % 32 == state.down[place // 32] else 6


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did."""
    if move == STOP:
        return [(0, "stopped")]
    if move == DRAW:
        first = 0 if after.turned > before.turned else int(before.waste)
        cards = ", ".join(card_text(int(card)) for card in after.talon[first : after.waste])
        over = "turned the stock over and " if after.turned > before.turned else ""
        return [(0, f"{over}drew {cards}")]
    turned = [k for k in range(COLUMNS) if after.down[k] < before.down[k]]
    shown = [card_text(int(after.cards[k, after.sizes[k] - 1])) for k in turned]
    also = f", turned {shown[0]} face up" if shown else ""
    return [(0, f"moved {format_move(move)}{also}")]


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player can do."""
    if not may_draw(state, rules):
        return "No card is left to draw: move a card, or stop."
    if state.waste == state.left:
        return "Move a card, or turn the stock over."
    return "Move a card, or draw from the stock."


def why_over(match: Any, seat: int) -> str:
    """How the game has ended."""
    state = match.state
    if state.over == WON:
        return f"All {CARDS} cards are on the foundations."
    if state.over == IDLE:
        return f"In {match.record.patience} moves nothing came of any."
    left = CARDS - int(state.home.sum())
    return f"{left} cards are not on the foundations, and no card can be drawn."


def status(state: Any) -> str:
    """How a game stands, in a few words."""
    home = int(state.home.sum())
    if state.over == WON:
        return f"won after {state.moves} moves"
    found = f"{home} of {CARDS} cards on the foundations"
    return f"over with {found}" if state.over else found
