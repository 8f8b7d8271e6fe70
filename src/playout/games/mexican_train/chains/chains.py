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
found takes 52,000 steps of about 13 ns.  With larger hands the second search may end after LIMIT
steps with the best chain so far: it does so for 5 of 1,000 hands of double-12 at most (those of 25
to 27 tiles), and for 14 of double-18 (those of 35).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.engine.native.memory import scratch
from playout.games.mexican_train.chains.euler import MEMORY, fewest_left_out
from playout.games.mexican_train.chains.trails import UNKNOWN, search
from playout.games.mexican_train.tiles import NUMBERS, count, first

# What a tile and a double are worth beside their pips, which are 3420 in all at most.
LONGEST = 1 << 17, 1 << 12
HEAVIEST = 0, 0

ANY_LENGTH: Any = np.int64(-2), np.int64(-2)  # of the type of other bounds: compiled once

EXACT = 18  # tiles of the largest hand that is always searched to the end
LIMIT = 20_000  # steps of the search for larger hands, about a millisecond
# Steps before euler.py is tried: of 20 to 300 the quickest for 15, 18 and 21 tiles.  Of the type of
# the other limits, so that the search is compiled once.
_BRIEF: Any = np.int64(60)
_NO_LIMIT = 1 << 40


@jit
def best_chain(rows: Any, start: int, aim: Any, bounds: tuple[int, int], work: Any) -> int:
    """Write the best chain of a set of tiles from an end; returns how many tiles it has.

    `aim` is LONGEST or HEAVIEST.  `work`, a `WORK` record of any content, gets the numbers in order
    as `chain`, `start` first: tile k has the numbers chain[k] and chain[k + 1].

    With `bounds` (more, most) in the place of ANY_LENGTH only the length by LONGEST is found, and
    only if it is above `more`; else the answer is any number up to that, and there is no `chain`.
    No chain may have more than `most` tiles.
    """
    tiles, tile = lay_out(rows, start, aim, work), work.tile
    own = rows[start] >> start & 1  # a double of the start is in every chain
    more, most = bounds
    if bounds != ANY_LENGTH and tiles <= EXACT:  # else the length depends on how the search goes
        work.slack = tile - 1
        work.best = max(work.best, (more - own) * tile) | work.slack
        work.goal = (most - own) * tile
    if work.graph[work.point[work.depth]] != 0 and not search(work, _BRIEF):
        _leave_out(work, scratch(MEMORY))
        if work.best < work.goal:
            search(work, _NO_LIMIT if tiles <= EXACT else LIMIT)
    return _write(work) if bounds == ANY_LENGTH else own + work.best // tile


@jit
def most_tiles(rows: Any, start: int, one: int, other: int) -> int:
    """An upper bound of how many tiles a chain has without the tile one-other.

    They are all tiles connected with the start, but one for every two numbers with an odd number
    of tiles (the start: an even one), other than the end: Euler, as in trails.py.
    """
    old, new = 0, 1 << start
    doubles, ends, odd = 0, 0, 0
    while new != 0:
        at = first(new)
        row: Any = np.int64(rows[at]) & ~((at == one) << other | (at == other) << one)
        old |= 1 << at
        new = (new | row) & ~old
        own = row >> at & 1
        degree = count(row) - own
        doubles += own
        ends += degree
        odd += (degree ^ (at == start)) & 1
    return doubles + (ends - odd + 1 >> 1)


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
    graph, doubles, tail, follow = work.graph, work.doubles, work.tail, work.follow
    work.tile = tile
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
        follow[stem] = leaf if way > tail[stem] else follow[stem]
        tail[stem] = max(way, tail[stem])
        graph[leaf] = 0
        row = graph[stem] & ~(1 << leaf)
        graph[stem] = row
        leaves |= int((row != 0) & (row & (row - 1) == 0) & (stem != start)) << stem
    return tiles >> 1


@jit(inline=True)
def _enter(start: int, work: Any) -> None:
    """Go from the start as long as there is only one way; the search begins where that ends."""
    graph, doubles, tail, point, trail = work.graph, work.doubles, work.tail, work.point, work.trail
    at, depth, worth, seen = start, 0, 0, 1 << start
    point[0], trail[0] = start, start
    best, length = tail[start], 0
    while graph[at] != 0 and graph[at] & (graph[at] - 1) == 0:
        to = first(graph[at])
        graph[at] = 0
        graph[to] &= ~(1 << at)
        worth += int(work.tile + at + to + doubles[to])
        depth, at, seen = depth + 1, to, seen | 1 << to
        point[depth] = at
        trail[depth] = at
        if worth + tail[at] > best:
            best, length = worth + tail[at], depth
    work.worth[depth], work.seen[depth] = worth, seen
    work.depth, work.best, work.length, work.goal, work.slack = depth, best, length, UNKNOWN, 0


@jit
def _leave_out(work: Any, memory: Any) -> None:
    """Try the chain that leaves out as little as possible, and note an upper bound of all."""
    graph, point, tail, doubles = work.graph, work.point, work.tail, work.doubles
    depth, tile = work.depth, work.tile
    start = point[depth]
    more, loss = fewest_left_out(graph, tail, start, tile, point[depth:], memory)
    if more == 0:
        return
    total, seen = 0, work.seen[depth]
    new, old = 1 << start, 0
    while new != 0:
        number = first(new)
        old |= 1 << number
        new = (new | graph[number]) & ~old
        total += count(graph[number]) * (tile + 2 * number)
        total += 2 * doubles[number] * (1 - (seen >> number & 1))
    worth = work.worth[depth]
    work.goal = min(work.goal, worth + (total >> 1) - loss)
    for k in range(depth, depth + more):
        at, to = point[k], point[k + 1]
        worth += tile + at + to + doubles[to] * (1 - (seen >> to & 1))
        seen |= 1 << to
    worth += tail[point[depth + more]]
    if worth > work.best:
        work.best, work.length = worth | work.slack, depth + more
        copy_items(work.trail, point)


@jit(inline=True)
def _write(work: Any) -> int:
    """Write the chain: the trail, the best way down from its last number, and all doubles."""
    trail, chain, doubles, follow = work.trail, work.chain, work.doubles, work.follow
    last = work.length
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
