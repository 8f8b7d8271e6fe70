"""Mexican Train: its rules.

Everybody has a train, closed to the others; the Mexican train is everybody's.  All begin at the
engine, a double.  A turn lays one tile on an end that shows one of its numbers; who cannot draws,
and who still cannot passes and opens the own train with a marker.  A double must be covered before
anything else is laid.  A round ends when a hand is empty or nobody can go on.  A game is a match:
rounds until somebody has `target` points; the lowest total wins.

A strategy is asked only while it can lay a tile; draws and passes happen in `play`.  A move is one
number, `tile_move(tile, train)`.  Train 0 .. 7 is that seat's, train 8 is the Mexican train.

What round r deals depends on the seed, the number of the game and r alone: `deal` takes a key
from its stream, and every round has its own part of the stream of that key.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.game import SHARE, view_dtype
from playout.engine.jit import jit
from playout.engine.rng import STREAM, next_word, shuffle
from playout.games.mexican_train.tiles import (
    DECK,
    NUMBERS,
    ROWS,
    high_of,
    low_of,
    pips,
    put,
    take,
    tile_code,
    tile_of,
    train_of,
)

PLAYERS = 8  # most players
MEXICAN = 8  # the train of nobody
TRAINS = 9
NOWHERE = -1  # the gate, when no double has to be covered

# Places of the words in the options that are words (game.py declares them in this order).
COUNTDOWN = 1  # engine
DRAW_WAIT, DRAW_UNTIL, DRAW_NONE = 1, 2, 3  # draw
MUST_COVER = 1  # last_double

# What happened in a round, in order: kind << 18 | seat << 14 | tile << 4 | train.
LAID, DREW, PASSED = 0, 1, 2
EVENTS = 3072  # at most 189 draws, 189 tiles laid, and fewer passes than players after each

STATE = np.dtype(
    [
        ("hands", np.int32, (PLAYERS, NUMBERS)),  # a set of tiles for each player; see tiles.py
        ("laid", *ROWS),  # the set of all tiles on the table, the engine too
        ("ends", np.int32, (TRAINS,)),  # the number at the end of each train
        ("sizes", np.int32, (PLAYERS,)),  # tiles in each hand
        ("lacks", np.int32, (PLAYERS,)),  # numbers, as bits, that all know a player not to have
        ("scores", np.int32, (PLAYERS,)),  # points of the rounds that have ended
        ("outs", np.int32, (PLAYERS,)),  # rounds that a player ended by having no tile left
        ("deck", np.int16, (DECK,)),  # the order of all tiles but the engine, known to nobody
        ("shuffling", STREAM),  # where the decks of all rounds come from, known to nobody
        ("log", np.int32, (2, EVENTS)),  # of even rounds, and of odd ones: this and the last
        ("logged", np.int64, (2,)),  # how many events
        ("tiles", np.int64),  # tiles in the whole deck
        ("drawn", np.int64),  # how many have been dealt and drawn
        ("open", np.int64),  # trains that everybody may use, as bits
        ("gate", np.int64),  # the train whose double has to be covered, or NOWHERE
        ("engine", np.int64),  # the number that this round began with
        ("round_number", np.int64),  # 0, 1, 2 ...; when the match is over, the rounds played
        ("player", np.int64),  # whose turn it is
        ("passes", np.int64),  # in succession, since there is nothing to draw
        ("over", np.int64),  # 1 when the match has ended
        ("turns", np.int64),  # in the whole match, as all of the following
        ("played", np.int64),  # tiles laid
        ("draws", np.int64),  # tiles drawn
        ("blocked", np.int64),  # rounds in which nobody could go on
        ("blocked_gate", np.int64),  # of these, the ones with an uncovered double
    ],
    align=True,
)

VIEW = view_dtype(
    # what changes
    ("hand", *ROWS),  # own hand: a set of tiles; see tiles.py
    ("laid", *ROWS),  # the set of all tiles on the table, the engine too
    ("ends", np.int32, (TRAINS,)),  # the number at the end of each train
    ("sizes", np.int32, (PLAYERS,)),  # tiles in each hand
    ("lacks", np.int32, (PLAYERS,)),  # numbers, as bits, that a player is known not to have
    ("scores", np.int32, (PLAYERS,)),  # points of the rounds that have ended
    ("trains", np.int64),  # trains on which I may lay a tile now, as bits
    ("open", np.int64),  # trains that everybody may use, as bits; MEXICAN is always one
    ("gate", np.int64),  # the train whose double has to be covered, or -1
    ("boneyard", np.int64),  # tiles that can be drawn
    ("engine", np.int64),  # the number that this round began with
    ("round_number", np.int64),  # 0, 1, 2 ...
    ("passes", np.int64),  # in succession, since there is nothing to draw
    # what does not, during a match
    ("seat", np.int64),
    ("players", np.int64),
    ("highest", np.int64),  # number of the set
    ("draw", np.int64),  # 0: play; 1: wait; 2: until; 3: none
    ("must_cover", np.int64),  # 1: doubles have to be covered
    ("double_blank", np.int64),
    ("target", np.int64),
    ("rounds", np.int64),
)


@jit
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a seat's view what does not change during a match."""
    view.seat = seat
    view.players = rules.players
    view.highest = rules.set
    view.draw = rules.draw
    view.must_cover = rules.gate
    view.double_blank = rules.double_blank
    view.target = rules.target
    view.rounds = rules.rounds


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Begin a match: no points, and the first round."""
    state.shuffling.key[0] = next_word(stream)
    state.shuffling.key[1] = next_word(stream)
    state.shuffling.counter[2] = np.uint64(0)
    state.shuffling.counter[3] = np.uint64(0)
    for seat in range(PLAYERS):
        state.scores[seat] = 0
        state.outs[seat] = 0
        state.sizes[seat] = 0
        state.lacks[seat] = 0
    for train in range(TRAINS):
        state.ends[train] = 0
    state.round_number = 0
    state.over = 0
    state.turns = 0
    state.played = 0
    state.draws = 0
    state.blocked = 0
    state.blocked_gate = 0
    _shuffle(state, rules)
    set_up(state, rules)
    _go_on(state, rules)


@jit
def _shuffle(state: Any, rules: Any) -> None:
    """Put the deck of the round into its order."""
    engine = rules.set
    if rules.engine == COUNTDOWN:
        engine -= state.round_number % (rules.set + 1)
    tiles = 0
    for low in range(rules.set + 1):
        for high in range(low, rules.set + 1):
            state.deck[tiles] = tile_code(low, high)
            tiles += (low != engine) | (high != engine)
    state.engine = engine
    state.tiles = tiles
    state.shuffling.counter[0] = np.uint64(0)
    state.shuffling.counter[1] = np.uint64(state.round_number)
    state.shuffling.used = 4
    shuffle(state.shuffling, state.deck, tiles)


@jit
def set_up(state: Any, rules: Any) -> None:
    """Deal a round from the deck as it lies in `state.deck`, to one player after another."""
    for number in range(NUMBERS):
        state.laid[number] = 0
    put(state.laid, state.engine, state.engine)
    state.drawn = 0
    for player in range(rules.players):
        hand = state.hands[player]
        for number in range(NUMBERS):
            hand[number] = 0
        for k in range(state.drawn, state.drawn + rules.tiles):
            tile = int(state.deck[k])
            put(hand, low_of(tile), high_of(tile))
        state.drawn += rules.tiles
        state.sizes[player] = rules.tiles
        state.lacks[player] = 0
        state.ends[player] = state.engine
    state.ends[MEXICAN] = state.engine
    state.open = 1 << MEXICAN
    if rules.start_open != 0:
        state.open |= (1 << rules.players) - 1
    state.gate = NOWHERE
    state.passes = 0
    state.player = state.round_number % rules.players
    state.logged[state.round_number & 1] = 0


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether the match has ended."""
    return state.over != 0


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose move it is."""
    return state.player


@jit(inline=True)
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Copy what a player may know: the own hand, the table, and what all have seen."""
    for number in range(NUMBERS):
        view.hand[number] = state.hands[seat, number]
    view.laid = state.laid
    view.ends = state.ends
    view.sizes = state.sizes
    view.lacks = state.lacks
    view.scores = state.scores
    view.trains = _usable(state, seat)
    view.open = state.open
    view.gate = state.gate
    view.boneyard = state.tiles - state.drawn
    view.engine = state.engine
    view.round_number = state.round_number
    view.passes = state.passes


@jit(inline=True)
def _usable(state: Any, player: int) -> int:
    """The trains on which a player may lay a tile, as bits."""
    if state.gate != NOWHERE:
        return 1 << state.gate
    return state.open | 1 << player


@jit(inline=True)
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player to move may make this move."""
    train, low, high = train_of(move), low_of(tile_of(move)), high_of(tile_of(move))
    if not 0 <= low <= high <= rules.set or train >= TRAINS:
        return False
    end = state.ends[train]
    return (
        (_usable(state, state.player) >> train & 1 != 0)
        & ((low == end) | (high == end))
        & (state.hands[state.player, low] >> high & 1 != 0)
    )


@jit(inline=True)
def play(state: Any, rules: Any, move: int) -> None:
    """Make a legal move, and all draws and passes that follow from it."""
    train, tile, player = train_of(move), tile_of(move), state.player
    low, high = low_of(tile), high_of(tile)
    take(state.hands[player], low, high)
    put(state.laid, low, high)
    state.sizes[player] -= 1
    state.ends[train] = low + high - state.ends[train]
    state.played += 1
    state.passes = 0
    if train == player:
        state.open &= ~(1 << player)
    _note(state, LAID, tile, train)
    is_gate = (low == high) & (rules.gate != 0)
    state.gate = train if is_gate else NOWHERE
    if _is_out(state, rules):
        state.turns += 1
        out = player
        if state.sizes[player] != 0:  # a double was somebody's last tile, and is covered now
            out = 0
            while state.sizes[out] != 0:
                out += 1
        state.outs[out] += 1
        _end_round(state, rules)
    elif not is_gate:
        _end_turn(state, rules)
    _go_on(state, rules)


@jit(inline=True)
def _is_out(state: Any, rules: Any) -> bool:
    """Whether the round ends with the tile just laid, because somebody has none left."""
    if rules.last_double != MUST_COVER:
        return state.sizes[state.player] == 0
    if state.gate != NOWHERE:
        return False
    # Whoever laid a double as the last tile is out only now that it is covered.
    empty = 0
    for player in range(rules.players):
        empty += state.sizes[player] == 0
    return empty != 0


@jit(inline=True)
def _note(state: Any, kind: int, tile: int, train: int) -> None:
    """Write an event into the log of the round."""
    side = state.round_number & 1
    state.log[side, state.logged[side]] = kind << 18 | state.player << 14 | tile << 4 | train
    state.logged[side] += 1


@jit(inline=True)
def _end_turn(state: Any, rules: Any) -> None:
    state.turns += 1
    state.player = state.player + 1 if state.player + 1 < rules.players else 0


@jit
def _go_on(state: Any, rules: Any) -> None:
    """Draw and pass, and deal new rounds, until somebody can lay a tile or the match is over."""
    while state.over == 0:
        if _fitting(state) != 0 or _draw_to_lay(state, rules):
            return
        _note(state, PASSED, 0, 0)
        state.open |= 1 << state.player
        if state.drawn < state.tiles and rules.draw != DRAW_NONE:
            state.passes = 0
        else:
            state.passes += 1
        if state.passes < rules.players:
            _end_turn(state, rules)
        else:
            state.turns += 1
            state.blocked += 1
            state.blocked_gate += state.gate != NOWHERE
            _end_round(state, rules)


@jit(inline=True)
def _fitting(state: Any) -> int:
    """Not 0 if the player to move can lay a tile."""
    usable, hand = _usable(state, state.player), state.hands[state.player]
    fitting = 0
    for train in range(TRAINS):
        fitting |= hand[state.ends[train]] * (usable >> train & 1)
    return fitting


@jit
def _draw_to_lay(state: Any, rules: Any) -> bool:
    """Draw as the rules have it for a player who can lay nothing; whether a tile may be laid now.

    Everybody sees which numbers the player has none of.
    """
    player = state.player
    usable, wanted = _usable(state, player), 0
    for train in range(TRAINS):
        wanted |= (usable >> train & 1) << state.ends[train]
    state.lacks[player] |= wanted
    if rules.draw == DRAW_NONE:
        return False
    while state.drawn < state.tiles:
        tile = int(state.deck[state.drawn])
        low, high = low_of(tile), high_of(tile)
        put(state.hands[player], low, high)
        state.sizes[player] += 1
        state.drawn += 1
        state.draws += 1
        _note(state, DREW, tile, 0)
        if rules.draw == DRAW_WAIT:
            state.lacks[player] = 0  # the new tile may show any number
            return False
        if (wanted >> low | wanted >> high) & 1 != 0:
            return True
        state.lacks[player] = wanted  # it shows none of these, but may show any other
        if rules.draw != DRAW_UNTIL:
            return False
    return False


@jit
def _end_round(state: Any, rules: Any) -> None:
    """Write down the points; the next round, or the end of the match."""
    most = 0
    for player in range(rules.players):
        state.scores[player] += pips(state.hands[player], rules.set, rules.double_blank)
        most = max(most, state.scores[player])
    state.round_number += 1
    if most >= rules.target or state.round_number >= rules.rounds:
        state.over = 1
    else:
        _shuffle(state, rules)
        set_up(state, rules)


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome; the measures are in game.py, in this order."""
    lowest, winners = state.scores[0], 0
    for player in range(rules.players):
        lowest = min(lowest, state.scores[player])
    for player in range(rules.players):
        winners += state.scores[player] == lowest
    for player in range(rules.players):
        outcome[player] = (state.scores[player] == lowest) * (SHARE // winners)
        outcome[PLAYERS + player] = state.scores[player]
        outcome[2 * PLAYERS + player] = state.outs[player]
    shared = 3 * PLAYERS
    outcome[shared] = state.round_number
    outcome[shared + 1] = state.turns
    outcome[shared + 2] = state.played
    outcome[shared + 3] = state.draws
    outcome[shared + 4] = state.blocked
    outcome[shared + 5] = state.blocked_gate
