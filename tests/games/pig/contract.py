"""What the contract suite must know of Pig: where its points are; nothing is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

from playout.engine.jit import COMPILING
from playout.games.pig.rules import HOLD, ROLL


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; short games where all runs as plain Python."""
    if not COMPILING:
        return [{"goal": 15}]
    if strategy == "optimal":
        return [{}, {"goal": 37, "most_turns": 9}]
    return [{}, {"players": 8, "goal": 50}, {"players": 3, "most_turns": 7}, {"goal": 1}]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return [ROLL, HOLD]


def longest(rules: Any) -> int:
    """More moves than a game of our strategies has: a turn may last as long as luck does."""
    return 40 * int(rules.most_turns)


def assert_conserved(state: Any, rules: Any) -> None:
    """Points come from rolls of 2 to 6; of those who have rolled, one at most is at the goal."""
    scores = state.scores[: rules.players]
    assert scores.min() >= 0
    assert state.scores[rules.players :].sum() == 0
    assert (scores >= rules.goal).sum() <= 1
    assert scores.sum() + state.turn_total <= 6 * state.throws
    assert state.turns <= min(state.throws, rules.most_turns)
    assert state.player == state.turns % rules.players
    assert (state.die > 0) == (state.throws > 0)


def hide(state: Any, rules: Any, seat: int, chance: Random) -> None:
    """Everything is open."""
