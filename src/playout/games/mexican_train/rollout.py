"""The strategy `rollout`: every move is tried in playouts, the better ones more often.

It guesses at the hidden tiles (worlds.py), plays on from there under the rules (positions.py,
playouts.py), and takes the move that is best on average.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.engine.native.records import with_attributes
from playout.games.mexican_train.game import GAME
from playout.games.mexican_train.playouts import (
    PATH,
    PLANS,
    fitting_row,
    make_plans,
    own_move,
    play_on,
    play_out,
    quick_move,
)
from playout.games.mexican_train.positions import copy_position, recall, recall_rules
from playout.games.mexican_train.rules import LAYING, NOWHERE, STATE, STOP, TRAINS, worth_of
from playout.games.mexican_train.tiles import NUMBERS, first, tile_code, tile_move
from playout.games.mexican_train.turns import usable
from playout.games.mexican_train.worlds import UNSEEN, deal_unseen, list_unseen

MOVES = TRAINS * NUMBERS  # more than there can be at once

SEARCH = with_attributes(
    np.dtype(
        [
            ("rules", GAME.rules_dtype),
            ("unseen", UNSEEN),
            ("path", PATH),
            ("world", STATE),  # what the player knows, and a guess at the rest
            ("plans", *PLANS),  # in that world
            ("table", STATE),  # a copy of the world, to play on
            ("table_plans", *PLANS),
            ("moves", np.int64, (MOVES,)),
            ("sums", np.int64, (MOVES,)),  # what each move was worth, over all playouts
            ("order", np.int64, (MOVES,)),  # places of the moves, the best one first
        ],
        align=True,
    )
)

POINT = 1000  # what a point is worth


@strategy(
    "mexican-train",
    parameters={"playouts": 300, "win": 100, "habit": 300},
    aliases=("ai-3",),
)
def rollout(view: Any, rng: Any) -> int:
    """The best move on average over playouts, with the hidden tiles dealt as they could be.

    For every trial the unseen tiles are dealt again; each move is made in that same world, and the
    round is played to its end, by everybody in the same quick way, which lays spare tiles first.
    After each share of the `playouts` the worse half of the moves is left out.  What counts is the
    lead in points, and `win` points for the match; the sum of the quick way's own move starts with
    `habit` points.  With playouts=0 it plays in the quick way itself.  It learns nothing from
    what the others choose, only from what they cannot lay, and does not think beyond the round.
    """
    return _decide(view, rng)


@jit
def _decide(view: Any, rng: Any) -> int:
    # An array must outlive its records: compiled code frees it after its last use by name.
    return _choose(view, rng, np.zeros(1, SEARCH))


@jit
def _choose(view: Any, rng: Any, memory: Any) -> int:
    """The move, by sequential halving, in one `SEARCH` record.

    Every halving costs the same number of playouts, and the sums of earlier ones are kept: Karnin,
    Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013.
    """
    search = memory[0]
    left, halvings = begin(view, view.parameters[2], search), 0
    while 1 << halvings < left:
        halvings += 1
    while left > 1:
        for _ in range(int(view.parameters[0]) // (halvings * left)):
            _try_moves(view, rng, left, search)
        _sort(search, left)
        left = (left + 1) // 2
    return search.moves[search.order[0]]


@jit
def _try_moves(view: Any, rng: Any, left: int, search: Any) -> None:
    """Play out the first moves of the order in one more world."""
    table, plans = search.table, search.table_plans
    new_world(view, rng, search)
    for place in range(left):
        k = search.order[place]
        copy_position(search.world, table)
        for player in range(view.players):
            plans[player] = search.plans[player]
        play_on(table, search.rules, search.moves[k], plans)
        play_out(table, search.rules, plans, search.path)
        search.sums[k] += worth(table.scores, view.seat, view, view.parameters[1])


@jit
def _sort(search: Any, left: int) -> None:
    """Sort the first moves of the order by their sums, the highest first."""
    order, sums = search.order, search.sums
    for end in range(1, left):
        for place in range(end, 0, -1):
            before, after = order[place - 1], order[place]
            if sums[after] > sums[before]:
                order[place - 1], order[place] = after, before


@jit
def begin(view: Any, habit: float, search: Any) -> int:
    """Write what a view shows into a `SEARCH` record full of zeros; returns the number of moves.

    The sum of the quick way's own move starts with `habit` points: it is taken to be better until
    playouts show more.  (Of 0, 100 and 300: `rollout` won 27.7, 28.5 and 29.0 % against three of
    `careful`, all ± 1.6.)
    """
    world = search.world
    recall_rules(view, search.rules)
    recall(view, world)
    moves = fitting_moves(world, search.rules, search.moves)
    if moves > 1:
        list_unseen(view, search.unseen)
        make_plans(world, search.rules, search.plans, search.path)
        usual = quick_move(world, search.rules, search.plans, search.path)
        for k in range(moves):
            search.order[k] = k
            search.sums[k] = int(POINT * habit) * (search.moves[k] == usual)
    return moves


@jit
def new_world(view: Any, rng: Any, search: Any) -> None:
    """Guess at the hidden tiles, and make everybody's plan for what they then hold."""
    deal_unseen(search.unseen, view.seat, rng, search.world)
    make_plans(search.world, search.rules, search.plans, search.path)


@jit
def fitting_moves(state: Any, rules: Any, moves: Any) -> int:
    """Write the legal moves of the player to move into `moves`; returns how many.

    Where the rules have locks, of the moves on the own train only those with a lock.
    """
    player = state.player
    number, trains = 0, usable(state, rules, player)
    while trains != 0:
        train = first(trains)
        trains &= trains - 1
        row = fitting_row(state, train)
        while row != 0:
            tile = tile_code(int(state.ends[train]), first(row))
            moves[number] = (
                own_move(state, rules, tile) if train == player else tile_move(tile, train)
            )
            number += 1
            row &= row - 1
    if state.phase == LAYING and state.gate == NOWHERE:
        moves[number] = STOP
        number += 1
    return number


@jit
def worth(scores: Any, seat: int, view: Any, win: float) -> int:
    """What the scores at the end of the round of a view are worth to a seat, as `worth_of` says."""
    return worth_of(scores, seat, view, view.round_number + 1 >= view.rounds, win)
