"""Positions of games of numbered cards as text: cards are read, and the deck is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import brief


def card_reader(rules: Any) -> Callable[[str], int]:
    """What reads a card of the deck."""

    def read(text: str) -> int:
        card = int(text) if re.fullmatch("[0-9]{1,3}", text) else rules.low
        if not rules.low < card < rules.high:
            raise PlayoutError(
                f"'{brief(text)}' is not a card: the cards are {rules.low + 1} to {rules.high - 1}"
            )
        return card

    return read


def card_name(card: int) -> str:
    """A card in a sentence."""
    return f"the {card}"


def check_size(seat: int, hand: Sequence[int], most: int) -> None:
    """Raise PlayoutError for a hand of more than so many cards."""
    if len(hand) > most:
        raise PlayoutError(
            f"hands, seat {nth(seat)}: {len(hand)} cards, but at most {most} are possible"
        )


def write_deck(
    state: Any, laid: Sequence[int], hands: Sequence[Sequence[int]], draw: Sequence[int]
) -> None:
    """Write the whole deck, the cards laid first and the draw pile last, and how many are where."""
    deck = [*laid, *chain(*hands), *draw]
    state.deck[: len(deck)] = deck
    state.cards, state.drawn = len(deck), len(deck) - len(draw)
    state.left = len(deck) - len(laid)
