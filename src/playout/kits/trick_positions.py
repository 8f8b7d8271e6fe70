"""The words of a position of a trick-taking game, both ways: hands, cards played, the trick.

The state has the fields of kits/trick_table.py; ``deck`` is the set of all cards.  Words are
``hands=2C,AH/?13 played=... trick=5D leader=2 lacks=H/- last=... last_leader=1``: a part for each
seat, ``-`` for none, ``?13`` for 13 unknown cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from playout.engine.play.pieces import UNKNOWN, read_hands
from playout.engine.play.positions import read_groups, read_list, read_number, seat_names
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import brief
from playout.kits.cards import (
    SUIT_LETTERS,
    card_text,
    cards_of,
    hand_of,
    hand_text,
    holds,
    in_suit,
    read_card,
    read_hand,
    size_of,
)
from playout.kits.trick_table import all_played
from playout.kits.tricks import deal_unseen


def with_unknown(known: Any, cards: Any) -> str:
    """Some cards of a set, and ``?`` for the others."""
    unknown = size_of(int(cards)) - size_of(int(known))
    texts = [card_text(card) for card in cards_of(int(known))]
    return ",".join([*texts, *([f"?{unknown}"] if unknown else [])]) or "-"


def sets_text(sets: Any, players: int) -> str:
    """One set of cards for each seat; "" if all are empty."""
    several = [int(one) for one in sets[:players]]
    return "/".join(map(hand_text, several)) if any(several) else ""


def trick_words(state: Any, players: int) -> dict[str, object]:
    """The words of the trick on the table: ``trick``, ``leader``, ``lacks``."""
    lacks = ["".join(_suits(state.empty[seat])) or "-" for seat in range(players)]
    return {
        "trick": ",".join(map(card_text, state.trick[: state.count].tolist())),
        "leader": int(state.leader),
        "lacks": "/".join(lacks) if any(map(int, state.empty)) else "",
    }


def last_words(state: Any) -> dict[str, object]:
    """The words of the number of the hand, and of the trick before: ``last``, ``last_leader``."""
    return {
        "hand_number": int(state.hand_number),
        "last": ",".join(map(card_text, state.last[: state.last_count].tolist())),
        "last_leader": int(state.last_leader),
    }


def _suits(suits: int) -> list[str]:
    return [letter for suit, letter in enumerate(SUIT_LETTERS) if int(suits) >> suit & 1]


def read_sets(name: str, words: dict[str, str], players: int, deck: int) -> list[int]:
    """One set of cards for each seat."""
    groups = read_groups(name, words.get(name, "/".join("-" * players)), seat_names(players))
    sets = _named(name, lambda: [read_hand(group) for group in groups])
    together = 0
    for cards in sets:
        for card in cards_of(cards & (together | ~deck)):
            raise PlayoutError(f"{name}: {card_text(card)} is there twice, or not in the deck")
        together |= cards
    return list(sets)


def _named(name: str, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except PlayoutError as error:
        raise PlayoutError(f"{name}: {error}") from None


def read_table(words: dict[str, str], players: int, deck: int, state: Any) -> None:
    """Read what was played, and the trick on the table.

    How many tricks have ended follows from the cards played.
    """
    played = read_sets("played", words, players, deck)
    for name, leader, count in (("trick", "leader", players - 1), ("last", "last_leader", players)):
        text = words.get(name, "")
        cards = _named(name, lambda text=text: [read_card(one) for one in read_list(text or "-")])  # type: ignore[misc]
        if len(cards) > count or (name == "last" and len(cards) not in (0, count)):
            raise PlayoutError(f"{name}={brief(text)}: must be {count} cards at most, or all")
        if len(set(cards)) < len(cards) or not holds_all(deck, cards):
            raise PlayoutError(f"{name}={brief(text)}: a card is there twice, or not in the deck")
        state[name][: len(cards)] = cards
        state[leader] = read_number(leader, words.get(leader, "0"), 0, players - 1)
        state["count" if name == "trick" else "last_count"] = len(cards)
    number = min(map(size_of, played))
    for seat in range(players):
        place = (seat - int(state.leader)) % players
        if size_of(played[seat]) != number + (place < state.count):
            raise PlayoutError(
                f"played, seat {nth(seat)}: {size_of(played[seat])} cards, but {number} tricks "
                f"have ended, and {int(state.count)} cards of the next are on the table"
            )
        if place < state.count and not holds(played[seat], int(state.trick[place])):
            raise PlayoutError(f"trick: the card of seat {nth(seat)} is not among those it played")
    state.trick_number = number
    state.played[:players] = played


def holds_all(cards: int, some: list[int]) -> bool:
    """Whether a set has all of some cards."""
    return hand_of(some) & ~cards == 0


def _read_lacks(words: dict[str, str], players: int) -> list[int]:
    groups = read_groups("lacks", words.get("lacks", "/".join("-" * players)), seat_names(players))
    lacks = []
    for group in groups:
        suits = [SUIT_LETTERS.find(letter) for letter in group.strip("-").upper()]
        if -1 in suits:
            raise PlayoutError(f"lacks={brief(group)}: must be letters of suits, as CD, or -")
        lacks.append(sum(1 << suit for suit in set(suits)))
    return lacks


def deal_known(words: dict[str, str], players: int, deck: int, stream: Any, state: Any) -> None:
    """Read the hands; unknown cards are dealt to them as the suits that seats lack allow.

    What was played is read before.
    """
    state.empty[:players] = _read_lacks(words, players)
    sizes = np.zeros(len(state.hands), np.int64)
    unseen, full = deck & ~int(all_played(state, players)), size_of(deck) // players
    for seat, cards in enumerate(read_hands(words, players, full, read_card)):
        known = [card for card in cards if card != UNKNOWN]
        if len(set(known)) < len(known) or not holds_all(unseen, known):
            raise PlayoutError(
                f"hands, seat {nth(seat)}: a card is there twice, was played, or is not in the deck"
            )
        state.hands[seat] = hand_of(known)
        unseen &= ~int(state.hands[seat])
        sizes[seat] = len(cards) - len(known)
    if sizes.sum() != size_of(unseen):
        raise PlayoutError(
            f"hands: {size_of(unseen)} cards of the deck are in no place, but the hands have "
            f"{sizes.sum()} unknown ones"
        )
    if deal_unseen(unseen, sizes, state.empty, stream, state.hands) == 0.0:
        raise PlayoutError("hands: no deal of the unknown cards fits the suits that seats lack")
    for seat in range(players):
        _check_hand(state, seat, full)


def _check_hand(state: Any, seat: int, full: int) -> None:
    hand, size = int(state.hands[seat]), full - size_of(int(state.played[seat]))
    if size_of(hand) != size:
        raise PlayoutError(f"hands, seat {nth(seat)}: must have {size} cards")
    for suit in range(4):
        if hand & in_suit(suit) and int(state.empty[seat]) >> suit & 1:
            raise PlayoutError(
                f"lacks, seat {nth(seat)}: the hand has cards of {SUIT_LETTERS[suit]}"
            )
