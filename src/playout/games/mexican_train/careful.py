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
little.  docs/mexican-train.md says what each is worth.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.engine.registry import strategy
from playout.games.mexican_train.chains import LONGEST, best_chain
from playout.games.mexican_train.plan import NEXT, make_plan, plan_left, planned, spares
from playout.games.mexican_train.rules import MEXICAN, fitting
from playout.games.mexican_train.sequence import lay, only_move, plan_fits
from playout.games.mexican_train.tiles import DECK, NUMBERS, count, first, take

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
    """Spare tiles first, the chain in reserve; counts tiles, and lays doubles it can cover.

    Keeps a plan as `sequence` does, but lays its tiles only when it must: the own train is closed,
    so they can wait, while a spare tile that fits now may never fit again.  Weighs the tiles that
    fit by eight numbers, its parameters.  It looks at one tile at a time, and not at who is
    about to go out, nor at the points so far.
    """
    return careful_move(view, view.parameters)


@jit
def careful_move(view: Any, by: Any) -> int:
    """The move that `careful` makes with these weights, an array in the order of WEIGHTS."""
    train = only_move(view)
    if train >= 0:
        return lay(view, train, first(fitting(view, train)))
    make_plan(view, LONGEST)
    best, on, number = _NEVER, -1, -1
    trains = view.trains
    while trains != 0:
        train = first(trains)
        trains &= trains - 1
        row = fitting(view, train)
        if train == view.seat and plan_fits(view):
            row = 1 << planned(view.notes, view.notes[NEXT] + 1)  # no other tile is better there
        while row != 0:
            other = first(row)
            row &= row - 1
            worth = _worth(view, by, train, other)
            if worth > best:
                best, on, number = worth, train, other
    return lay(view, on, number)


@jit(inline=True)
def _worth(view: Any, by: Any, train: int, other: int) -> float:
    """What it is worth, in pips, to lay the tile with this number beside the end of a train."""
    seat, end = view.seat, int(view.ends[train])
    left = view.sizes[seat] - 1
    chain = plan_left(view.notes)
    worth = float(end + other)
    if train == seat:
        chain -= 1
        worth += by[_OWN] + by[_CLOSE] * (view.open >> seat & 1)
    elif spares(view.notes, end) >> other & 1 == 0:
        chain = _chain_without(view, end, other)
    worth -= by[_SPARE] * (left - chain)
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


@jit
def _chain_without(view: Any, one: int, other: int) -> int:
    """How long the best chain is without the tile one-other."""
    rows, chain = np.empty(NUMBERS, np.int32), np.empty(DECK, np.int64)
    for number in range(NUMBERS):
        rows[number] = view.hand[number]
    take(rows, one, other)
    return best_chain(rows, int(view.ends[view.seat]), LONGEST, chain)
