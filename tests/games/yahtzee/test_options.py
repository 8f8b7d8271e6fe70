"""Rules of Yahtzee as they are given, shown and refused."""

from __future__ import annotations

import pytest

from playout import PlayoutError
from playout.engine.match.match import Match
from playout.games.yahtzee.game import GAME

pytestmark = pytest.mark.rules


def test_only_what_differs_from_the_usual_rules_is_told() -> None:
    assert GAME.with_options().changed_options() == {}
    assert GAME.with_options({"joker": "free"}).command_options() == ["--players 1", "--joker free"]


def test_no_game_brings_more_than_the_most_of_the_score() -> None:
    """Yahtzees of sixes first in its box, then wherever they bring most: 1,575 points."""
    assert GAME.measure("score").top(GAME.with_options()) == 1575


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("dice=1,2,3,4,7 throws=1", "five faces, 1 to 6, are needed in rising order"),
        ("dice=2,1,3,4,5 throws=1", "five faces, 1 to 6, are needed in rising order"),
        ("dice=1,2,3,4", "dice = "),
        ("dice=1,2,3,4,5 throws=4", "throws = 4: a whole number from 1 to 3 is needed"),
        ("dice=1,2,3,4,5 throws=1 turn=14", "turn = 14, player = 0"),
        ("dice=1,2,3,4,5 throws=1 turn=1", "used = 0: seat 0 has had 1 turns"),
        ("dice=1,2,3,4,5 throws=1 turn=1 used=8192", "used = 8192: seat 0"),
        ("dice=1,2,3,4,5 throws=1 points=3", "points = 3: seat 0 cannot have them in ones"),
        ("dice=1,2,3,4,5 throws=1 turn=1 used=2 points=0,3", "points = 3: .* in twos"),
        ("dice=1,2,3,4,5 throws=1 turn=1 used=2 points=0,4 upper=4", "upper = 4, scores = 0"),
        ("dice=1,2,3,4,5 throws=1 scores=100", "upper = 0, scores = 100"),
    ],
)
def test_positions_that_cannot_be_are_refused_in_one_sentence(position: str, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence) as caught:
        Match("yahtzee", position=position)
    assert "\n" not in str(caught.value)


def test_a_game_goes_on_from_a_position() -> None:
    text = "dice=2,3,4,5,5 throws=2 turn=1 used=4096 points=0,0,0,0,0,0,0,0,0,0,0,0,50 scores=50"
    match = Match("yahtzee", strategy="greedy", position=text)
    assert match.format_move(match.choose()) == "keep 2 3 4 5"
    assert len(list(match.run())) >= 12
