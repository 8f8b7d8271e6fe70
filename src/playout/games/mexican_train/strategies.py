"""Strategies for Mexican Train."""

from __future__ import annotations

from typing import Any

from playout.engine.jit import jit
from playout.engine.registry import strategy
from playout.engine.rng import randrange
from playout.games.mexican_train.tiles import count, first, nth, tile_code, tile_move


@jit(inline=True)
def any_legal(view: Any, rng: Any) -> int:
    """Any legal tile on any train, all pairs of the two equally likely."""
    choices, usable = 0, view.trains
    while usable != 0:
        choices += count(view.hand[view.ends[first(usable)]])
        usable &= usable - 1
    chosen, usable = randrange(rng, choices), view.trains
    train = first(usable)
    fitting = count(view.hand[view.ends[train]])
    while chosen >= fitting:
        chosen -= fitting
        usable &= usable - 1
        train = first(usable)
        fitting = count(view.hand[view.ends[train]])
    end = view.ends[train]
    return tile_move(tile_code(end, nth(view.hand[end], chosen)), train)


@strategy("mexican-train", aliases=("ai-1",))
def random(view: Any, rng: Any) -> int:
    """Any legal tile on any train, all pairs of the two equally likely.

    AI_1 of the program "Double Dominoes", its benchmark for the others.  It plans nothing, and does
    not prefer its own train.
    """
    return any_legal(view, rng)
