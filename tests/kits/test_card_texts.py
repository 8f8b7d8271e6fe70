"""Positions of a game of cards in plain Python: written as people write cards, and typed."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

import playout
from playout.author import shuffled
from playout.engine.game.game import Measure
from playout.engine.words.errors import PlayoutError
from playout.kits import cards
from playout.kits.card_texts import AS_CARDS, AS_HAND, AS_HANDS, AS_SUIT

pytestmark = pytest.mark.usefixtures("forgets")


class Hidden:
    """Highest: two players lay three hearts each in turn; the highest card of all wins."""

    POSITION_TEXTS: ClassVar[dict[str, Any]] = {"hands": AS_HANDS, "laid": AS_CARDS}

    def deal(self, rules: Any, stream: Any) -> None:
        deck = shuffled(stream, cards.cards_of(cards.in_suit(cards.HEARTS)))
        self.hands, self.laid = [cards.hand_of(deck[:3]), cards.hand_of(deck[3:6])], list[int]()

    def is_over(self, rules: Any) -> bool:
        return not any(self.hands)

    def actor(self, rules: Any) -> int:
        return len(self.laid) % 2

    def legal_moves(self, rules: Any) -> list[int]:
        return cards.cards_of(self.hands[self.actor(rules)])

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.hands[self.actor(rules)] &= ~cards.one(move)
        self.laid.append(move)

    def score(self, rules: Any) -> dict[str, Any]:
        won = self.laid.index(max(self.laid)) % 2 if self.laid else 0
        return {"win": [float(won == 0), float(won == 1)]}

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.hand, view.laid = self.hands[seat], self.laid
        view.others = cards.size_of(self.hands[1 - seat])


class Highest(Hidden):
    """The same, with worlds."""

    def determinize(self, view: Any, rules: Any, stream: Any) -> None:
        unseen = cards.in_suit(cards.HEARTS) & ~view.hand & ~cards.hand_of(view.laid)
        dealt = cards.hand_of(shuffled(stream, cards.cards_of(unseen))[: view.others])
        self.hands = [dealt, dealt]
        self.hands[view.seat], self.laid = view.hand, view.laid


def match(
    position: str | None = None, seed: int = 1, base: type = Highest, **more: Any
) -> playout.Match:
    kind: Any = type("Highest", (base,), more)
    options = [playout.Option("players", 2, "players", 2, 2)]
    win = Measure("win", "share", "had the highest card", per_seat=True, first="highest")
    playout.game(options=options, measures=[win], moves=cards.card_text)(kind)
    return playout.Match("highest", strategy="random", position=position, seed=seed)


def test_a_position_has_the_names_of_cards_and_is_read_as_it_was_written() -> None:
    one = match()
    one.step()
    text = one.position
    assert re.fullmatch(r"hands=\w+H,\w+H/\w+H,\w+H,\w+H laid=\w+H", text)
    again = match(text)
    assert again.position == text
    for move in one.run():
        again.play(move)
    assert again.position == one.position == f"hands=-/- laid={AS_CARDS[0](one.state.laid)}"


def test_unknown_cards_are_dealt_as_the_seat_to_move_may_know_them() -> None:
    found = [match("hands=2H,AH/?2,? laid=-", seed) for seed in range(8)]
    assert all(cards.cards_of(one.state.hands[0]) == [26, 38] for one in found)
    others = [cards.cards_of(one.state.hands[1]) for one in found]
    assert all(len(hand) == 3 and min(hand) > 26 and max(hand) < 38 for hand in others)
    assert len(set(map(tuple, others))) > 1
    assert "?" not in found[0].position


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hands=?3/2H,3H,4H", "hands: seat 1 is to move, so its part must be known"),
        ("hands=2H,XH/?2", "hands: cards: 'XH' is not a card"),
        ("hands=2H,3H/2H,?", "hands: a card is there twice"),
        ("hands=2H/?x", "hands: cards: '?x' is not a card"),
        ("hands=2H/?99", "hands: more than 52 cards"),
        ("laid=2H,", "laid: '' is not a card"),
    ],
)
def test_a_position_that_cannot_be_says_why(text: str, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=re.escape(f"position: {sentence}")):
        match(text)


def test_unknown_cards_need_a_game_that_deals_them() -> None:
    with pytest.raises(PlayoutError, match=r"hands: a \? needs a game with determinize"):
        match("hands=2H/?", base=Hidden)


def test_texts_of_a_declaration_are_pairs_of_functions_for_attributes() -> None:
    for wrong in ([AS_HAND], {"hands": AS_HAND[0]}, {"hands": (1, 2)}, {"hands": (len,)}):
        with pytest.raises(PlayoutError, match="POSITION_TEXTS must be a dict with two functions"):
            match(POSITION_TEXTS=wrong)
    with pytest.raises(PlayoutError, match="POSITION_TEXTS has 'hand', but the state has no such"):
        _ = match(POSITION_TEXTS={"hand": AS_HAND}).position
    with pytest.raises(PlayoutError, match=r"writes hands as '.*': no text without blanks"):
        _ = match(POSITION_TEXTS={"hands": (str, len)}).position
    with pytest.raises(PlayoutError, match="hands: ZeroDivisionError"):
        match("hands=2", POSITION_TEXTS={"hands": (str, lambda text: 1 / 0)})


def test_a_position_with_which_the_rules_cannot_go_on_is_refused() -> None:
    nothing = {"hands": (str, lambda text: None)}
    with pytest.raises(PlayoutError, match=r"the rules of .* raised TypeError: .*\(line \d+ of"):
        match("hands=2H/?", POSITION_TEXTS=nothing)
    with pytest.raises(
        PlayoutError, match=r"position='hands=2H': .* cannot go on from it: IndexError"
    ):
        match("hands=2H")


@pytest.mark.parametrize(
    ("pair", "value", "text"),
    [
        (AS_CARDS, [51, 0], "AS,2C"),
        (AS_CARDS, [], "-"),
        (AS_HAND, cards.hand_of([51, 0]), "2C,AS"),
        (AS_HANDS, [cards.hand_of([51, 0]), 0], "2C,AS/-"),
        (AS_SUIT, cards.SPADES, "S"),
        (AS_SUIT, -1, "-"),
    ],
)
def test_every_text_is_read_as_it_was_written(pair: Any, value: Any, text: str) -> None:
    assert pair[0](value) == text
    assert pair[1](text) == value


def test_what_is_no_suit_is_refused() -> None:
    for text in ("X", "CD", ""):
        with pytest.raises(PlayoutError, match="the first letter of a suit"):
            AS_SUIT[1](text)
