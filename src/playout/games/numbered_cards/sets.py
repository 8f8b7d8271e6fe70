"""Sets of cards as bits, and which cards fit on piles that rise and piles that fall.

A card is its number, 0..127, and a set is two 64-bit words.

A hand is a stack of such sets, shape (copies, 2): level 0 holds the numbers that are there at
least once, level 1 those there at least twice, and so on.  With sets, "the next card above 37" is
three instructions, whatever the size of the hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange
from playout.engine.native.bits import count_bits, first_bit, from_bit, last_bit, size_of
from playout.engine.native.jit import jit

NO_CARD_ABOVE = 128  # what next_above returns if there is none: above every card
NO_CARD_BELOW = -1  # what next_below returns if there is none: below every card

_ONE = np.int64(1)
# _BELOW[k] is the set of all numbers below k.
_BELOW = np.array([[~word for word in from_bit(k)] for k in range(128)], np.int64)


@jit
def has(cards: Any, card: int) -> bool:
    """Return whether a card is in a set (two words); False for numbers outside 0..127."""
    # The word is chosen by an index: a comparison would be a branch that a processor guesses wrong
    # half the time.
    return 0 <= card <= 127 and (cards[card >> 6 & 1] >> (card & 63)) & 1 != 0


@jit
def next_above(cards: Any, card: int) -> int:
    """Return the lowest card of a set above a number in -1..126, or NO_CARD_ABOVE."""
    return first_bit(cards[0], cards[1], card + 1)


@jit
def next_below(cards: Any, card: int) -> int:
    """Return the highest card of a set below a number in 0..127, or NO_CARD_BELOW."""
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
    """Return how many cards below 127 are in both sets."""
    return count_bits(cards[0] & others[0], cards[1] & others[1], 0, 127)


@jit
def nth_of_both(cards: Any, others: Any, n: int) -> int:
    """Card number n, counted from 0 upwards, of those in both sets; they must be more than n."""
    low, high = cards[0] & others[0], cards[1] & others[1]
    card = first_bit(low, high, 0)
    for _ in range(n):
        card = first_bit(low, high, card + 1)
    return card


@jit(inline=True)
def between(low: int, high: int) -> tuple[Any, Any]:
    """The set of all numbers between two others, both in 0..127."""
    (begin0, begin1), (end0, end1) = from_bit(low + 1), from_bit(high)
    return begin0 & ~end0, begin1 & ~end1


@jit(inline=True)
def rank(cards: Any, card: int) -> int:
    """How many cards of the set are below a number in 0..127."""
    k = card & 127  # so that no check for a negative index is compiled
    return size_of(cards[0] & _BELOW[k, 0], cards[1] & _BELOW[k, 1])


@jit
def count_between(cards: Any, below: int, above: int) -> int:
    """How many cards c of the set have below < c < above, both in -1..127."""
    return count_bits(cards[0], cards[1], below + 1, max(above, below + 1))


@jit
def put(stack: Any, copies: int, card: int) -> None:
    """Add one copy of a card to a stack of sets; the deck has ``copies`` of each card."""
    word, bit = card >> 6 & 1, _ONE << (card & 63)
    level = 0
    if copies > 1:
        while level < copies - 1 and stack[level, word] & bit != 0:
            level += 1
    stack[level, word] |= bit


@jit
def take(stack: Any, copies: int, card: int) -> None:
    """Remove one copy of a card from a stack of sets; the deck has ``copies`` of each card."""
    word, bit = card >> 6 & 1, _ONE << (card & 63)
    level = 0
    if copies > 1:
        while level < copies - 1 and stack[level + 1, word] & bit != 0:
            level += 1
    stack[level, word] &= ~bit


def listed(stack: Any) -> list[int]:
    """The cards of a stack of sets in rising order, copies repeated (for people and tests)."""
    numbers = []
    for level in stack:
        for place, word in enumerate(level):
            rest = int(word) & 2**64 - 1
            while rest:
                numbers.append(64 * place + (rest & -rest).bit_length() - 1)
                rest &= rest - 1
    return sorted(numbers)


@jit
def write_fitting(cards: Any, top: int, ascends: bool, jump: int) -> None:
    """Write into a set all the cards that may be laid on a pile with this top.

    They are those further in its direction, and the one exactly `jump` back (jump 0: no such card).
    The top is 0..127, and at most 126 if the pile ascends.
    """
    # Without branches, because a processor cannot guess which pile a card goes to.
    low, high = from_bit(top + ascends)
    cards[0], cards[1] = low ^ (ascends - 1), high ^ (ascends - 1)
    trick = top + jump * (1 - 2 * ascends)
    allowed = (jump > 0) & (trick >= 0) & (trick <= 127)
    cards[trick >> 6 & 1] |= np.int64(allowed) << (trick & 63)


@jit(inline=True)
def fits_any(hand: Any, fitting: Any, piles: int) -> bool:
    """Whether a card of a set fits any of the piles, whose fitting cards are in `fitting`."""
    for pile in range(piles):
        if hand[0] & fitting[pile, 0] | hand[1] & fitting[pile, 1] != 0:
            return True
    return False


@jit
def any_fitting(hand: Any, fitting: Any, piles: int, rng: Any) -> tuple[int, int]:
    """A card of a set and a pile that it fits, all pairs equally likely; (-1, -1) if none fits.

    `fitting` holds the set of cards that fit on each of the piles.
    """
    choices = 0
    for pile in range(piles):
        choices += count_of_both(hand, fitting[pile])
    if choices == 0:
        return -1, -1
    chosen = randrange(rng, choices)
    pile = 0
    while chosen >= count_of_both(hand, fitting[pile]):
        chosen -= count_of_both(hand, fitting[pile])
        pile += 1
    return nth_of_both(hand, fitting[pile], chosen), pile
