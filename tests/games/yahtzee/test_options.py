"""Rules of Yahtzee as they are given, shown and refused."""

from __future__ import annotations

from typing import Any

import pytest

from playout import PlayoutError
from playout.games.yahtzee.game import GAME

pytestmark = pytest.mark.rules

IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"players": 0}, "players = 0: allowed are 1 to 6"),
    ({"players": 7}, "players = 7: allowed are 1 to 6"),
    ({"players": 1.5}, "players = 1.5: a whole number is needed"),
    ({"joker": "wild"}, "joker = 'wild': known: forced, free"),
    ({"jokers": "free"}, "yahtzee has no rule option 'jokers': did you mean 'joker'"),
]


@pytest.mark.parametrize(("options", "sentence"), IMPOSSIBLE)
def test_impossible_rules_are_refused_in_one_sentence(
    options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence) as caught:
        GAME.with_options(options)
    assert "\n" not in str(caught.value)


def test_only_what_differs_from_the_usual_rules_is_told() -> None:
    assert GAME.with_options().changed() == {}
    assert GAME.with_options({"joker": "free"}).options() == ["--players 1", "--joker free"]


def test_no_game_brings_more_than_the_most_of_the_score() -> None:
    """Yahtzees of sixes first in its box, then wherever they bring most: 1,575 points."""
    assert GAME.measure("score").top(GAME.with_options()) == 1575
