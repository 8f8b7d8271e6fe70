"""What the contract suite must know of Risk battles: nothing is hidden."""

from __future__ import annotations

from typing import Any

from playout.games.risk_battle.drawing import losses
from playout.games.risk_battle.rules import SIDE, THROW


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home."""
    return [
        {},
        {"attackers": 1, "defenders": 1},
        {"attackers": 14, "defenders": 17, "attack_dice": 2, "defence_dice": 3},
        {"attackers": 12, "attack_sides": 8, "retreat_at": 3, "retreat_after": 5},
    ]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return [THROW]


def longest(rules: Any) -> int:
    """More rounds than a battle has: each costs an army."""
    return int(rules.attackers + rules.defenders)


def assert_conserved(state: Any, rules: Any) -> None:
    """Each round costs an army or more; both sides have thrown the dice that they might."""
    lost = rules.attackers + rules.defenders - state.attackers - state.defenders
    assert state.rounds <= lost <= SIDE * state.rounds
    sides = state.dice[:SIDE].tolist(), state.dice[SIDE:].tolist()
    for dice, most in zip(sides, (rules.attack_sides, rules.defence_sides), strict=True):
        assert sorted(dice, reverse=True) == dice
        assert set(dice) <= set(range(most + 1))
    assert state.attackers > rules.retreat_at - SIDE
    assert state.rounds <= rules.retreat_after
    assert state.dice.any() or not state.rounds
    if state.dice.any():
        ours, theirs = losses(state)
        thrown = [sum(die > 0 for die in dice) for dice in sides]
        assert thrown == [
            min(state.attackers + ours, rules.attack_dice),
            min(state.defenders + theirs, rules.defence_dice),
        ]
