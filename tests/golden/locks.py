"""A strategy for golden playthroughs only."""

from __future__ import annotations

from typing import Any

from playout.engine.find.declarations import strategy
from playout.games.mexican_train.strategies import random
from playout.games.mexican_train.tiles import declared, tile_of, train_of


@strategy("mexican-train", compiled=False)
def locks(view: Any, rng: Any) -> int:
    """Any legal tile; locks the own train with every tile of more than four pips on it."""
    move = random(view, rng)
    heavy = (tile_of(move) >> 5) + (tile_of(move) & 31) > 4
    own = train_of(move) == view.seat
    return declared(move) if view.lock and own and heavy else move
