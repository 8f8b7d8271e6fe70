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
from playout.engine.find.games import find_game
from playout.engine.who.references import find_player
from playout.games.yahtzee import optimum
from playout.games.yahtzee.boxes import ALL, NAMES, ORDER
from playout.games.yahtzee.optimum import JOKERS, expected, expected_score, worth, write_worth
from playout.games.yahtzee.turns import SIZES, place_of
from tests.reference.yahtzee import BOXES, Card, value

RULES = (*JOKERS, "yatzy")
TRUTH = json.loads((Path(__file__).parents[2] / "truth" / "yahtzee.json").read_text())


@cache
def table_of(boxes: tuple[str, ...], rules: str) -> npt.NDArray[np.float64]:
    """What cards are worth on which some of these boxes are free, and no others."""
    card = RULES.index(rules)
    table = np.zeros(SIZES[card])
    for size in range(1, len(boxes) + 1):
        free = [sum(1 << NAMES.index(box) for box in some) for some in combinations(boxes, size)]
        write_worth(table, np.array([ALL[card] & ~some for some in free]), card)
    return table


def assert_worth(filled: Card, boxes: tuple[str, ...], rules: str) -> None:
    """A card with these boxes free and all others filled is worth what the slow solver says."""
    card = {name: filled.get(name, 0) for name in BOXES[rules] if name not in boxes}
    used = ALL[RULES.index(rules)] & ~sum(1 << NAMES.index(box) for box in boxes)
    upper = sum(card.get(name, 0) for name in NAMES[:6])
    place = place_of(used, int(card.get("yahtzee") == 50), upper)
    assert table_of(boxes, rules)[place] == pytest.approx(value(card, rules), rel=1e-12)


@pytest.mark.slow
def test_the_last_box_is_worth_what_a_slow_solver_says() -> None:
    """With a Yahtzee that scored, so that there are further ones, and jokers."""
    for box, upper in (("sixes", 45), ("large straight", 0)):
        assert_worth({"yahtzee": 50, "threes": upper}, (box,), "forced")


@pytest.mark.slow
@pytest.mark.parametrize("box", ["ones", "two pairs"])
def test_the_last_box_of_yatzy_is_worth_what_a_slow_solver_says(box: str) -> None:
    assert_worth({"sixes": 24, "fives": 20, "twos": 15}, (box,), "yatzy")


@pytest.mark.slow
@pytest.mark.parametrize("box", BOXES["yatzy"])
def test_every_last_box_of_yatzy_is_worth_what_a_slow_solver_says(box: str) -> None:
    assert_worth({"sixes": 24, "fives": 20, "ones": 15}, (box,), "yatzy")


@pytest.mark.slow
@pytest.mark.parametrize(
    "boxes",
    [
        pytest.param(("one pair", "yatzy"), marks=pytest.mark.thorough),
        ("sixes", "full house"),
    ],
)
def test_the_last_two_boxes_of_yatzy_are_worth_what_a_slow_solver_says(
    boxes: tuple[str, ...],
) -> None:
    assert_worth({"fours": 16, "fives": 25}, boxes, "yatzy")


@pytest.mark.slow
@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize("holds", [pytest.param(0, marks=pytest.mark.thorough), 50])
@pytest.mark.parametrize("box", BOXES["forced"])
def test_every_last_box_is_worth_what_a_slow_solver_says(box: str, holds: int, joker: str) -> None:
    filled = {"yahtzee": holds, "sixes": 24, "fives": 20, "ones": 15}
    assert_worth(filled, (box,), joker)


@pytest.mark.slow
@pytest.mark.parametrize("joker", JOKERS)
@pytest.mark.parametrize(
    ("boxes", "filled"),
    [
        pytest.param(("chance", "yahtzee"), {}, marks=pytest.mark.thorough),
        (("fives", "full house"), {"yahtzee": 50, "sixes": 18, "threes": 20, "fours": 15}),
        (("ones", "small straight"), {"yahtzee": 50, "sixes": 60}),
        pytest.param(("twos", "yahtzee"), {"sixes": 57}, marks=pytest.mark.thorough),
    ],
)
def test_the_last_two_boxes_are_worth_what_a_slow_solver_says(
    boxes: tuple[str, ...], filled: Card, joker: str
) -> None:
    assert_worth(filled, boxes, joker)


@pytest.mark.slow
@pytest.mark.parametrize("joker", ["forced", pytest.param("free", marks=pytest.mark.thorough)])
def test_the_whole_game_is_worth_what_was_published(joker: str) -> None:
    assert expected_score(joker) == pytest.approx(TRUTH["optimal"][joker], abs=5e-5)
    assert not worth(joker).flags.writeable
    assert expected_score(joker) == worth(joker)[0]


@pytest.mark.thorough
def test_yatzy_is_worth_what_was_published_and_what_an_independent_program_finds() -> None:
    best = expected_score(variant="yatzy")
    assert round(best, 2) == TRUTH["yatzy"]
    assert best == pytest.approx(TRUTH["yatzy, independent"], rel=1e-12)
    assert len(worth("yatzy")) == 2**15 * 64


@pytest.mark.parametrize("card", range(3))
def test_no_two_cards_have_the_same_place_in_a_table(card: int) -> None:
    sets = [used for used in range(2 ** (1 + max(ORDER[card]))) if not used & ~int(ALL[card])]
    cards = [(used, holds) for used in sets for holds in range(1 + (used >> 12 & 1))]
    places = {place_of(used, holds, upper) for used, holds in cards for upper in (0, 63)}
    assert len(places) == 2 * len(cards) == SIZES[card] // 32
    assert (min(places), max(places)) == (0, SIZES[card] - 1)


@pytest.mark.slow
def test_a_run_shows_the_optimum_beside_the_mean_of_those_who_play_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whose table it is; what the tables hold is above."""
    tables = {card: np.array([float(place)]) for place, card in enumerate(RULES)}
    monkeypatch.setattr(optimum, "worth", tables.__getitem__)
    best, other = (find_player("yahtzee", name) for name in ("optimal", "greedy"))
    for card in RULES:
        given = {"variant": card} if card == "yatzy" else {"joker": card}
        rules = find_game("yahtzee").with_options({"players": 2, **given})
        due = expected_score(**given)
        assert due == tables[card][0]
        assert expected(rules, [best, other]) == {}
        assert expected(rules, [best, best]) == {"score": [due] * 2}


def test_an_unknown_joker_is_refused_in_a_sentence() -> None:
    with pytest.raises(PlayoutError, match="joker='wild': choose from forced, free"):
        expected_score("wild")
    with pytest.raises(PlayoutError, match="variant='maxi': choose from yahtzee, yatzy"):
        expected_score(variant="maxi")
