"""Worlds: states that could be the true one, as far as a player knows.

A player has seen the own hand and the table, and knows how many tiles each player holds and which
numbers a player lacks.  A world puts each unseen tile into a hand or into the boneyard.  All
worlds are taken to be equally likely: what the others' choices reveal is not used.

The unseen tiles are dealt one after another, those first that most players cannot hold.  Each goes
to one of the free places where it may be, all equally likely.  A world dealt so has a chance in
proportion to 1 / w, with w the product of the numbers of places that there were to choose from.  If
at most one player is known to lack anything, w is always the same, and the worlds are uniform.
Otherwise they are made so by the Metropolis rule: of TRIES worlds the next replaces the last with
chance min(1, its w / the last one's w) (the independence chain of Hastings, "Monte Carlo sampling
methods using Markov chains", Biometrika 57 (1970)).  The distance from uniform shrinks with every
try, at least by the factor 1 - (mean w / largest w): mostly 0.2 to 0.5, and 0.95 in the worst of
3,600 positions of two strategies.

A tile may find no place: then all are dealt again (under 1 % of deals; in the worst of those
positions 61 %).  After GIVE_UP deals without a world, what the players lack is forgotten.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange, shuffle, uniform
from playout.engine.native.bits import copy_items, copy_run
from playout.engine.native.jit import jit
from playout.engine.native.records import with_attributes
from playout.games.mexican_train.records import LAID, PAST, PLAYERS
from playout.games.mexican_train.rounds import choose_key
from playout.games.mexican_train.tiles import DECK, count, first, high_of, low_of, put, tile_code
from playout.games.mexican_train.turns import can_lay, usable, wanted_numbers

TRIES = 8
GIVE_UP = 64
_DEALS = 4096  # until the player to move can lay a tile

UNSEEN = with_attributes(
    np.dtype(
        [
            ("tiles", np.int16, (DECK,)),  # those that most players cannot hold first
            ("barred", np.int16, (DECK,)),  # who cannot hold each, as bits
            ("count", np.int64),  # how many tiles
            ("bound", np.int64),  # how many of them somebody cannot hold; they come first
            ("lacking", np.int64),  # how many players are known to lack anything
            ("places", np.int64, (PLAYERS,)),  # in each hand; the own seat's are the boneyard
            ("free", np.int64, (PLAYERS,)),  # scratch: places still free
            ("tried", np.int16, (DECK,)),  # scratch: where each bound tile goes
            ("owner", np.int16, (DECK,)),  # of the world: where each bound tile goes
            ("rest", np.int16, (DECK,)),  # scratch: the tiles that anybody can hold
        ],
        align=True,
    )
)


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write a whole state that agrees with a view, as likely as the rules make it.

    The tiles that the view does not show are dealt as is said above: with the numbers that the
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
    memory = np.zeros(1, UNSEEN)  # an array must outlive its records
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
    state.logged[:] = 0
    state.log[:, 0] = LAID
    state.happened = view.happened
    for k in range(min(view.happened, PAST)):
        state.past[k] = view.past[k]
    choose_key(state, stream)


@jit
def recall(view: Any, state: Any) -> None:
    """Write the table and the own hand into a state; the rest of it is left as it is."""
    copy_items(state.hands[view.seat], view.hand)
    copy_run(state, view, "laid", "outs")  # all fields of TABLE, but not the gap before `trains`
    copy_run(state, view, "trains", "blocked_gate")
    state.player = view.actor


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
def list_unseen(view: Any, unseen: Any) -> None:
    """Write into an `UNSEEN` record what a view tells about the tiles that it does not show."""
    unseen.lacking = 0
    for player in range(PLAYERS):
        unseen.places[player] = view.sizes[player] if player < view.players else 0
        unseen.lacking += player != view.seat and view.lacks[player] != 0
    unseen.places[view.seat] = view.boneyard
    unseen.count = 0
    unseen.bound = 0
    numbers = (1 << (view.highest + 1)) - 1
    for bars in range(view.players - 1, -1, -1):
        for low in range(view.highest + 1):
            row = numbers & ~np.int64(view.hand[low] | view.laid[low]) >> low << low
            while row != 0:
                high = first(row)
                row &= row - 1
                barred = 0
                for player in range(view.players):
                    lacks = int(view.lacks[player])
                    barred |= ((lacks >> low | lacks >> high) & 1) << player
                barred &= ~(1 << view.seat)
                if count(barred) == bars:
                    unseen.tiles[unseen.count] = tile_code(low, high)
                    unseen.barred[unseen.count] = barred
                    unseen.count += 1
                    unseen.bound += barred != 0


@jit
def deal_unseen(unseen: Any, seat: int, rng: Any, state: Any) -> None:
    """Deal a random world: the hands of all but `seat`, and the boneyard as the deck."""
    last, left, deals = 0.0, 1 if unseen.lacking <= 1 else TRIES, 0
    while left > 0 and deals < GIVE_UP:
        choices = _place_bound(unseen, rng)
        deals += 1
        left -= choices > 0.0
        if choices > 0.0 and (last == 0.0 or uniform(rng) * last < choices):
            last = choices
            for k in range(unseen.bound):
                unseen.owner[k] = unseen.tried[k]
    _lay_out(unseen, seat, rng, state, unseen.bound if last > 0.0 else 0)


@jit
def _lay_out(unseen: Any, seat: int, rng: Any, state: Any, bound: int) -> None:
    """Put the tiles where they belong: the first `bound` to their owners, the others anywhere."""
    for k in range(bound, unseen.count):
        unseen.rest[k - bound] = unseen.tiles[k]
    shuffle(rng, unseen.rest, unseen.count - bound)
    for player in range(PLAYERS):
        unseen.free[player] = unseen.places[player]
        if player != seat:
            state.hands[player, :] = 0
    drawable, next_owner = 0, 0
    for k in range(unseen.count):
        if k < bound:
            owner, tile = int(unseen.owner[k]), int(unseen.tiles[k])
        else:
            while unseen.free[next_owner] == 0:
                next_owner += 1
            owner, tile = next_owner, int(unseen.rest[k - bound])
        unseen.free[owner] -= 1
        if owner != seat:
            put(state.hands[owner], low_of(tile), high_of(tile))
        else:
            state.deck[drawable] = tile
            drawable += 1
    if bound != 0:
        shuffle(rng, state.deck, drawable)
    state.drawn = 0
    state.tiles = drawable


@jit
def _place_bound(unseen: Any, rng: Any) -> float:
    """Write a place for each bound tile into `tried`; returns how many choices there were.

    It is 0 if a tile found no place, and else relative to the number of a deal without bounds, so
    that it cannot grow too large.
    """
    every = 0
    for player in range(PLAYERS):
        unseen.free[player] = unseen.places[player]
        every += unseen.places[player]
    choices = 1.0
    for k in range(unseen.bound):
        barred, places = int(unseen.barred[k]), every - k
        for player in range(PLAYERS):
            places -= unseen.free[player] * (barred >> player & 1)
        if places == 0:
            return 0.0
        choices *= places / (every - k)
        place, player = randrange(rng, places), 0
        while barred >> player & 1 != 0 or place >= unseen.free[player]:
            place -= unseen.free[player] * (1 - (barred >> player & 1))
            player += 1
        unseen.free[player] -= 1
        unseen.tried[k] = player
    return choices
