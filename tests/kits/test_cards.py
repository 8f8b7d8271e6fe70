"""Playing cards: numbers, hands as sets, and texts both ways."""

from __future__ import annotations

import numpy as np
import pytest

from playout.engine.words.errors import PlayoutError
from playout.kits import cards
from playout.kits.card_pictures import card_picture


def test_a_card_is_its_suit_and_rank() -> None:
    found = [cards.card_of(suit, rank) for suit in range(4) for rank in range(2, 15)]
    assert found == list(range(52))
    assert [cards.suit_of(card) for card in (0, 12, 13, 51)] == [0, 0, 1, 3]
    assert [cards.rank_of(card) for card in (0, 9, 12, 13)] == [2, 11, cards.ACE, 2]
    assert [cards.low_rank_of(card) for card in (12, 13, 24, 51)] == [1, 2, 13, 1]


def test_hands_are_sets() -> None:
    numbers = np.random.default_rng(3)
    for _ in range(50):
        members = sorted(numbers.choice(54, numbers.integers(0, 20), replace=False).tolist())
        hand = cards.hand_of(members)
        assert cards.cards_of(hand) == members
        assert cards.size_of(hand) == len(members)
        assert [card for card in range(-2, 70) if cards.holds(hand, card)] == members
        out = np.zeros(54, np.int64)
        assert out[: cards.write_cards(hand, out)].tolist() == members
        assert [cards.card_at(hand, place) for place in range(len(members))] == members
        if members:
            assert (cards.lowest(hand), cards.highest(hand)) == (members[0], members[-1])
        for suit in range(4):
            own = [card for card in members if card // 13 == suit]
            assert cards.cards_of(hand & cards.in_suit(suit)) == own
        assert cards.read_hand(cards.hand_text(hand)) == hand


@pytest.mark.parametrize(
    ("text", "card"),
    [("2C", 0), ("as", 51), (" Q♠ ", 49), ("10h", 34), ("TH", 34), ("10♥", 34), ("joker", 52)],
)
def test_people_write_cards_in_several_ways(text: str, card: int) -> None:
    assert cards.read_card(text) == card


@pytest.mark.parametrize("text", ["", "1S", "11H", "AX", "T", "QSS", "S", "0C", "💥"])
def test_what_is_no_card_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(PlayoutError, match="is not a card: write the rank"):
        cards.read_card(text)


def test_no_card_is_in_a_hand_twice() -> None:
    with pytest.raises(PlayoutError, match="has a card twice"):
        cards.read_hand("AS,2C,as")


def test_every_card_has_a_name_and_a_picture() -> None:
    names = [cards.card_name(card) for card in range(52)]
    assert names[0] == "two of clubs"
    assert names[-1] == "ace of spades"
    assert len(set(names)) == len({card_picture(card, 0, 0) for card in range(52)}) == 52
    assert cards.card_name(53) == cards.card_sign(53) == "joker"
    assert cards.card_sign(34) == "10♥"


def test_the_lowest_and_the_highest_rank_of_a_hand() -> None:
    hand = cards.read_hand("10C,3D,AD,3H,AS")
    assert cards.card_text(cards.low_card(hand)) == "3D"
    assert cards.card_text(cards.high_card(hand)) == "AS"
