"""The table of a trick-taking game: cards are laid, and tricks go to their winners."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError
from playout.kits import trick_table as table
from playout.kits.cards import ALL, SPADES, hand_text, read_card, read_hand, size_of
from playout.kits.trick_positions import deal_known, read_table, trick_words, with_unknown
from playout.kits.trick_words import kind_of_card, why_not_played
from playout.kits.tricks import NOTHING
from tests.games.matches import stream

SEATS = 4
STATE = np.dtype(
    [("hands", np.int64, (SEATS,)), *table.table_fields(SEATS), table.DECK], align=True
)


def dealt() -> Any:
    state = new_record(STATE)
    table.clear_game(state)
    table.clear_table(state, 1)
    table.deal_hands(state, ALL, SEATS, stream(3))
    return state


def test_all_cards_are_dealt_to_all() -> None:
    state = dealt()
    assert [size_of(int(hand)) for hand in state.hands] == [13] * SEATS
    assert sum(map(int, state.hands)) == ALL


@pytest.mark.parametrize(("trump", "winner"), [(NOTHING, 3), (SPADES, 0)])
def test_the_winner_of_a_trick_leads_the_next(trump: int, winner: int) -> None:
    state = dealt()
    for card in ("10H", "2H", "KH", "2S"):  # from seat 1 on
        assert not table.all_played(state, SEATS) & read_hand(card)
        whole = table.lay_card(state, SEATS, read_card(card))
        assert whole == (card == "2S")
    assert (int(state.leader), state.count) == (1, 4)
    assert state.empty.tolist() == [1 << 2, 0, 0, 0]  # seat 0 has no hearts
    assert table.take_trick(state, SEATS, trump) == winner
    assert state.tricks.tolist() == [int(seat == winner) for seat in range(SEATS)]
    assert (state.player, state.leader, state.count, state.trick_number) == (winner, winner, 0, 1)
    assert hand_text(table.cards_in(state.last, 4)) == "2H,10H,KH,2S"


def test_the_words_of_a_table_are_read_back() -> None:
    text = {"played": "-/10H/2H/-", "trick": "10H,2H", "leader": "1", "lacks": "-/-/-/C"}
    state = new_record(STATE)
    read_table(text, SEATS, ALL, state)
    deal_known({"hands": "?13/?12/?12/?13", **text}, SEATS, ALL, stream(4), state)
    words = trick_words(state, SEATS)
    assert {name: str(words[name]) for name in ("trick", "leader", "lacks")} == {
        name: text[name] for name in ("trick", "leader", "lacks")
    }
    assert not int(state.hands[3]) & read_hand("2C,AC")
    assert with_unknown(read_hand("2C"), read_hand("2C,3C,AS")) == "2C,?2"
    with pytest.raises(PlayoutError, match="played, seat 1: 1 cards, but 0 tricks have ended"):
        read_table({"played": "2C/-/-/-"}, SEATS, ALL, new_record(STATE))


def test_it_is_told_why_a_card_may_not_be_played() -> None:
    state = dealt()
    state.hands[1], state.player = read_hand("2H,3S"), 1
    assert why_not_played(state, read_card("4S")) == "this card is not in the hand"
    state.trick[0], state.count = read_card("AH"), 1
    assert why_not_played(state, read_card("3S")) == "hearts were led, and the hand has some"
    assert why_not_played(state, read_card("2H")) == ""
    assert [kind_of_card(state, read_card(card)) for card in ("2H", "3S")] == ["follow", "throw"]
