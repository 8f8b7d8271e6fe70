"""Simple strategies, as other public programs have them, to compare planning ones with."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.mexican_train.chains.chains import HEAVIEST, LONGEST
from playout.games.mexican_train.chains.plan import NEXT, make_plan, planned
from playout.games.mexican_train.rules import fitting
from playout.games.mexican_train.sequence import highest, lay, only_move, plan_fits
from playout.games.mexican_train.tiles import count, first, nth, tile_code, tile_move


@jit(inline=True)
def heaviest_move(view: Any) -> tuple[int, int]:
    """The train and the other number of the heaviest tile that fits; the first train of several."""
    best, on, number = -1, -1, -1
    trains = view.trains
    while trains != 0:
        train = first(trains)
        trains &= trains - 1
        end, other = int(view.ends[train]), highest(fitting(view, train))
        if other >= 0 and end + other > best:
            best, on, number = end + other, train, other
    return on, number


@strategy("mexican-train")
def greedy(view: Any, rng: Any) -> int:
    """The heaviest tile that fits, on any train.

    A baseline of several public programs.  It plans nothing, and does not prefer its own train.
    """
    train, other = heaviest_move(view)
    return tile_move(tile_code(view.ends[train], other), train)


@strategy("mexican-train")
def path(view: Any, rng: Any) -> int:
    """Any tile that fits on the own train, all equally likely; else the heaviest elsewhere.

    So what it lays on its own train is a random path through its hand.  After the baseline of a
    public program.  It does not look where a path leads.
    """
    train, fits = view.seat, fitting(view, view.seat)
    if view.trains >> train & 1 != 0 and fits != 0:
        other = nth(fits, randrange(rng, count(fits)))
    else:
        train, other = heaviest_move(view)
    return tile_move(tile_code(view.ends[train], other), train)


@strategy("mexican-train")
def longest(view: Any, rng: Any) -> int:
    """The longest chain of its hand on its own train; else the heaviest tile that fits elsewhere.

    After the best player of a public program.  Unlike `sequence` it does not spare the tiles of the
    chain when it has to lay elsewhere, and interrupts nobody.
    """
    return chain_first(view, LONGEST)


@strategy("mexican-train")
def heaviest(view: Any, rng: Any) -> int:
    """The chain of most pips on its own train; else the heaviest tile that fits elsewhere.

    As `longest`, but counts the pips of a chain, not its tiles, to show whether that matters.
    """
    return chain_first(view, HEAVIEST)


@jit
def chain_first(view: Any, aim: Any) -> int:
    """The next tile of the best chain on the own train; else the heaviest that fits elsewhere."""
    train = only_move(view)
    if train >= 0:
        return lay(view, train, first(fitting(view, train)))
    make_plan(view, aim)
    if plan_fits(view):
        return lay(view, view.seat, planned(view.notes, view.notes[NEXT] + 1))
    train, other = heaviest_move(view)
    return lay(view, train, other)
