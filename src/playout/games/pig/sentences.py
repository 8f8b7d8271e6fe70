"""What happens in Pig, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.games.pig.rules import HOLD


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did: a roll, points lost or kept."""
    player, points = int(before.player), int(before.turn_total)
    if move == HOLD:
        return [(player, f"kept {_points(points)}")]
    lost = f", lost {_points(points)}" if after.die == 1 and points else ""
    return [(player, f"rolled {after.die}{lost}")]


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    if not state.turn_total:
        return "Roll the die."
    return f"Roll again, or hold to keep {_points(state.turn_total)}."


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
