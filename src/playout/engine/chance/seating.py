"""The seats of the players in every game of a run.

A seating is an array ``seating[row, seat]`` of places in a list of players; game g has the row
``g % rows``.  So who sits where follows from the number of the game alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Seating = npt.NDArray[np.int64]
T = TypeVar("T")


def fixed(players: int) -> Seating:
    """Return a seating in which all players keep their seats."""
    return np.arange(players, dtype=np.int64)[np.newaxis]


def rotating(players: int) -> Seating:
    """Return a seating that moves on by a seat from game to game: player k has seat k + g."""
    seats = np.arange(players, dtype=np.int64)
    return (seats - seats[:, np.newaxis]) % players


def orders(seats: int) -> Seating:
    """Return all orders around a table, each in all rotations: ``seating[row, seat]``.

    Rotations come first.  The orders are taken in long steps through their list, because neighbours
    in it differ little.
    """
    around = list(itertools.permutations(range(1, seats)))
    step = round(len(around) * 0.618) | 1
    while math.gcd(step, len(around)) > 1:
        step += 2
    chosen = np.array([(0, *around[k * step % len(around)]) for k in range(len(around))])
    rows = chosen[:, rotating(seats)]
    return np.ascontiguousarray(rows.reshape(-1, seats).astype(np.int64))


def in_teams(seating: Any, players: int) -> Any:
    """Return ``[row, seat]`` for all players from ``[row, side]``: partners have the same."""
    return np.tile(seating, players // seating.shape[1])


def seated(seating: Seating, players: Sequence[T], game: int) -> list[T]:
    """Return the players of a game, in the order of their seats."""
    return [players[place] for place in seating[game % len(seating)]]
