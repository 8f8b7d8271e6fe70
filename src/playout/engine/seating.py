"""Who sits where: an arrangement of players for every game of a run.

A seating is an array ``seating[row, seat]`` of places in a list of players; game g has the row
``g % rows``.  So who sits where follows from the number of the game alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Seating = npt.NDArray[np.int64]
T = TypeVar("T")


def fixed(players: int) -> Seating:
    """Everybody on the same seat in every game."""
    return np.arange(players, dtype=np.int64)[np.newaxis]


def rotating(players: int) -> Seating:
    """Everybody moves on by a seat from game to game: in game g, player k has seat k + g."""
    seats = np.arange(players, dtype=np.int64)
    return (seats - seats[:, np.newaxis]) % players


def seated(seating: Seating, players: Sequence[T], game: int) -> list[T]:
    """The players of a game, in the order of the seats."""
    return [players[place] for place in seating[game % len(seating)]]
