"""The arrays into which compiled code writes the positions that it finds, and how they grow."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.solve.store import EMPTY, fill_slots, longest

_OF_POSITIONS = {  # the type of each array, and what is in a row of it
    "starts": np.int64,
    "hashes": np.uint64,
    "actors": np.int16,
    "last": np.int64,
    "sights": np.uint64,
    "worth": np.float64,
    "first_move": np.int64,
}
_OF_MOVES = {"moves": np.int64, "gains": np.float64, "first_branch": np.int64}
_OF_BRANCHES = {"targets": np.int32, "chances": np.float64}
ARRAYS = (  # in the order in which the loop takes them
    *("kept", "starts", "hashes", "slots", "actors", "last", "sights", "worth"),
    *("first_move", "moves", "gains", "first_branch", "targets", "chances"),
)


class Room:
    """Arrays with room for more positions, moves and branches."""

    def __init__(self, words: int, columns: int) -> None:
        """``words`` are those of a position, ``columns`` those of an outcome that count."""
        self.words, self.columns = words, columns
        self.arrays: dict[str, Any] = {"kept": np.zeros(1 << 16, np.int64)}
        self.arrays["slots"] = np.full(1 << 12, EMPTY, np.int64)
        self._grow(_OF_POSITIONS, 1 << 11)
        self._grow(_OF_MOVES, 1 << 12)
        self._grow(_OF_BRANCHES, 1 << 13)

    def _grow(self, kinds: dict[str, Any], size: int) -> None:
        for name, kind in kinds.items():
            wide = (self.columns,) if name in ("worth", "gains") else ()
            larger = np.zeros((size, *wide), kind)
            if name in self.arrays:
                larger[: len(self.arrays[name])] = self.arrays[name]
            self.arrays[name] = larger

    def make(self, positions: int, moves: int, branches: int) -> None:
        """Double every array that is nearly full."""
        arrays = self.arrays
        for kinds, used, name in (
            (_OF_POSITIONS, positions, "actors"),
            (_OF_MOVES, moves, "moves"),
            (_OF_BRANCHES, branches, "targets"),
        ):
            if used + 2 >= len(arrays[name]):
                self._grow(kinds, 2 * len(arrays[name]))
        if arrays["starts"][positions] + longest(self.words) > len(arrays["kept"]):
            more = max(len(arrays["kept"]), longest(self.words))
            arrays["kept"] = np.concatenate([arrays["kept"], np.zeros(more, np.int64)])
        if 2 * positions + 4 >= len(arrays["slots"]):
            arrays["slots"] = np.full(2 * len(arrays["slots"]), EMPTY, np.int64)
            fill_slots(arrays["hashes"], positions, arrays["slots"])

    @property
    def size(self) -> int:
        """Bytes in use."""
        return sum(array.nbytes for array in self.arrays.values())
