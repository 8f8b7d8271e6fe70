"""Cycles among those who beat each other, as rock, paper and scissors do."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Beats = npt.NDArray[np.bool_]

MOST = 1_000  # cycles that are listed


def shortest_cycles(beats: Beats) -> list[tuple[int, ...]]:
    """The shortest cycles of ``beats[i, j]``, whether i beats j: each once, from its least member.

    If all pairs are decided, they have three members wherever there is a cycle at all.
    """
    length, walks = 1, beats.copy()  # walks[i, j]: whether so many steps lead from i to j
    while not walks.diagonal().any():
        length, walks = length + 1, walks @ beats
        if length > len(beats):
            return []
    found: list[tuple[int, ...]] = []
    for first in np.flatnonzero(walks.diagonal()).tolist():
        for cycle in _from(beats, (first,), length):
            found.append(cycle)
            if len(found) == MOST:
                return found
    return found


def _from(beats: Beats, path: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
    """The cycles that begin with this path, and have no member before its first."""
    if len(path) == length:
        yield from [path] * bool(beats[path[-1], path[0]])
        return
    for other in np.flatnonzero(beats[path[-1]]).tolist():
        if other > path[0] and other not in path:
            yield from _from(beats, (*path, other), length)
