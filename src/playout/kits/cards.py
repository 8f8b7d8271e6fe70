"""Playing cards as small whole numbers, and hands as sets of them.

A card is ``13 * suit + rank - 2``.  The suits 0 to 3 are clubs, diamonds, hearts and spades, the
ranks are 2 to 14: 11 is a jack, 12 a queen, 13 a king, 14 an ace.  So the cards of a suit lie
together and rise, from 0, the two of clubs, to 51, the ace of spades; JOKERS are 52 and 53.

A hand without equal cards is one whole number, in which bit ``card`` stands for a card: hands are
compared, joined (``a | b``) and cut (``a & in_suit(HEARTS)``) in one step.

>>> hand = hand_of([card_of(SPADES, 12), card_of(HEARTS, 14)])
>>> hand_text(hand), size_of(hand), holds(hand, 50)
('AH,QS', 2, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from playout.engine.native.bits import count_bits, first_bit, last_bit
from playout.engine.native.jit import in_both
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SUITS, RANKS, CARDS = 4, 13, 52
JACK, QUEEN, KING, ACE = range(11, 15)
JOKERS = (52, 53)
ALL = (1 << CARDS) - 1
"""The hand of all 52 cards."""

SUIT_LETTERS, SUIT_SIGNS = "CDHS", "♣♦♥♠"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_RANKS = (*map(str, range(2, 11)), "J", "Q", "K", "A")
_RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)


@in_both
def card_of(suit: int, rank: int) -> int:
    """The card of a suit (0 .. 3) and a rank (2 .. 14)."""
    return RANKS * suit + rank - 2


@in_both
def suit_of(card: int) -> int:
    """The suit of a card, 0 .. 3."""
    return card // RANKS


@in_both
def rank_of(card: int) -> int:
    """The rank of a card, 2 .. 14: an ace is the highest."""
    return card % RANKS + 2


@in_both
def low_rank_of(card: int) -> int:
    """The rank of a card, 1 .. 13: an ace is the lowest."""
    return card % RANKS + 2 if card % RANKS < RANKS - 1 else 1


@in_both
def in_suit(suit: int) -> int:
    """The hand of all cards of a suit."""
    return ((1 << RANKS) - 1) << RANKS * suit


@in_both
def one(card: int) -> int:
    """The hand of a single card."""
    return 1 << card


@in_both
def holds(hand: int, card: int) -> bool:
    """Whether a hand has a card; False for any number that is no card."""
    return 0 <= card < 64 and hand >> card & 1 == 1


@in_both
def size_of(hand: int) -> int:
    """How many cards a hand has."""
    return count_bits(hand, 0, 0, 64)


@in_both
def lowest(hand: int) -> int:
    """The lowest card of a hand by suit and rank; 128 if it has none."""
    return first_bit(hand, 0, 0)


@in_both
def highest(hand: int) -> int:
    """The highest card of a hand by suit and rank; -1 if it has none."""
    return last_bit(hand, 0, 64)


@in_both
def write_cards(hand: int, out: Any) -> int:
    """Write the cards of a hand into an array, the lowest first; returns how many they are."""
    count = 0
    while hand:
        out[count] = lowest(hand)
        hand &= hand - 1
        count += 1
    return count


@in_both
def card_at(hand: int, place: int) -> int:
    """The card of a hand that has ``place`` (0 .. size - 1) lower ones."""
    for _ in range(place):
        hand &= hand - 1
    return lowest(hand)


@in_both
def low_card(hand: int) -> int:
    """The card of the lowest rank, of equal ones that of the first suit; 128 if it has none."""
    for rank in range(RANKS):
        for suit in range(SUITS):
            if holds(hand, RANKS * suit + rank):
                return RANKS * suit + rank
    return lowest(hand)


@in_both
def high_card(hand: int) -> int:
    """The card of the highest rank, of equal ones that of the last suit; 128 if it has none."""
    for rank in range(RANKS - 1, -1, -1):
        for suit in range(SUITS - 1, -1, -1):
            if holds(hand, RANKS * suit + rank):
                return RANKS * suit + rank
    return lowest(hand)


# --- For people. ----------------------------------------------------------------------------------


def hand_of(cards: Iterable[int]) -> int:
    """The hand of some cards, each once."""
    hand = 0
    for card in cards:
        hand |= 1 << int(card)
    return hand


def cards_of(hand: int) -> list[int]:
    """The cards of a hand, the lowest first."""
    return [card for card in range(CARDS + len(JOKERS)) if int(hand) >> card & 1]


def card_text(card: int) -> str:
    """A card as people write it: ``QS``, ``10H``, ``joker``; any other number is itself."""
    if 0 <= card < CARDS:
        return _RANKS[card % RANKS] + SUIT_LETTERS[card // RANKS]
    return {JOKERS[0]: "joker", JOKERS[1]: "joker-2"}.get(card, str(card))


def card_sign(card: int) -> str:
    """A card as people read it: ``Q♠``."""
    return _RANKS[card % RANKS] + SUIT_SIGNS[card // RANKS] if 0 <= card < CARDS else "joker"


def card_name(card: int) -> str:
    """A card in words: ``queen of spades``."""
    if not 0 <= card < CARDS:
        return "joker"
    return f"{_RANK_NAMES[card % RANKS]} of {SUIT_NAMES[card // RANKS]}"


def read_card(text: str) -> int:
    """Return the card of such a text (``QS``, ``qs``, ``Q♠``, ``10H`` or ``TH``).

    PlayoutError, one sentence, for any other.
    """
    word = re.sub("^T", "10", text.strip().upper())
    for letter, sign in zip(SUIT_LETTERS, SUIT_SIGNS, strict=True):
        word = word.replace(sign, letter)
    known: int | None = _BY_TEXT.get(word)
    if known is None:
        raise PlayoutError(
            f"'{brief(text)}' is not a card: write the rank (2 to 10, J, Q, K, A) and the suit "
            "(C, D, H, S), as in QS"
        )
    return known


def read_hand(text: str) -> int:
    """Return the hand of cards with commas between them, or of ``-``; PlayoutError for others."""
    cards = [] if text == "-" else [read_card(one) for one in text.split(",")]
    if len(set(cards)) < len(cards):
        raise PlayoutError(f"'{brief(text)}' has a card twice")
    return hand_of(cards)


def hand_text(hand: int) -> str:
    """A hand as :func:`read_hand` reads it: ``2C,AH,QS``, or ``-`` if it is empty."""
    return ",".join(map(card_text, cards_of(hand))) or "-"


_BY_TEXT = {card_text(card).upper(): card for card in (*range(CARDS), *JOKERS)}
