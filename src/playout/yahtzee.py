"""Yahtzee: the exact mean of best play, and functions for your own strategies."""

from __future__ import annotations

from playout.games.yahtzee.boxes import allowed_boxes, points_in, throw_of
from playout.games.yahtzee.optimum import expected_score
from playout.games.yahtzee.rules import (
    KEEP,
    MOST_LEGAL,
    card_of,
    is_legal,
    keep_move,
    keep_some,
    legal_moves,
)

__all__ = [
    "KEEP",
    "MOST_LEGAL",
    "allowed_boxes",
    "card_of",
    "expected_score",
    "is_legal",
    "keep_move",
    "keep_some",
    "legal_moves",
    "points_in",
    "throw_of",
]


def __dir__() -> list[str]:
    return __all__
