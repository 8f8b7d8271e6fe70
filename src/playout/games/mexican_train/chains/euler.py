"""The best chain of a large hand: leave out as little as possible (Euler's theorem).

All lines of a connected graph can be walked, from s to t, if s and t have an odd number of lines
and no other point has; if s = t, if none has.  So what a chain leaves out, together with one way
from its start to its end, is a set of paths that join the odd points in pairs.  The cheapest are
shortest paths, in the pairs of a smallest perfect matching (Edmonds and Johnson, "Matching, Euler
tours and the Chinese postman", Mathematical Programming 5 (1973)).  Here there are few points, and
the matching is found over all their subsets.

If what is left is connected, it is the best chain.  If not, its worth is still an upper bound.  Of
the hands of double-12 that come here, what is left is connected for 96 of 100 with 18 tiles, for 99
with 25 and for all with 60; of double-18, for 92 of 100 with 24 tiles and for 99 with 40.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.native.records import with_attributes
from playout.games.mexican_train.tiles import DECK, NUMBERS, count, first

ODD = 15  # most odd numbers that are joined: a table of 2**15 words
FAR = 1 << 40

# Working memory: one record on the stack, as an array costs as much as two steps of the search.
MEMORY = with_attributes(
    np.dtype(
        [
            ("distance", np.int64, (NUMBERS, NUMBERS)),  # what the tiles of a shortest path cost
            ("toward", np.int64, (NUMBERS, NUMBERS)),  # the number after the first on that path
            ("left", np.int64, (NUMBERS,)),  # the graph without what is left out
            ("names", np.int64, (ODD,)),  # the odd numbers
            ("ends", np.int64, (ODD,)),  # where the chain ends best if one is joined to the end
            ("costs", np.int64, (ODD,)),  # and what that costs
            ("stack", np.int64, (DECK,)),
        ],
        align=True,
    )
)


@jit
def fewest_left_out(
    graph: Any, tail: Any, start: int, tile: int, trail: Any, memory: Any
) -> tuple[int, int]:
    """Write the chain that is left when as little as possible is left out of a graph.

    `graph` has the numbers that tiles join to each number, as bits; `tail[t]` is what ending at t
    adds, and a tile is worth `tile` beside its pips; `memory` is a record of the type MEMORY.
    Returns how many tiles the chain has, and the least that any chain loses: the worth of the tiles
    left out, less the tail; (0, 0) if there are too many odd numbers.
    """
    distance, toward, left = memory.distance, memory.toward, memory.left
    names, ends, costs = memory.names, memory.ends, memory.costs
    numbers: Any = np.int64(
        0
    )  # functions that are called with an int, too, would be compiled twice
    odd = 1 << start
    for a in range(NUMBERS):
        row = graph[a]
        left[a] = row
        for b in range(NUMBERS):
            distance[a, b] = FAR
        numbers |= int(row != 0) << a
        odd ^= (count(row) & 1) << a
        distance[a, a] = 0
        while row != 0:
            b = first(row)
            row &= row - 1
            distance[a, b], toward[a, b] = tile + a + b, b
    size = count(odd)
    if size > ODD:
        return 0, 0
    _shortest(distance, toward, numbers)
    # The best end for each odd number, in case it is the one that is joined to the end.
    for k in range(size):
        a = first(odd)
        odd &= odd - 1
        names[k], costs[k] = a, FAR
        rest = numbers
        while rest != 0:
            b = first(rest)
            rest &= rest - 1
            if distance[a, b] - tail[b] < costs[k]:
                costs[k], ends[k] = distance[a, b] - tail[b], b
    least = _matched(distance, names, costs, size)
    # Read the matching back, and leave its paths out.
    these = (1 << size) - 1
    while these != 0:
        k = first(these)
        a, rest = names[k], these & (these - 1)
        if least[these] == costs[k] + least[rest] and count(these) & 1 == 1:
            these, b = rest, ends[k]
        else:
            partners = rest
            m = first(partners)
            while least[these] != distance[a, names[m]] + least[rest & ~(1 << m)]:
                partners &= partners - 1
                m = first(partners)
            these, b = rest & ~(1 << m), names[m]
        while a != b:
            c = toward[a, b]
            left[a] ^= 1 << c
            left[c] ^= 1 << a
            a = c
    return _walk(left, start, trail, memory.stack), least[(1 << size) - 1]


@jit
def _shortest(distance: Any, toward: Any, numbers: int) -> None:
    """All shortest paths (Floyd and Warshall); `toward[a, b]` is the number after a."""
    vias = numbers
    while vias != 0:
        via = first(vias)
        vias &= vias - 1
        rest = numbers
        while rest != 0:
            a = first(rest)
            rest &= rest - 1
            if distance[a, via] < FAR:
                for b in range(NUMBERS):
                    way = distance[a, via] + distance[via, b]
                    if way < distance[a, b]:
                        distance[a, b], toward[a, b] = way, toward[a, via]


@jit
def _matched(distance: Any, names: Any, costs: Any, size: int) -> Any:
    """The least cost of joining each subset of the names in pairs, and an odd one to an end."""
    least = np.empty(1 << size, np.int64)
    least[0] = 0
    for these in range(1, 1 << size):
        k = first(these)
        rest = these & (these - 1)
        a, best = names[k], FAR
        if count(these) & 1 == 1:
            best = costs[k] + least[rest]
        partners = rest
        while partners != 0:
            m = first(partners)
            partners &= partners - 1
            best = min(best, distance[a, names[m]] + least[rest & ~(1 << m)])
        least[these] = best
    return least


@jit
def _walk(graph: Any, start: int, trail: Any, stack: Any) -> int:
    """Write a trail that uses all tiles connected with the start (Hierholzer)."""
    depth, size = 0, 0
    stack[0] = start
    while depth >= 0:
        at = stack[depth]
        if graph[at] != 0:
            to = first(graph[at])
            graph[at] &= ~(1 << to)
            graph[to] &= ~(1 << at)
            depth += 1
            stack[depth] = to
        else:
            trail[size] = at
            size += 1
            depth -= 1
    for k in range(size // 2):
        trail[k], trail[size - 1 - k] = trail[size - 1 - k], trail[k]
    return size - 1
