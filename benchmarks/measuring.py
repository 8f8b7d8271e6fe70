"""What the benchmarks share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

BEST_OF = 3


def rate(play: Callable[[int], object], count: int) -> float:
    """How many a second of processor time, the best of three."""
    best = 0.0
    for _ in range(BEST_OF):
        started = time.process_time()
        play(count)
        best = max(best, count / (time.process_time() - started))
    return best


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a Markdown table."""
    print("| " + " | ".join(heads) + " |")
    print("|---|" + "---:|" * (len(heads) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)
    print()
