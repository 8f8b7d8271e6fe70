"""The strategy `maxn`: a tree of moves in each of several worlds.

Max-n is minimax for more than two: at every node the player to move takes what is worth most to
that player (Luckhardt and Irani, "An algorithmic solution of N-person games", AAAI 1986).  In the
paranoid form all others take what is worth least to the player who searches (Sturtevant and Korf,
"On pruning techniques for multi-player games", AAAI 2000).  A leaf is worth what a playout from it
ends with.  The tree is walked with a stack of frames, one for each level.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.engine.records import with_attributes
from playout.engine.registry import strategy
from playout.games.mexican_train.playouts import PLANS, play_on, play_out, quick_move
from playout.games.mexican_train.positions import copy_position
from playout.games.mexican_train.rules import PLAYERS, STATE
from playout.games.mexican_train.search import (
    MOVES,
    SEARCH,
    begin,
    fitting_moves,
    new_world,
    worth,
)
from playout.games.mexican_train.tiles import high_of, low_of, tile_of

FRAME = with_attributes(
    np.dtype(
        [
            ("state", STATE),
            ("plans", *PLANS),
            ("moves", np.int64, (MOVES,)),
            ("count", np.int64),  # how many moves are looked at
            ("next", np.int64),  # how many of them have been searched
            ("worth", np.int64, (PLAYERS,)),  # what the best of these is worth to each player
        ],
        align=True,
    )
)

_DEEPEST = 64  # levels
_FIRST = 64  # more than the pips of a tile


@strategy(
    "mexican-train",
    parameters={
        "worlds": 40,
        "depth": 2,
        "width": 2,
        "nodes": 4000,
        "win": 100,
        "paranoid": 0,
        "habit": 300,
    },
    aliases=("ai-3",),
)
def maxn(view: Any, rng: Any) -> int:
    """The best move by a search of the next moves, on average over hands as they could be.

    In each of `worlds` worlds a tree of `depth` moves, with all own moves at its root and the
    `width` most likely ones at every other node; forced moves cost no depth.  A leaf is a playout.
    After `nodes` playouts in all, only the root has branches.  With `paranoid` = 1 all others play
    against this player.  `win` and `habit` are as in `rollout`.  It searches as if everybody saw
    all hands, so it does nothing to learn, or to hide, anything; and it does not think beyond the
    round.
    """
    return _decide(view, rng)


@jit
def _decide(view: Any, rng: Any) -> int:
    depth = min(max(int(view.parameters[1]), 1), _DEEPEST)
    # An array must outlive its records: compiled code frees it after its last use by name.
    return _choose(view, rng, np.zeros(1, SEARCH), np.zeros(depth + 1, FRAME))


@jit
def _choose(view: Any, rng: Any, memory: Any, frames: Any) -> int:
    """The move, found in one `SEARCH` record and a `FRAME` for each level."""
    search, root = memory[0], frames[0]
    moves = begin(view, view.parameters[6], search)
    if moves == 1:
        return search.moves[0]
    for _ in range(max(int(view.parameters[0]), 1)):
        new_world(view, rng, search)
        copy_position(search.world, root.state)
        for player in range(view.players):
            root.plans[player] = search.plans[player]
        _walk(view, frames, moves, search)
    best = 0
    for k in range(1, moves):
        if search.sums[k] > search.sums[best]:
            best = k
    return search.moves[best]


@jit
def _walk(view: Any, frames: Any, moves: int, search: Any) -> None:
    """Search the tree below frames[0]; adds to `sums` what each of its moves is worth."""
    rules, path, deepest = search.rules, search.path, len(frames) - 1
    level, width, nodes = 0, int(view.parameters[2]), int(view.parameters[3])
    frames[0].count, frames[0].next = moves, 0
    frames[0].moves[:] = search.moves
    while True:
        frame = frames[level]
        if frame.next == frame.count:
            if level == 0:
                return
            level -= 1
            _take_over(view, frames, level, search)
            continue
        below = frames[level + 1]
        copy_position(frame.state, below.state)
        for player in range(view.players):
            below.plans[player] = frame.plans[player]
        play_on(below.state, rules, frame.moves[frame.next], below.plans)
        if level + 1 < deepest and search.nodes < nodes:
            _skip_forced(below, search)
            if below.state.over == 0:
                _expand(below, width, search)
                level += 1
                continue
        play_out(below.state, rules, below.plans, path)
        search.nodes += 1
        for player in range(view.players):
            below.worth[player] = worth(below.state.scores, player, view, view.parameters[4])
        _take_over(view, frames, level, search)


@jit
def _skip_forced(frame: Any, search: Any) -> None:
    """Play on as long as there is one move only."""
    state = frame.state
    while state.over == 0 and fitting_moves(state, search.rules, frame.moves) == 1:
        play_on(state, search.rules, frame.moves[0], frame.plans)


@jit
def _expand(frame: Any, width: int, search: Any) -> None:
    """List the moves to be looked at: that of a playout first, then the heaviest."""
    moves = frame.moves
    frame.count, frame.next = fitting_moves(frame.state, search.rules, moves), 0
    habit = quick_move(frame.state, search.rules, frame.plans, search.path)
    for place in range(min(width, frame.count)):
        best = place
        for k in range(place, frame.count):
            if _rank(moves[k], habit) > _rank(moves[best], habit):
                best = k
        moves[place], moves[best] = moves[best], moves[place]
    frame.count = min(max(width, 1), frame.count)


@jit(inline=True)
def _rank(move: int, habit: int) -> int:
    """Moves are looked at in falling order of this number."""
    tile = tile_of(move)
    return low_of(tile) + high_of(tile) + (move == habit) * _FIRST


@jit
def _take_over(view: Any, frames: Any, level: int, search: Any) -> None:
    """A move of a frame has been searched: keep what it is worth if the player would choose it."""
    frame, worths = frames[level], frames[level + 1].worth
    if level == 0:
        search.sums[frame.next] += worths[view.seat]
    player, seat = frame.state.player, view.seat
    better = worths[player] > frame.worth[player]
    if view.parameters[5] != 0.0 and player != seat:
        better = worths[seat] < frame.worth[seat]
    if frame.next == 0 or better:
        frame.worth[:] = worths
    frame.next += 1
