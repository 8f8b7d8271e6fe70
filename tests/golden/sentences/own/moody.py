"""A strategy with a fault: it draws from a generator of its own."""

from __future__ import annotations

import random
from typing import Any

import playout

ROLL, HOLD = 0, 1


@playout.strategy("pig", compiled=False)
def whim(view: Any, rng: Any) -> int:
    """Holds as it likes."""
    return HOLD if view.turn_total > 0 and random.random() < 0.2 else ROLL
