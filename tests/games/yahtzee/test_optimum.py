"""The table of the optimum against a slow solver, and against published numbers."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from playout import PlayoutError
from playout.games.yahtzee.boxes import ALL, NAMES
from playout.games.yahtzee.optimum import JOKERS, expected_score, worth, write_worth
from playout.games.yahtzee.turns import SIZE, place_of
from tests.reference.yahtzee import Card, value

TRUTH = json.loads((Path(__file__).parents[2] / "truth" / "yahtzee.json").read_text())


@cache
def table_of(boxes: tuple[str, ...], joker: str) -> npt.NDArray[np.float64]:
    """What cards are worth on which some of these boxes are free, and no others."""
    table = np.zeros(SIZE)
    for size in range(1, len(boxes) + 1):
        free = [sum(1 << NAMES.index(box) for box in some) for some in combinations(boxes, size)]
        write_worth(table, np.array([ALL & ~some for some in free]), JOKERS.index(joker))
    return table


def assert_worth(filled: Card, boxes: tuple[str, ...], joker: str) -> None:
    """A card with these boxes free and all others filled is worth what the slow solver says."""
    card = {name: filled.get(name, 0) for name in NAMES if name not in boxes}
    used = ALL & ~sum(1 << NAMES.index(box) for box in boxes)
    upper = sum(card.get(name, 0) for name in NAMES[:6])
    place = place_of(used, int(card.get("yahtzee") == 50), upper)
    assert table_of(boxes, joker)[place] == pytest.approx(value(card, joker), rel=1e-12)


def test_the_last_box_is_worth_what_a_slow_solver_says() -> None:
    """With a Yahtzee that scored, so that there are further ones, and jokers."""
    for box, upper in (("sixes", 45), ("large straight", 0)):
        assert_worth({"yahtzee": 50, "threes": upper}, (box,), "forced")


@pytest.mark.slow
@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize("holds", [0, 50])
@pytest.mark.parametrize("box", NAMES)
def test_every_last_box_is_worth_what_a_slow_solver_says(box: str, holds: int, joker: str) -> None:
    filled = {"yahtzee": holds, "sixes": 24, "fives": 20, "ones": 15}
    assert_worth(filled, (box,), joker)


@pytest.mark.slow
@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize(
    ("boxes", "filled"),
    [
        (("chance", "yahtzee"), {}),
        (("fives", "full house"), {"yahtzee": 50, "sixes": 18, "threes": 20, "fours": 15}),
        (("ones", "small straight"), {"yahtzee": 50, "sixes": 60}),
        (("twos", "yahtzee"), {"sixes": 57}),
    ],
)
def test_the_last_two_boxes_are_worth_what_a_slow_solver_says(
    boxes: tuple[str, ...], filled: Card, joker: str
) -> None:
    assert_worth(filled, boxes, joker)


@pytest.mark.slow
@pytest.mark.parametrize("joker", JOKERS)
def test_the_whole_game_is_worth_what_was_published(joker: str) -> None:
    assert expected_score(joker) == pytest.approx(TRUTH["optimal"][joker], abs=5e-5)
    assert not worth(joker).flags.writeable
    assert expected_score(joker) == worth(joker)[0]


def test_an_unknown_joker_is_refused_in_a_sentence() -> None:
    with pytest.raises(PlayoutError, match="joker = 'wild': known: forced, free"):
        expected_score("wild")
