"""The strategies that lay by simple rules: at random, the heaviest tile, the best chain first."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.native.bits import last_bit
from playout.engine.native.jit import jit
from playout.games.mexican_train.chains.chains import HEAVIEST, LONGEST
from playout.games.mexican_train.chains.plan import (
    LENGTH,
    NEXT,
    follow_plan,
    make_plan,
    plan_left,
    planned,
    spares,
)
from playout.games.mexican_train.records import MEXICAN, NOWHERE
from playout.games.mexican_train.rules import fitting
from playout.games.mexican_train.tiles import (
    count,
    declared,
    first,
    nth,
    row_of,
    tile_code,
    tile_move,
    train_of,
)


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
    place, row, on = 0, 0, 0
    while usable != 0:  # to the end: when it could stop is a guess that a processor gets wrong
        train = first(usable)
        usable &= usable - 1
        fits = int(row_of(view.hand, view.ends[train]))
        if chosen >= 0:
            place, row, on = chosen, fits, train
        chosen -= count(fits)
    return tile_move(tile_code(int(view.ends[on]), nth(row, place)), on)


@jit(inline=True)
def weight(view: Any, train: int, times: int) -> int:
    """The tiles that may be laid on a train, its double counted so many times."""
    fits = fitting(view, train)
    return count(fits) + (times - 1) * (fits >> view.ends[train] & 1)


@strategy("mexican-train", parameters={"doubles": 1}, aliases=("ai-1",))
def random(view: Any, rng: Any) -> int:
    """Lays any legal tile on any train, all such pairs equally likely.

    AI_1 of the program "Double Dominoes", its benchmark for the others.  It plans nothing, and does
    not prefer its own train.  That program looks at both ends of every tile and so has a double
    among its choices twice: `doubles` = 2.  (A whole number of times; at least 1, or it is 1.)
    """
    return any_legal(view, rng, max(int(view.parameters[0]), 1))


@strategy("mexican-train", parameters={"mexican": 1, "cover": 1}, aliases=("ai-2",))
def sequence(view: Any, rng: Any) -> int:
    """Lays the best sequence of its hand on its own train; other tiles elsewhere, heaviest first.

    AI_2 of the program "Double Dominoes".  The sequence is the longest, of these the one with most
    doubles, of these the heaviest.  In this order: a spare tile that makes another player's train
    useless, because all tiles of its new number are on the table or in the own hand; the next of
    the sequence; the heaviest spare tile on the Mexican train; on another open train.  If only
    tiles of the sequence fit, as in a gate, the last of them.  It does not look at what the
    others may hold, and a spare double is a tile like others, whether it can be covered or not.

    That program in fact does not prefer the Mexican train (here `mexican` = 0: the heaviest spare
    tile on any of the others' trains), and lays a random tile on a double, which locks no train
    (`cover` = 0).
    """
    if view.gate != NOWHERE and view.parameters[1] == 0:
        fits = fitting(view, view.gate)
        if fits != 0:
            chosen = randrange(rng, count(fits)) if count(fits) > 1 else 0
            return lay(view, view.gate, nth(fits, chosen))
    train = only_move(view)
    if train >= 0:
        return locking(view, lay(view, train, first(fitting(view, train))))
    make_plan(view, LONGEST)
    mexican = view.trains & 1 << MEXICAN
    others = view.trains & ~mexican & ~(1 << view.seat)
    train, other = interrupting(view, others)
    if train < 0 and plan_fits(view):
        train, other = view.seat, planned(view.notes, view.notes[NEXT] + 1)
    if train < 0 and view.parameters[0] != 0:
        train, other = heaviest_spare(view, mexican)
    if train < 0:
        train, other = heaviest_spare(view, mexican | others)
    if train < 0:
        train, other = latest_planned(view)
    return locking(view, lay(view, train, other))


@strategy("mexican-train", parameters={"interrupt": 1, "mexican": 2, "others": 3, "own": 4})
def priorities(view: Any, rng: Any) -> int:
    """Takes the steps of `sequence` in another order: each parameter is the place of a step.

    By default the own train comes last: nobody can take what is planned there, so it can wait,
    while a spare tile that fits now may never fit again.  With interrupt=1, own=2, mexican=3,
    others=4 the order is that of `sequence`; steps with the same number come in that order too.
    """
    train = only_move(view)
    if train >= 0:
        return lay(view, train, first(fitting(view, train)))
    make_plan(view, LONGEST)
    by, last = view.parameters, 0.0
    mexican = view.trains & 1 << MEXICAN
    others = view.trains & ~mexican & ~(1 << view.seat)
    train, other = interrupting(view, others)
    if train >= 0:
        last = by[0]
    if plan_fits(view) and (train < 0 or by[3] < last):
        train, other, last = view.seat, planned(view.notes, view.notes[NEXT] + 1), by[3]
    on, number = heaviest_spare(view, mexican)
    if on >= 0 and (train < 0 or by[1] < last):
        train, other, last = on, number, by[1]
    on, number = heaviest_spare(view, others)
    if on >= 0 and (train < 0 or by[2] < last):
        train, other = on, number
    if train < 0:
        train, other = latest_planned(view)
    return lay(view, train, other)


@jit(inline=True)
def highest(row: int) -> int:
    """The highest bit of a row, or -1."""
    return last_bit(row, 0, 127)


@jit(inline=True)
def lay(view: Any, train: int, other: int) -> int:
    """The move that lays the tile with this number beside the end of a train; noted in the plan."""
    end = int(view.ends[train])
    follow_plan(view, end, other, train)
    return tile_move(tile_code(end, other), train)


@jit(inline=True)
def only_move(view: Any) -> int:
    """The train of the only move there is; -1 if there is a choice.

    A third of all moves is of this kind, and needs no plan.
    """
    only, choices, usable = -1, 0, view.trains
    while usable != 0:
        train = first(usable)
        usable &= usable - 1
        fits = count(fitting(view, train))
        choices += fits
        only = train if fits != 0 else only
    return only if choices == 1 else -1


@jit(inline=True)
def dead_numbers(view: Any) -> int:
    """The numbers, as bits, of which all tiles are on the table or in the own hand."""
    every, dead = (1 << view.highest + 1) - 1, 0
    for number in range(view.highest + 1):
        dead |= int(view.hand[number] | view.laid[number] == every) << number
    return dead


@jit(inline=True)
def heaviest_of(view: Any, trains: int, spare: bool, dead: int) -> tuple[int, int]:
    """The train and the other number of the heaviest tile that fits; the first train of several.

    With `spare` only of the tiles that are not in the plan; `dead`, if not -1, is a set of numbers
    of which the tile must show one beside the end, and be no double.
    """
    best, on, number = -1, -1, -1
    while trains != 0:
        train = first(trains)
        trains &= trains - 1
        end = int(view.ends[train])
        row = fitting(view, train)
        if spare:
            row &= spares(view.notes, end)
        if dead != -1:
            row &= dead & ~(1 << end)
        other = highest(row)
        worth = end + other if other >= 0 else -1  # one branch less to guess
        if worth > best:
            best, on, number = worth, train, other
    return on, number


@jit(inline=True)
def heaviest_spare(view: Any, trains: int) -> tuple[int, int]:
    """The heaviest spare tile on these trains."""
    return heaviest_of(view, trains, True, -1)


@jit(inline=True)
def interrupting(view: Any, others: int) -> tuple[int, int]:
    """The heaviest spare tile, no double, that makes one of these trains useless to the others."""
    return heaviest_of(view, others, True, dead_numbers(view) if others != 0 else 0)


@jit
def latest_planned(view: Any) -> tuple[int, int]:
    """A train, and the other number of the last tile of the plan that fits there."""
    notes, trains = view.notes, view.trains
    train, other = -1, -1
    while other < 0:
        train = first(trains)
        trains &= trains - 1
        end, fits = int(view.ends[train]), fitting(view, train)
        for k in range(notes[NEXT], notes[LENGTH]):
            one, two = planned(notes, k), planned(notes, k + 1)
            if (one == end or two == end) and fits >> (one + two - end) & 1 != 0:
                other = one + two - end
    return train, other


@jit(inline=True)
def plan_fits(view: Any) -> bool:
    """Whether the next tile of the plan may be laid on the own train."""
    if plan_left(view.notes) == 0 or view.trains >> view.seat & 1 == 0:
        return False
    return fitting(view, view.seat) >> planned(view.notes, view.notes[NEXT] + 1) & 1 != 0


@jit(inline=True)
def locking(view: Any, move: int) -> int:
    """The move, with a lock if it is on the own train and the rules have locks."""
    return declared(move) if (view.lock != 0) & (train_of(move) == view.seat) else move


@strategy("mexican-train")
def greedy(view: Any, rng: Any) -> int:
    """Lays the heaviest tile that fits, on any train.

    A baseline of several public programs.  It plans nothing, and does not prefer its own train.
    """
    train, other = heaviest_of(view, view.trains, False, -1)
    return tile_move(tile_code(view.ends[train], other), train)


@strategy("mexican-train")
def path(view: Any, rng: Any) -> int:
    """Lays any tile that fits on its own train, all equally likely; else the heaviest elsewhere.

    So what it lays on its own train is a random path through its hand.  After the baseline of a
    public program.  It does not look where a path leads.
    """
    train, fits = view.seat, fitting(view, view.seat)
    if view.trains >> train & 1 != 0 and fits != 0:
        other = nth(fits, randrange(rng, count(fits)))
    else:
        train, other = heaviest_of(view, view.trains, False, -1)
    return tile_move(tile_code(view.ends[train], other), train)


@strategy("mexican-train")
def longest(view: Any, rng: Any) -> int:
    """Lays the longest chain of its hand on its own train; else the heaviest tile elsewhere.

    After the best player of a public program.  Unlike `sequence` it does not spare the tiles of the
    chain when it has to lay elsewhere, and interrupts nobody.
    """
    return chain_first(view, LONGEST)


@strategy("mexican-train")
def heaviest(view: Any, rng: Any) -> int:
    """Lays the chain with the most pips on its own train; else the heaviest tile elsewhere.

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
    train, other = heaviest_of(view, view.trains, False, -1)
    return lay(view, train, other)
