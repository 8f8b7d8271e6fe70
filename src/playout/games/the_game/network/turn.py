"""What `learned` writes down before it weighs the ends of a turn: all that does not change.

A descending pile is an ascending one seen from the other end.  So each direction has numbers of
its own, "progress", that rise as its piles do, and numbers the own cards in that order.  An entry
is an own card (0..7) or the top that a pile of the direction has at the start (8, 9), and for
descending piles FALLS more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import first_bit, has_bit, size_of
from playout.engine.native.jit import jit
from playout.engine.native.records import with_attributes
from playout.games.numbered_cards.sets import rank
from playout.games.the_game.hints import CANNOT, CLOSE, LEAVE, NOTHING, SILENT
from playout.games.the_game.hints import TRICK as SAID_TRICK
from playout.games.the_game.network.rows import CARD, UNITS, VOICES, WORDS

HAND = 8  # most own cards
TOPS = HAND  # entry of the first pile's top
FALLS = 16  # entries of one direction
ENTRY = 2 * FALLS - 1  # a mask that changes no entry: it tells the compiler that none is negative
CHAINS = 32  # most chains of a pile
CHAIN = 4 * CHAINS - 1  # such a mask for chains
ENDS = 64  # most ends weighed
ALL = (1 << HAND) - 1

# A set of own cards in the order of the other direction, if there are eight; and its lowest member.
REVERSED = np.array([int(f"{k:08b}"[::-1], 2) for k in range(ALL + 1)], np.int64)
LOWEST = np.array([HAND, *((k & -k).bit_length() - 1 for k in range(1, ALL + 1))], np.int64)

# What laying a card is worth at first sight, to find the ends that are worth weighing: the sum of
# these terms, each times its weight in this phase of the game, in 1/1000 of the log odds.
PLAY = 0  # 1
SKIP = 1  # unseen cards between the old and the new top; a trick brings some back
STEP = 2  # how far the pile moves
TRICK = 3  # 1 if the trick on the new top is unseen
LOST = 4  # 1 if the trick on the old top is unseen
SPARE = 5  # 1 if the card is the trick on an unseen one
PAIR = 6  # own cards ten from it that are kept
COVERED = 7  # 1 if the trick on the old top is in the hand
READY = 8  # 1 if the trick on the new top is
FIRST = 9  # 1 for the first card on a pile in the turn
MARGIN = 10  # (not a term) no end is weighed that falls so far behind
GAP = 11  # (nor this) or, once all are known, so far behind the best
HEARD_AT = 12  # + word: of others who say it of a pile (rows.py), for the first card on it
TERMS = 15
REACH = 6  # past the minimum no card skips more unseen cards

_ENTRY = (np.int64, (2 * FALLS,))
TURN = with_attributes(
    np.dtype(
        [
            ("cards", np.int64),  # own cards
            ("every", np.int64),  # the set of all of them
            ("terms", np.int64, (TERMS,)),  # the weights of the terms above
            ("unseen", np.int64, (2,)),  # the set of unseen cards
            ("total", np.int64),  # how many they are
            # For each entry:
            ("card", *_ENTRY),  # its number on the card
            ("progress", *_ENTRY),
            ("before", *_ENTRY),  # how many unseen cards have less progress
            ("ahead", *_ENTRY),  # the set of own cards with more
            ("back", *_ENTRY),  # the own card that is the trick on it, as a set
            ("near", *_ENTRY),  # the own cards ten from it, as a set
            ("enter", *_ENTRY),  # gained at first sight by laying it
            ("leave", *_ENTRY),  # lost by covering it
            # For each direction: own cards with a trick on them in the hand, as a set.
            ("far", np.int64, (2,)),
            # What is heard of each pile: how many of the others say each word.
            ("heard", np.int64, (4, WORDS)),
            ("kind", np.int64, (HAND,)),  # the row of each own card, as the rising direction has it
            # For each pile, its chains; see chains.py.
            ("chains", np.int64, (4,)),  # how many there are
            ("chain", np.int64, (4 * CHAINS,)),
            ("worth", np.int64, (4 * CHAINS,)),  # at first sight
            ("known", np.int64, (4,)),  # bit 2 * chain + role: whether its sum is known
            ("sums", np.int16, (4 * CHAINS * 2, UNITS)),  # the sum of the rows of the pile alone
            ("shared", np.int16, (1, UNITS)),  # the sum of the rows of every end
            # The ends that are weighed:
            ("ends", np.int64),  # how many there are
            ("sight", np.int64, (ENDS,)),  # worth at first sight, the best first
            ("chosen", np.int64, (ENDS,)),  # the chain on each pile, 8 bits each
            ("value", np.int64, (ENDS,)),
        ],
        align=True,
    )
)


@jit
def write_turn(view: Any, unseen: Any, turn: Any) -> None:
    """Write down everything but the chains; the weights of the terms are there already."""
    terms, (low, high) = turn.terms, unseen
    hand0, hand1 = view.hand[0, 0], view.hand[0, 1]
    cards, total = size_of(hand0, hand1), size_of(low, high)
    every = (1 << cards) - 1
    turn.cards, turn.every, turn.total = cards, every, total
    turn.unseen[0], turn.unseen[1] = low, high
    turn.far[0] = turn.far[1] = 0
    for k in range(HAND):
        turn.back[k] = turn.back[FALLS + k] = turn.near[k] = turn.near[FALLS + k] = 0
    card = -1
    for k in range(cards):
        card = first_bit(hand0, hand1, card + 1)
        mirror, at = FALLS + cards - 1 - k, rank((low, high), card)
        below, above = int(has_bit(low, high, card - 10)), int(has_bit(low, high, card + 10))
        turn.kind[k & (HAND - 1)] = CARD + 4 * card + below + 2 * above
        if has_bit(hand0, hand1, card - 10):
            other = rank((hand0, hand1), card - 10)
            _join(turn, k, other)
            _join(turn, FALLS + cards - 1 - other, mirror - FALLS)
        up, down = card - 1, 100 - card
        stays = terms[STEP] * up + terms[SKIP] * at
        _put(turn, k, card, up, at)
        turn.ahead[k & ENTRY] = every & ~((2 << k) - 1)
        turn.leave[k & ENTRY] = stays - terms[LOST] * below
        gained = terms[PLAY] + terms[TRICK] * below + terms[SPARE] * above
        turn.enter[k & ENTRY] = stays + gained
        stays = terms[STEP] * down + terms[SKIP] * (total - at)
        _put(turn, mirror, card, down, total - at)
        turn.ahead[mirror & ENTRY] = every & ~((2 << (mirror - FALLS)) - 1)
        turn.leave[mirror & ENTRY] = stays - terms[LOST] * above
        gained = terms[PLAY] + terms[TRICK] * above + terms[SPARE] * below
        turn.enter[mirror & ENTRY] = stays + gained
    for pile in range(4):
        falls, top = pile >> 1, int(view.piles[pile])
        entry = FALLS * falls + TOPS + (pile & 1)
        at, own = rank((low, high), top), rank((hand0, hand1), top)
        progress, before = (100 - top, total - at) if falls else (top - 1, at)
        skipped, behind = (cards - own, top + 10) if falls else (own, top - 10)
        _put(turn, entry, top, progress, before)
        turn.ahead[entry & ENTRY] = every >> skipped << skipped
        turn.back[entry & ENTRY] = 0
        if has_bit(hand0, hand1, behind):
            other = rank((hand0, hand1), behind)
            turn.back[entry & ENTRY] = 1 << (cards - 1 - other if falls else other)
        trick = int(has_bit(low, high, behind))
        stays = terms[STEP] * progress + terms[SKIP] * before - terms[LOST] * trick
        turn.leave[entry & ENTRY] = stays
        for word in range(WORDS):
            turn.heard[pile, word] = 0
        if view.hints != SILENT:
            turn.leave[entry & ENTRY] -= _listen(view, turn, pile)


@jit
def _listen(view: Any, turn: Any, pile: int) -> int:
    """Write down what the others say of a pile; returns what that is worth at first sight."""
    for player in range(view.players):
        mark = view.marks[player, pile] if player != view.seat else NOTHING
        if mark in (SAID_TRICK, LEAVE):
            turn.heard[pile, 0] += 1
        elif mark == CLOSE:
            turn.heard[pile, 1] += 1
        elif mark == CANNOT:
            turn.heard[pile, 2] += 1
    worth = 0
    for word in range(WORDS):
        voices = min(turn.heard[pile, word], VOICES - 1)
        turn.heard[pile, word] = voices
        worth += turn.terms[HEARD_AT + word] * voices
    return int(worth)


@jit(inline=True)
def _put(turn: Any, entry: int, card: int, progress: int, before: int) -> None:
    turn.card[entry & ENTRY], turn.progress[entry & ENTRY] = card, progress
    turn.before[entry & ENTRY] = before


@jit
def _join(turn: Any, far: int, back: int) -> None:
    """Note that an own card, number `back` of its direction, is the trick on an own entry."""
    first = far & FALLS
    turn.back[far & ENTRY] = 1 << back
    turn.far[first >> 4] |= 1 << (far - first)
    turn.near[far & ENTRY] |= 1 << back
    turn.near[(first + back) & ENTRY] |= 1 << (far - first)


@jit(inline=True)
def mirrored(turn: Any, cards: int) -> int:
    """A set of own cards as the other direction numbers them."""
    return int(REVERSED[cards & ALL]) >> (HAND - turn.cards)
