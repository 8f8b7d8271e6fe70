"""Observations and actions of Pig for learners: action 0 rolls, 1 holds."""

from __future__ import annotations

import math

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts


def observation(rules: Rules) -> tuple[Seen, ...]:
    """All points, the last roll, and whose turn it is; a turn can bring any number of points."""
    players = rules.number("players")
    return (
        counts("scores", math.inf, players),
        counts("turn_total", math.inf),
        counts("die", 6),
        counts("player", players - 1),
        counts("turns", rules.number("most_turns")),
        counts("seat", players - 1),
    )


def actions(rules: Rules) -> range:
    """To roll, and to hold."""
    return range(2)
