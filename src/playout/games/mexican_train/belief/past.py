"""The past of a round: what lay on the table whenever a tile was laid.

A view has what all players saw: who laid which tile on which train, who drew, who passed.
Read from the start of the round, that says at each of these events which trains were open, how many
tiles each player had, and which numbers each was known to lack; so it says what the view of the
player whose turn it was showed but for the tiles in hand.

Rules under which a turn is more than a tile are not read, nor a round whose past is not known, as
that of a position somebody has set up: `is_known` is 0 then.
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

HISTORY = np.dtype(
    [
        ("is_known", np.int64),  # 1: all that follows is known
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
def read_past(view: Any, rules: Any, history: Any) -> None:
    """Write the past that a view shows into a `HISTORY` record."""
    history.count = 0
    history.is_known = 0
    for player in range(PLAYERS):
        history.counts[player] = 0
        history.draws[player] = 0
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
        _read(view, rules, history)


@jit
def _read(view: Any, rules: Any, history: Any) -> None:
    """Read the past from the start of the round."""
    now = history.events[0]  # the present event
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
        event = history.events[history.count]
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
        _note(history, seat)
        k += 1
    now = history.events[min(history.count, PAST - 1)]
    same = (now.gate == view.gate) & (now.open == view.open)
    for number in range(len(now.laid)):
        same &= now.laid[number] == view.laid[number]
    for player in range(view.players):
        same &= (now.sizes[player] == view.sizes[player]) & (
            now.lacks[player] == view.lacks[player]
        )
        same &= now.ends[player] == view.ends[player]
    history.is_known = same & (now.ends[MEXICAN] == view.ends[MEXICAN]) & (history.count < PAST)


@jit
def _note(history: Any, seat: int) -> None:
    """Finish an event, and begin the next one with what it has left."""
    event = history.events[history.count]
    history.own[seat, history.counts[seat]] = history.count
    history.counts[seat] += 1
    if event.kind == DRAWS:
        history.drawn[seat, history.draws[seat]] = history.count
        history.draws[seat] += 1
    history.count += 1
    if history.count == PAST:
        return
    after = history.events[history.count]
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
