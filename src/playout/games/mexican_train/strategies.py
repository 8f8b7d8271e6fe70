"""Strategies for Mexican Train."""

from __future__ import annotations

from typing import Any

from playout.engine.jit import jit
from playout.engine.registry import strategy
from playout.engine.rng import randrange
from playout.games.mexican_train.rules import fitting
from playout.games.mexican_train.tiles import count, first, nth, tile_code, tile_move


@jit(inline=True)
def any_legal(view: Any, rng: Any) -> int:
    """Any legal tile on any train, all such pairs equally likely."""
    choices, usable = 0, view.trains
    while usable != 0:
        choices += count(fitting(view, first(usable)))
        usable &= usable - 1
    chosen, usable = randrange(rng, choices), view.trains
    train = first(usable)
    fits = count(fitting(view, train))
    while chosen >= fits:
        chosen -= fits
        usable &= usable - 1
        train = first(usable)
        fits = count(fitting(view, train))
    tile = tile_code(view.ends[train], nth(fitting(view, train), chosen))
    return tile_move(tile, train)


@strategy("mexican-train", aliases=("ai-1",))
def random(view: Any, rng: Any) -> int:
    """Any legal tile on any train, all such pairs equally likely.

    AI_1 of the program "Double Dominoes", its benchmark for the others.  It plans nothing, and does
    not prefer its own train.
    """
    return any_legal(view, rng)
