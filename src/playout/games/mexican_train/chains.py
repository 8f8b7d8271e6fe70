"""The best chain of a hand from an end.

The numbers are the points of a graph and the tiles its lines; a double is a loop.  A chain is a
trail: it may pass a number again, but no tile twice.  What a chain is worth is the sum of what its
tiles are worth, so one search serves every aim: with `LONGEST` a tile counts more than all doubles
and a double more than all pips, so that length comes first, then doubles, then pips.

1. A double can always be laid on the way: at the first visit of its number, where the next tile of
   the chain covers it.  So the search is over the other tiles alone.
2. A chain that enters a tree cannot come back.  So leaves are peeled off, one after another; each
   number keeps what the best way down from there is worth.  Of 15 tiles of double-12 nine remain.
3. Where there is only one way from the start, it is taken.
4. A short search by branch and bound (trails.py) is enough for four of five hands of 15 tiles.
5. For the other hands, the chain that leaves out as little as possible is tried (euler.py).  It is
   the best one for at least 96 of 100 such hands of double-12.  For the rest it gives an upper
   bound, and the search is tried again.

Hands of up to EXACT tiles are searched to the end; the slowest of double-12 that a hill climb has
found takes 52,000 steps of about 50 ns.  With larger hands the second search may end after LIMIT
steps with the best chain so far: it does so for 5 of 1,000 hands of double-12 at most (those of 25
to 27 tiles), and for 14 of double-18 (those of 35).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.games.mexican_train.euler import fewest_left_out
from playout.games.mexican_train.tiles import DECK, NUMBERS, count, first
from playout.games.mexican_train.trails import (
    BEST,
    DEPTH,
    DOUBLES,
    FOLLOW,
    GOAL,
    GRAPH,
    LENGTH,
    POINT,
    ROWS,
    SEEN,
    STATUS,
    TAIL,
    TILE,
    TRAIL,
    UNKNOWN,
    WORTH,
    search,
)

# What a tile and a double are worth beside their pips, which are 3420 in all at most.
LONGEST = 1 << 17, 1 << 12
HEAVIEST = 0, 0

EXACT = 18  # tiles of the largest hand that is always searched to the end
LIMIT = 20_000  # steps of the search for larger hands, about a millisecond
_BRIEF = 60  # steps before euler.py is tried: of 20 to 300 the quickest for 15, 18 and 21 tiles
_NO_LIMIT = 1 << 40


@jit
def best_chain(rows: Any, start: int, aim: Any, chain: Any) -> int:
    """Write the best chain of a set of tiles from an end; returns how many tiles it has.

    `aim` is LONGEST or HEAVIEST.  `chain` gets the numbers in order, `start` first: tile k of the
    chain has the numbers chain[k] and chain[k + 1].  It needs room for DECK numbers.
    """
    work = np.empty((ROWS, DECK), np.int64)
    status = work[STATUS]
    tiles = lay_out(rows, start, aim, work)
    if work[GRAPH, work[POINT, status[DEPTH]]] != 0 and not search(work, _BRIEF):
        _leave_out(work)
        if status[BEST] < status[GOAL]:
            search(work, _NO_LIMIT if tiles <= EXACT else LIMIT)
    return _write(work, chain)


@jit(inline=True)
def lay_out(rows: Any, start: int, aim: Any, work: Any) -> int:
    """Write a set of tiles into a working memory, ready for the search; returns their number."""
    tiles = _peel(rows, start, aim, work)
    _enter(start, work)
    return tiles


@jit(inline=True)
def _peel(rows: Any, start: int, aim: Any, work: Any) -> int:
    """Lay the graph out and peel its leaves off; returns how many tiles there were."""
    tile, double = aim
    graph, doubles, tail, follow = work[GRAPH], work[DOUBLES], work[TAIL], work[FOLLOW]
    work[STATUS, TILE] = tile
    leaves, tiles = 0, 0
    for number in range(NUMBERS):
        row: Any = np.int64(rows[number])
        own = row >> number & 1
        tiles += count(row) + own
        row ^= own << number
        graph[number] = row
        doubles[number] = own * (tile + double + 2 * number)
        tail[number] = 0
        follow[number] = -1
        leaves |= int((row != 0) & (row & (row - 1) == 0)) << number
    leaves &= ~(1 << start)
    while leaves != 0:
        leaf = first(leaves)
        leaves &= leaves - 1
        if graph[leaf] == 0:
            continue  # its only tile was to another leaf: they are out of reach
        stem = first(graph[leaf])
        way = tile + leaf + stem + doubles[leaf] + tail[leaf]
        if way > tail[stem]:
            tail[stem], follow[stem] = way, leaf
        graph[leaf] = 0
        row = graph[stem] & ~(1 << leaf)
        graph[stem] = row
        leaves |= int((row != 0) & (row & (row - 1) == 0) & (stem != start)) << stem
    return tiles >> 1


@jit(inline=True)
def _enter(start: int, work: Any) -> None:
    """Go from the start as long as there is only one way; the search begins where that ends."""
    graph, doubles, tail, point, trail = (
        work[GRAPH],
        work[DOUBLES],
        work[TAIL],
        work[POINT],
        work[TRAIL],
    )
    at, depth, worth, seen = start, 0, 0, 1 << start
    point[0], trail[0] = start, start
    best, length = tail[start], 0
    while graph[at] != 0 and graph[at] & (graph[at] - 1) == 0:
        to = first(graph[at])
        graph[at] = 0
        graph[to] &= ~(1 << at)
        worth += int(work[STATUS, TILE] + at + to + doubles[to])
        depth, at, seen = depth + 1, to, seen | 1 << to
        point[depth] = at
        trail[depth] = at
        if worth + tail[at] > best:
            best, length = worth + tail[at], depth
    work[WORTH, depth], work[SEEN, depth] = worth, seen
    status = work[STATUS]
    status[DEPTH], status[BEST], status[LENGTH], status[GOAL] = depth, best, length, UNKNOWN


@jit
def _leave_out(work: Any) -> None:
    """Try the chain that leaves out as little as possible, and note an upper bound of all."""
    status, point, tail, doubles = work[STATUS], work[POINT], work[TAIL], work[DOUBLES]
    depth, tile = status[DEPTH], status[TILE]
    start, graph = point[depth], work[GRAPH, :NUMBERS]
    more, loss = fewest_left_out(graph, tail, start, tile, point[depth:])
    if more == 0:
        return
    total, seen = 0, work[SEEN, depth]
    new, old = 1 << start, 0
    while new != 0:
        number = first(new)
        old |= 1 << number
        new = (new | graph[number]) & ~old
        total += count(graph[number]) * (tile + 2 * number)
        total += 2 * doubles[number] * (1 - (seen >> number & 1))
    worth = work[WORTH, depth]
    status[GOAL] = worth + (total >> 1) - loss
    for k in range(depth, depth + more):
        at, to = point[k], point[k + 1]
        worth += tile + at + to + doubles[to] * (1 - (seen >> to & 1))
        seen |= 1 << to
    worth += tail[point[depth + more]]
    if worth > status[BEST]:
        status[BEST], status[LENGTH] = worth, depth + more
        work[TRAIL] = point


@jit(inline=True)
def _write(work: Any, chain: Any) -> int:
    """Write the chain: the trail, the best way down from its last number, and all doubles."""
    trail, doubles, follow = work[TRAIL], work[DOUBLES], work[FOLLOW]
    last = work[STATUS, LENGTH]
    at = trail[last]
    while follow[at] >= 0:
        at, last = follow[at], last + 1
        trail[last] = at
    size = 0
    for k in range(last + 1):
        at = trail[k]
        chain[size] = at
        size += 1
        if doubles[at] != 0:
            doubles[at] = 0
            chain[size] = at
            size += 1
    return size - 1
