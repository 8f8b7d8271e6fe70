"""What happens in Hex, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.engine.words.numbering import nth
from playout.games.hex.board import SIDES
from playout.games.hex.display.notation import cell_name
from playout.games.hex.display.picture import COLOUR_NAMES
from playout.games.hex.rules import cell_of


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did: the cell for which its player had won the toss of the coin."""
    cell = int(cell_of(move, rules.cols))
    name = cell_name(cell, int(rules.cols))
    return [(int(after.stones[cell]) - 1, f"won the toss for {name}")]


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    colour, sides = COLOUR_NAMES[nth(seat)], SIDES[nth(seat)]
    return f"You won the toss: place a stone on any free cell. You are {colour} and join {sides}."
