"""What happens in a battle, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.games.dice.drawing import dice_text
from playout.games.risk_battle.rules import SIDE


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
