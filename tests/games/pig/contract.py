"""What the contract suite must know of Pig: where its points are; nothing is hidden."""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import COMPILING
from playout.games.pig.rules import HOLD, ROLL


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; short games where all runs as plain Python."""
    if not COMPILING:
        return [{"goal": 15}]
    if strategy == "optimal":
        return [{}, {"goal": 37, "most_turns": 9}, {"players": 1}]
    return [
        {},
        {"players": 1},
        {"goal": 1},
        {"players": 8, "goal": 50},
        {"players": 3, "most_turns": 7},
    ]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return [ROLL, HOLD]


def longest(rules: Any) -> int:
    """More moves than a game of our strategies has: a turn may last as long as luck does."""
    return 40 * int(rules.most_turns)


def assert_conserved(state: Any, rules: Any) -> None:
    """Points and counts are what they can be, and nobody but the last player is at the goal."""
    scores = state.scores[: rules.players]
    assert scores.min() >= 0
    assert not state.scores[rules.players :].any()
    at_goal = [seat for seat in range(rules.players) if scores[seat] >= rules.goal]
    assert at_goal in ([], [(state.player - 1) % rules.players])
    assert min(state.turn_total, state.throws) >= 0
    assert state.turn_total == 0 or not at_goal
    assert 0 <= state.turns <= rules.most_turns
    assert 0 <= state.die <= 6
    assert 0 <= state.player < rules.players
