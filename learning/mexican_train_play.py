"""Compiled games of Mexican Train for its training: what is seen, and how rounds go on."""

from __future__ import annotations

from typing import Any

import numpy as np
from mexican_train_rounds import (
    SEARCH,
    begin,
    copy_position,
    fitting_moves,
    new_world,
    play_on,
    play_out,
)

from playout.engine.chance.rng import DEAL, randrange, start, uniform
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.engine.native.memory import scratch
from playout.games.mexican_train.careful import careful
from playout.games.mexican_train.chains.chains import LONGEST
from playout.games.mexican_train.chains.plan import ROUND, make_plan
from playout.games.mexican_train.features import SIGHT, see_move, see_position
from playout.games.mexican_train.learned import UNITS, choose
from playout.games.mexican_train.rules import deal, observe, play, worth_of
from playout.games.mexican_train.strategies import lay, sequence
from playout.games.mexican_train.tiles import high_of, low_of, tile_of, train_of

SEQUENCE, CAREFUL, LEARNED = 0, 1, 2  # who sits on a seat
CHOICES = 8  # most moves of a position that are compared
CHANCE = 99  # purpose of the stream that training draws from
_NEVER = 1 << 40  # points that no match reaches
_WIN = 100.0
_sequence, _careful = jit(sequence), jit(careful)


@jit
def _move(kind: int, view: Any, rng: Any, network: Any) -> int:
    """The move of whoever sits on a seat."""
    if kind == SEQUENCE:
        return int(_sequence(view, rng))
    if kind == CAREFUL:
        return int(_careful(view, rng))
    return int(choose(view, network, scratch(SIGHT), scratch(UNITS)))


@jit
def _begin(table: Any, careful_by: Any, seed: int, game: int, seats: Any, rules: Any) -> None:
    """Deal a match, with everybody's parameters in the views."""
    start(table.streams[DEAL], seed, game, DEAL)
    copy_items(table.views, table.fresh)
    for seat in range(rules.players):
        parameters = table.views[seat].parameters
        for k in range(len(careful_by)):
            parameters[k] = careful_by[k] if seats[seat] == CAREFUL else 1.0
    deal(table.state, rules, table.streams[DEAL])


@jit
def play_matches(
    table: Any, rules: Any, network: Any, careful_by: Any, seats: Any, setting: Any, shares: Any
) -> None:
    """Play matches; `shares[game]` becomes the share of the win of the one on seats[0].

    `setting` is (seed, first game).  Everybody moves on by a seat from match to match.
    """
    seed, begun = setting
    players = rules.players
    seated = np.zeros(players, np.int64)
    for game in range(len(shares)):
        for k in range(players):
            seated[(k + begun + game) % players] = seats[k]
        _begin(table, careful_by, seed, begun + game, seated, rules)
        state = table.state
        while state.over == 0:
            seat = state.player
            view = table.views[seat]
            observe(state, rules, seat, view)
            play(state, rules, _move(seated[seat], view, table.streams[DEAL], network), None)
        own, lower, equal = state.scores[(begun + game) % players], 0, 0
        for player in range(players):
            lower += state.scores[player] < own
            equal += state.scores[player] == own
        shares[game] = 1.0 / equal if lower == 0 else 0.0


@jit
def collect(
    tables: Any, rules: Any, network: Any, careful_by: Any, setting: Any, plan: Any, out: Any
) -> int:
    """Play matches, and write what is seen and what comes of each move in some of its positions.

    `tables` are two: one for the match, one to go on from its positions.  `setting` is (seed, first
    match).  `plan` is (share of the decisions that are written, share of moves made at random,
    worlds, opponents, self): with `worlds` the rounds are played on in so many dealt worlds in the
    quick way of mexican_train_rounds.py; with 0 worlds, in the true one by those who sit there.
    `out` is (seen[n, CHOICES, FEATURES], worths[n, CHOICES], counts[n]).
    Returns how many matches were played until `out` was full.
    """
    seed, game = setting
    share, chance_move, worlds, learns = plan
    seen, worths, counts = out
    table = tables[0]
    place, players = 0, rules.players
    seated = np.zeros(players, np.int64)
    memory = np.zeros(1, SEARCH)
    chance = table.streams[1]
    while place < len(counts):
        start(chance, seed, game, CHANCE)
        # Whole tables of a kind, or everybody drawn apart; one is always the learner.
        kind, learner = randrange(chance, 4), randrange(chance, players)
        for seat in range(players):
            seated[seat] = kind if kind < 3 else randrange(chance, 3)
        seated[learner] = LEARNED
        if learns == 0:
            for seat in range(players):
                seated[seat] = min(seated[seat], CAREFUL)
        _begin(table, careful_by, seed, game, seated, rules)
        state = table.state
        while state.over == 0 and place < len(counts):
            seat = state.player
            view = table.views[seat]
            observe(state, rules, seat, view)
            if (seated[seat] == LEARNED or worlds > 0) and uniform(chance) < share:
                memory[:] = np.zeros(1, SEARCH)
                search = memory[0]
                moves = begin(view, search)
                if moves > 1:
                    made = _write_seen(view, search.moves, moves, chance, seen[place])
                    counts[place] = made
                    if worlds > 0:
                        _in_worlds(view, chance, search, made, worlds, worths[place])
                    else:
                        _in_truth(
                            tables, rules, network, (seated, seat, search, made), worths[place]
                        )
                    place += 1
            if uniform(chance) < chance_move:
                moves = fitting_moves(state, rules, memory[0].moves)
                move = memory[0].moves[randrange(chance, moves)]
                view.notes[ROUND] = 0  # a plan does not know of this move
            else:
                move = _move(seated[seat], view, chance, network)
            play(state, rules, move, None)
        game += 1
    return game - setting[1]


@jit
def _write_seen(view: Any, moves: Any, count: int, chance: Any, seen: Any) -> int:
    """Write the features of up to CHOICES moves, drawn at random, which then stand first."""
    sight = scratch(SIGHT)
    kept = min(count, CHOICES)
    make_plan(view, LONGEST)
    see_position(view, sight)
    for k in range(kept):
        other = k + randrange(chance, count - k) if count > CHOICES else k
        moves[k], moves[other] = moves[other], moves[k]
        train, tile = train_of(moves[k]), tile_of(moves[k])
        beside = low_of(tile) + high_of(tile) - int(view.ends[train])
        see_move(view, train, beside, sight)
        for feature in range(len(sight.seen)):
            seen[k, feature] = sight.seen[feature]
    return kept


@jit
def _in_worlds(view: Any, chance: Any, search: Any, count: int, worlds: int, worths: Any) -> None:
    """Write what moves are worth on average, in points, in dealt worlds, played on quickly."""
    table, plans = search.table, search.table_plans
    for k in range(count):
        worths[k] = 0.0
    for _ in range(worlds):
        new_world(view, chance, search)
        for k in range(count):
            copy_position(search.world, table)
            for player in range(view.players):
                plans[player] = search.plans[player]
            play_on(table, search.rules, search.moves[k], plans)
            play_out(table, search.rules, plans, search.path)
            is_last = view.round_number + 1 >= view.rounds
            worth = worth_of(table.scores, view.seat, view, is_last, _WIN)
            worths[k] += worth / (1000.0 * worlds)


@jit
def _in_truth(tables: Any, rules: Any, network: Any, asked: Any, worths: Any) -> None:
    """Write what moves are worth, in points, in the round as it is, played on by all who sit there.

    `asked` is (who sits where, the seat to move, a SEARCH record with its moves, how many).
    """
    seated, seat, search, count = asked
    table, aside = tables[0], tables[1]
    state, copy, only = table.state, aside.state, search.rules
    is_last = state.round_number + 1 >= rules.rounds
    chance = aside.streams[1]
    for k in range(count):
        copy_position(state, copy)
        copy.round_number = state.round_number
        only.target, only.rounds = _NEVER, state.round_number + 1
        copy_items(aside.views, table.views)
        view, move = aside.views[seat], search.moves[k]
        train, tile = train_of(move), tile_of(move)
        lay(view, train, low_of(tile) + high_of(tile) - int(view.ends[train]))
        play(copy, only, move, None)
        while copy.over == 0:
            mover = copy.player
            view = aside.views[mover]
            observe(copy, only, mover, view)
            play(copy, only, _move(seated[mover], view, chance, network), None)
        worths[k] = worth_of(copy.scores, seat, rules, is_last, _WIN) / 1000.0
