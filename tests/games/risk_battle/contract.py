"""What the contract suite must know of Risk battles: nothing is hidden."""

from __future__ import annotations

from typing import Any

from playout.games.risk_battle.rules import SIDE, THROW


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home."""
    return [
        {},
        {"attackers": 1, "defenders": 1},
        {"attackers": 14, "defenders": 17, "attack_dice": 2, "defence_dice": 3},
    ]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return [THROW]


def longest(rules: Any) -> int:
    """More rounds than a battle has: each costs an army."""
    return int(rules.attackers + rules.defenders)


def assert_conserved(state: Any, rules: Any) -> None:
    """Each round costs an army or more; both sides have thrown the dice that they may."""
    lost = rules.attackers + rules.defenders - state.attackers - state.defenders
    assert state.rounds <= lost <= SIDE * state.rounds
    sides = state.dice[:SIDE].tolist(), state.dice[SIDE:].tolist()
    for dice in sides:
        assert sorted(dice, reverse=True) == dice
        assert set(dice) <= set(range(7))
    if state.attackers > 0 and state.defenders > 0:
        thrown = [sum(die > 0 for die in dice) for dice in sides]
        assert thrown == [
            min(state.attackers, rules.attack_dice),
            min(state.defenders, rules.defence_dice),
        ]
