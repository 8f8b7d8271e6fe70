"""A file with a mistake: it cannot be loaded."""

from __future__ import annotations

from typing import Any

import playout

HALF = 1 // len("")


@playout.strategy("pig")
def half(view: Any, rng: Any) -> int:
    """Holds half-way."""
    return int(view.turn_total >= HALF)
