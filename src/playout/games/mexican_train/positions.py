"""A position made from a view and a guess at what is hidden, on which a search can play.

The rules run on it as on a real one, so that a search needs no rules of its own.  A search
plays only the round in progress: its rules say that the match ends with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.engine.native.records import with_attributes
from playout.games.mexican_train.records import LAID, PAST
from playout.games.mexican_train.rounds import choose_key
from playout.games.mexican_train.tiles import first, high_of, low_of, put, tile_code
from playout.games.mexican_train.turns import can_lay, usable, wanted_numbers
from playout.games.mexican_train.worlds import UNSEEN, deal_unseen, list_unseen

_NEVER = 1 << 40  # points that no match reaches
_DEALS = 4096  # until the player to move can lay a tile
_UNSEEN = with_attributes(UNSEEN)


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write a whole state that agrees with a view, as likely as the rules make it.

    The tiles that the view does not show are dealt as `worlds` says: with the numbers that the
    others are known to lack, each deal that is left is equally likely, exactly so if at most one
    player is known to lack any, and else but for the little that is said there.  The decks of later
    rounds are shuffled anew.

    If another seat than the viewer's is to move, it can lay a tile.  If it is known to lack all
    numbers that fit, it has just drawn a tile that does: then the tiles are dealt as before the
    draw, until the next of the boneyard fits.  If not, they are dealt until a tile of its hand
    fits.  After _DEALS deals, to which no game comes, the last one is taken.

    Not used is what only the past tells.  A player who lacked 3 and 5 has drawn for a 5, and the
    tile did not fit: no 5, and a 3 only if it is on that tile; the view no longer knows of the 3.
    With `draw` = `wait` it no longer knows of the 5 either, as the tile is kept and may fit: so a
    world may hold two tiles with a 5, of which the past allows one.
    Nor does it tell which doubles a player did not have while several could be laid, that a first
    turn ended for want of a tile, or what was laid on which train and when: the log is empty.
    """
    memory = np.zeros(1, _UNSEEN)  # an array must outlive its records
    _determinize(view, rules, stream, state, memory)


@jit
def _determinize(view: Any, rules: Any, stream: Any, state: Any, memory: Any) -> None:
    unseen, seat, mover = memory[0], view.seat, view.actor
    lay_table(view, stream, state)
    list_unseen(view, unseen)
    wanted, _ = wanted_numbers(state, usable(state, rules, mover))
    has_drawn = mover != seat and wanted & ~int(view.lacks[mover]) == 0
    unseen.places[mover] -= has_drawn
    unseen.places[seat] += has_drawn
    for _ in range(_DEALS):
        deal_unseen(unseen, seat, stream, state)
        if has_drawn:
            could = can_lay(state, rules)
            tile = int(state.deck[0])
            put(state.hands[mover], low_of(tile), high_of(tile))
            state.drawn = 1
            if not could and can_lay(state, rules):
                break
        elif mover == seat or can_lay(state, rules):
            break
    end_world(state, rules)


@jit
def lay_table(view: Any, stream: Any, state: Any) -> None:
    """Write all that a view shows into a state, and new decks for the rounds to come."""
    state.hands[:] = 0
    recall(view, state)
    state.over = 0
    state.round_number = view.round_number
    state.outs = view.outs
    state.turns = view.turns
    state.played = view.played
    state.draws = view.draws
    state.blocked = view.blocked
    state.blocked_gate = view.blocked_gate
    state.logged[:] = 0
    state.log[:, 0] = LAID
    state.happened = view.happened
    for k in range(min(view.happened, PAST)):
        state.past[k] = view.past[k]
    choose_key(state, stream)


@jit
def end_world(state: Any, rules: Any) -> None:
    """Finish a state whose hands are dealt, and whose boneyard lies at the begin of the deck."""
    state.trains = usable(state, rules, state.player)
    _fill_deck(state, rules)


@jit
def _fill_deck(state: Any, rules: Any) -> None:
    """Move the boneyard to the end of the deck, behind all hands and what is on the table."""
    tiles, left = (rules.set + 1) * (rules.set + 2) // 2 - 1, state.tiles - state.drawn
    for k in range(1, left + 1):  # from the last on, as the places may overlap
        state.deck[tiles - k] = state.deck[state.tiles - k]
    state.tiles = tiles
    state.drawn = tiles - left
    place = 0
    for player in range(rules.players):
        place = _list_tiles(state.hands[player], rules, -1, state.deck, place)
    _list_tiles(state.laid, rules, state.engine, state.deck, place)


@jit
def _list_tiles(rows: Any, rules: Any, engine: int, deck: Any, place: int) -> int:
    """Write a set of tiles but the engine into a deck from a place on; returns the next place."""
    for low in range(rules.set + 1):
        row = np.int64(rows[low]) >> low << low
        while row != 0:
            high = first(row)
            row &= row - 1
            if low != engine or high != engine:
                deck[place] = tile_code(low, high)
                place += 1
    return place


@jit
def recall_rules(view: Any, rules: Any) -> None:
    """Write the rules that a view shows, for this round only."""
    rules.players = view.players
    rules.set = view.highest
    rules.draw = view.draw
    rules.marker = view.marker
    rules.gate = view.must_cover
    rules.doubles = view.doubles
    rules.last_double = view.last_double
    rules.lock = view.lock
    rules.gate_draw = view.gate_draw
    rules.gate_marker = view.gate_marker
    rules.after_gate = view.after_gate
    rules.double_blank = view.double_blank
    rules.blocked_gate_points = view.blocked_gate_points
    rules.target = _NEVER
    rules.rounds = 1


@jit
def recall(view: Any, state: Any) -> None:
    """Write all that a view shows into a state; the other hands and the deck are left as they are.

    Nothing else may have written to the state: the fields that no round needs must be zero.
    """
    state.hands[view.seat] = view.hand
    state.laid = view.laid
    state.ends = view.ends
    state.sizes = view.sizes
    state.lacks = view.lacks
    state.scores = view.scores
    state.trains = view.trains
    state.open = view.open
    state.locked = view.locked
    state.gate = view.gate
    state.later = view.later
    state.phase = view.phase
    state.doubler = view.doubler
    state.first_turns = view.first_turns
    state.engine = view.engine
    state.player = view.actor
    state.passes = view.passes


@jit
def copy_position(state: Any, copy: Any) -> None:
    """Copy a position without its past: the log is empty, and the counts are left out."""
    copy_items(copy.hands, state.hands)
    copy.laid = state.laid
    copy.ends = state.ends
    copy.sizes = state.sizes
    copy.lacks = state.lacks
    copy.scores = state.scores
    copy.deck = state.deck
    copy.tiles = state.tiles
    copy.drawn = state.drawn
    copy.trains = state.trains
    copy.open = state.open
    copy.locked = state.locked
    copy.gate = state.gate
    copy.later = state.later
    copy.phase = state.phase
    copy.doubler = state.doubler
    copy.first_turns = state.first_turns
    copy.engine = state.engine
    copy.player = state.player
    copy.passes = state.passes
    copy.round_number = 0
    copy.over = 0
    copy.logged[0] = 0
    copy.happened = 0
