"""The best trail in a graph from a point, by branch and bound.

Depth first over all trails, with a stack of its own.  A trail is given up when even the upper bound
of what can follow (`_most`) is not better than the best so far.  The search works in a memory that
best_chain (chains.py) lays out: a matrix, whose rows are named below.
"""

from __future__ import annotations

from typing import Any

from playout.engine.jit import jit
from playout.games.mexican_train.tiles import count, first

# By number:
GRAPH = 0  # the numbers that tiles join it to, as bits; without the tiles of the present trail
DOUBLES = 1  # what its double is worth; 0: there is none
TAIL = 2  # what the best way down from here is worth, among the tiles that were peeled off
FOLLOW = 3  # the next number on that way, or -1
# By place in the trail:
POINT = 4  # the number at this place
LEFT = 5  # the next numbers that have not been tried yet, as bits
WORTH = 6  # what the trail up to here is worth
SEEN = 7  # the numbers that it has passed, as bits
TRAIL = 8  # the best trail
STATUS = 9
ROWS = 10  # rows of the matrix

# Places in the row STATUS.
DEPTH = 0  # place in the trail where the search begins
TILE = 1  # what a tile is worth beside its pips
BEST = 2  # what the best trail is worth, together with its tail
LENGTH = 3  # how many tiles it has, without its tail
GOAL = 4  # an upper bound of that worth, or UNKNOWN
STEPS = 5  # how many steps the last search took
UNKNOWN = 1 << 40


@jit
def search(work: Any, limit: int) -> bool:
    """Look for a better trail in at most `limit` steps; returns whether none can be better now."""
    graph, doubles, tail, trail = work[GRAPH], work[DOUBLES], work[TAIL], work[TRAIL]
    point, left, worth, seen = work[POINT], work[LEFT], work[WORTH], work[SEEN]
    status = work[STATUS]
    tile, lowest, goal = status[TILE], status[DEPTH], status[GOAL]
    best, depth, steps = status[BEST], lowest, 0
    left[depth] = graph[point[depth]]
    while steps < limit and best < goal:
        at = point[depth]
        if left[depth] == 0:
            if depth == lowest:
                break
            depth -= 1
            graph[at] |= 1 << point[depth]
            graph[point[depth]] |= 1 << at
            continue
        to = first(left[depth])
        left[depth] &= left[depth] - 1
        graph[at] &= ~(1 << to)
        graph[to] &= ~(1 << at)
        steps += 1
        so_far = worth[depth] + tile + at + to + doubles[to] * (1 - (seen[depth] >> to & 1))
        depth += 1
        point[depth], worth[depth], seen[depth] = to, so_far, seen[depth - 1] | 1 << to
        if so_far + tail[to] > best:
            best = so_far + tail[to]
            status[LENGTH] = depth
            for k in range(lowest, depth + 1):
                trail[k] = point[k]
        hopeless = graph[to] == 0 or so_far + _most(work, to, seen[depth], tile) <= best
        left[depth] = 0 if hopeless else graph[to]
    finished = (depth == lowest and left[depth] == 0) or best >= goal
    while depth > lowest:
        one, other = point[depth], point[depth - 1]
        graph[one] |= 1 << other
        graph[other] |= 1 << one
        depth -= 1
    status[BEST], status[STEPS] = best, steps
    return finished


@jit(inline=True)
def _most(work: Any, start: int, seen: int, tile: int) -> int:
    """An upper bound of what a trail from here, with its tail, is worth.

    It is the worth of all tiles connected with the start, and of their doubles, less what must be
    left out.  At every number with an odd number of these tiles (at the start: an even one), other
    than the end, at least one tile is left out (Euler), and one tile serves two such numbers at
    best.  So half of the cheapest tile of each is lost.
    """
    graph, doubles, tail = work[GRAPH], work[DOUBLES], work[TAIL]
    new, old = 1 << start, 0
    twice, end = 0, -UNKNOWN  # twice the worth; twice what ending at the best number adds to it
    while new != 0:
        at = first(new)
        row = graph[at]
        old |= 1 << at
        new = (new | row) & ~old
        degree = count(row)
        twice += degree * (tile + 2 * at) + 2 * doubles[at] * (1 - (seen >> at & 1))
        cheapest = tile + at + first(row)
        odd = (degree ^ (at == start)) & 1
        twice -= odd * cheapest
        end = max(end, 2 * tail[at] + (2 * odd - 1) * cheapest)
    return (twice + end) >> 1
