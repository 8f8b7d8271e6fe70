"""The strategy `rollout`: every move is tried in playouts, the better ones more often."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.engine.registry import strategy
from playout.games.mexican_train.playouts import play_on, play_out
from playout.games.mexican_train.positions import copy_position
from playout.games.mexican_train.search import SEARCH, begin, new_world, worth


@strategy("mexican-train", parameters={"playouts": 300, "win": 100, "habit": 300})
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
