"""A strategy that takes long for a move."""

from __future__ import annotations

import time
from typing import Any

import playout

ROLL, HOLD = 0, 1


@playout.strategy("pig", compiled=False)
def slow(view: Any, rng: Any) -> int:
    """Holds at ten points, and thinks before."""
    time.sleep(0.02)
    return HOLD if view.turn_total >= 10 else ROLL
