"""Races: pieces enter a track, go ahead, send others back, and leave it at its end.

A piece is so many *steps* along the path of its seat: 0 is beside the board, the last one is home,
and a piece at home stays there.  Between them no seat has two pieces on one step.  Three arrays of
int64 say the rest:

``at[seat, step]``
    how many pieces of a seat are there: a field of the state.
``path[seat, step]``
    the square of the board, from 1; 0 beside it and at home.  Where paths meet, they have the
    same squares.
``steps[seat, square]``
    the other way round, made by :func:`steps_on`; 0 where a seat does not come.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.native.jit import jit


def path_of(*paths: Sequence[int]) -> npt.NDArray[np.int64]:
    """Return ``path`` for the squares of each seat, from the first on the board to the last."""
    return np.array([[0, *squares, 0] for squares in paths], np.int64)


def steps_on(path: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return ``steps`` for a ``path``."""
    steps = np.zeros((len(path), int(path.max()) + 1), np.int64)
    for seat, squares in enumerate(path[:, 1:-1].tolist()):
        steps[seat, squares] = range(1, len(squares) + 1)
    return steps


@jit
def set_up(at: Any, players: int, pieces: int) -> None:
    """Put so many pieces of each player beside the board, and none anywhere else."""
    at[:] = 0
    at[:players, 0] = pieces


@jit(inline=True)
def taken(at: Any, path: Any, steps: Any, seat: int, step: int) -> int:
    """How many pieces of others stand where a seat is after so many steps."""
    square, found = path[seat, step], 0
    if square > 0:
        for other in range(len(at)):
            if other != seat and steps[other, square] > 0:
                found += at[other, steps[other, square]]
    return found


@jit(inline=True)
def can_advance(at: Any, seat: int, step: int, by: int) -> bool:
    """Whether a seat has a piece on a step that may go ahead: not beyond home, nor onto its own."""
    home, to = at.shape[1] - 1, step + by
    if by < 1 or step < 0 or to > home or at[seat, step] == 0:
        return False
    return bool(to == home or at[seat, to] == 0)


@jit(inline=True)
def advance(at: Any, path: Any, steps: Any, seat: int, step: int, by: int) -> int:
    """Move a piece ahead, and send those of others there back to where they begin; how many."""
    at[seat, step] -= 1
    at[seat, step + by] += 1
    square, sent = path[seat, step + by], 0
    if square > 0:
        for other in range(len(at)):
            there = steps[other, square]
            if other != seat and there > 0 and at[other, there] > 0:
                sent += at[other, there]
                at[other, 0] += at[other, there]
                at[other, there] = 0
    return sent
