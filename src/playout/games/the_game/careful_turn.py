"""What `careful` writes down before it searches a turn: all that does not change meanwhile.

A descending pile is an ascending one seen from the other end.  So each direction has numbers of its
own, `place`, that rise as its piles do, and what follows is written once for both.  The own cards
are numbered from 0 in the order of their places, so that a set of them is one word; after them come
the tops that the piles have at the start.  An entry is a card or such a top as one direction sees
it: its number there, and for descending piles ENTRIES more.

Nearly all of the worth of a play (careful_weights.py) depends on the two entries alone: it is
`enter` of the card less `leave` of the top.  By these sums, what all plays after a sequence can
gain is bounded too:

- Steps forward from an entry gain at most its `hope`.  A step past a card gains no more than two
  steps by way of it, or than that and what the card itself costs; so it is enough to look at the
  nearest card, then the nearest to that, and so on, as long as this gains anything.
- A trick, and the steps forward after it, gain at most the `bonus` of its card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import first_bit, has_bit, size_of
from playout.engine.native.jit import jit
from playout.engine.native.records import with_attributes
from playout.games.numbered_cards.sets import rank
from playout.games.the_game.careful_weights import (
    APART,
    DEAD,
    DEAD_OWN,
    FITS,
    PLAY,
    SKIP,
    SPARE,
    STEP,
    TRICK,
    marked,
)
from playout.games.the_game.rules import HAND, PILES

DEPTH = 12  # most cards in a plan
CHOICES = 48  # most plays weighed at one node
ENTRIES = HAND + PILES  # of one direction
NOWHERE = 2 * ENTRIES  # the top of a pile that the rules do not have: no card is ahead of it

LAST = 127  # the highest number
NO_JUMP = 128  # no card is so far from another
NEVER = -(1 << 60)  # below everything that can be gained

_NODE = np.dtype(
    [
        ("worth", np.int64),  # of the plays that led here
        ("bound", np.int64),  # no sequence that begins with them is worth more
        ("open", np.int64),  # the piles that cards fit on, near enough, as a set
        ("top", np.int64),  # the entry that the play being tried has covered
        ("slept", np.int64),  # and what slept on that pile
        ("count", np.int64),  # plays to try from here ...
        ("tried", np.int64),  # ... and how many have been
        ("plays", np.int64, (CHOICES,)),  # best first; see careful_search.py
    ],
    align=True,
)
_PILE, _ENTRY = (np.int64, (PILES,)), (np.int64, (NOWHERE + 1,))
TURN = with_attributes(
    np.dtype(
        [
            ("cards", np.int64),  # own cards, equal ones counting once
            ("unseen", np.int64, (2,)),  # the set of unseen numbers
            ("total", np.int64),  # how many they are
            ("bound", np.int64),  # no sequence is worth more
            # For each entry:
            ("place", *_ENTRY),  # its number, as the direction sees it
            ("onward", *_ENTRY),  # the set of own cards ahead of it
            ("back", *_ENTRY),  # the own card a jump back, as a set
            ("before", *_ENTRY),  # how many unseen cards are back of it
            ("after", *_ENTRY),  # the same and itself, if another copy of it is unseen
            ("enter", *_ENTRY),  # gained by laying it on a pile
            ("leave", *_ENTRY),  # lost by covering it
            ("lure", *_ENTRY),  # gained at most by laying it and by the steps after it
            ("hope", *_ENTRY),  # gained at most by the steps from it
            ("bonus", *_ENTRY),  # gained at most by a trick with it and the steps after that
            ("tricks", np.int64),  # entries with an own card a jump back,
            ("tricky", *_ENTRY),  # and which they are
            # For each pile:
            ("start", *_PILE),  # the entry on top of it at the start
            ("sister", *_PILE),  # another pile of the same direction, or itself if there is none
            ("marked", *_PILE),  # what the first play on it takes from other players
            # What changes during the search:
            ("tops", *_PILE),  # the entry on top of each pile
            ("asleep", *_PILE),  # own cards whose plays on it were tried in another order
            ("hands", np.int64, (2,)),  # the cards still in hand, as each direction numbers them
            ("nodes", _NODE, (DEPTH + 1,)),
        ],
        align=True,
    )
)


@jit
def write_turn(view: Any, unseen: Any, weights: Any, turn: Any) -> None:
    """Write all of a turn but what changes during the search."""
    h0, h1 = view.hand[0, 0], view.hand[0, 1]
    turn.unseen[0], turn.unseen[1] = unseen
    turn.cards, turn.total, turn.tricks = size_of(h0, h1), size_of(unseen[0], unseen[1]), 0
    number = -1
    for k in range(turn.cards):
        number = first_bit(h0, h1, number + 1)
        mirror = ENTRIES + turn.cards - 1 - k
        spared = write_entry(view, weights, turn, k, number)
        spared += write_entry(view, weights, turn, mirror, number)
        turn.enter[k] += weights[PLAY] - weights[SPARE] * spared
        turn.enter[mirror] += weights[PLAY] - weights[SPARE] * spared
        turn.onward[k] = np.int64(-2) << np.int64(k)
        turn.onward[mirror] = np.int64(-2) << np.int64(turn.cards - 1 - k)
    for pile in range(view.pile_count):
        number, first, stop, entry = view.piles[pile], 0, view.ascending, turn.cards + pile
        passed = rank((h0, h1), number)
        if pile < view.ascending:
            passed += int(has_bit(h0, h1, number))
        else:
            first, stop, entry = view.ascending, view.pile_count, entry + ENTRIES
            passed = turn.cards - passed
        write_entry(view, weights, turn, entry, number)
        turn.onward[entry] = np.int64(-1) << np.int64(passed) if passed < turn.cards else 0
        turn.start[pile] = entry
        turn.sister[pile] = pile + 1 if pile + 1 < stop else first
        turn.marked[pile] = marked(view, pile) if view.hints != 0 else 0
    for pile in range(view.pile_count, PILES):
        turn.start[pile] = NOWHERE
    turn.onward[NOWHERE], turn.after[NOWHERE] = 0, turn.total
    write_hopes(view, weights, turn)
    write_bonuses(view, weights, turn)


@jit(inline=True)
def write_entry(view: Any, weights: Any, turn: Any, entry: int, number: int) -> int:
    """Write what depends on a number alone; returns 1 if the trick on it is unseen, else 0."""
    u0, u1 = turn.unseen[0], turn.unseen[1]
    jump = view.jump if view.jump > 0 else NO_JUMP
    before, place, behind = rank((u0, u1), number), number, number - jump
    after = before + int(has_bit(u0, u1, number))
    if entry >= ENTRIES:
        before, after = turn.total - after, turn.total - before
        place, behind = LAST - number, number + jump
    trick = int(has_bit(u0, u1, behind))
    moved = weights[TRICK] * trick - weights[STEP] * place
    turn.place[entry] = place
    turn.before[entry], turn.after[entry] = before, after
    turn.enter[entry] = moved - weights[SKIP] * before
    turn.leave[entry] = moved - weights[SKIP] * after
    turn.back[entry] = turn.bonus[entry] = 0
    if has_bit(view.hand[0, 0], view.hand[0, 1], behind):
        own = rank(view.hand[0], behind)
        own = turn.cards - 1 - own if entry >= ENTRIES else own
        turn.back[entry] = np.int64(1) << np.int64(own)
        turn.tricky[turn.tricks] = entry
        turn.tricks += 1
    return trick


@jit
def write_hopes(view: Any, weights: Any, turn: Any) -> None:
    """Write what the steps forward from each entry can gain, and what lures to each card.

    APART gains no more than the distance moved, and FITS no more than that a card fits every pile.
    """
    cards, apart, fits = turn.cards, weights[APART], weights[FITS]
    # A card may also be passed by, which gains FITS once instead of what laying it gains.
    more = max(fits * view.pile_count, fits - weights[PLAY] + 2 * weights[SPARE])
    for base in range(0, NOWHERE, ENTRIES):
        lure = NEVER
        for card in range(base + cards - 1, base - 1, -1):
            moved = apart * turn.place[card]
            hope = max(0, lure - turn.leave[card] - moved)
            lure = turn.enter[card] + more + moved + hope
            turn.hope[card], turn.lure[card] = hope, lure
    turn.bound = 0
    for pile in range(view.pile_count):
        entry, base = turn.start[pile], 0 if pile < view.ascending else ENTRIES
        turn.hope[entry] = 0
        if turn.onward[entry] != 0:
            card = base + first_bit(turn.onward[entry], 0, 0)
            moved = apart * turn.place[entry]
            turn.hope[entry] = max(0, turn.lure[card] - turn.leave[entry] - moved)
        turn.bound += turn.hope[entry]


@jit
def write_bonuses(view: Any, weights: Any, turn: Any) -> None:
    """Write what each card can gain as a trick, on a pile of either direction.

    DEAD gains no more than the unseen cards between, and DEAD_OWN than all own cards.
    """
    for k in range(turn.tricks):
        entry = turn.tricky[k]
        base = ENTRIES if entry >= ENTRIES else 0
        number = first_bit(turn.back[entry], 0, 0)
        card, mirror = base + number, ENTRIES - base + turn.cards - 1 - number
        gain = turn.lure[card] - turn.leave[entry]
        gain += weights[APART] * (2 * view.jump - turn.place[entry])
        gain += weights[DEAD] * (turn.after[entry] - turn.before[card])
        gain += weights[DEAD_OWN] * turn.cards
        more = max(gain - turn.bonus[card], 0)
        turn.bonus[card] += more
        turn.bonus[mirror] = turn.bonus[card]
        turn.bound += more
