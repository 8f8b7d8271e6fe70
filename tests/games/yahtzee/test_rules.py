"""The rules of Yahtzee against a model in plain Python, and the jokers one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

from playout.engine.match.match import Match
from playout.engine.words.errors import IllegalMove
from playout.games.yahtzee.boxes import NAMES, YATZY, points_in, throw_of
from playout.games.yahtzee.game import GAME
from tests.reference.yahtzee import BOXES as BOXES_OF
from tests.reference.yahtzee import Game, yatzy_points

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("players", "rules", "number"), [(1, "forced", 0), (3, "free", 1), (1, "yatzy", 2)]
)
def test_a_game_is_that_of_the_model(players: int, rules: str, number: int) -> None:
    """Dice, legal moves and scores; the model makes every throw from its own random word."""
    options: Any = {"variant": "yatzy"} if rules == "yatzy" else {"joker": rules}
    match = Match(
        "yahtzee", strategy="random", seed=4, game_number=number, players=players, **options
    )
    model = Game(4, number, players, rules)
    while not match.is_over:
        assert tuple(match.state.dice) == model.dice
        assert match.seat == model.player
        moves = [match.format_move(move) for move in match.legal_moves()]
        assert sorted(moves) == sorted(model.moves())
        model.play(match.format_move(match.step()))
        assert match.state.scores[:players].tolist() == model.scores
    assert model.is_over
    assert match.outcome()["score"] == model.scores


def match_with(
    dice: Sequence[int], filled: dict[str, int], joker: str = "forced", variant: str = "yahtzee"
) -> Match:
    """A game for one with these dice, and these boxes filled with so many points."""
    match = Match("yahtzee", joker=joker, variant=variant)
    state = match.state
    state.dice[:] = sorted(dice)
    for name, points in filled.items():
        box = NAMES.index(name)
        state.points[0, box] = points
        state.used[0] |= 1 << box
        state.upper[0] += points * (box < 6)
        state.scores[0] += points
    state.throws, state.turn = 3, len(filled)
    return match


def boxes_of(match: Match) -> list[str]:
    """The boxes that may be filled."""
    return [match.format_move(move) for move in match.legal_moves()]


LOWER = NAMES[6:12]
FIVES = [5] * 5


@pytest.mark.parametrize("first", [0, 50])
def test_a_further_yahtzee_must_go_to_its_upper_box(first: int) -> None:
    match = match_with(FIVES, {"yahtzee": first})
    assert boxes_of(match) == ["fives"]
    match.play("fives")
    assert match.state.scores[0] == first + 25 + (100 if first else 0)


@pytest.mark.parametrize(
    ("box", "points"), [("full house", 25), ("small straight", 30), ("large straight", 40)]
)
@pytest.mark.parametrize("joker", ["forced", "free"])
def test_a_joker_brings_the_points_of_the_box(box: str, points: int, joker: str) -> None:
    match = match_with(FIVES, {"yahtzee": 50, "fives": 15}, joker)
    if joker == "forced":
        assert boxes_of(match) == list(LOWER)
    else:
        assert boxes_of(match) == [name for name in NAMES[:13] if name not in ("fives", "yahtzee")]
    match.play(box)
    assert match.state.scores[0] == 65 + 100 + points


def test_without_a_lower_box_a_joker_goes_to_another_upper_box() -> None:
    match = match_with(FIVES, {**dict.fromkeys(LOWER, 0), "yahtzee": 50, "fives": 0})
    assert boxes_of(match) == ["ones", "twos", "threes", "fours", "sixes"]
    match.play("sixes")
    assert match.state.scores[0] == 50 + 100


@pytest.mark.parametrize("filled", [{}, {"fives": 15}])
def test_a_first_yahtzee_is_no_joker(filled: dict[str, int]) -> None:
    match = match_with(FIVES, filled)
    assert len(boxes_of(match)) == 13 - len(filled)
    match.play("full house")
    assert match.state.points[0, NAMES.index("full house")] == 0


def test_free_jokers_may_leave_the_upper_box_of_their_face_but_are_none_then() -> None:
    match = match_with(FIVES, {"yahtzee": 50}, "free")
    assert len(boxes_of(match)) == 13 - 1
    match.play("large straight")
    assert match.state.scores[0] == 50 + 100


def test_the_upper_bonus_comes_once_with_63_points() -> None:
    match = match_with([6, 6, 6, 1, 1], {"threes": 9, "fours": 16, "fives": 15})
    match.play("sixes")
    assert match.state.scores[0] == 40 + 18
    match.state.dice[:] = [1, 2, 2, 2, 3]
    match.state.throws = 3
    match.play("twos")
    assert match.state.scores[0] == 58 + 6 + 35
    match.state.dice[:] = [1, 1, 1, 1, 2]
    match.play("ones")
    assert match.state.scores[0] == 99 + 4


def test_no_game_brings_more_than_the_most_of_the_score() -> None:
    """Yahtzees of sixes first in its box, then wherever they bring most: 1,575 points.

    In Yatzy 374, as the rules of it say.
    """
    assert GAME.measure("score").top(GAME.with_options()) == 1575
    assert GAME.measure("score").top(GAME.with_options({"variant": "yatzy"})) == 374


def test_every_throw_brings_in_yatzy_what_the_model_says() -> None:
    throws = [*combinations_with_replacement(range(1, 7), 5)]
    assert len(throws) == 252
    for dice in throws:
        thrown = throw_of(np.array(dice))
        for name in BOXES_OF["yatzy"]:
            here = points_in(NAMES.index(name), thrown, 0, YATZY)
            assert here == yatzy_points(name, dice), (name, dice)


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        ([3, 3, 4, 4, 4], "one pair", 8),
        ([3, 3, 4, 4, 4], "two pairs", 14),
        ([3, 3, 4, 4, 4], "three of a kind", 12),
        ([3, 3, 4, 4, 4], "full house", 18),
        ([4, 4, 4, 4, 6], "two pairs", 0),
        ([4, 4, 4, 4, 6], "four of a kind", 16),
        ([6, 6, 6, 6, 6], "full house", 0),
        ([6, 6, 6, 6, 6], "one pair", 12),
        ([6, 6, 6, 6, 6], "yatzy", 50),
        ([1, 2, 3, 4, 5], "small straight", 15),
        ([2, 3, 4, 5, 6], "small straight", 0),
        ([2, 3, 4, 5, 6], "large straight", 20),
        ([1, 2, 3, 4, 6], "small straight", 0),
    ],
)
def test_a_box_of_yatzy_brings_the_dice_that_fit_it_alone(
    dice: list[int], box: str, points: int
) -> None:
    match = match_with(dice, {}, variant="yatzy")
    match.play(box)
    assert match.state.scores[0] == points


def test_in_yatzy_there_are_no_jokers_and_the_bonus_is_fifty() -> None:
    match = match_with([5] * 5, {"yatzy": 50, "fives": 15}, variant="yatzy")
    assert boxes_of(match) == [name for name in NAMES if name not in ("fives", "yahtzee", "yatzy")]
    match.play("large straight")
    assert match.state.scores[0] == 65
    match = match_with([6] * 5, {"threes": 9, "fours": 8, "fives": 20}, variant="yatzy")
    match.play("sixes")
    assert match.state.scores[0] == 37 + 30 + 50


@pytest.mark.parametrize(("variant", "box"), [("yahtzee", "one pair"), ("yatzy", "yahtzee")])
def test_a_card_has_no_boxes_of_the_other_game(variant: str, box: str) -> None:
    match = match_with([1, 2, 3, 4, 5], {}, variant=variant)
    assert not match.is_legal(NAMES.index(box))
    with pytest.raises(IllegalMove, match=f"seat 1 may not play '{box}' here"):
        match.play(box)


def test_a_game_goes_on_from_a_position() -> None:
    text = "dice=2,3,4,5,5 throws=2 turn=1 used=4096 points=0,0,0,0,0,0,0,0,0,0,0,0,50 scores=50"
    match = Match("yahtzee", strategy="greedy", position=text)
    assert match.format_move(match.choose()) == "keep 2 3 4 5"
    assert len(list(match.run())) >= 12
