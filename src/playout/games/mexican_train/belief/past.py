"""The past of a round: what lay on the table whenever a tile was laid.

A view has what everybody saw happen: who laid which tile on which train, who drew, who passed.
Read from the start of the round, that says at each of these events which trains were open, how many
tiles each player had, and which numbers each was known to lack; so it says what the view of the
player whose turn it was showed but for the tiles in hand.

Rules under which a turn is more than a tile are not read, nor a round whose past is not known, as
that of a position somebody has set up: `is_told` is 0 then.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.games.mexican_train.records import (
    LAID,
    MEXICAN,
    NOWHERE,
    PASSED,
    PAST,
    PLAYERS,
    TRAINS,
)
from playout.games.mexican_train.tiles import (
    DECK,
    ROWS,
    first,
    high_of,
    low_of,
    put,
    tile_of,
    train_of,
)
from playout.games.mexican_train.turns import numbers_at

LAYS, DRAWS_AND_LAYS, DRAWS, PASSES = 0, 1, 2, 3  # kinds of events

EVENT = np.dtype(
    [
        ("kind", np.int64),
        ("seat", np.int64),
        ("tile", np.int64),  # that was laid
        ("train", np.int64),  # and where
        ("wanted", np.int64),  # the numbers, as bits, that fit a train then
        ("trains", np.int64),  # what the view of the seat showed then; see records.py
        ("open", np.int64),
        ("gate", np.int64),
        ("ends", np.int32, (TRAINS,)),
        ("sizes", np.int32, (PLAYERS,)),
        ("lacks", np.int32, (PLAYERS,)),
        ("laid", *ROWS),
    ],
    align=True,
)

TOLD = np.dtype(
    [
        ("is_told", np.int64),  # 1: all that follows is known
        ("count", np.int64),  # of events
        ("events", EVENT, (PAST,)),
        ("counts", np.int64, (PLAYERS,)),  # of the events of each player
        ("own", np.int16, (PLAYERS, PAST)),  # which they are
        ("draws", np.int64, (PLAYERS,)),  # how many tiles each player has drawn and kept
        ("drawn", np.int16, (PLAYERS, DECK)),  # with which events
    ],
    align=True,
)


@jit
def tell_past(view: Any, rules: Any, told: Any) -> None:
    """Write what the past in a view tells into a `TOLD` record."""
    told.count = 0
    told.is_told = 0
    for player in range(PLAYERS):
        told.counts[player] = 0
        told.draws[player] = 0
    plain = (
        (view.draw == 0)
        & (view.marker == 0)
        & (view.must_cover == 1)
        & (view.doubles == 0)
        & (view.last_double == 0)
        & (view.gate_draw == 0)
        & (view.gate_marker == 1)
        & (view.after_gate == 0)
        & (view.lock == 0)
        & (rules.first_turn == 0)
    )
    if plain and view.happened <= PAST and view.actor == view.seat:
        _read(view, rules, told)


@jit
def _read(view: Any, rules: Any, told: Any) -> None:
    """Read the past from the start of the round."""
    now = told.events[0]  # what is told of the present event
    for train in range(TRAINS):
        now.ends[train] = view.engine
    now.open = 1 << MEXICAN
    if rules.start_open != 0:
        now.open |= (1 << view.players) - 1
    now.gate = NOWHERE
    for player in range(PLAYERS):
        now.sizes[player] = view.sizes[player]
        now.lacks[player] = 0
    for number in range(len(now.laid)):
        now.laid[number] = 0
    put(now.laid, view.engine, view.engine)
    for k in range(view.happened):
        kind, seat = view.past[k] >> 18 & 3, view.past[k] >> 14 & 15
        now.sizes[seat] += (kind == LAID) - (kind != LAID and kind != PASSED)
    k = 0
    while k < view.happened:
        code = int(view.past[k])
        kind, seat = code >> 18 & 3, code >> 14 & 15
        event = told.events[told.count]
        event.seat = seat
        event.trains = 1 << event.gate if event.gate != NOWHERE else event.open | 1 << seat
        event.wanted = numbers_at(event.ends, int(event.trains))
        event.kind = LAYS
        if kind != LAID:
            event.kind = PASSES
            event.lacks[seat] |= event.wanted
            if kind != PASSED:
                event.sizes[seat] += 1
                if k + 1 == view.happened:
                    break  # the viewer has drawn a tile that fits, and is to lay it
                k += 1
                code = int(view.past[k])
                event.kind = DRAWS_AND_LAYS if code >> 18 & 3 == LAID else DRAWS
                if event.kind == DRAWS:
                    event.lacks[seat] = event.wanted
        event.tile, event.train = tile_of(code), train_of(code)
        _note(told, seat)
        k += 1
    now = told.events[min(told.count, PAST - 1)]
    same = (now.gate == view.gate) & (now.open == view.open)
    for number in range(len(now.laid)):
        same &= now.laid[number] == view.laid[number]
    for player in range(view.players):
        same &= (now.sizes[player] == view.sizes[player]) & (
            now.lacks[player] == view.lacks[player]
        )
        same &= now.ends[player] == view.ends[player]
    told.is_told = same & (now.ends[MEXICAN] == view.ends[MEXICAN]) & (told.count < PAST)


@jit
def _note(told: Any, seat: int) -> None:
    """Finish an event, and begin the next one with what it has left."""
    event = told.events[told.count]
    told.own[seat, told.counts[seat]] = told.count
    told.counts[seat] += 1
    if event.kind == DRAWS:
        told.drawn[seat, told.draws[seat]] = told.count
        told.draws[seat] += 1
    told.count += 1
    if told.count == PAST:
        return
    after = told.events[told.count]
    copy_items(after.ends, event.ends)
    copy_items(after.sizes, event.sizes)
    copy_items(after.lacks, event.lacks)
    copy_items(after.laid, event.laid)
    after.open, after.gate = event.open, event.gate
    if event.kind == LAYS or event.kind == DRAWS_AND_LAYS:
        low, high = low_of(event.tile), high_of(event.tile)
        put(after.laid, low, high)
        after.sizes[seat] -= 1
        after.ends[event.train] = low + high - event.ends[event.train]
        after.gate = event.train if low == high else NOWHERE
        after.open &= ~((event.train == seat) << seat)
    else:
        after.open |= 1 << seat


@jit
def has_any(rows: Any, numbers: int) -> bool:
    """Whether a set of tiles has one that shows any of these numbers, given as bits."""
    found = 0
    while numbers != 0:
        found |= rows[first(numbers)]
        numbers &= numbers - 1
    return found != 0
