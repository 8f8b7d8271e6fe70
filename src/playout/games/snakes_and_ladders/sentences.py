"""What happens in snakes and ladders, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.engine.game.drawings import does


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a throw did: the die, and where the token stands."""
    player, last = int(before.player), int(rules.board[0])
    start, end = int(before.squares[player]), int(after.squares[player])
    landed = min(start + int(after.die), last) if rules.overshoot == 1 else start + int(after.die)
    if end == start and landed > last:
        done = f"stayed on {start} (the last square is only {last - start} away)"
    elif end > landed:
        done = f"climbed a ladder to {end}"
    elif end < landed:
        done = f"slid down a snake to {end}"
    else:
        done = f"moved to {end}"
    return [(player, f"threw {after.die}, {done}")]


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    return "Throw the die." if rules.dice == 1 else "Throw the dice."


def why_over(match: Any, seat: int) -> str:
    """Who has come to the last square."""
    return f"{does(int(match.state.player), seat, 'has')} come to the last square."
