"""Can't Stop: the chance of rolling one of several columns, and the numbers of moves."""

from __future__ import annotations

from playout.games.cant_stop.chances import chance
from playout.games.cant_stop.rules import STOP, column_move, first_of, second_of

__all__ = ["STOP", "chance", "column_move", "first_of", "second_of"]


def __dir__() -> list[str]:
    return __all__
