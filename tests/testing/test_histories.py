"""The check of the past of worlds finds worlds in which earlier moves were illegal."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from playout.engine.chance.rng import randrange
from playout.testing import Unchecked, histories
from tests.testing.heap import Heap, case, fails, game

pytestmark = pytest.mark.usefixtures("forgets")

CARDS = 6  # 0, 2 and 4 are of one suit, 1, 3 and 5 of the other


class Suits(Heap):
    """Players must follow the suit that was led; two cards each, of six."""

    def deal(self, rules: Any, stream: Any) -> None:
        deck = list(range(CARDS))
        for place in range(CARDS - 1):
            other = place + int(randrange(stream, CARDS - place))
            deck[place], deck[other] = deck[other], deck[place]
        self.hands, self.seat = [sorted(deck[:2]), sorted(deck[2:4])], 0
        self.table: list[int] = []
        self.aside = sorted(deck[4:])

    def is_over(self, rules: Any) -> bool:
        return len(self.table) == 4

    def legal_moves(self, rules: Any) -> Any:
        hand = self.hands[self.seat]
        led = self.table[-1] % 2 if len(self.table) % 2 else None
        return [card for card in hand if card % 2 == led] or list(hand)

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.hands[self.seat].remove(move)
        self.table.append(move)
        self.seat = 1 - self.seat

    def score(self, rules: Any) -> Any:
        return {"win": [1, 0], "left": 0}

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.hand, view.table, view.turn = self.hands[seat], self.table, self.seat

    def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:  # noqa: N805
        while True:
            deal_any(view, rules, stream, state)
            theirs, table = state.hands[1 - view.seat], view.table
            led = [(table[k], table[k + 1]) for k in range(0, len(table) - 1, 2) if view.seat == 0]
            if not any((a - b) % 2 and (a - one) % 2 == 0 for a, b in led for one in theirs):
                return


def deal_any(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Deal worlds by the number of cards alone."""
    unseen = [card for card in range(CARDS) if card not in view.hand and card not in view.table]
    size = 2 - len(view.table[1 - view.seat :: 2])
    theirs = [unseen.pop(int(randrange(stream, len(unseen)))) for _ in range(size)]
    state.hands = [sorted(theirs), sorted(theirs)]
    state.hands[view.seat], state.aside = list(view.hand), unseen
    state.table, state.seat = list(view.table), view.turn


def suits(**changed: Any) -> str:
    methods = {name: one for name, one in vars(Suits).items() if callable(one)}
    return game(chance_in_play=False, moves=[str(k) for k in range(CARDS)], **methods | changed)


@pytest.mark.slow
def test_worlds_in_which_a_player_did_not_follow_suit_are_found() -> None:
    told = histories.are_possible(case(suits()))
    assert told.endswith("of others legal in them")
    told = fails(histories.are_possible, case(suits(determinize=deal_any)))
    assert "an impossible world: " in told
    assert ", which is illegal in that world. Deal only worlds in which" in told
    assert "the world before that move, as the game shows it:\nhands: " in told


def test_moves_that_draw_cannot_be_taken_back() -> None:
    with pytest.raises(Unchecked, match=r"no move of another player could be taken back in \d+ "):
        histories.are_possible(case(game()))
    game(determinize=None)
    with pytest.raises(Unchecked, match="the game has no determinize"):
        histories.are_possible(case("heap"))


@pytest.mark.parametrize(
    ("before", "after", "world", "due"),
    [
        (7, 5, 5, 7),  # as the game
        (0b1011, 0b1001, 0b0101, 0b0111),  # a card leaves a hand
        (4, 3, 6, 7),  # a count of seven, of which no more than six are usual
        ([1, 2, 5], [1, 5], [3, 4], [2, 3, 4]),
        ([9, 2], [9], [4], [4, 2]),
        ({1, 2}, {1}, {3}, {2, 3}),
        ({"a": [1], "b": 2}, {"a": [], "b": 2}, {"a": [4], "b": 3}, {"a": [1, 4], "b": 3}),
    ],
)
def test_a_change_is_taken_back_in_another_state(
    before: Any, after: Any, world: Any, due: Any
) -> None:
    assert histories.undone(before, after, world) == due
    objects = (SimpleNamespace(part=part) for part in (before, after, world))
    assert histories.undone(*objects).part == due


def test_a_change_of_arrays_is_taken_back_within_their_numbers() -> None:
    before, after, world = np.array([3, 1, 2]), np.array([3, 0, 2]), np.array([1, 1, 3])
    assert histories.undone(before, after, world).tolist() == [1, 2, 3]
    with pytest.raises(histories._Lost):
        histories.undone(before, after, np.array([1, 3, 3]))
