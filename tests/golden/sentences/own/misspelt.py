"""A strategy with a fault: it asks for a field that a view does not have."""

from __future__ import annotations

from typing import Any

import playout

ROLL, HOLD = 0, 1


@playout.strategy("pig", compiled=False)
def twenty(view: Any, rng: Any) -> int:
    """Holds at 20 points."""
    return HOLD if view.turn_totl >= 20 else ROLL
