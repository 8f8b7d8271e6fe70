"""The best trail in a graph from a point, by branch and bound.

Depth first over all trails, with a stack of its own.  A trail is given up when even an upper bound
of what can follow is not better than the best so far.  It is the worth of all tiles connected with
the end of the trail, and of their doubles, less what must be left out: at every number with an odd
number of these tiles (at the end of the trail: an even one), other than where it will end, at least
one tile is left out (Euler), and one tile serves two such numbers at best.  So half of the cheapest
tile of each is lost.

A step changes two numbers, so what each adds to the bound is kept, as twice its worth, and summed
up over all that are still connected.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.engine.native.records import with_attributes
from playout.games.mexican_train.tiles import DECK, NUMBERS, count, first

BY_NUMBER = (np.int64, (NUMBERS,))
BY_PLACE = (np.int64, (DECK,))  # in the trail
PLACES = (np.int8, (DECK,))  # numbers: as one block, because a loop of a few is hard to predict

# The memory that best_chain (chains.py) lays out for a search.  A record, on the stack, because
# compiled code counts who uses an array, and parts of one, which took a tenth of the time.
WORK = with_attributes(
    np.dtype(
        [
            ("graph", *BY_NUMBER),  # the numbers that tiles join it to, as bits; not of the trail
            ("doubles", *BY_NUMBER),  # what its double is worth; 0: there is none
            ("tail", *BY_NUMBER),  # what the best way down the tiles peeled off here is worth
            ("follow", *BY_NUMBER),  # the next number on that way, or -1
            ("gain", *BY_NUMBER),  # what it adds to twice the bound
            ("last", *BY_NUMBER),  # what it adds besides if the trail ends here
            ("point", *PLACES),  # the number at this place
            ("left", *BY_PLACE),  # the next numbers that have not been tried yet, as bits
            ("worth", *BY_PLACE),  # what the trail up to here is worth
            ("seen", *BY_PLACE),  # the numbers that it has passed, as bits
            ("old_gain", *BY_PLACE),  # what this number had as `gain` before the trail came here
            ("old_last", *BY_PLACE),
            ("trail", *PLACES),  # the best trail
            ("chain", *BY_PLACE),  # the best chain: the trail, its tail and the doubles
            ("rest", np.int32, (NUMBERS,)),  # a set of tiles without one
            ("depth", np.int64),  # place in the trail where the search begins
            ("tile", np.int64),  # what a tile is worth beside its pips
            ("best", np.int64),  # what the best trail is worth, together with its tail
            ("slack", np.int64),  # bits of a worth that do not count: they are set in `best`
            ("length", np.int64),  # how many tiles it has, without its tail
            ("goal", np.int64),  # an upper bound of that worth, or UNKNOWN
            ("steps", np.int64),  # how many steps the last search took
        ],
        align=True,
    )
)

UNKNOWN = 1 << 40


@jit
def search(work: Any, limit: int) -> bool:
    """Look for a better trail in at most `limit` steps; returns whether none can be better now."""
    graph, doubles, tail, trail = work.graph, work.doubles, work.tail, work.trail
    point, left, worth, seen = work.point, work.left, work.worth, work.seen
    gain, last = work.gain, work.last
    tile, lowest, goal = work.tile, work.depth, work.goal
    best, depth, steps = work.best, lowest, 0
    at = int(point[depth]) & 31  # the mask as in `row_of`
    ways = int(graph[at])
    _weigh(work, at, int(seen[depth]))
    while steps < limit and best < goal:
        while ways == 0 and depth > lowest:
            gain[at], last[at] = work.old_gain[depth], work.old_last[depth]
            depth -= 1
            before = int(point[depth]) & 31
            graph[at] |= 1 << before
            graph[before] |= 1 << at
            at, ways = before, int(left[depth])
        if ways == 0:
            break
        to = first(ways)
        ways &= ways - 1
        steps += 1
        here, there = graph[at] & ~(1 << to), int(graph[to] & ~(1 << at))
        so_far = worth[depth] + tile + at + to + doubles[to] * (1 - (seen[depth] >> to & 1))
        if so_far + tail[to] > best:
            best = (so_far + tail[to]) | work.slack
            copy_items(trail, point)
            trail[depth + 1] = to
            work.length = depth + 1
        if there == 0:
            continue
        graph[at], graph[to] = here, there
        gain[at], last[at] = _weight(work, at, here, 0, 0)
        own, end = _weight(work, to, there, 0, 1)
        most, ends = _connected(work, to, there)
        if 2 * so_far + own + most + max(end, ends) >> 1 <= best:
            graph[at] |= 1 << to
            graph[to] |= 1 << at
            continue
        left[depth] = ways
        depth += 1
        point[depth], worth[depth], seen[depth] = to, so_far, seen[depth - 1] | 1 << to
        work.old_gain[depth], work.old_last[depth] = gain[to], last[to]
        at, ways = to, there
    finished = (depth == lowest and ways == 0) or best >= goal
    while depth > lowest:
        one, other = point[depth], point[depth - 1]
        graph[one] |= 1 << other
        graph[other] |= 1 << one
        depth -= 1
    work.best, work.steps = best, steps
    return finished


@jit(inline=True)
def _weight(work: Any, at: int, row: int, new: int, begins: int) -> tuple[int, int]:
    """What a number with these tiles adds to twice the bound, and what if the trail ends there.

    Its double counts if the number is new, and odd and even change if the trail begins there.
    """
    degree = count(row)
    cheapest = work.tile + at + first(row)
    odd = (degree ^ begins) & 1
    gain = degree * (work.tile + 2 * at) + 2 * work.doubles[at] * new - odd * cheapest
    return gain, 2 * work.tail[at] + (2 * odd - 1) * cheapest


@jit(inline=True)
def _weigh(work: Any, start: int, seen: int) -> None:
    """Write `gain` and `last` of all numbers connected with one."""
    graph, gain, last = work.graph, work.gain, work.last
    old, new = 1 << start, int(graph[start])
    while new != 0:
        at = first(new)
        old |= 1 << at
        new = (new | graph[at]) & ~old
        gain[at], last[at] = _weight(work, at, graph[at], 1 - (seen >> at & 1), 0)


@jit(inline=True)
def _connected(work: Any, start: int, row: int) -> tuple[int, int]:
    """The sum of `gain`, and the most of `last`, of all numbers connected with one, without it."""
    graph, gain, last = work.graph, work.gain, work.last
    old, new = 1 << start, row
    gains, most = 0, -UNKNOWN
    while new != 0:
        at = first(new)
        old |= 1 << at
        new = (new | graph[at]) & ~old
        gains += gain[at]
        most = max(most, last[at])
    return gains, most
