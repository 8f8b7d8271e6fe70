"""Two strategies: one without a fault, and one that reads beyond a list."""

from __future__ import annotations

from typing import Any

import playout

ROLL, HOLD = 0, 1


@playout.strategy("pig", compiled=False)
def fifteen(view: Any, rng: Any) -> int:
    """Holds at 15 points."""
    return HOLD if view.turn_total >= 15 else ROLL


@playout.strategy("pig", compiled=False)
def seventeen(view: Any, rng: Any) -> int:
    """Fails if the points are not among the first 17."""
    moves = [ROLL] * 16 + [HOLD]
    return moves[int(view.turn_total)]
