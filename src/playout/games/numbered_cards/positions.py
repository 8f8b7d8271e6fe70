"""What positions of games of numbered cards have in common as text: their cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import shown


def card_reader(rules: Any) -> Callable[[str], int]:
    """What reads a card of the deck."""

    def read(text: str) -> int:
        card = int(text) if re.fullmatch("[0-9]{1,3}", text) else rules.low
        if not rules.low < card < rules.high:
            raise PlayoutError(
                f"'{shown(text)}' is no card: the cards are {rules.low + 1} to {rules.high - 1}"
            )
        return card

    return read


def card_said(card: int) -> str:
    """A card in a sentence."""
    return f"the {card}"
