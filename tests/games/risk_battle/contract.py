"""What the contract suite must know of Risk battles: nothing is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

from playout.games.risk_battle.rules import SIDE, THROW


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home."""
    return [
        {},
        {"attackers": 1, "defenders": 1},
        {"attackers": 4, "defenders": 7, "attack_dice": 2, "defence_dice": 3},
    ]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return [THROW]


def longest(rules: Any) -> int:
    """More rounds than a battle has: each costs an army."""
    return int(rules.attackers + rules.defenders)


def assert_conserved(state: Any, rules: Any) -> None:
    """Each round costs as many armies as there are comparisons; the dice are those of the armies."""
    lost = rules.attackers + rules.defenders - state.attackers - state.defenders
    assert state.rounds <= lost <= SIDE * state.rounds
    if state.attackers > 0 and state.defenders > 0:
        assert state.attack_count == min(state.attackers, rules.attack_dice)
        assert state.defence_count == min(state.defenders, rules.defence_dice)
    used = state.attack_count + state.defence_count
    assert ((state.dice[:used] >= 1) & (state.dice[:used] <= 6)).all()
    assert (state.dice[used:] == 0).all()
    for side in (state.dice[: state.attack_count], state.dice[state.attack_count : used]):
        assert sorted(side, reverse=True) == list(side)


def hide(state: Any, rules: Any, seat: int, chance: Random) -> None:
    """Nothing is hidden."""
