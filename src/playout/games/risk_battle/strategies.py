"""The only way to fight."""

from __future__ import annotations

from typing import Any

from playout.engine.find.declarations import strategy
from playout.games.risk_battle.rules import THROW


@strategy("risk-battle", aliases=("random",), uses_chance=False)
def throw(view: Any, rng: Any) -> int:
    """Throws the dice to the end: there is nothing to decide."""
    return THROW
