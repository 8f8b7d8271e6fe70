"""A strategy with a fault: it chooses a move that is not legal."""

from __future__ import annotations

from typing import Any

import playout


@playout.strategy("pig")
def eager(view: Any, rng: Any) -> int:
    """Holds at once, although a turn begins with a throw."""
    return 1
