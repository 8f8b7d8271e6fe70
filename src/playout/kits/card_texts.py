"""Cards in the positions of a game in plain Python, as people write them.

Each is a pair of functions for ``POSITION_TEXTS``: one writes a value as text, one reads the text.

    POSITION_TEXTS = {"hands": AS_HANDS, "trick": AS_CARDS, "trump": AS_SUIT}

writes ``hands=2C,AH/QS trick=9C trump=S``.  ``-`` is none.  In AS_HANDS, ``?3`` are three cards
that the seat to move does not know: ``determinize`` of the game deals them.
"""

from __future__ import annotations

from collections.abc import Sequence

from playout.engine.play.pieces import UNKNOWN, read_pieces
from playout.engine.words.errors import PlayoutError
from playout.kits.cards import (
    CARDS,
    SUIT_LETTERS,
    card_text,
    hand_of,
    hand_text,
    read_card,
    read_hand,
)
from playout.kits.tricks import NOTHING

NONE = "-"


def _cards_text(cards: Sequence[int]) -> str:
    return ",".join(map(card_text, cards)) or NONE


def _read_cards(text: str) -> list[int]:
    return [] if text == NONE else [read_card(one) for one in text.split(",")]


def _hands_text(hands: Sequence[int]) -> str:
    return "/".join(map(hand_text, hands)) or NONE


def _read_hands(text: str) -> list[int]:
    """Return the hands; unknown cards are any that no hand names, until they are dealt."""
    hands = [read_pieces("cards", one, read_card) for one in text.split("/")]
    known = [card for hand in hands for card in hand if card != UNKNOWN]
    free = [card for card in range(CARDS) if card not in known]
    if len(known) > len(set(known)):
        raise PlayoutError("a card is there twice")
    if sum(map(len, hands)) - len(known) > len(free):
        raise PlayoutError(f"more than {CARDS} cards")
    return [hand_of([free.pop() if card == UNKNOWN else card for card in hand]) for hand in hands]


def _suit_text(suit: int) -> str:
    return NONE if suit == NOTHING else SUIT_LETTERS[suit]


def _read_suit(text: str) -> int:
    if text not in (NONE, *SUIT_LETTERS):
        raise PlayoutError(f"write the first letter of a suit, C, D, H or S, or {NONE} for none")
    return SUIT_LETTERS.find(text)


AS_CARDS = _cards_text, _read_cards
"""A list of cards, in their order: ``9C,2D``."""
AS_HAND = hand_text, read_hand
"""A set of cards, a number with a bit for each: ``2C,AH``."""
AS_HANDS = _hands_text, _read_hands
"""A list of such sets, one for each seat: ``2C,AH/QS/?2/-``."""
AS_SUIT = _suit_text, _read_suit
"""A number that is a suit, or -1 for none: ``S``."""
