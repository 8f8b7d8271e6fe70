"""Trick-taking: rules of a trick, cards passed, and deals of unseen cards against all deals."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from playout.kits import tricks
from playout.kits.cards import HEARTS, SPADES, cards_of, hand_of, read_card, read_hand, suit_of
from tests.chance import FALSE_ALARM, p_of_counts
from tests.games.matches import stream


@pytest.mark.parametrize(
    ("hand", "led", "due"),
    [
        ("2C,AH,QS", 3, "QS"),
        ("2C,AH", 3, "2C,AH"),
        ("2C,9C,AH", 0, "2C,9C"),
        ("2C,AH", tricks.NOTHING, "2C,AH"),
    ],
)
def test_a_led_suit_is_followed_if_the_hand_has_it(hand: str, led: int, due: str) -> None:
    assert tricks.follow(read_hand(hand), led) == read_hand(due)


@pytest.mark.parametrize(
    ("trick", "trump", "winner"),
    [
        ("2C,AC,3C", tricks.NOTHING, 1),
        ("2C,AD,3S", tricks.NOTHING, 0),
        ("KC,AC,3H,2H", HEARTS, 2),
        ("KH,AC,AH,2S", HEARTS, 2),
        ("KH,AC,AD,2S", SPADES, 3),
        ("10D", SPADES, 0),
    ],
)
def test_the_highest_trump_takes_a_trick_or_the_highest_card_that_follows(
    trick: str, trump: int, winner: int
) -> None:
    cards = np.array([*map(read_card, trick.split(",")), 51])
    assert tricks.winner_of(cards, len(cards) - 1, trump) == winner


def test_a_trick_is_that_of_the_obvious_model() -> None:
    chance = Random(5)
    for _ in range(300):
        cards = chance.sample(range(52), chance.randint(1, 6))
        trump = chance.randrange(-1, 4)
        kind = trump if trump in map(suit_of, cards) else suit_of(cards[0])
        due = max((card for card in cards if suit_of(card) == kind), key=lambda card: card % 13)
        assert cards[tricks.winner_of(np.array(cards), len(cards), trump)] == due


def test_who_does_not_follow_shows_to_be_out_of_the_suit() -> None:
    assert tricks.shows_empty(read_card("2C"), 3) == 8
    assert tricks.shows_empty(read_card("2S"), 3) == 0
    assert tricks.shows_empty(read_card("2S"), tricks.NOTHING) == 0


def test_cards_are_passed_all_at_once() -> None:
    hands = np.array([read_hand(text) for text in ("2C,3C", "2D,3D", "2H,3H")])
    tricks.exchange(hands, np.array([read_hand(text) for text in ("2C", "2D,3D", "3H")]), 3, 1)
    assert hands.tolist() == [read_hand(text) for text in ("3C,3H", "2C", "2D,3D,2H")]
    tricks.exchange(hands, hands.copy(), 3, 2)
    assert hands.tolist() == [read_hand(text) for text in ("2C", "2D,3D,2H", "3C,3H")]


def deals(unseen: list[int], sizes: list[int], empty: list[int]) -> list[tuple[int, ...]]:
    """All deals that agree, each the hands of all seats."""
    found = []
    for owners in product(range(len(sizes)), repeat=len(unseen)):
        fits = all(
            not empty[owner] >> suit_of(card) & 1
            for owner, card in zip(owners, unseen, strict=True)
        )
        if fits and all(owners.count(seat) == size for seat, size in enumerate(sizes)):
            hands = [0] * len(sizes)
            for owner, card in zip(owners, unseen, strict=True):
                hands[owner] |= 1 << card
            found.append(tuple(hands))
    return found


def dealt(unseen: int, sizes: list[int], empty: list[int], rng: Any) -> tuple[float, list[int]]:
    """How many deals agree, and one of them."""
    hands = np.zeros(len(sizes), np.int64)
    ways = tricks.deal_unseen(unseen, np.array(sizes), np.array(empty), rng, hands)
    return ways, hands.tolist()


CASES: list[tuple[str, list[int], list[int]]] = [
    ("2C,3C,2D,3D,2H,2S", [2, 2, 2], [0, 0, 0]),
    ("2C,3C,2D,3D,2H,2S", [2, 2, 2], [1, 2, 0]),
    ("2C,3C,2D,3D,2H,2S", [2, 0, 4], [1, 15, 0]),
    ("2C,3C,4C,2D,3D,2H,2S", [2, 3, 2], [1, 2, 4]),
    ("2C,3C,4C,2D,3D,2H,2S", [2, 2, 3], [1, 1, 2]),
    ("2C,3C,2D,3D,2H,3H,2S,3S", [2, 2, 2, 2], [1, 2, 4, 8]),
    ("2C,3C,2D,3D,2H,3H,2S,3S", [2, 3, 2, 1], [5, 6, 0, 12]),
    ("2C,3C,4C,5C,2H", [1, 1, 3], [4, 4, 0]),
]


@pytest.mark.parametrize(("unseen", "sizes", "empty"), CASES)
def test_all_deals_that_agree_are_equally_likely(
    unseen: str, sizes: list[int], empty: list[int]
) -> None:
    cards, rng = read_hand(unseen), stream(4)
    every = deals(cards_of(cards), sizes, empty)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(20 * len(every)):
        ways, hands = dealt(cards, sizes, empty, rng)
        assert ways == len(every)
        counts[tuple(hands)] += 1
    assert {*counts} <= {*every}
    p = p_of_counts(np.array([counts[one] for one in every]), [1.0] * len(every))
    assert p > FALSE_ALARM / len(CASES)


def test_deals_are_counted_for_any_hands() -> None:
    chance, rng = Random(8), stream(6)
    impossible = 0
    for _ in range(150):
        unseen = chance.sample(range(52), chance.randint(0, 7))
        owners = [chance.randrange(3) for _ in unseen]
        sizes = [owners.count(seat) for seat in range(3)]
        empty = [chance.randrange(16) & chance.randrange(16) for _ in range(3)]
        every = deals(unseen, sizes, empty)
        ways, hands = dealt(hand_of(unseen), sizes, empty, rng)
        assert round(ways) == len(every)
        assert tuple(hands) in every or (not every and not any(hands))
        impossible += not every
    assert 10 < impossible < 140


def test_a_full_deck_is_dealt_in_as_many_ways_as_it_can_be() -> None:
    deck, rng = (1 << 52) - 1, stream(9)
    ways, hands = dealt(deck, [13] * 4, [0] * 4, rng)
    assert ways == pytest.approx(comb(52, 13) * comb(39, 13) * comb(26, 13), rel=1e-12)
    assert [hand.bit_count() for hand in hands] == [13] * 4
    assert sum(hands) == deck
    # A seat without clubs has 13 of 39 cards, and the others share the rest.
    ways, hands = dealt(deck, [13] * 4, [1, 0, 0, 0], rng)
    assert ways == pytest.approx(comb(39, 13) * comb(39, 13) * comb(26, 13), rel=1e-12)
    assert hands[0] & 0x1FFF == 0
    # Four seats that each lack another suit: the rows of a table with an empty diagonal.
    ways, hands = dealt(deck, [13] * 4, [1, 2, 4, 8], rng)
    assert ways > 0
    assert all(hands[suit] >> 13 * suit & 0x1FFF == 0 for suit in range(4))


def test_two_places_of_a_suit_are_as_likely_as_counted_by_hand() -> None:
    """Of 13 spades and 13 hearts seat 0 lacks hearts: it has any 13 cards, so all spades."""
    deck = 0x1FFF << 26 | 0x1FFF << 39
    assert dealt(deck, [13, 13], [4, 0], stream(1)) == (1.0, [0x1FFF << 39, 0x1FFF << 26])
    assert dealt(deck, [14, 12], [4, 0], stream(1))[0] == 0.0
