"""The Game for people: positions and moves as text and SVG."""

from __future__ import annotations

from typing import Any

from playout.games.the_game.cards import listed
from playout.games.the_game.rules import CONCEDE, STOP, card_move, card_of, pile_of


def format_move(move: int) -> str:
    """A move as people write it: ``61 on pile 1``, ``stop``, ``concede``."""
    if move in (STOP, CONCEDE):
        return "stop" if move == STOP else "concede"
    return f"{card_of(move)} on pile {pile_of(move)}"


def text(state: Any, rules: Any, seat: int) -> str:
    return f"{state.piles} {listed(state.hands[seat])}"
