"""Sets of cards do what Python's sets do."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from playout.games.numbered_cards import sets as cards
from playout.games.numbered_cards.sets import NO_CARD_ABOVE, NO_CARD_BELOW, has, write_fitting

pytestmark = pytest.mark.rules


def set_of(members: set[int]) -> Any:
    """The two words of a set of cards 0..126."""
    stack = np.zeros((1, 2), np.int64)
    for card in members:
        cards.put(stack, 1, card)
    return stack[0]


def some_sets() -> list[set[int]]:
    """Nothing, everything, the ends of words, and random sets of many sizes."""
    chance = Random(3)
    edges = [set(), set(range(127)), {0}, {63}, {64}, {126}, {0, 126}, {63, 64}]
    return edges + [set(chance.sample(range(127), chance.randrange(40))) for _ in range(40)]


def test_lowest_highest_count_and_nth_are_those_of_the_intersection() -> None:
    sets = some_sets()
    for one, other in zip(sets, sets[::-1] + sets, strict=False):
        both, a, b = sorted(one & other), set_of(one), set_of(other)
        assert cards.lowest_of_both(a, b) == (both[0] if both else NO_CARD_ABOVE)
        assert cards.highest_of_both(a, b) == (both[-1] if both else NO_CARD_BELOW)
        assert cards.count_of_both(a, b) == len(both)
        assert cards.listed([a, b]) == sorted([*one, *other])
        assert [cards.nth_of_both(a, b, n) for n in range(len(both))] == both


@pytest.mark.parametrize("jump", [0, 1, 10, 63, 64, 126])
def test_the_fitting_cards_are_those_beyond_the_top_and_the_trick(jump: int) -> None:
    for top in (0, 1, 2, 9, 10, 11, 53, 54, 63, 64, 65, 99, 100, 116, 117, 126):
        for ascends in (True, False):
            fitting = np.zeros(2, np.int64)
            write_fitting(fitting, top, ascends, jump)
            back = top - jump if ascends else top + jump
            expected = {
                card
                for card in range(128)
                if (card > top if ascends else card < top) or (jump > 0 and card == back)
            }
            assert {card for card in range(128) if has(fitting, card)} == expected
