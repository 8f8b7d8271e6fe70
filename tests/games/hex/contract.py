"""What the contract suite must know of Hex: where its stones are, and that coins are hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from playout.engine.native.jit import COMPILING
from playout.games.hex.board import FREE, new_marks, winner
from playout.games.hex.rules import UNORDERED, cell_move


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; small boards where all runs as plain Python."""
    if not COMPILING:
        return [{"rows": 2, "cols": 3}] if strategy == "pivotal" else [{"rows": 3, "p": 0.4}]
    if strategy == "exact":
        return [{"rows": 3}, {"rows": 2, "cols": 4, "p": 0.3}, {"rows": 1, "p": 0}]
    if strategy == "pivotal":
        return [{"rows": 3, "cols": 4}, {"rows": 4, "cols": 2, "p": 0.7}, {"rows": 2, "p": 1}]
    return [
        {},
        {"rows": 1},
        {"rows": 50, "cols": 1},
        {"rows": 3, "cols": 50, "p": 0.7},
        {"rows": 7, "cols": 5, "p": 0.1},
        {"rows": 4, "p": 1},
    ]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return [cell_move(cell, rules.cols) for cell in range(rules.rows * rules.cols)]


def longest(rules: Any) -> int:
    """More moves than any game has: one for each cell."""
    return int(rules.rows * rules.cols)


def assert_conserved(state: Any, rules: Any) -> None:
    """Each turn has put one stone of its player on a cell that was free; marks and winner fit.

    Of the stones that were there when a position began, nobody knows the turns.
    """
    cells, turn = rules.rows * rules.cols, state.turn
    known = state.order[:turn] != UNORDERED
    order = state.order[:turn][known].tolist()
    stones = state.stones[:cells].copy() if not known.all() else np.zeros(cells, np.int8)
    stones[order] = state.coins[:turn][known] + 1
    assert len(set(order)) == known.sum()
    assert (state.stones[:cells] != FREE).sum() == turn
    assert state.stones[:cells].tolist() == stones.tolist()
    marks = new_marks(rules.rows, rules.cols)
    assert state.winner == winner(stones, marks, rules.rows, rules.cols)
    assert state.marks[0, : marks.shape[1]].tolist() == marks[0].tolist()


def hide(state: Any, rules: Any, seat: int, chance: Random) -> None:
    """Toss the coins of all later turns anew; whose turn it is now is known."""
    for turn in range(state.turn + 1, rules.rows * rules.cols):
        state.coins[turn] = chance.randrange(2)
