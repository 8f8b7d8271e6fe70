"""Sets of cards as bits: a card is its number, 0..127, and a set is two 64-bit words.

A hand is a stack of such sets, shape (copies, 2): level 0 holds the numbers that are there at
least once, level 1 those there at least twice, and so on.  With sets, "the next card above 37" is
three instructions, whatever the size of the hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import count_bits, first_bit, last_bit
from playout.engine.native.jit import jit

NO_CARD_ABOVE = 128  # what next_above returns if there is none: above every card
NO_CARD_BELOW = -1  # what next_below returns if there is none: below every card

_ONE = np.int64(1)


@jit
def has(cards: Any, card: int) -> bool:
    """Whether the card is in the set (two words).  Numbers outside 0..127 are in no set."""
    # The word is chosen by an index: a comparison would be a branch that a processor guesses wrong
    # half the time.
    return 0 <= card <= 127 and (cards[card >> 6 & 1] >> (card & 63)) & 1 != 0


@jit
def next_above(cards: Any, card: int) -> int:
    """The lowest card of the set above a number in -1..126, or NO_CARD_ABOVE."""
    return first_bit(cards[0], cards[1], card + 1)


@jit
def next_below(cards: Any, card: int) -> int:
    """The highest card of the set below a number in 0..127, or NO_CARD_BELOW."""
    return last_bit(cards[0], cards[1], card)


@jit
def lowest_of_both(cards: Any, others: Any) -> int:
    """The lowest card that is in both sets, or NO_CARD_ABOVE."""
    return first_bit(cards[0] & others[0], cards[1] & others[1], 0)


@jit
def highest_of_both(cards: Any, others: Any) -> int:
    """The highest card below 127 that is in both sets, or NO_CARD_BELOW."""
    return last_bit(cards[0] & others[0], cards[1] & others[1], 127)


@jit
def count_of_both(cards: Any, others: Any) -> int:
    """How many cards below 127 are in both sets."""
    return count_bits(cards[0] & others[0], cards[1] & others[1], 0, 127)


@jit
def nth_of_both(cards: Any, others: Any, n: int) -> int:
    """Card number n, counted from 0 upwards, of those in both sets; they must be more than n."""
    low, high = cards[0] & others[0], cards[1] & others[1]
    card = first_bit(low, high, 0)
    for _ in range(n):
        card = first_bit(low, high, card + 1)
    return card


@jit
def count_between(cards: Any, below: int, above: int) -> int:
    """How many cards c of the set have below < c < above, both in -1..127."""
    return count_bits(cards[0], cards[1], below + 1, max(above, below + 1))


@jit
def put(stack: Any, copies: int, card: int) -> None:
    """Add one copy of a card to a stack of sets; the deck has `copies` of each card."""
    word, bit = card >> 6 & 1, _ONE << (card & 63)
    level = 0
    if copies > 1:
        while level < copies - 1 and stack[level, word] & bit != 0:
            level += 1
    stack[level, word] |= bit


@jit
def take(stack: Any, copies: int, card: int) -> None:
    """Remove one copy of a card that is in a stack of sets; the deck has `copies` of each card."""
    word, bit = card >> 6 & 1, _ONE << (card & 63)
    level = 0
    if copies > 1:
        while level < copies - 1 and stack[level + 1, word] & bit != 0:
            level += 1
    stack[level, word] &= ~bit


def listed(stack: Any) -> list[int]:
    """The cards of a stack of sets in rising order, copies repeated (for people and tests)."""
    found = []
    for level in stack:
        for place, word in enumerate(level):
            rest = int(word) & 2**64 - 1
            while rest:
                found.append(64 * place + (rest & -rest).bit_length() - 1)
                rest &= rest - 1
    return sorted(found)
