"""Observations and actions of random-turn Hex: action k is the k-th cell, row by row."""

from __future__ import annotations

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts
from playout.games.hex.rules import cell_move


def observation(rules: Rules) -> tuple[Seen, ...]:
    """All stones, and whose move it is; `player` is the own number, 1 or 2."""
    cells = rules.number("rows") * rules.number("cols")
    return (counts("stones", 2, cells), counts("actor", 1), Seen("player", (), 1, 2))


def actions(rules: Rules) -> list[int]:
    """Each cell."""
    rows, cols = rules.number("rows"), rules.number("cols")
    return [int(cell_move(cell, cols)) for cell in range(rows * cols)]
