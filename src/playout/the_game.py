"""The Game: whether a deal can be won at all, and what strategies are written with.

>>> import playout
>>> playout.the_game.winnable(seed=1, game=3, players=2).answer
'yes'
"""

from __future__ import annotations

from playout.games.the_game import cards, drawing, hints, rules, search, strategies
from playout.games.the_game.winnable import winnable

__all__ = ["cards", "drawing", "hints", "rules", "search", "strategies", "winnable"]


def __dir__() -> list[str]:
    return __all__
