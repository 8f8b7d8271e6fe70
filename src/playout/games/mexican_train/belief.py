"""What a search believes the others hold, from what they have laid, drawn and passed.

Worlds are dealt as likely as it is that the others would have done what they did, had they held
what they hold there (Bayes' theorem).  That takes two guesses about each of them:

  who it is  somebody who plays as `careful`, as `sequence`, or as nobody knows.  Of each event of
             the round in which it laid a tile, the strategy is asked what it would have laid.  A
             tile that it would not have laid costs SURPRISE bits: it is taken to be 2^-SURPRISE
             times as likely.  Of somebody unknown every tile costs UNKNOWN.  (After 800 steps each
             with 10 tiles laid or more, `careful` costs 1.4 bits if it is who sits there, and
             `sequence` 1.1; the better one of the two costs more than a bit a tile of 1 % of
             them, and of 80 to 93 % of those who lay at random.)
  its tiles  which are hidden, and with which draw each came.  Whoever drew a tile or passed had
             none that fitted, and what was drawn and kept did not fit: what contradicts this costs
             AGAINST.

A Markov chain (Metropolis) exchanges a hidden tile for another, or says that another tile came with
a draw, and keeps the change with chance min(1, 2^(cost before - cost after)).  It begins with a
world that `determinize` deals.  With all others taken to be `careful`, then all `sequence`, it goes
BURN_IN steps for each world of the search; what each player costs at the end of them says who it
is, drawn at random with chances in proportion to 2^-cost.  Then it goes as many steps more, and
from there on BETWEEN from world to world.  (In 164 positions against `careful`, 3,000 steps from a
world of `determinize` and 30,000 from the true hands end with as many tiles in the right hands, 22
of 100; of `determinize` it is 18.)  Costs are whole numbers, so that every machine goes the same
steps.

In these worlds the others play as who they are; whoever is unknown plays as the blueprint.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.bits import copy_items
from playout.engine.jit import jit
from playout.engine.records import with_attributes
from playout.engine.rng import next_word, randrange, shuffle, uniform
from playout.engine.stack import scratch
from playout.games.mexican_train.careful import WEIGHTS, careful
from playout.games.mexican_train.past import (
    DRAWS,
    DRAWS_AND_LAYS,
    LAYS,
    TOLD,
    has_any,
    tell_past,
)
from playout.games.mexican_train.plan import ROUND
from playout.games.mexican_train.positions import determinize, end_world, lay_table
from playout.games.mexican_train.records import PAST, PLAYERS, STATE, VIEW
from playout.games.mexican_train.sequence import sequence
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

CAREFUL, SEQUENCE, ANYBODY = 0, 1, 2  # who a player is taken to be

SURPRISE = 7
UNKNOWN = 1
AGAINST = 6
BURN_IN = 2
BETWEEN = 10
_OF_DRAWS = 0.35  # of the steps, those that say what came with a draw, if there are draws
_DEALT = -1  # in the place of the event of a draw
_ANY_COST = 1 << 40
_BITS = 40  # a cost so much higher than another is as good as impossible

BELIEF = np.dtype(
    [
        ("told", TOLD),
        ("asked", VIEW),  # of the player who is asked what it would have laid
        ("seat", np.int64),  # the searcher's
        ("kinds", np.int64, (PLAYERS,)),
        ("costs", np.int64, (PLAYERS,)),
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
_WEIGHTS = tuple(WEIGHTS.values())


@jit
def believe(view: Any, rules: Any, stream: Any, belief: Any) -> None:
    """Begin to guess at what a view does not show, with a `BELIEF` record of zeros."""
    told = belief.told
    tell_past(view, rules, told)
    if told.is_told == 0:
        return
    belief.seat = view.seat
    asked = belief.asked
    asked.players, asked.highest, asked.round_number = view.players, view.highest, view.round_number
    asked.must_cover = view.must_cover
    steps = BURN_IN * int(view.parameters[0])  # of a search: its worlds
    found = np.zeros((2, PLAYERS), np.int64)
    _begin(view, rules, stream, belief)
    for kind in range(2):
        _take_all_for(belief, view.players, kind, stream)
        for _ in range(steps):
            _step(view, stream, belief)
        for player in range(view.players):
            found[kind, player] = belief.costs[player]
    for player in range(view.players):
        unknown = 0
        for k in range(told.counts[player]):
            unknown += UNKNOWN * _is_laid(told.events[told.own[player, k]])
        belief.kinds[player] = _drawn_kind(found[0, player], found[1, player], unknown, stream)
        if player != view.seat:
            belief.costs[player] = _cost(belief, player, _ANY_COST, stream)
    for _ in range(steps):
        _step(view, stream, belief)


@jit
def _drawn_kind(careful: int, sequence: int, unknown: int, stream: Any) -> int:
    """Who a player is, with chances in proportion to 2^-cost."""
    least = min(careful, sequence, unknown)
    one, two = _weight(careful - least), _weight(sequence - least)
    drawn = randrange(stream, one + two + _weight(unknown - least))
    if drawn < one:
        return CAREFUL
    return SEQUENCE if drawn < one + two else ANYBODY


@jit(inline=True)
def _weight(cost: int) -> int:
    return 1 << max(_BITS - cost, 0)


@jit
def deal_believed(view: Any, rules: Any, stream: Any, belief: Any, state: Any) -> None:
    """Write a whole state, as `determinize` does, as likely as it is believed."""
    if belief.told.is_told == 0:
        determinize(view, rules, stream, state)
        return
    for _ in range(BETWEEN):
        _step(view, stream, belief)
    lay_table(view, stream, state)
    for player in range(view.players):
        if player != view.seat:
            hand = state.hands[player]
            hand[:] = 0
            for k in range(belief.sizes[player]):
                tile = int(belief.hands[player, k])
                put(hand, low_of(tile), high_of(tile))
    for k in range(belief.left):
        state.deck[k] = belief.boneyard[k]
    shuffle(stream, state.deck, belief.left)
    state.drawn, state.tiles = 0, belief.left
    end_world(state, rules)


@jit
def believed_move(view: Any, stream: Any, belief: Any) -> int:
    """What another player does in the world that was dealt last; negative: what the blueprint does.

    The view is that of the other player in that world.
    """
    if belief.told.is_told == 0 or belief.kinds[view.seat] == ANYBODY:
        return -1
    return _ask(view, int(belief.kinds[view.seat]), stream)


@jit
def _ask(view: Any, kind: int, stream: Any) -> int:
    """What somebody of a kind does."""
    parameters = view.parameters
    if kind == CAREFUL:
        for k in range(len(_WEIGHTS)):
            parameters[k] = _WEIGHTS[k]
        return int(_careful(view, stream))
    parameters[0] = parameters[1] = 1.0
    return int(_sequence(view, stream))


@jit
def _begin(view: Any, rules: Any, stream: Any, belief: Any) -> None:
    """Begin the chain with a dealt world, and a random tile for each draw."""
    state, told = scratch(_STATE), belief.told
    determinize(view, rules, stream, state)
    for player in range(view.players):
        belief.sizes[player] = 0
        if player == view.seat:
            continue
        for low in range(view.highest + 1):
            row = np.int64(state.hands[player, low]) >> low << low
            while row != 0:
                place = belief.sizes[player]
                belief.hands[player, place] = tile_code(low, first(row))
                belief.came[player, place] = _DEALT
                belief.sizes[player] += 1
                row &= row - 1
    for k in range(told.count):
        belief.laid_came[k] = k if told.events[k].kind == DRAWS_AND_LAYS else _DEALT
    for player in range(view.players):
        if player != view.seat:
            for draw in range(told.draws[player]):
                _place_draw(belief, player, int(told.drawn[player, draw]), stream)
    belief.left = state.tiles - state.drawn
    for k in range(belief.left):
        belief.boneyard[k] = state.deck[state.drawn + k]


@jit
def _place_draw(belief: Any, player: int, event: int, stream: Any) -> None:
    """Say that a random tile came with a draw, of those that are taken to have been dealt."""
    free = 0
    for k in range(_places(belief, player)):
        free += _came(belief, player, k) == _DEALT and _may_come(belief, player, k, event)
    chosen = randrange(stream, free) if free > 0 else -1
    for k in range(_places(belief, player)):
        if _came(belief, player, k) == _DEALT and _may_come(belief, player, k, event):
            if chosen == 0:
                _set_came(belief, player, k, event)
            chosen -= 1


# A player's tiles of this round: those in hand, and then those laid, by the player's events.


@jit(inline=True)
def _places(belief: Any, player: int) -> int:
    """How many places there are for tiles; those of events that laid none are empty."""
    return belief.sizes[player] + belief.told.counts[player]


@jit(inline=True)
def _came(belief: Any, player: int, place: int) -> int:
    """With which event a tile came."""
    size = belief.sizes[player]
    if place < size:
        return belief.came[player, place]
    return belief.laid_came[belief.told.own[player, place - size]]


@jit(inline=True)
def _set_came(belief: Any, player: int, place: int, event: int) -> None:
    size = belief.sizes[player]
    if place < size:
        belief.came[player, place] = event
    else:
        belief.laid_came[belief.told.own[player, place - size]] = event


@jit(inline=True)
def _may_come(belief: Any, player: int, place: int, event: int) -> bool:
    """Whether a tile can have come with an event: it was not laid before, nor with that draw."""
    size, told = belief.sizes[player], belief.told
    if place < size:
        return True
    laid = told.own[player, place - size]
    return laid > event and told.events[laid].kind == LAYS


@jit(inline=True)
def _is_laid(event: Any) -> bool:
    return event.kind == LAYS or event.kind == DRAWS_AND_LAYS


@jit
def _take_all_for(belief: Any, players: int, kind: int, stream: Any) -> None:
    """Take all others for players of a kind."""
    for player in range(players):
        belief.kinds[player] = kind
        belief.costs[player] = 0
        if player != belief.seat:
            belief.costs[player] = _cost(belief, player, _ANY_COST, stream)


@jit
def _cost(belief: Any, player: int, most: int, stream: Any) -> int:
    """What a player's tiles cost: it goes on only until that is more than `most`."""
    told, view, size = belief.told, belief.asked, belief.sizes[player]
    hand, kind, cost = view.hand, int(belief.kinds[player]), 0
    for number in range(len(hand)):
        hand[number] = 0
    for k in range(size):
        if belief.came[player, k] == _DEALT:
            tile = int(belief.hands[player, k])
            put(hand, low_of(tile), high_of(tile))
    for k in range(told.counts[player]):
        at = told.own[player, k]
        event = told.events[at]
        if event.kind == LAYS and belief.laid_came[at] == _DEALT:
            put(hand, low_of(event.tile), high_of(event.tile))
    view.seat, view.actor = player, player
    view.notes[ROUND] = 0
    for k in range(told.counts[player]):
        at = told.own[player, k]
        event = told.events[at]
        low, high = low_of(event.tile), high_of(event.tile)
        if event.kind != LAYS:
            cost += AGAINST * has_any(hand, int(event.wanted))
        if event.kind == DRAWS:
            tile = _tile_of_draw(belief, player, at)
            if tile >= 0:
                put(hand, low_of(tile), high_of(tile))
                fits = (event.wanted >> low_of(tile) | event.wanted >> high_of(tile)) & 1
                cost += AGAINST * fits
        elif _is_laid(event):
            if event.kind == DRAWS_AND_LAYS:
                put(hand, low, high)
            if kind == ANYBODY:
                cost += UNKNOWN
            else:
                _show(event, view)
                if _ask(view, kind, stream) != tile_move(event.tile, event.train):
                    cost += SURPRISE
                    view.notes[ROUND] = 0  # its plan is another
            take(hand, low, high)
        if cost > most:
            break
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
def _tile_of_draw(belief: Any, player: int, event: int) -> int:
    """The tile that is taken to have come with a draw; -1 if there was none left for it."""
    for k in range(belief.sizes[player]):
        if belief.came[player, k] == event:
            return int(belief.hands[player, k])
    told = belief.told
    for k in range(told.counts[player]):
        at = told.own[player, k]
        if belief.laid_came[at] == event and told.events[at].kind == LAYS:
            return int(told.events[at].tile)
    return -1


@jit
def _step(view: Any, stream: Any, belief: Any) -> None:
    """A step of the chain: a change of one player's tiles, which is kept or not."""
    player = randrange(stream, view.players - 1)
    player += player >= view.seat
    if belief.told.draws[player] > 0 and uniform(stream) < _OF_DRAWS:
        _change_draw(stream, belief, player)
    elif belief.sizes[player] > 0:
        _change_tile(view, stream, belief, player)


@jit(inline=True)
def _spare(stream: Any) -> int:
    """How much more a change may cost: k bits or more with chance 2^-k."""
    return first(np.int64(next_word(stream) >> np.uint64(2)) | 1 << 61)


@jit
def _change_draw(stream: Any, belief: Any, player: int) -> None:
    """Say that another tile came with one of a player's draws."""
    told, places = belief.told, _places(belief, player)
    event = told.drawn[player, randrange(stream, told.draws[player])]
    now, other = 0, randrange(stream, places)
    while now < places and _came(belief, player, now) != event:
        now += 1
    most = belief.costs[player] + _spare(stream)
    if now in (places, other) or not _may_come(belief, player, other, event):
        return
    before = _came(belief, player, other)
    if before != _DEALT and not _may_come(belief, player, now, before):
        return
    _set_came(belief, player, now, before)
    _set_came(belief, player, other, event)
    cost = _cost(belief, player, most, stream)
    if cost <= most:
        belief.costs[player] = cost
    else:
        _set_came(belief, player, now, event)
        _set_came(belief, player, other, before)


@jit
def _change_tile(view: Any, stream: Any, belief: Any, player: int) -> None:
    """Exchange a tile of a player for another hidden one."""
    place, hidden = randrange(stream, belief.sizes[player]), belief.left
    for other in range(view.players):
        hidden += belief.sizes[other] * (other != player)
    if hidden == 0:
        return
    chosen, most = randrange(stream, hidden), _spare(stream)
    other = 0
    while other < view.players and (other == player or chosen >= belief.sizes[other]):
        chosen -= belief.sizes[other] * (other != player)
        other += 1
    is_held = other < view.players
    tile = int(belief.hands[player, place])
    new = int(belief.hands[other, chosen] if is_held else belief.boneyard[chosen])
    if _lacks(view, player, new) or (is_held and _lacks(view, other, tile)):
        return
    most += belief.costs[player] + (belief.costs[other] if is_held else 0)
    belief.hands[player, place] = new
    _put_hidden(belief, other, is_held, chosen, tile)
    cost, more = _cost(belief, player, most, stream), 0
    if is_held and cost <= most:
        more = _cost(belief, other, most - cost, stream)
    if cost + more <= most:
        belief.costs[player] = cost
        if is_held:
            belief.costs[other] = more
    else:
        belief.hands[player, place] = tile
        _put_hidden(belief, other, is_held, chosen, new)


@jit(inline=True)
def _put_hidden(belief: Any, player: int, is_held: bool, place: int, tile: int) -> None:
    """Put a tile into a place of a player's hand, or of the boneyard."""
    if is_held:
        belief.hands[player, place] = tile
    else:
        belief.boneyard[place] = tile


@jit(inline=True)
def _lacks(view: Any, player: int, tile: int) -> bool:
    """Whether a player is known not to have a tile."""
    lacks = int(view.lacks[player])
    return (lacks >> low_of(tile) | lacks >> high_of(tile)) & 1 != 0
