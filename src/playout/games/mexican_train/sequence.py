"""The strategy `sequence`: the best chain goes on the own train, all other tiles elsewhere."""

from __future__ import annotations

from typing import Any

from playout.engine.bits import last_bit
from playout.engine.jit import jit
from playout.engine.registry import strategy
from playout.games.mexican_train.plan import (
    LENGTH,
    NEXT,
    follow_plan,
    make_plan,
    plan_left,
    planned,
    spares,
)
from playout.games.mexican_train.rules import MEXICAN
from playout.games.mexican_train.tiles import count, first, tile_code, tile_move


@jit(inline=True)
def highest(row: int) -> int:
    """The highest bit of a row, or -1."""
    return last_bit(row, 0, 127)


@jit(inline=True)
def lay(view: Any, train: int, other: int) -> int:
    """The move that lays the tile with this number beside the end of a train; noted in the plan."""
    end = view.ends[train]
    follow_plan(view, end, other, train)
    return tile_move(tile_code(end, other), train)


@jit(inline=True)
def only_move(view: Any) -> int:
    """The train on which the only tile that can be laid fits; -1 if there is a choice."""
    found, choices, usable = -1, 0, view.trains
    while usable != 0:
        train = first(usable)
        usable &= usable - 1
        fitting = count(view.hand[view.ends[train]])
        choices += fitting
        found = train if fitting != 0 else found
    return found if choices == 1 else -1


@jit(inline=True)
def dead_numbers(view: Any) -> int:
    """The numbers, as bits, of which all tiles are on the table or in the own hand."""
    every, dead = (1 << view.highest + 1) - 1, 0
    for number in range(view.highest + 1):
        dead |= int((view.hand[number] | view.laid[number]) == every) << number
    return dead


@jit(inline=True)
def heaviest_spare(view: Any, trains: int, among: int) -> tuple[int, int]:
    """The train and the other number of the heaviest spare tile whose other number is in a set.

    The first train of several; (-1, -1) if there is none.
    """
    best, on, number = -1, -1, -1
    while trains != 0:
        train = first(trains)
        trains &= trains - 1
        end = view.ends[train]
        other = highest(spares(view.notes, end) & among)
        if other >= 0 and end + other > best:
            best, on, number = end + other, train, other
    return on, number


@jit
def latest_planned(view: Any, train: int) -> int:
    """Of the tiles of the plan that fit on a train, the other number of the last one."""
    end, notes = view.ends[train], view.notes
    other = -1
    for k in range(notes[NEXT], notes[LENGTH]):
        one, two = planned(notes, k), planned(notes, k + 1)
        if one == end or two == end:
            other = one + two - end
    return other


@strategy("mexican-train")
def sequence(view: Any, rng: Any) -> int:
    """The best sequence of the hand on the own train; all other tiles elsewhere, the heaviest first.

    AI_2 of the program "Double Dominoes".  The sequence is the longest, of these the one with most
    doubles, of these the heaviest.  In this order: a spare tile that makes another player's train
    useless, because all tiles of its new number are on the table or in the own hand; the next of
    the sequence; the heaviest spare tile on the Mexican train; on another open train.  If there
    only tiles of the sequence fit, as in a gate, the last of them.  It does not look at what the
    others may hold, and a spare double is a tile like others, whether it can be covered or not.
    """
    train = only_move(view)
    if train >= 0:
        return lay(view, train, first(view.hand[view.ends[train]]))
    make_plan(view)
    mine = 1 << view.seat
    others = view.trains & ~mine & ~(1 << MEXICAN)
    if others != 0:
        train, other = interrupting(view, others)
        if train >= 0:
            return lay(view, train, other)
    if view.trains & mine != 0 and plan_left(view.notes) > 0:
        return lay(view, view.seat, planned(view.notes, view.notes[NEXT] + 1))
    train, other = heaviest_spare(view, view.trains & 1 << MEXICAN, -1)
    if train < 0:
        train, other = heaviest_spare(view, others, -1)
    if train < 0:
        train = first(view.trains)
        other = latest_planned(view, train)
    return lay(view, train, other)


@jit(inline=True)
def interrupting(view: Any, others: int) -> tuple[int, int]:
    """The heaviest spare tile, no double, that makes one of these trains useless; or (-1, -1)."""
    dead = dead_numbers(view)
    best, on, number = -1, -1, -1
    while others != 0 and dead != 0:
        train = first(others)
        others &= others - 1
        end = view.ends[train]
        other = highest(spares(view.notes, end) & dead & ~(1 << end))
        if other >= 0 and end + other > best:
            best, on, number = end + other, train, other
    return on, number
