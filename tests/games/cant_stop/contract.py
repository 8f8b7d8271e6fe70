"""What the contract suite must know of Can't Stop: where its runners are; nothing is hidden."""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import COMPILING
from playout.games.cant_stop.rules import HIGH, LENGTHS, LOW, NOBODY, RUNNERS, STOP, column_move


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; short games where all runs as plain Python."""
    if not COMPILING:
        return [{"columns_to_win": 1}]
    if strategy in ("gain", "milestone", "steps", "survival"):
        return [{"players": 3, "columns_to_win": 2}]
    return [{}, {"players": 1, "columns_to_win": 2}, {"players": 4, "most_turns": 13}]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    columns = range(LOW, HIGH + 1)
    pairs = [(one, two) for one in columns for two in (0, *columns) if two == 0 or two >= one]
    return [column_move(one, two, stop) for one, two in pairs for stop in (0, STOP)]


def longest(rules: Any) -> int:
    """More moves than any game has: in a turn each makes a step."""
    return 36 * int(rules.most_turns)


def assert_conserved(state: Any, rules: Any) -> None:
    """Nobody stands above a top; columns are closed once, by one; runners and room fit."""
    placed = 0
    for column in range(LOW, HIGH + 1):
        own = [int(state.steps[seat, column]) for seat in range(rules.players)]
        assert min(own) >= 0
        assert max(own) <= LENGTHS[column]
        assert own.count(LENGTHS[column]) == state.closed[column]
        assert state.closed[column] == 0 or sum(own) == LENGTHS[column]
        stands, room = state.runners[column], state.room[column]
        placed += stands > 0
        if stands > 0:
            assert own[state.player] < stands <= LENGTHS[column]
            assert room == LENGTHS[column] - stands
        else:
            can = state.free > 0 and not state.closed[column]
            assert room == (LENGTHS[column] - own[state.player] if can else 0)
    assert placed + state.free == RUNNERS
    assert state.columns.sum() == state.closed.sum()
    assert state.winner == NOBODY or state.columns[state.winner] >= rules.columns_to_win
    assert state.busts.sum() <= state.turn <= rules.most_turns
