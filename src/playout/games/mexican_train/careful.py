"""The strategy `careful`: weighs every tile that it can lay, on every train.

The worth of a move, in pips, is the pips of its tile and the sum of these terms:

  spare    minus, for each tile that is left in hand and not in the best chain from the own train:
           so spare tiles go first, and the chain is kept for when nothing else fits
  own      for the next tile of the chain on the own train; 100 makes it come first
  mexican  for laying on the Mexican train, rather than on another player's
  close    for laying on the own train while it is open
  count    minus, for each unseen tile that would fit the new end of the train
  lacks    if the next player is known to have none of that number
  cover    for a double that I can cover: that is two tiles in one turn
  gate     for a double that I cannot cover

Unseen are the tiles neither on the table nor in the own hand.  The constants were found by
coordinate search on common deals with 2, 4 and 6 players and rounded; small changes of them matter
little.  docs/games/mexican-train.md says what each is worth.
"""

from __future__ import annotations

from typing import Any

from playout.engine.find.declarations import strategy
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.engine.native.memory import scratch
from playout.games.mexican_train.chains.chains import EXACT, LONGEST, best_chain, most_tiles
from playout.games.mexican_train.chains.plan import (
    LENGTH,
    NEXT,
    make_plan,
    plan_left,
    planned,
    spares,
)
from playout.games.mexican_train.chains.trails import WORK
from playout.games.mexican_train.records import MEXICAN
from playout.games.mexican_train.rules import fitting
from playout.games.mexican_train.strategies import lay, only_move, plan_fits
from playout.games.mexican_train.tiles import count, first, take

WEIGHTS = {
    "spare": 40,
    "own": 0,
    "mexican": 20,
    "close": 60,
    "count": 2,
    "lacks": 20,
    "cover": 30,
    "gate": 0,
}
_SPARE, _OWN, _MEXICAN, _CLOSE, _COUNT, _LACKS, _COVER, _GATE = range(len(WEIGHTS))
_NEVER = -1e9  # below what any move is worth


@strategy("mexican-train", parameters=WEIGHTS)
def careful(view: Any, rng: Any) -> int:
    """Lays spare tiles first and keeps its chain; counts tiles, and lays doubles it can cover.

    Keeps a plan as `sequence` does, but lays its tiles only when it must: the own train is closed,
    so they can wait, while a spare tile that fits now may never fit again.  Weighs the tiles that
    fit by eight numbers, its parameters.  It looks at one tile at a time, and not at who is
    about to go out, nor at the points so far.
    """
    train = only_move(view)
    if train >= 0:
        return lay(view, train, first(fitting(view, train)))
    make_plan(view, LONGEST)
    start, length = int(view.ends[view.seat]), plan_left(view.notes)
    best, on, number = _NEVER, -1, -1
    trains, later = view.trains, 0  # the trains on which tiles of the plan fit
    while trains != 0:
        train = first(trains)
        trains &= trains - 1
        row = fitting(view, train)
        if train != view.seat:
            spare = row & spares(view.notes, int(view.ends[train]))
            later |= (row != spare) << train
            row = spare
        elif plan_fits(view):
            row = 1 << planned(view.notes, view.notes[NEXT] + 1)  # no other tile is better there
        while row != 0:
            other = first(row)
            row &= row - 1
            worth = _worth(view, train, other, length - (train == view.seat))
            if worth > best:
                best, on, number = worth, train, other
    while later != 0:
        train = first(later)
        later &= later - 1
        row = fitting(view, train) & ~spares(view.notes, int(view.ends[train]))
        while row != 0:
            other = first(row)
            row &= row - 1
            # The chain that is left must be searched for, but only if it could be long enough.
            earlier = train < on or (train == on and other < number)
            more = _too_short(view, train, other, best, earlier)
            if more == length:
                continue
            most = min(length, most_tiles(view.hand, start, int(view.ends[train]), other))
            if more < most:
                chain = _chain_without(view, train, other, more, most, scratch(WORK))
                worth = _worth(view, train, other, chain)
                if chain > more and (worth > best or (worth == best and earlier)):
                    best, on, number = worth, train, other
    return lay(view, on, number)


@jit(inline=True)
def _worth(view: Any, train: int, other: int, chain: int) -> float:
    """What it is worth, in pips, to lay the tile with this number beside the end of a train.

    `chain` is how many tiles the best chain then has.
    """
    by, seat, end = view.parameters, view.seat, int(view.ends[train])
    worth = float(end + other)
    if train == seat:
        worth += by[_OWN] + by[_CLOSE] * (view.open >> seat & 1)
    worth -= by[_SPARE] * (view.sizes[seat] - 1 - chain)
    unseen = ((1 << view.highest + 1) - 1) & ~(view.hand[other] | view.laid[other])
    if end == other:
        covers = count(view.hand[end]) > 1
        worth += by[_COVER] if covers else by[_GATE]
        unseen = 0 if covers else unseen
    if train != seat:
        following = seat + 1 if seat + 1 < view.players else 0
        worth += by[_LACKS] * (view.lacks[following] >> other & 1)
        worth += by[_MEXICAN] * (train == MEXICAN) - by[_COUNT] * count(unseen)
    return worth


@jit(inline=True)
def _too_short(view: Any, train: int, other: int, best: float, earlier: bool) -> int:
    """The length of the longest chain that, if left, makes a tile no better than the best so far.

    That is at most the length of the present chain, and at least -1.  Equals go by their order.
    """
    if view.parameters[_SPARE] < 0:
        return -1  # then a longer chain makes it worse
    more = plan_left(view.notes)
    while more >= 0 and not _is_worse(view, train, other, more, best, earlier):
        more -= 1
    return more


@jit(inline=True)
def _is_worse(view: Any, train: int, other: int, chain: int, best: float, earlier: bool) -> bool:
    """Whether a tile is no better than the best so far, if such a chain is left."""
    worth = _worth(view, train, other, chain)
    return worth < best or (worth == best and not earlier)


@jit
def _chain_without(view: Any, train: int, other: int, more: int, most: int, work: Any) -> int:
    """How long the best chain is without a tile of the plan, if that is more than `more`.

    It has at most `most` tiles.  Without a double, or without its last tile, the plan is a chain of
    one tile less: only if that may not be enough, there is a search.
    """
    end, notes, last = int(view.ends[train]), view.notes, view.notes[LENGTH]
    latest = 1 << planned(notes, last - 1) | 1 << planned(notes, last)
    if (end == other or 1 << end | 1 << other == latest) and view.sizes[view.seat] <= EXACT:
        more = max(more, plan_left(notes) - 1)
    if more < most:
        copy_items(work.rest, view.hand)
        take(work.rest, end, other)
        bounds = more, most
        more = max(more, best_chain(work.rest, int(view.ends[view.seat]), LONGEST, bounds, work))
    return more
