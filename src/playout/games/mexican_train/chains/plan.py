"""A plan for a hand: the best chain from the end of the own train, kept between moves.

A new plan is made only when it must be: when the hand has got tiles, when a tile of the plan was
laid elsewhere, or when somebody else has laid on the own train.  Laying the next tile of the plan
makes it one shorter, and after a *spare*, a tile that is not in the plan, it is still the best.
One is made too when another tile was laid than the strategy chose, as a search does: the hand is
then not the one of the plan.

It is kept in the notes of the view, because a strategy remembers nothing else: the chain as
numbers, twelve in a word, and the spare tiles as rows, two in a word.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.native.memory import scratch
from playout.games.mexican_train.chains.chains import ANY_LENGTH, best_chain
from playout.games.mexican_train.chains.trails import WORK
from playout.games.mexican_train.tiles import NUMBERS

# Places in the notes.
ROUND = 0  # the number of the round that the plan is for, plus 1; 0: there is no plan
KEY = 1  # the `_key` of the hand
NEXT = 2  # how many tiles of the chain have been laid
LENGTH = 3  # how many tiles it had when it was made
SPARES = 4  # the tiles that are not in the chain: rows of 32 bits, two in a word
CHAIN = SPARES + NUMBERS // 2  # the numbers of the chain, 5 bits each, twelve in a word

_PER_WORD = 12

# A number of 38 bits for each row of a hand, so that the sum of rows times these fits 64 bits.
_KEYS = np.array([pow(3, 1000 + row, (1 << 61) - 1) >> 23 for row in range(NUMBERS)], np.int64)


@jit(inline=True)
def planned(notes: Any, k: int) -> int:
    """Number k of the chain: tile k has the numbers k and k + 1."""
    return notes[CHAIN + k // _PER_WORD] >> 5 * (k % _PER_WORD) & 31


@jit(inline=True)
def spares(notes: Any, number: int) -> int:
    """The row of a number in the set of spare tiles."""
    return notes[SPARES + (number >> 1)] >> 32 * (number & 1) & 0xFFFFFFFF


@jit(inline=True)
def _take_spare(notes: Any, one: int, other: int) -> None:
    notes[SPARES + (one >> 1)] &= ~(1 << other + 32 * (one & 1))
    notes[SPARES + (other >> 1)] &= ~(1 << one + 32 * (other & 1))


@jit(inline=True)
def _key(hand: Any) -> int:
    """A number that tells a hand from all others that it may be taken for."""
    key = 0
    for row in range(NUMBERS):
        key += np.int64(hand[row]) * _KEYS[row]
    return key


@jit(inline=True)
def plan_left(notes: Any) -> int:
    """How many tiles of the chain are still to be laid."""
    return notes[LENGTH] - notes[NEXT]


@jit(inline=True)
def make_plan(view: Any, aim: Any) -> None:
    """Make sure that the notes hold the best chain of the present hand."""
    notes, end = view.notes, view.ends[view.seat]
    if (
        notes[ROUND] != view.round_number + 1
        or planned(notes, notes[NEXT]) != end
        or notes[KEY] != _key(view.hand)
    ):
        write_plan(view, aim, scratch(WORK))


@jit
def write_plan(view: Any, aim: Any, work: Any) -> None:
    """Make a plan for the hand of a view; the chain is in ``work`` as well, a `WORK` record."""
    notes, end = view.notes, int(view.ends[view.seat])
    length, chain = best_chain(view.hand, end, aim, ANY_LENGTH, work), work.chain
    notes[ROUND] = view.round_number + 1
    notes[KEY] = _key(view.hand)
    notes[NEXT] = 0
    notes[LENGTH] = length
    for word in range(NUMBERS // 2):
        low, high = np.int64(view.hand[2 * word]), np.int64(view.hand[2 * word + 1])
        notes[SPARES + word] = low | high << 32
    word, shift = CHAIN, 0
    notes[word] = end
    for k in range(1, length + 1):
        _take_spare(notes, chain[k - 1], chain[k])
        shift += 5
        if shift == 5 * _PER_WORD:
            word, shift = word + 1, 0
            notes[word] = 0
        notes[word] |= chain[k] << shift


@jit(inline=True)
def follow_plan(view: Any, end: int, other: int, train: int) -> None:
    """Note that the tile end-other is about to be laid on a train."""
    notes = view.notes
    notes[KEY] -= _KEYS[end] << other
    if other != end:
        notes[KEY] -= _KEYS[other] << end
    if spares(notes, end) >> other & 1 != 0:
        _take_spare(notes, end, other)
        return
    at = notes[NEXT]
    if train == view.seat and planned(notes, at) == end and planned(notes, at + 1) == other:
        notes[NEXT] += 1
    else:
        notes[ROUND] = 0
