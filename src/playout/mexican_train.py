"""Mexican Train: tiles and moves, for your own strategies."""

from __future__ import annotations

from playout.games.mexican_train.rules import MEXICAN, STOP, fitting
from playout.games.mexican_train.tiles import (
    high_of,
    listed,
    low_of,
    numbers_of,
    row_of,
    tile_code,
    tile_move,
    tile_of,
    train_of,
)

__all__ = [
    "MEXICAN",
    "STOP",
    "fitting",
    "high_of",
    "listed",
    "low_of",
    "numbers_of",
    "row_of",
    "tile_code",
    "tile_move",
    "tile_of",
    "train_of",
]


def __dir__() -> list[str]:
    return __all__
