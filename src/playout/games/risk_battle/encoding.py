"""Observations of a battle of Risk for learners; players have no choices in it."""

from __future__ import annotations

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts
from playout.games.risk_battle.rules import SIDE


def observation(rules: Rules) -> tuple[Seen, ...]:
    """The armies of both sides, and the dice."""
    armies = {name: rules.number(name) for name in ("attackers", "defenders")}
    return (
        *(counts(name, most) for name, most in armies.items()),
        counts("rounds", sum(armies.values())),
        counts("dice", max(map(rules.number, ("attack_sides", "defence_sides"))), 2 * SIDE),
    )
