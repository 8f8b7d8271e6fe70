"""What the contract suite must know of the Royal Game of Ur: where its pieces are."""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import COMPILING
from playout.games.ur.rules import HOME, PASS, PATH, PLAYERS


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; short games where all runs as plain Python."""
    if not COMPILING:
        return [{"pieces": 2}]
    if strategy == "optimal":
        return [{"pieces": 1}, {"pieces": 2, "safe": "no", "dice": 3}]
    return [
        {},
        {"pieces": 1, "dice": 8},
        {"again": "no"},
        {"safe": "no", "dice": 1, "pieces": 3},
        {"most_throws": 30},
    ]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return list(range(PASS + 1))


def longest(rules: Any) -> int:
    """More moves than a game of our strategies has."""
    return int(rules.most_throws)


def assert_conserved(state: Any, rules: Any) -> None:
    """No piece is lost, and no two stand on one square."""
    assert (state.at.sum(axis=1) == rules.pieces).all()
    assert state.at.min() >= 0
    squares = [PATH[seat, step] for seat in range(PLAYERS) for step in range(1, HOME)]
    stand = [square for square, on in zip(squares, state.at[:, 1:HOME].ravel(), strict=True) if on]
    assert len(stand) == len(set(stand)) == state.at[:, 1:HOME].sum()
    assert 0 <= state.throw <= rules.dice
    assert 1 <= state.throws <= rules.most_throws + 1
