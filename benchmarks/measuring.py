"""What the benchmarks share."""

from __future__ import annotations

import time
from collections.abc import Callable

BEST_OF = 3


def rate(play: Callable[[int], object], count: int) -> float:
    """How many a second of processor time, the best of three."""
    best = 0.0
    for _ in range(BEST_OF):
        started = time.process_time()
        play(count)
        best = max(best, count / (time.process_time() - started))
    return best
