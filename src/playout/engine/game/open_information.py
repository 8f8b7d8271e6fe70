"""Rule functions for games in which nothing is hidden, and the score of a shared win.

A view of such a game shows the whole state.  Its rules take the view's type and three functions
from here::

    from playout.engine.game.open_information import determinize, introduce, observe, open_view

    VIEW = open_view(STATE, "players", "goal")

A game that hides something needs its own ``observe``: this one shows everything to all seats.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.game.declaration_checks import OPTIONS
from playout.engine.game.game import SHARE, view_dtype
from playout.engine.native.bits import copy_fields
from playout.engine.native.jit import jit


def open_view(state: np.dtype[Any], *options: str, more: Any = ()) -> np.dtype[Any]:
    """Return the type of a view that shows everything.

    Its fields are ``seat``, the player's own seat; the named options of the game; the fields in
    ``more``, which the rules must write themselves; and all fields of the state.  PlayoutError if
    two fields have the same name.
    """
    first = [(name, np.int64) for name in ("seat", *options)]
    fields = [*first, *more, *((name, state[name]) for name in state.names or ())]
    return np.dtype(view_dtype(*fields), metadata={OPTIONS: options})


@jit(inline=True)
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a seat's view what never changes: its seat, and the options that the view has."""
    copy_fields(view, rules)
    view.seat = seat


@jit(inline=True)
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Write what a player may know: everything, for games in which nothing is hidden."""
    copy_fields(view, state)


@jit(inline=True)
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write the state that a view shows, for games in which nothing is hidden."""
    copy_fields(state, view)


@jit(inline=True)
def share_win(points: Any, players: int, outcome: Any, teams: int = 0) -> None:
    """Write the win of each seat: the seats with the most points share it equally.

    In a game of ``teams`` the points are those of each team, and its seats win together.
    """
    sides = teams if teams else players
    most, equals = points[0], 0
    for side in range(sides):
        if points[side] > most:
            most, equals = points[side], 0
        equals += points[side] == most
    for seat in range(players):
        outcome[seat] = SHARE // equals if points[seat % sides] == most else 0
