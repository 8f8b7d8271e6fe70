"""Observations of snakes and ladders for learners; players have no choices in it."""

from __future__ import annotations

import math

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts


def observation(rules: Rules) -> tuple[Seen, ...]:
    """Where all tokens stand, the die (the sum of several), and whose turn it is."""
    players, dice = rules.number("players"), rules.number("dice")
    return (
        counts("squares", int(rules.record().board[0]), players),
        counts("die", dice * rules.number("sides")),
        counts("player", players - 1),
        counts("throws", math.inf),
        counts("seat", players - 1),
    )
