"""Strategies for Pig with two dice."""

from __future__ import annotations

from typing import Any

import playout
from playout.author import randrange
from two_dice_pig.rules import HOLD, ROLL


@playout.strategy("two-dice-pig")
def random(view: Any, rng: Any) -> int:
    """Rolls or holds, both equally likely."""
    return randrange(rng, 2) if view.turn_total > 0 else ROLL


@playout.strategy("two-dice-pig", parameters={"at": 22}, uses_chance=False)
def hold(view: Any, rng: Any) -> int:
    """Holds as soon as a turn has brought so many points, or wins."""
    wins = view.scores[view.seat] + view.turn_total >= view.goal
    enough = wins or view.turn_total >= view.parameters[0]
    return HOLD if view.turn_total > 0 and enough else ROLL
