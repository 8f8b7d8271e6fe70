"""The Game: whether a deal can be won, and functions for your own strategies.

>>> import playout
>>> playout.the_game.winnable(seed=1, game=3, players=2).answer
'yes'
"""

from __future__ import annotations

from playout.games.the_game import cards, drawing, hints, rules, search, strategies
from playout.games.the_game.cards import (
    NO_CARD_ABOVE,
    NO_CARD_BELOW,
    count_of_both,
    has,
    next_above,
    next_below,
    put,
    take,
)
from playout.games.the_game.careful import careful
from playout.games.the_game.rules import CONCEDE, STOP, card_move, card_of, pile_of
from playout.games.the_game.search import step
from playout.games.the_game.winnable import winnable

__all__ = [
    "CONCEDE",
    "NO_CARD_ABOVE",
    "NO_CARD_BELOW",
    "STOP",
    "card_move",
    "card_of",
    "cards",
    "careful",
    "count_of_both",
    "drawing",
    "has",
    "hints",
    "next_above",
    "next_below",
    "pile_of",
    "put",
    "rules",
    "search",
    "step",
    "strategies",
    "take",
    "winnable",
]


def __dir__() -> list[str]:
    return __all__
