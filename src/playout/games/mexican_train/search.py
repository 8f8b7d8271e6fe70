"""What the searches share: the list of moves, the worth of the end of a round, working memory.

`rollout` and `maxn` guess at the hidden tiles (worlds.py), play on from there under the rules
(positions.py, playouts.py), and take the move that is best on average.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.engine.records import with_attributes
from playout.games.mexican_train.game import GAME
from playout.games.mexican_train.playouts import (
    PATH,
    PLANS,
    fitting_row,
    make_plans,
    own_move,
    quick_move,
)
from playout.games.mexican_train.positions import recall, recall_rules
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
            ("nodes", np.int64),  # playouts so far
        ],
        align=True,
    )
)

POINT = 1000  # what a point is worth


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
