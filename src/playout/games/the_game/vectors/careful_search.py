"""The search of `careful` for 64 games at once: those of careful_search.py, in its order.

Each game is at a node of its own.  In a step all list the plays from their nodes, take the best of
those that may lead to a better plan, and go on with what follows it.  A node from which more such
plays are left is put down, to be come back to; its plays are listed once more then.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.engine.vectors.vectors import (
    any_bit,
    as_ones,
    byte,
    clipped,
    excess,
    least,
    load,
    long,
    one_bit,
    ones,
    splat,
    store,
    where,
    wide,
)
from playout.games.the_game.careful import SURE
from playout.games.the_game.careful_search import NODES
from playout.games.the_game.careful_weights import NEXT
from playout.games.the_game.vectors.blocks import ACTIVE
from playout.games.the_game.vectors.careful_turn import (
    ASLEEP,
    BEST,
    BOUND,
    CARDS,
    DEPTH,
    DOWN,
    HANDS,
    IS_NEW,
    LENGTH,
    LEVEL,
    MAY_END,
    MINIMUM,
    MOST,
    NODE,
    SEARCHING,
    SURELY,
    TOP,
    TOPS,
    WORTH,
    WORTHS,
    has,
)
from playout.games.the_game.vectors.careful_weighing import (
    LEAST_WIDE,
    MOST_WIDE,
    NO_PLAY,
    see_tops,
    weigh,
    write_enters,
    write_plays,
)

NEVER = -(1 << 30)  # below everything that can be gained
UNBOUNDED = 1 << 29  # more than any sequence is worth
FAR = 100  # the cards skipped by the next play, where no card fits


@jit
def begin_search(block: Any, rules: Any, games: Any, surely: Any) -> None:
    """Begin to search the turn in some of the games; in those of `surely`, without bounds."""
    zero, search = byte(0), block.search
    for k in range(NODE):
        start = zero
        if k < TOPS:
            start = load(block.full, k)
        elif k < ASLEEP:
            start = byte(TOP + k - TOPS)
        store(block.node, k, where(games, start, load(block.node, k)))
    store(search, SEARCHING, where(games, byte(1), load(search, SEARCHING)))
    store(search, LENGTH, where(games, zero, load(search, LENGTH)))
    store(search, LEVEL, where(games, zero, load(search, LEVEL)))
    store(search, IS_NEW, where(games, byte(1), load(search, IS_NEW)))
    store(search, MAY_END, where(games, zero, load(search, MAY_END)))
    store(search, SURELY, where(games, as_ones(surely), load(search, SURELY)))
    store(block.tried, 0, where(games, splat(1), load(block.tried, 0)))
    nothing = long(splat(0))
    bound = where(surely, nothing + UNBOUNDED, load(block.bests, MOST))
    store(block.worths, WORTH, where(games, nothing, load(block.worths, WORTH)))
    store(block.worths, BOUND, where(games, bound, load(block.worths, BOUND)))
    store(block.bests, BEST, where(games, nothing + NEVER, load(block.bests, BEST)))


@jit
def search_on(block: Any, rules: Any, margin: int) -> None:
    """Try one more play in each game whose turn is searched."""
    search, solo = block.search, rules.players == 1
    searching = (load(block.counts, ACTIVE) == 1) & (load(search, SEARCHING) == 1)
    surely = searching & (load(search, SURELY) == 1)
    see_tops(block, rules)
    write_enters(block, rules)
    listing = searching
    if solo:
        listing = searching & ~ended(block, rules, margin)
    write_plays(block, listing)
    worth, bound = load(block.worths, WORTH), load(block.worths, BOUND)
    best, plays = load(block.bests, BEST), load(block.node, DEPTH) + 1
    may_end = plays >= load(search, MINIMUM)
    # What a play must gain to be tried: by itself, together with what can follow it, or to end a
    # plan.
    slack = where(surely, splat(LEAST_WIDE), clipped(best - worth - margin))
    to_end = where(may_end, clipped(best - worth), splat(MOST_WIDE))
    slacks = slack, clipped(best - bound), to_end
    chosen, gain, more, others, count = weigh(block, rules, slacks)
    # Without bounds plays count one by one: they may become too many in the middle of a node.
    tried = load(block.tried, 0)
    stops = surely & (tried > NODES)
    lays = searching & (chosen < NO_PLAY) & ~stops
    counted = where(searching & (load(search, IS_NEW) == 1), count, byte(0))
    store(block.tried, 0, tried + wide(where(surely, as_ones(lays), counted)))
    store(search, IS_NEW, byte(0))
    # What the other plays may reach; where numbers of 16 bits are too short for it, anything.
    loose = surely | (others == MOST_WIDE)
    loose = loose | (best - worth - margin < LEAST_WIDE) | (best - bound < LEAST_WIDE)
    reached = where(loose, long(splat(0)) + UNBOUNDED, best + long(others))
    for k in range(rules.hand):
        here = lays & (plays == k + 1)
        store(block.path, k, where(here, chosen, load(block.path, k)))
    worth, bound = worth + long(gain), bound + long(gain) + long(more)
    ends = lays & may_end & (worth > best)
    if not solo:
        best = where(ends, worth, best)
        write_plan(block, rules, ends, plays)
        store(block.bests, BEST, best)
    goes_on = (least(worth + margin, bound) > best) & (ones(load(block.node, HANDS)) > 1)
    if solo:
        goes_on = goes_on | ends
        store(search, MAY_END, as_ones(ends))
    enters = lays & goes_on
    remains = lays & (others > 0) & (reached > best)
    write_asleep(block, rules, gain, chosen, lays)
    put_down(block, rules, enters & remains, reached)
    lay(block, rules, enters, chosen, worth, bound)
    turns_back = searching & ~enters & ~remains
    over = come_back(block, rules, turns_back, stops, best)
    search_again(block, rules, searching, over)


@jit
def ended(block: Any, rules: Any, margin: int) -> Any:
    """End plans with the nodes where they may end; returns where nothing better can follow."""
    may_end = load(block.search, MAY_END) == 1
    store(block.search, MAY_END, byte(0))
    worth, bound, best = (
        load(block.worths, WORTH),
        load(block.worths, BOUND),
        load(block.bests, BEST),
    )
    skipped = where(load(block.node, HANDS) == 0, byte(0), byte(FAR))
    for pile in range(4):
        fits = load(block.at_onward, pile) | load(block.at_back, pile)
        below, first = load(block.at_below, pile), pile // 2 * DOWN
        for k in range(rules.hand):
            skips = excess(load(block.below, first + k), below)
            skipped = where(has(fits, k), least(skipped, skips), skipped)
    final = worth - long(load(block.by, NEXT) * wide(skipped))
    ends = may_end & (final > best)
    best = where(ends, final, best)
    store(block.bests, BEST, best)
    write_plan(block, rules, ends, load(block.node, DEPTH))
    return may_end & (least(worth + margin, bound) <= best)


@jit
def write_plan(block: Any, rules: Any, games: Any, plays: Any) -> None:
    """Let the path be the plan, in some of the games."""
    for k in range(rules.hand):
        store(block.plan, k, where(games, load(block.path, k), load(block.plan, k)))
    store(block.search, LENGTH, where(games, plays, load(block.search, LENGTH)))


@jit
def write_asleep(block: Any, rules: Any, gain: Any, chosen: Any, games: Any) -> None:
    """Let the chosen play sleep and those before it: those that gain more, or were found first."""
    for pile in range(4):
        asleep = load(block.node, ASLEEP + pile)
        for k in range(rules.hand):
            code = pile * CARDS + k
            gained = load(block.gains, code)
            tried = games & ((gained > gain) | ((gained == gain) & (chosen >= code)))
            asleep = where(tried, asleep | byte(1 << k), asleep)
        store(block.node, ASLEEP + pile, asleep)


@jit
def put_down(block: Any, rules: Any, games: Any, reached: Any) -> None:
    """Put nodes down to be come back to."""
    level = load(block.search, LEVEL)
    for k in range(rules.hand):
        here = games & (level == k)
        if any_bit(here):
            for row in range(NODE):
                to = k * NODE + row
                store(block.nodes, to, where(here, load(block.node, row), load(block.nodes, to)))
            for row in range(WORTHS):
                to, worth = k * WORTHS + row, load(block.worths, row)
                store(block.node_worths, to, where(here, worth, load(block.node_worths, to)))
            store(block.reached, k, where(here, reached, load(block.reached, k)))
    store(block.search, LEVEL, level + as_ones(games))


@jit
def lay(block: Any, rules: Any, games: Any, chosen: Any, worth: Any, bound: Any) -> None:
    """Go on with the node after a play."""
    node, worths = block.node, block.worths
    card, falls = chosen & (CARDS - 1), (chosen & (2 * CARDS)) > 0
    bit, mirror = one_bit(card), one_bit((int(rules.hand) - 1) - card)
    rising, falling = where(falls, mirror, bit), where(falls, bit, mirror)
    rising, falling = where(games, rising, byte(0)), where(games, falling, byte(0))
    store(node, HANDS, load(node, HANDS) & ~rising)
    store(node, HANDS + 1, load(node, HANDS + 1) & ~falling)
    for pile in range(4):
        here = games & ((chosen & (3 * CARDS)) == pile * CARDS)
        entry = card + pile // 2 * DOWN
        store(node, TOPS + pile, where(here, entry, load(node, TOPS + pile)))
        store(node, ASLEEP + pile, where(here, byte(0), load(node, ASLEEP + pile)))
    store(node, DEPTH, load(node, DEPTH) + as_ones(games))
    store(block.search, IS_NEW, where(games, byte(1), load(block.search, IS_NEW)))
    store(worths, WORTH, where(games, worth, load(worths, WORTH)))
    store(worths, BOUND, where(games, bound, load(worths, BOUND)))


@jit
def come_back(block: Any, rules: Any, games: Any, stops: Any, best: Any) -> Any:
    """Come back to the last node from which a better plan may be reached.

    Returns where none is left.
    """
    search = block.search
    level = where(stops, byte(0), load(search, LEVEL))
    found = level
    goes_on, k = games & ~games, 0
    while any_bit(games & (level > k)):
        here = games & (level > k) & (load(block.reached, k) > best)
        for row in range(NODE):
            back = load(block.nodes, k * NODE + row)
            store(block.node, row, where(here, back, load(block.node, row)))
        for row in range(WORTHS):
            worth = load(block.node_worths, k * WORTHS + row)
            store(block.worths, row, where(here, worth, load(block.worths, row)))
        found, goes_on = where(here, byte(k), found), goes_on | here
        k += 1
    store(search, LEVEL, found)
    return games & ~goes_on


@jit
def search_again(block: Any, rules: Any, searching: Any, over: Any) -> None:
    """Where searches are over, begin another without bounds or for fewer plays, if need be."""
    search = block.search
    too_many = searching & (load(search, SURELY) == 0) & (load(block.tried, 0) > SURE)
    over = over & ~too_many
    minimum = load(search, MINIMUM)
    shorter = over & (load(search, LENGTH) == 0) & (minimum > 1)
    store(search, MINIMUM, where(shorter, minimum - 1, minimum))
    store(search, SEARCHING, where(over, byte(0), load(search, SEARCHING)))
    if any_bit(shorter | too_many):
        begin_search(block, rules, shorter | too_many, too_many)
