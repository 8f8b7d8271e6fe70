"""The beginning and end of a round of Mexican Train: the deck, the deal, the points.

What round r deals depends on the seed, the number of the game and r alone: a match takes a key
from its stream, and every round has its own part of the stream of that key.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import is_scripted, next_word, shuffle
from playout.engine.chance.script import NotListed
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.games.mexican_train.records import COUNTDOWN, MEXICAN, NOWHERE
from playout.games.mexican_train.tiles import DECK, MOST, NUMBERS, high_of, low_of, pips, put

# SETS[N] has all tiles of a double-N set in rising order, and zeros behind them: a table, because
# to list them for every round took 115 ns.  (A tile is written as by `tile_code`, which would be
# compiled for this.)
SETS = np.zeros((MOST + 1, DECK), np.int16)
for _n in range(MOST + 1):
    _tiles = [low << 5 | high for low in range(_n + 1) for high in range(low, _n + 1)]
    SETS[_n, : len(_tiles)] = _tiles

SCRIPTED = -1  # in place of the words used of `shuffling`: the deck was shuffled by a script


@jit
def choose_key(state: Any, stream: Any) -> None:
    """Take the key of the decks of all rounds from a stream; a script has none."""
    if is_scripted(stream):
        state.shuffling.used = SCRIPTED
        return
    state.shuffling.key[0] = next_word(stream)
    state.shuffling.key[1] = next_word(stream)
    state.shuffling.counter[2] = np.uint64(0)
    state.shuffling.counter[3] = np.uint64(0)


@jit
def shuffle_deck(state: Any, rules: Any) -> None:
    """Shuffle the deck of the round by the key of the match."""
    lay_deck(state, rules)
    if state.shuffling.used == SCRIPTED:
        raise NotListed("the decks of several rounds")
    state.shuffling.counter[0] = np.uint64(0)
    state.shuffling.counter[1] = np.uint64(state.round_number)
    state.shuffling.used = 4
    shuffle(state.shuffling, state.deck, state.tiles)


@jit(inline=True)
def lay_deck(state: Any, rules: Any) -> None:
    """Write the deck of the round in rising order."""
    highest, engine = rules.set, rules.set
    if rules.engine == COUNTDOWN:
        engine -= state.round_number % (highest + 1)
    copy_items(state.deck, SETS[highest])
    tiles = (highest + 1) * (highest + 2) // 2 - 1
    for k in range(engine * (2 * highest + 3 - engine) // 2, tiles):
        state.deck[k] = SETS[highest, k + 1]  # the engine, which is in that place, is left out
    state.engine = engine
    state.tiles = tiles


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
    state.locked = 0
    state.gate = NOWHERE
    state.later = 0
    state.doubler = NOWHERE
    state.phase = 0
    state.first_turns = ((1 << rules.players) - 1) * rules.first_turn
    state.passes = 0
    state.player = state.round_number % rules.players
    state.logged[1] = state.logged[0]
    for k in range(state.logged[0]):
        state.log[1, k] = state.log[0, k]
    state.logged[0] = 0
    state.happened = 0


@jit
def end_round(state: Any, rules: Any, times: int) -> None:
    """Add the points, `times` over; then deal the next round, or end the match."""
    most = 0
    for player in range(rules.players):
        points = pips(state.hands[player], rules.set, rules.double_blank)
        state.scores[player] += times * points
        most = max(most, state.scores[player])
    state.round_number += 1
    if most >= rules.target or state.round_number >= rules.rounds:
        state.over = 1
    else:
        shuffle_deck(state, rules)
        set_up(state, rules)
