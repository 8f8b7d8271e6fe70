"""The only way to play."""

from __future__ import annotations

from typing import Any

from playout.engine.find.declarations import strategy
from playout.games.snakes_and_ladders.rules import THROW


@strategy("snakes-and-ladders", aliases=("random",), uses_chance=False)
def throw(view: Any, rng: Any) -> int:
    """Throws the die: there is nothing to decide."""
    return THROW
