"""The table of a trick-taking game: cards are laid, and tricks go to their winners."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError
from playout.kits import trick_table as table
from playout.kits.cards import ALL, SPADES, hand_text, read_card, read_hand, size_of
from playout.kits.trick_pictures import TrickPicture
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


class Plain:
    """A position of a game in plain Python: seat 1 has led a queen, seat 2 is to move."""

    def __init__(self) -> None:
        self.hands = [read_hand(text) for text in ("2C,AH", "3S", "QS")]
        self.trick, self.leader, self.tricks = [read_card("QC")], 1, [0, 2, 0]

    def is_over(self, rules: Any) -> bool:
        return False

    def actor(self, rules: Any) -> int:
        return (self.leader + len(self.trick)) % len(self.hands)


class Picture(TrickPicture):
    title = "Three"

    def status(self) -> str:
        return "no trumps"

    def standing(self, player: int) -> str:
        return f"tricks: {self.state.tricks[player]}"


def test_the_table_of_a_game_in_plain_python_is_drawn() -> None:
    state, rules = Plain(), SimpleNamespace(players=3)
    assert Picture(state, rules, 2).text().splitlines() == [
        "No trumps",
        "  seat 1  tricks: 0  2C AH",
        "  seat 2  tricks: 2  3S",
        "> seat 3  tricks: 0  QS",
        "table, led by seat 2: QC",
    ]
    assert Picture(state, rules, 0).in_words() == "with 2C AH in hand, QC on the table, no trumps"
    seen = Picture(state, rules, 0).svg(350)
    assert {"card-0", "card-38"} == set(re.findall(r'data-place="(.+?)"', seen))
    assert "On the table from seat 2: queen of clubs." in seen
    assert "3 of spades" not in seen
    assert "trick before" not in seen
    state.last, state.last_leader = [read_card("5D")], 0  # type: ignore[attr-defined]
    assert "trick before" in Picture(state, rules, 0).svg(350)
