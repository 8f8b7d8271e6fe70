"""Guesses at who the others are and what they hold, and what each guess costs.

A guess is a kind of player for each of the others, a place for each hidden tile, and for each draw
the tile that came with it.  What belief.py says of its costs and of the Markov chain is done here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import next_word, randrange, uniform
from playout.engine.game.game import NOTES, PARAMETERS
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.engine.native.memory import scratch
from playout.engine.native.records import with_attributes
from playout.games.mexican_train.belief.past import DRAWS, DRAWS_AND_LAYS, HISTORY, LAYS, has_any
from playout.games.mexican_train.careful import WEIGHTS, careful
from playout.games.mexican_train.chains.plan import ROUND
from playout.games.mexican_train.records import PAST, PLAYERS, STATE, VIEW
from playout.games.mexican_train.strategies import sequence
from playout.games.mexican_train.tiles import (
    DECK,
    first,
    high_of,
    low_of,
    put,
    take,
    tile_code,
    tile_move,
)
from playout.games.mexican_train.worlds import determinize

CAREFUL, SEQUENCE, ANYBODY = 0, 1, 2  # who a player is taken to be
KINDS = 3

# Bits; belief.py says of what.
SURPRISE = 7
UNKNOWN = 1
AGAINST = 6
_OF_DRAWS = 0.35  # of the steps, those that say what came with a draw, if there are draws
_DEALT = -1  # in the place of the event of a draw
ANY_COST = 1 << 40  # more than anything costs
_BITS = 40  # what costs so much more than another is as good as impossible

GUESS = np.dtype(
    [
        ("history", HISTORY),
        ("asked", VIEW),  # of the player who is asked what it would have laid
        ("seat", np.int64),  # the searcher's
        ("fixed", np.int64),  # the kind of all others; negative: they are guessed
        ("kinds", np.int64, (PLAYERS,)),
        ("before", np.int64, (PLAYERS, KINDS)),  # what each kind has cost in earlier rounds
        ("costs", np.int64, (PLAYERS,)),
        ("plans", np.int64, (PLAYERS, NOTES)),  # the notes with which they would go on,
        ("tried", np.int64, (PLAYERS, NOTES)),  # and those of the tiles tried last
        ("sizes", np.int64, (PLAYERS,)),
        ("hands", np.int16, (PLAYERS, DECK)),
        ("came", np.int16, (PLAYERS, DECK)),  # with which event each of these tiles
        ("laid_came", np.int16, (PAST,)),  # and the tile that was laid at an event
        ("left", np.int64),
        ("boneyard", np.int16, (DECK,)),
    ],
    align=True,
)

_careful, _sequence = jit(careful), jit(sequence)
_STATE = with_attributes(STATE)
_PARAMETERS = with_attributes(np.dtype([("parameters", np.float64, (PARAMETERS,))]))
_WEIGHTS = tuple(WEIGHTS.values())


@jit
def ask(view: Any, kind: int, stream: Any) -> int:
    """What somebody of a kind does."""
    kept, parameters = scratch(_PARAMETERS), view.parameters
    copy_items(kept.parameters, parameters)
    if kind == CAREFUL:
        for k in range(len(_WEIGHTS)):
            parameters[k] = _WEIGHTS[k]
        move = int(_careful(view, stream))
    else:
        parameters[0] = parameters[1] = 1.0
        move = int(_sequence(view, stream))
    copy_items(parameters, kept.parameters)
    return move


@jit
def begin_guess(view: Any, rules: Any, stream: Any, guess: Any) -> None:
    """Begin with a dealt world, and a random tile for each draw."""
    state, history = scratch(_STATE), guess.history
    determinize(view, rules, stream, state)
    for player in range(view.players):
        guess.sizes[player] = 0
        if player == view.seat:
            continue
        for low in range(view.highest + 1):
            row = np.int64(state.hands[player, low]) >> low << low
            while row != 0:
                place = guess.sizes[player]
                guess.hands[player, place] = tile_code(low, first(row))
                guess.came[player, place] = _DEALT
                guess.sizes[player] += 1
                row &= row - 1
    for k in range(history.count):
        guess.laid_came[k] = k if history.events[k].kind == DRAWS_AND_LAYS else _DEALT
    for player in range(view.players):
        if player != view.seat:
            for draw in range(history.draws[player]):
                _place_draw(guess, player, int(history.drawn[player, draw]), stream)
    guess.left = state.tiles - state.drawn
    for k in range(guess.left):
        guess.boneyard[k] = state.deck[state.drawn + k]


@jit
def _place_draw(guess: Any, player: int, event: int, stream: Any) -> None:
    """Say that a random tile came with a draw, of those that are taken to have been dealt."""
    free = 0
    for k in range(_places(guess, player)):
        free += _came(guess, player, k) == _DEALT and _may_come(guess, player, k, event)
    chosen = randrange(stream, free) if free > 0 else -1
    for k in range(_places(guess, player)):
        if _came(guess, player, k) == _DEALT and _may_come(guess, player, k, event):
            if chosen == 0:
                _set_came(guess, player, k, event)
            chosen -= 1


# A player's tiles of this round: those in hand, and then those laid, by the player's events.


@jit(inline=True)
def _places(guess: Any, player: int) -> int:
    """How many places there are for tiles; those of events that laid none are empty."""
    return guess.sizes[player] + guess.history.counts[player]


@jit(inline=True)
def _came(guess: Any, player: int, place: int) -> int:
    size = guess.sizes[player]
    if place < size:
        return guess.came[player, place]
    return guess.laid_came[guess.history.own[player, place - size]]


@jit(inline=True)
def _set_came(guess: Any, player: int, place: int, event: int) -> None:
    size = guess.sizes[player]
    if place < size:
        guess.came[player, place] = event
    else:
        guess.laid_came[guess.history.own[player, place - size]] = event


@jit(inline=True)
def _may_come(guess: Any, player: int, place: int, event: int) -> bool:
    """Whether a tile can have come with an event: it was not laid before, nor with that draw."""
    size, history = guess.sizes[player], guess.history
    if place < size:
        return True
    laid = history.own[player, place - size]
    return laid > event and history.events[laid].kind == LAYS


@jit(inline=True)
def is_laid(event: Any) -> bool:
    return event.kind == LAYS or event.kind == DRAWS_AND_LAYS


@jit
def take_all_for(guess: Any, players: int, kind: int, stream: Any) -> None:
    """Take all others for players of a kind."""
    for player in range(players):
        if player != guess.seat:
            take_for(guess, player, kind, stream)


@jit
def take_for(guess: Any, player: int, kind: int, stream: Any) -> None:
    """Take a player for one of a kind."""
    guess.kinds[player] = kind
    _keep(guess, player, cost_of(guess, player, ANY_COST, stream))


@jit(inline=True)
def _keep(guess: Any, player: int, cost: int) -> None:
    """Keep a player's tiles, whose cost was just asked."""
    guess.costs[player] = cost
    copy_items(guess.plans[player], guess.tried[player])


@jit
def cost_of(guess: Any, player: int, most: int, stream: Any) -> int:
    """What a player's tiles cost: it goes on only until that is more than `most`."""
    history, view, size = guess.history, guess.asked, guess.sizes[player]
    hand, kind, cost = view.hand, int(guess.kinds[player]), 0
    for number in range(len(hand)):
        hand[number] = 0
    for k in range(size):
        if guess.came[player, k] == _DEALT:
            tile = int(guess.hands[player, k])
            put(hand, low_of(tile), high_of(tile))
    for k in range(history.counts[player]):
        at = history.own[player, k]
        event = history.events[at]
        if event.kind == LAYS and guess.laid_came[at] == _DEALT:
            put(hand, low_of(event.tile), high_of(event.tile))
    view.seat, view.actor = player, player
    view.notes[ROUND] = 0
    for k in range(history.counts[player]):
        at = history.own[player, k]
        event = history.events[at]
        low, high = low_of(event.tile), high_of(event.tile)
        if event.kind != LAYS:
            cost += AGAINST * has_any(hand, int(event.wanted))
        if event.kind == DRAWS:
            tile = _tile_of_draw(guess, player, at)
            if tile >= 0:
                put(hand, low_of(tile), high_of(tile))
                fits = (event.wanted >> low_of(tile) | event.wanted >> high_of(tile)) & 1
                cost += AGAINST * fits
        elif is_laid(event):
            if event.kind == DRAWS_AND_LAYS:
                put(hand, low, high)
            if kind == ANYBODY:
                cost += UNKNOWN
            else:
                _show(event, view)
                if ask(view, kind, stream) != tile_move(event.tile, event.train):
                    cost += SURPRISE
                    view.notes[ROUND] = 0  # its plan is another
            take(hand, low, high)
        if cost > most:
            return cost
    copy_items(guess.tried[player], view.notes)
    return cost


@jit(inline=True)
def _show(event: Any, view: Any) -> None:
    """Write what a view showed at an event, but for the hand."""
    copy_items(view.ends, event.ends)
    copy_items(view.sizes, event.sizes)
    copy_items(view.lacks, event.lacks)
    copy_items(view.laid, event.laid)
    view.trains, view.open, view.gate = event.trains, event.open, event.gate


@jit
def draw_kind(guess: Any, player: int, costs: Any, stream: Any) -> int:
    """Who a player is, with chances in proportion to 2^-cost, that of earlier rounds too."""
    least = costs[0] + guess.before[player, 0]
    for kind in range(1, KINDS):
        least = min(least, costs[kind] + guess.before[player, kind])
    total, kind = 0, 0
    for k in range(KINDS):
        total += _weight(costs[k] + guess.before[player, k] - least)
    drawn = randrange(stream, total)
    while drawn >= _weight(costs[kind] + guess.before[player, kind] - least):
        drawn -= _weight(costs[kind] + guess.before[player, kind] - least)
        kind += 1
    return kind


@jit(inline=True)
def _weight(cost: int) -> int:
    """A chance in proportion to 2^-cost; there is none left for a cost of more than _BITS."""
    return 1 << _BITS >> min(cost, _BITS + 1)


@jit
def change_kind(guess: Any, player: int, stream: Any) -> None:
    """Draw anew who a player is, with the tiles that it is taken to have."""
    costs, was = np.empty(KINDS, np.int64), guess.kinds[player]
    for kind in range(KINDS):
        guess.kinds[player] = kind
        costs[kind] = guess.costs[player]
        if kind != was:
            costs[kind] = cost_of(guess, player, ANY_COST, stream)
    guess.kinds[player] = draw_kind(guess, player, costs, stream)
    if guess.kinds[player] != was:
        take_for(guess, player, int(guess.kinds[player]), stream)


@jit
def _tile_of_draw(guess: Any, player: int, event: int) -> int:
    """The tile that is taken to have come with a draw; -1 if there was none left for it."""
    for k in range(guess.sizes[player]):
        if guess.came[player, k] == event:
            return int(guess.hands[player, k])
    history = guess.history
    for k in range(history.counts[player]):
        at = history.own[player, k]
        if guess.laid_came[at] == event and history.events[at].kind == LAYS:
            return int(history.events[at].tile)
    return -1


@jit
def step(view: Any, stream: Any, guess: Any) -> None:
    """A step of the chain: a change of one player's tiles, which is kept or not."""
    player = randrange(stream, view.players - 1)
    player += player >= view.seat
    if guess.history.draws[player] > 0 and uniform(stream) < _OF_DRAWS:
        _change_draw(stream, guess, player)
    elif guess.sizes[player] > 0:
        _change_tile(view, stream, guess, player)


@jit(inline=True)
def _spare(stream: Any) -> int:
    """How much more a change may cost: k bits or more with chance 2^-k."""
    return first(np.int64(next_word(stream) >> np.uint64(2)) | 1 << 61)


@jit
def _change_draw(stream: Any, guess: Any, player: int) -> None:
    """Say that another tile came with one of a player's draws."""
    history, places = guess.history, _places(guess, player)
    event = history.drawn[player, randrange(stream, history.draws[player])]
    now, other = 0, randrange(stream, places)
    while now < places and _came(guess, player, now) != event:
        now += 1
    most = guess.costs[player] + _spare(stream)
    if now in (places, other) or not _may_come(guess, player, other, event):
        return
    before = _came(guess, player, other)
    if before != _DEALT and not _may_come(guess, player, now, before):
        return
    _set_came(guess, player, now, before)
    _set_came(guess, player, other, event)
    cost = cost_of(guess, player, most, stream)
    if cost <= most:
        _keep(guess, player, cost)
    else:
        _set_came(guess, player, now, event)
        _set_came(guess, player, other, before)


@jit
def _change_tile(view: Any, stream: Any, guess: Any, player: int) -> None:
    """Exchange a tile of a player for another hidden one."""
    place, hidden = randrange(stream, guess.sizes[player]), guess.left
    for other in range(view.players):
        hidden += guess.sizes[other] * (other != player)
    if hidden == 0:
        return
    chosen, most = randrange(stream, hidden), _spare(stream)
    other = 0
    while other < view.players and (other == player or chosen >= guess.sizes[other]):
        chosen -= guess.sizes[other] * (other != player)
        other += 1
    is_held = other < view.players
    tile = int(guess.hands[player, place])
    new = int(guess.hands[other, chosen] if is_held else guess.boneyard[chosen])
    if _lacks(view, player, new) or (is_held and _lacks(view, other, tile)):
        return
    most += guess.costs[player] + (guess.costs[other] if is_held else 0)
    guess.hands[player, place] = new
    _put_hidden(guess, other, is_held, chosen, tile)
    cost, more = cost_of(guess, player, most, stream), 0
    if is_held and cost <= most:
        more = cost_of(guess, other, most - cost, stream)
    if cost + more <= most:
        _keep(guess, player, cost)
        if is_held:
            _keep(guess, other, more)
    else:
        guess.hands[player, place] = tile
        _put_hidden(guess, other, is_held, chosen, new)


@jit(inline=True)
def _put_hidden(guess: Any, player: int, is_held: bool, place: int, tile: int) -> None:
    """Put a tile into a place of a player's hand, or of the boneyard."""
    if is_held:
        guess.hands[player, place] = tile
    else:
        guess.boneyard[place] = tile


@jit(inline=True)
def _lacks(view: Any, player: int, tile: int) -> bool:
    lacks = int(view.lacks[player])
    return (lacks >> low_of(tile) | lacks >> high_of(tile)) & 1 != 0
