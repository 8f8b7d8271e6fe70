"""The tables before each move of a game, to take moves back.

A table has 40 to 330 KB, of which a move changes a few.  So the last copy is whole, and of each
other one only what differs from the next is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

PLAIN = 40_000  # bytes of a copy of a game in plain Python: a guess
Change = Any  # where a copy differs from the next one, and what it has there


class Snapshots:
    """Copies of a table (batch.py, `snapshot`), the last one on top."""

    def __init__(self) -> None:
        self._last: Any = None
        self._changes: list[Change] = []  # of the copies below the last one
        self.nbytes = 0  # that the changes need

    def push(self, copy: Any) -> None:
        """Put a copy on top."""
        if self._last is not None:
            change = _change(self._last, copy)
            self.nbytes += _size(change)
            self._changes.append(change)
        self._last = copy

    def pop(self) -> Any:
        """Take the last copy off."""
        copy, self._last = self._last, None
        if self._changes:
            change = self._changes.pop()
            self.nbytes -= _size(change)
            self._last = _changed(copy, change)
        return copy

    def latest(self, most: int) -> Iterator[Any]:
        """Yield at most so many copies, from the top down, and leave them there."""
        copy = self._last
        if copy is not None and most > 0:
            yield copy
        for change in self._changes[: -most - 1 : -1][: most - 1]:
            copy = _changed(copy, change)
            yield copy


def _change(copy: Any, later: Any) -> Change:
    if not isinstance(copy, bytes):  # of a game in plain Python: its objects
        return copy
    before, after = _words(copy), _words(later)
    places = np.flatnonzero(before != after).astype(np.uint32)
    return places, before[places]


def _changed(later: Any, change: Change) -> Any:
    if not isinstance(later, bytes):
        return change
    copy, (places, values) = _words(later).copy(), change
    copy[places] = values
    return copy.tobytes()


def _words(copy: bytes) -> npt.NDArray[Any]:
    """The bytes of a table, eight at a time if they can be: that is faster."""
    return np.frombuffer(copy, np.uint8 if len(copy) % 8 else np.uint64)


def _size(change: Change) -> int:
    return sum(part.nbytes for part in change) if isinstance(change, tuple) else PLAIN
