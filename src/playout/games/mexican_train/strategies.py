"""Strategies for Mexican Train."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.mexican_train.rules import NOWHERE, fitting
from playout.games.mexican_train.tiles import count, first, nth, row_of, tile_code, tile_move


@jit(inline=True)
def any_legal(view: Any, rng: Any, times: int = 1) -> int:
    """Any legal tile on any train, all such pairs equally likely, but doubles `times` as likely."""
    if times == 1 and view.gate == NOWHERE:
        return _any_fitting(view, rng)
    choices, usable = 0, view.trains
    while usable != 0:
        choices += weight(view, first(usable), times)
        usable &= usable - 1
    chosen, usable = randrange(rng, choices), view.trains
    train = first(usable)
    while chosen >= weight(view, train, times):
        chosen -= weight(view, train, times)
        usable &= usable - 1
        train = first(usable)
    end, fits = int(view.ends[train]), fitting(view, train)
    # The choices of a train are its tiles, and after them its double once more, or more often.
    return tile_move(tile_code(end, nth(fits, chosen) if chosen < count(fits) else end), train)


@jit(inline=True)
def _any_fitting(view: Any, rng: Any) -> int:
    """Any tile that fits on any train; by itself, because it is nearly always asked for."""
    choices, usable = 0, view.trains
    while usable != 0:
        choices += count(row_of(view.hand, view.ends[first(usable)]))
        usable &= usable - 1
    chosen, usable = randrange(rng, choices), view.trains
    while True:
        train = first(usable)
        usable &= usable - 1
        end = int(view.ends[train])
        fits = row_of(view.hand, end)
        if chosen < count(fits):
            return tile_move(tile_code(end, nth(fits, chosen)), train)
        chosen -= count(fits)


@jit(inline=True)
def weight(view: Any, train: int, times: int) -> int:
    """The tiles that may be laid on a train, its double counted so many times."""
    fits = fitting(view, train)
    return count(fits) + (times - 1) * (fits >> view.ends[train] & 1)


@strategy("mexican-train", parameters={"doubles": 1}, aliases=("ai-1",))
def random(view: Any, rng: Any) -> int:
    """Any legal tile on any train, all such pairs equally likely.

    AI_1 of the program "Double Dominoes", its benchmark for the others.  It plans nothing, and does
    not prefer its own train.  That program looks at both ends of every tile and so has a double
    among its choices twice: `doubles` = 2.  (A whole number of times; at least 1, or it is 1.)
    """
    return any_legal(view, rng, max(int(view.parameters[0]), 1))
