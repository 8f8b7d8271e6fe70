"""What happens in a battle, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.games.risk_battle.rules import SIDE
from playout.kits.dice_pictures import dice_text


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a throw did: the dice of both sides, and the armies that they cost."""
    attack, defence = (
        dice_text(int(face) for face in dice if face)
        for dice in (after.dice[:SIDE], after.dice[SIDE:])
    )
    sides = ("attackers", "defenders")
    losses = [(one, int(before[one] - after[one])) for one in sides]
    lost = " and ".join(f"the {name} lose {number}" for name, number in losses if number)
    return [(0, f"threw {attack} against {defence}: {lost}")]


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player can do."""
    return "Throw the dice of both sides."


def why_over(match: Any, seat: int) -> str:
    """Which side has no armies left, or why the attackers retreat."""
    state, rules = match.state, match.record
    if state.defenders == 0:
        return f"All {rules.defenders} defenders have fallen."
    if state.attackers == 0:
        return f"All {rules.attackers} attackers have fallen."
    if state.attackers <= rules.retreat_at:
        return f"The attackers retreat, because only {state.attackers} are left."
    return f"The attackers retreat, because {state.rounds} rounds were fought."
