"""What the contract suite must know of Snakes and ladders: nothing is hidden."""

from __future__ import annotations

from typing import Any

from playout.games.snakes_and_ladders.rules import SEATS, THROW

SMALL = "12:2-9/4-11/10-3"
CHAINS = "20:2-9/9-15/12-6/15-4/17-9/18-12"


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home."""
    return [
        {"players": SEATS, "board": SMALL},
        {"players": 2, "board": "2:", "overshoot": "wins"},
        {},
        {"players": 2, "board": CHAINS, "overshoot": "wins", "dice": 2, "sides": 4},
    ]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return [THROW]


def longest(rules: Any) -> int:
    """More moves than a game has: one in 10**16 has as many on the official board."""
    return 1_500


def assert_conserved(state: Any, rules: Any) -> None:
    """Every token stands on the board where no jump begins; on the last square only the winner."""
    last = rules.board[0]
    for seat in range(rules.players):
        square = state.squares[seat]
        assert 0 <= square <= last
        assert square == 0 or rules.board[square] == square
        assert square < last or seat == state.player
    assert (state.squares[rules.players :] == 0).all()
    assert state.die <= rules.dice * rules.sides
    assert state.die >= rules.dice or state.throws == 0
    if state.squares[state.player] < last:
        assert state.player == state.throws % rules.players
