"""What `careful` writes down for 64 games before it searches their turns.

An entry is a card or a top as one direction sees it, and a row of each table: the own cards as
rising piles see them, the lowest first; the same as falling piles see them, the highest first; and
the tops of the four piles.  A set of own cards is a byte, whose bits are the rows of its direction.

Nothing here changes while a turn is searched.  So all is written again for games in the middle of a
search whenever others begin a turn: it stays what it was.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.vectors.vectors import (
    GAMES,
    as_ones,
    byte,
    excess,
    least,
    load,
    long,
    most,
    narrow,
    ones,
    splat,
    store,
    where,
    wide,
)
from playout.games.the_game.careful_weights import (
    APART,
    DEAD,
    DEAD_OWN,
    FITS,
    LATE,
    LATE_SOLO,
    PLAY,
    SKIP,
    SPARE,
    STEP,
    TRICK,
    WEIGHTS,
)
from playout.games.the_game.vectors.blocks import (
    DRAW_PILE,
    FIELDS,
    LAST_CARD,
    LEFT,
    NO_CARD,
    SET,
    SIZE,
    a_jump_back,
    is_not_laid,
    rank_of,
)

CARDS = 8  # most cards in a hand: a set of them is a byte
DOWN = CARDS  # the first entry of falling piles
TOP = 2 * CARDS  # the entry of the first top
ENTRIES = TOP + 4

# The weights for each phase, and what a card passed by may gain beside (see write_hopes in
# the_game/careful_turn.py).
MORE = WEIGHTS.shape[1]
_PASSED = WEIGHTS[:, FITS] - WEIGHTS[:, PLAY] + 2 * WEIGHTS[:, SPARE]
PHASES = np.column_stack([WEIGHTS, np.maximum(4 * WEIGHTS[:, FITS], _PASSED)])

NOTHING = -20_000  # the lure of no card: with it, no hope is above 0

# Rows of `node`: a sequence of plays.
HANDS = 0  # the cards still in hand, as each direction sees them: 2 rows
TOPS = 2  # the entry on top of each pile
ASLEEP = 6  # of each pile, own cards whose plays were tried in another order
DEPTH = 10  # how many plays
NODE = 11
# Rows of `worths`.
WORTH = 0  # of its plays
BOUND = 1  # no sequence that begins with them is worth more
WORTHS = 2
# Rows of `search`.
SEARCHING = 0  # 1: a turn is being searched
MINIMUM = 1  # the fewest plays of a plan
LENGTH = 2  # how many plays the plan has
LEVEL = 3  # nodes to come back to
IS_NEW = 4  # 1: the plays from this node have not been counted
MAY_END = 5  # 1: a plan may end with this node (solo)
SURELY = 6  # 1: searched without bounds
SEARCH = 7
# Rows of `bests`.
BEST = 0  # what the plan is worth
MOST = 1  # no plan is worth more
BESTS = 2

_BYTES, _WIDE, _LONG = np.uint8, np.int16, np.int32
PLANNING = np.dtype(
    [
        *FIELDS,
        ("by", _WIDE, (MORE + 1, GAMES)),  # the weights, by the phase of the game
        ("full", _BYTES, (2, GAMES)),  # the own cards, as each direction sees them
        # For each entry:
        ("place", _BYTES, (ENTRIES, GAMES)),  # its number, as the direction sees it
        ("below", _BYTES, (ENTRIES, GAMES)),  # how many unseen cards are back of it
        ("onward", _BYTES, (ENTRIES, GAMES)),  # the set of own cards ahead of it
        ("back", _BYTES, (ENTRIES, GAMES)),  # the own card a jump back, as a set
        ("enter", _WIDE, (ENTRIES, GAMES)),  # gained by laying it on a pile
        ("leave", _WIDE, (ENTRIES, GAMES)),  # lost by covering it
        ("lure", _WIDE, (ENTRIES, GAMES)),  # gained at most by laying it and by the steps after it
        ("hope", _WIDE, (ENTRIES, GAMES)),  # gained at most by the steps from it
        ("pull", _WIDE, (ENTRIES, GAMES)),  # what a trick on it gains at most, but for the card's
        ("lead", _WIDE, (ENTRIES, GAMES)),  # hope, less what a trick with the card may gain
        # The search:
        ("search", _BYTES, (SEARCH, GAMES)),
        ("bests", _LONG, (BESTS, GAMES)),
        ("tried", _WIDE, (1, GAMES)),  # how many sequences were tried
        ("path", _BYTES, (CARDS, GAMES)),  # the plays of the node
        ("plan", _BYTES, (CARDS, GAMES)),  # the plays of the best sequence
        ("node", _BYTES, (NODE, GAMES)),
        ("worths", _LONG, (WORTHS, GAMES)),
        # The nodes to come back to, and what can still be reached from each:
        ("nodes", _BYTES, (CARDS * NODE, GAMES)),
        ("node_worths", _LONG, (CARDS * WORTHS, GAMES)),
        ("reached", _LONG, (CARDS, GAMES)),
        # Scratch space.  Of each pile: its top, and of the hand the cards that fit, and the plays.
        ("at_place", _BYTES, (4, GAMES)),
        ("at_below", _BYTES, (4, GAMES)),
        ("at_onward", _BYTES, (4, GAMES)),
        ("at_back", _BYTES, (4, GAMES)),
        ("at_leave", _WIDE, (4, GAMES)),
        ("at_hope", _WIDE, (4, GAMES)),
        ("plays", _BYTES, (4, GAMES)),
        # Of each own card: gained on whatever pile, how many others are ahead; and of each play.
        ("enters", _WIDE, (ENTRIES, GAMES)),
        ("above", _BYTES, (ENTRIES, GAMES)),
        ("ladders_now", _BYTES, (2, GAMES)),
        ("gains", _WIDE, (4 * CARDS, GAMES)),
    ],
    align=True,
)


@jit
def has(cards: Any, k: int) -> Any:
    """Whether a set of own cards has the card of row k."""
    return ~((cards & (1 << k)) == 0)


@jit
def write_turn(block: Any, rules: Any) -> None:
    """Write all that the searches of turns share."""
    sort_hands(block, rules)
    write_weights(block, rules)
    before = byte(0)
    for k in range(SET):
        store(block.before, k, before)
        before = before + ones(load(block.not_laid, k))
    for k in range(rules.hand):
        write_card(block, rules, k)
    for pile in range(4):
        write_top(block, rules, pile)
    write_hopes(block, rules)
    write_bonuses(block, rules)


@jit
def sort_hands(block: Any, rules: Any) -> None:
    """Sort the cards of each hand."""
    for k in range(rules.hand):
        lowest = load(block.own, k)
        for other in range(k + 1, rules.hand):
            own = load(block.own, other)
            store(block.own, other, most(lowest, own))
            lowest = least(lowest, own)
        store(block.own, k, lowest)


@jit
def write_weights(block: Any, rules: Any) -> None:
    """Write the weights for the phase that each game is in."""
    draw_pile = load(block.rest, DRAW_PILE)
    first, end, empty = (2, 3, 4) if rules.players == 1 else (0, 1, 1)
    late, last = draw_pile <= (LATE_SOLO if rules.players == 1 else LATE), draw_pile == 0
    for k in range(MORE + 1):
        later = where(last, splat(PHASES[empty, k]), splat(PHASES[end, k]))
        store(block.by, k, where(late, later, splat(PHASES[first, k])))


@jit
def unseen_cards(block: Any) -> Any:
    """How many cards are unseen."""
    return narrow(load(block.rest, LEFT)) - load(block.counts, SIZE)


@jit
def write_card(block: Any, rules: Any, k: int) -> None:
    """Write both entries of a card."""
    by, hand, jump, mirror = block.by, int(rules.hand), int(rules.jump), int(rules.hand) - 1 - k
    card = load(block.own, k)
    is_card = card < NO_CARD
    behind, ahead = excess(card, jump), least(card + jump, LAST_CARD)
    backs, forwards = byte(0), byte(0)
    for other in range(hand):
        own = load(block.own, other)
        backs = backs | where(own == behind, byte(1 << other), byte(0))
        forwards = forwards | where(own == ahead, byte(1 << (hand - 1 - other)), byte(0))
    rising = wide(as_ones(is_not_laid(block, behind) & (backs == 0)))
    falling = wide(as_ones(is_not_laid(block, ahead) & (forwards == 0)))
    spared = load(by, PLAY) - load(by, SPARE) * (rising + falling)
    below = rank_of(block, card) - k
    for first in range(0, TOP, DOWN):
        is_up = first == 0
        row, bit = (k, k) if is_up else (DOWN + mirror, mirror)
        place = card if is_up else LAST_CARD - card
        below = below if is_up else unseen_cards(block) - below
        trick = rising if is_up else falling
        store(block.place, row, place)
        store(block.below, row, below)
        store(block.back, row, backs if is_up else forwards)
        store(block.onward, row, byte(0xFE << bit & 0xFF))
        leave = left_behind(block, trick, place, below)
        store(block.leave, row, leave)
        store(block.enter, row, spared + leave)
        cards = byte(0) if k == 0 else load(block.full, int(not is_up))
        store(block.full, int(not is_up), cards | where(is_card, byte(1 << bit), byte(0)))


@jit
def left_behind(block: Any, trick: Any, place: Any, below: Any) -> Any:
    """What is lost by covering an entry; `trick` is 1 if its trick is unseen."""
    by = block.by
    worth = load(by, TRICK) * trick - load(by, STEP) * wide(place)
    return worth - load(by, SKIP) * wide(below)


@jit
def write_top(block: Any, rules: Any, pile: int) -> None:
    """Write the entry of a top."""
    hand, rises, row = int(rules.hand), pile < 2, TOP + pile
    top = load(block.tops, pile)
    trick, back, onward = a_jump_back(top, rises, int(rules.jump)), byte(0), byte(0)
    below = rank_of(block, top)
    for k in range(hand):
        own, bit = load(block.own, k), byte(1 << (k if rises else hand - 1 - k))
        back = back | where(own == trick, bit, byte(0))
        is_ahead = (own > top) & (own < NO_CARD) if rises else own < top
        onward = onward | where(is_ahead, bit, byte(0))
        below = below - as_ones(own < top)
    place = top if rises else LAST_CARD - top
    below = below if rises else unseen_cards(block) - below
    may_come = wide(as_ones(is_not_laid(block, trick) & (back == 0)))
    store(block.place, row, place)
    store(block.below, row, below)
    store(block.back, row, back)
    store(block.onward, row, onward)
    store(block.leave, row, left_behind(block, may_come, place, below))


@jit
def write_hopes(block: Any, rules: Any) -> None:
    """Write what the steps forward from each entry can gain, and what lures to each card."""
    apart, more = load(block.by, APART), load(block.by, MORE)
    bound = long(splat(0))
    for up in range(2):
        first, top = up * DOWN, TOP + 2 * up
        cards, onward0, onward1 = (
            load(block.full, up),
            load(block.onward, top),
            load(block.onward, top + 1),
        )
        lure = lure0 = lure1 = splat(NOTHING)
        for k in range(rules.hand - 1, -1, -1):
            row = first + k
            moved = apart * wide(load(block.place, row))
            hope = most(lure - load(block.leave, row) - moved, 0)
            lure = where(has(cards, k), load(block.enter, row) + more + moved + hope, lure)
            store(block.hope, row, hope)
            store(block.lure, row, lure)
            lure0 = where(has(onward0, k), lure, lure0)
            lure1 = where(has(onward1, k), lure, lure1)
        for row in range(top, top + 2):
            lure = lure0 if row == top else lure1
            moved = apart * wide(load(block.place, row))
            hope = most(lure - load(block.leave, row) - moved, 0)
            store(block.hope, row, hope)
            bound = bound + long(hope)
    store(block.bests, MOST, bound)


@jit
def write_bonuses(block: Any, rules: Any) -> None:
    """Write what each card can gain as a trick, on a pile of either direction."""
    by, hand, bound = block.by, int(rules.hand), load(block.bests, MOST)
    dead = load(by, DEAD)
    for row in range(ENTRIES):
        pull = dead * wide(load(block.below, row)) - load(block.leave, row)
        store(block.pull, row, pull - load(by, APART) * wide(load(block.place, row)))
    own_dead = load(by, DEAD_OWN) * wide(load(block.counts, SIZE))
    fixed = load(by, APART) * (2 * int(rules.jump)) + own_dead
    for k in range(hand):
        bonus = splat(0)
        for up in range(2):
            bit, first, top = hand - 1 - k if up else k, up * DOWN, TOP + 2 * up
            row = first + bit
            gain = load(block.lure, row) + fixed - dead * wide(load(block.below, row))
            for other in range(bit + 1, hand + 2):
                on = first + other if other < hand else top + other - hand
                with_it = most(bonus, gain + load(block.pull, on))
                bonus = where(has(load(block.back, on), bit), with_it, bonus)
        store(block.lead, k, load(block.hope, k) - bonus)
        mirror = DOWN + hand - 1 - k
        store(block.lead, mirror, load(block.hope, mirror) - bonus)
        bound = bound + long(bonus)
    store(block.bests, MOST, bound)
