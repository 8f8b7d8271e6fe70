"""Mexican Train: its rules.

Every player has a train, closed to the others; the Mexican train is open to all.  All trains begin
at the engine, a double.  In a turn a player lays one tile on an end that shows one of its numbers.
Players who can lay nothing draw a tile; if that does not fit either, they pass and open their own
train with a marker.  A double must be covered before anything else is laid.  A round ends when a
hand is empty or nobody can go on.  A game is a match: rounds until somebody has `target` points;
the lowest total wins.

A strategy is asked only while it can lay a tile; draws and passes happen in `play`.  A move is one
number, `tile_move(tile, train)`.  Train 0 .. 7 is that seat's, train 8 is the Mexican train.  With
`first_turn` = train there is one move more, STOP; with `lock` a move may be `declared`.

What happens in a turn is in turns.py, how rounds begin and end in rounds.py, and what a state and a
view are made of in records.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import is_scripted, shuffle
from playout.engine.game.game import SHARE
from playout.engine.native.bits import copy_items, copy_run
from playout.engine.native.jit import jit
from playout.games.mexican_train.records import LAYING, NOWHERE, PAST, PLAYERS, TRAINS
from playout.games.mexican_train.records import MEXICAN as MEXICAN  # strategies look for it here
from playout.games.mexican_train.records import STATE as STATE  # the rules of a game have it
from playout.games.mexican_train.records import VIEW as VIEW  # likewise
from playout.games.mexican_train.rounds import choose_key, lay_deck, set_up, shuffle_deck
from playout.games.mexican_train.tiles import (
    DECLARED,
    NUMBERS,
    declared,
    high_of,
    low_of,
    row_of,
    tile_code,
    tile_move,
    tile_of,
    train_of,
)
from playout.games.mexican_train.turns import end_turn, go_on, lay_tile, mover, usable
from playout.games.mexican_train.worlds import determinize as determinize  # a rule function too

# Why a match ended, how its last round did, and the word for each.
BY_TARGET, BY_ROUNDS = 0, 1
ENDINGS = ("target", "rounds")
OUT, BLOCKED, BLOCKED_GATE = 0, 1, 2
ROUND_ENDINGS = ("out", "blocked", "blocked_gate")

STOP = 15  # the move that ends a first turn of several tiles
_LEAD = 25.0  # a lead that makes winning e times as likely, while the match goes on
_LOST = 100.0  # times _LEAD: a chance does not change with larger leads
MOST_LEGAL = (TRAINS + 1) * NUMBERS + 1  # moves in one position, at most


@jit
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a seat's view what does not change during a match."""
    view.seat = seat
    view.players = rules.players
    view.highest = rules.set
    view.draw = rules.draw
    view.marker = rules.marker
    view.must_cover = rules.gate
    view.doubles = rules.doubles
    view.last_double = rules.last_double
    view.blocked_gate_points = rules.blocked_gate_points
    view.gate_draw = rules.gate_draw
    view.gate_marker = rules.gate_marker
    view.after_gate = rules.after_gate
    view.lock = rules.lock
    view.double_blank = rules.double_blank
    view.target = rules.target
    view.rounds = rules.rounds


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Begin a match: no points, and the first round."""
    choose_key(state, stream)
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
    state.logged[0] = 0
    state.happened = 0
    if is_scripted(stream):
        lay_deck(state, rules)
        shuffle(stream, state.deck, state.tiles)
    else:
        shuffle_deck(state, rules)
    set_up(state, rules)
    go_on(state, rules)


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether the match has ended."""
    return state.over != 0


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose move it is."""
    return mover(state)


@jit(inline=True)
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Copy what a player may know: the own hand, the table, and what all have seen."""
    copy_items(view.hand, state.hands[seat])
    copy_run(view, state, "laid", "blocked_gate")  # all fields of TABLE
    if seat != state.player or state.over != 0:  # `trains` is kept for who is to move
        view.trains = usable(state, rules, seat)
    view.boneyard = state.tiles - state.drawn
    view.actor = state.player
    if view.lookup[0] != 0:
        _copy_past(state, view)


@jit
def _copy_past(state: Any, view: Any) -> None:
    view.happened = state.happened
    for k in range(min(view.happened, PAST)):
        view.past[k] = state.past[k]


@jit(inline=True)
def fitting(view: Any, train: int) -> Any:
    """Return the tiles of the player's hand that fit on a train of ``view.trains``.

    They are a row of bits, by their other numbers.  With ``doubles`` = ``many`` and a gate, only
    doubles fit on trains other than the gate.
    """
    return fitting_of(view.hand, view, train)


@jit(inline=True)
def fitting_of(hand: Any, table: Any, train: int) -> Any:
    """The same for any hand, on the table that a view or a state shows."""
    end = table.ends[train]
    any_tile = (table.gate == NOWHERE) | (train == table.gate)
    return row_of(hand, end) & (-1 if any_tile else 1 << end)


@jit(inline=True)
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player to move may make this move."""
    if move == STOP:
        return (state.phase == LAYING) & (state.gate == NOWHERE)
    train, low, high = train_of(move), low_of(tile_of(move)), high_of(tile_of(move))
    if not (0 <= move < 2 * DECLARED and low <= high < NUMBERS and train < TRAINS):
        return False
    end, player = state.ends[train], mover(state)
    if move >= DECLARED and (rules.lock == 0 or train != player):
        return False
    return (
        (state.trains >> train & 1 != 0)
        & ((low == end) | (high == end))
        & (state.hands[player, low] >> high & 1 != 0)
        & ((low == high) | (state.gate == NOWHERE) | (train == state.gate))
    )


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write all moves that the player to move may make; returns how many they are."""
    count, player = 0, state.player
    if (state.phase == LAYING) & (state.gate == NOWHERE):
        out[0] = STOP
        count = 1
    trains = state.trains
    for train in range(TRAINS):
        if trains >> train & 1 == 0:
            continue
        row = fitting_of(state.hands[player], state, train)
        for number in range(rules.set + 1):
            if row >> number & 1 != 0:
                move = tile_move(tile_code(state.ends[train], number), train)
                out[count] = move
                count += 1
                if (rules.lock != 0) & (train == player):
                    out[count] = declared(move)
                    count += 1
    return count


@jit(inline=True)
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a legal move, and all draws and passes that follow from it."""
    if move == STOP:
        end_turn(state, rules, mover(state))
    else:
        lay_tile(state, rules, move)
    go_on(state, rules)


@jit
def forget(state: Any, rules: Any) -> None:
    """Set to zero what only counts or shows: the log, the tiles drawn, the numbers of events.

    The log of the round before is that of the first one's, which is empty.
    """
    for k in range(state.drawn):
        state.deck[k] = 0
    for k in range(state.logged[0]):
        state.log[0, k] = 0
    for k in range(min(state.happened, PAST)):
        state.past[k] = 0
    state.logged[0] = 0
    state.happened = 0
    state.turns = 0
    state.played = 0
    state.draws = 0


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
    most = state.scores[0]
    for player in range(rules.players):
        most = max(most, state.scores[player])
    outcome[shared + 6] = BY_TARGET if most >= rules.target else BY_ROUNDS
    # A match that is over is as its last round left it.
    if state.passes < rules.players:
        outcome[shared + 7] = OUT
    else:
        outcome[shared + 7] = BLOCKED if state.gate == NOWHERE else BLOCKED_GATE


@jit(inline=True)
def is_settled(state: Any, rules: Any, view: Any) -> bool:
    """Whether the round of a view has ended: a search looks no further."""
    return state.round_number != view.round_number


@jit
def worth(outcome: Any, rules: Any, seat: int) -> int:
    """What the scores after a round are worth to a seat, with 100 points for the match."""
    is_last = outcome[3 * PLAYERS] >= rules.rounds
    return worth_of(outcome[PLAYERS : 2 * PLAYERS], seat, rules, is_last, 100.0)


@jit
def worth_of(scores: Any, seat: int, rules: Any, is_last: bool, win: float) -> int:
    """What the scores at the end of a round are worth to a seat, in thousandths of a point.

    The mean of the others' points less the own, and `win` points for the match: its share if it is
    over, as after the last round, else the chance to win it, with odds that grow e times with every
    _LEAD points.  A whole number, so that sums do not depend on their order, nor on the last bit of
    an exponential.  `rules` is anything with the fields `players` and `target`: the rules, or a
    view.
    """
    total, most, lower, equal, odds = 0, 0, 0, 0, 0.0
    own = int(scores[seat])
    for player in range(rules.players):
        points = int(scores[player])
        total += points
        most = max(most, points)
        lower += points < own
        equal += points == own
        odds += np.exp(min((own - points) / _LEAD, _LOST))
    chance = 1.0 / odds
    if most >= rules.target or is_last:
        chance = 1.0 / equal if lower == 0 else 0.0
    lead = (total - own) / max(rules.players - 1, 1) - own
    return int(1000.0 * (lead + win * chance))
