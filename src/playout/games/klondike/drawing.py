"""Klondike for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import ONLOOKER
from playout.engine.game.drawn_pieces import hand, table_picture
from playout.games.klondike.positions import format_position as format_position
from playout.games.klondike.positions import known_position as known_position
from playout.games.klondike.positions import parse_position as parse_position
from playout.games.klondike.records import COLUMNS, DRAW, STOP, UP, kind_of, moved_card, under
from playout.games.klondike.rules import is_over, may_draw
from playout.games.klondike.sentences import MOVE_KINDS as MOVE_KINDS
from playout.games.klondike.sentences import events as events
from playout.games.klondike.sentences import format_move as format_move
from playout.games.klondike.sentences import move_kind as move_kind
from playout.games.klondike.sentences import parse_move as parse_move
from playout.games.klondike.sentences import status
from playout.games.klondike.sentences import to_do as to_do
from playout.games.klondike.sentences import why_over as why_over
from playout.games.klondike.table import portrait as portrait
from playout.games.klondike.table import table
from playout.kits.cards import RANKS, SUIT_NAMES, card_text, low_rank_of, suit_of
from playout.kits.dice_pictures import HIGH, button_svg

IN_WORDS = dict.fromkeys(("down", "stock", "turned", "busy", "highest", "idle", "moves"), "")


def _column(state: Any, column: int) -> str:
    """The cards of a column in words."""
    down, size = int(state.down[column]), int(state.sizes[column])
    shown = [card_text(card) for card in state.cards[column, down:size].tolist()]
    return " ".join([*["?"] * down, *shown]) or "-"


def _drawn(state: Any, rules: Any) -> str:
    """The last cards of the waste."""
    first = max(0, int(state.waste) - int(rules.draw))
    return " ".join(map(card_text, state.talon[first : state.waste].tolist())) or "-"


def _home(state: Any) -> str:
    """The foundations in words."""
    ranks = ("none", "A", *map(str, range(2, 11)), "J", "Q", "K")
    return ", ".join(
        f"{name} {ranks[count]}"
        for name, count in zip(SUIT_NAMES, state.home.tolist(), strict=True)
    )


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: the columns, face-down cards as ``?``, the foundations, the waste, the stock."""
    lines = [f"column {column + 1}  {_column(state, column)}" for column in range(COLUMNS)]
    lines.append(f"foundations  {_home(state)}")
    waste = f"waste  {_drawn(state, rules)}  ({state.waste} cards)"
    return "\n".join([*lines, f"{waste}, stock  {state.left - state.waste} cards", status(state)])


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string."""
    parts, height = table(state, rules, 480, status(state), False)
    return table_picture(480, height, f"Klondike, {status(state)}", parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position for somebody who plays: cards that can be moved, and where they go, are places."""
    parts, height = table(state, rules, width, status(state), not is_over(state, rules))
    if not is_over(state, rules) and not may_draw(state, rules):
        button = button_svg("stop", "No card can be drawn: stop", "Stop", 14, height + 12, 120)
        parts.append(hand(width, height, HIGH + 24, "Stop", [button]))
        height += HIGH + 24
    told = [f"Column {column + 1}: {_column(state, column)}." for column in range(COLUMNS)]
    told += [f"Foundations: {_home(state)}.", f"Waste: {_drawn(state, rules)}."]
    told.append(f"Stock: {state.left - state.waste} cards.")
    return table_picture(width, height, "\n".join([f"Klondike, {status(state)}.", *told]), parts)


def places(move: int) -> Sequence[str]:
    """The card that moves and where it goes; the stock, or the button."""
    if move in (DRAW, STOP):
        return ("stock",) if move == DRAW else ("button-stop",)
    card = moved_card(move)
    own, home = f"card-{card_text(card)}", f"home-{suit_of(card)}"
    if kind_of(move) == UP:
        return (own, home)
    if low_rank_of(card) == RANKS:
        return (own, "empty")
    return (own, f"card-{card_text(under(card, kind_of(move)))}")


def transcript(match: Any) -> str:
    """A whole game: a line for each move, then the end."""
    lines = [text(match.state, match.record, ONLOOKER)]
    while not match.is_over:
        before = match.state.copy()
        move = match.step()
        ((_, did),) = events(before, move, match.state, match.record, ONLOOKER)
        lines.append(f"{match.state.moves:>3d}  {did}")
    return "\n".join([*lines, str(match)])
