"""Rules that cannot be played are refused in one sentence that says what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.words.errors import PlayoutError
from playout.games.the_game.game import GAME

pytestmark = pytest.mark.rules

IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"high": 5, "hand": 4}, "players = 1, hand = 4: that needs 4 cards, the deck has 3"),
    ({"players": 7, "hand": 15}, "players = 7, hand = 15: that needs 105 cards, the deck has 98"),
    ({"players": 0}, "players = 0: allowed are 1 to 7"),
    ({"players": 8}, "players = 8: allowed are 1 to 7"),
    ({"players": "two"}, "players = 'two': a whole number is needed"),
    ({"players": 2.5}, "players = 2.5: a whole number is needed"),
    ({"players": float("nan")}, "players = nan: a whole number is needed"),
    ({"players": float("inf")}, "players = inf: a whole number is needed"),
    ({"players": True}, "players = True: a whole number is needed"),
    ({"jump": -1}, "jump = -1: allowed are 0 to 126"),
    ({"min_cards": 0}, "min_cards = 0: allowed are 1 to"),
    ({"hand": 0}, "hand = 0: allowed are 1 to"),
    ({"copies": 5}, "copies = 5: allowed are 1 to 4"),
    ({"ascending": 5}, "ascending = 5: allowed are 0 to 4"),
    ({"ascending": 0, "descending": 0}, "at least one pile is needed"),
    ({"low": 50, "high": 51}, r"low = 50, high = 51: high must be at least low \+ 2"),
    ({"high": 128}, "high = 128: allowed are 2 to 127"),
    ({"plyers": 2}, "the-game has no rule option 'plyers': did you mean 'players'"),
    ({"colour": "red"}, "the-game has no rule option 'colour': known: ascending"),
    ({"deck": "triple"}, "deck = 'triple': "),
    ({"first_player": 1}, "first_player = 1: "),
]


@pytest.mark.parametrize(("options", "sentence"), IMPOSSIBLE)
def test_impossible_rules_are_refused_in_one_sentence(
    options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence) as caught:
        GAME.with_options(options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"players": "3"},
        {"players": 3.0},
        {"players": 7, "hand": 14},
        {"low": 0, "high": 127, "copies": 4},
        {"low": 98},
        {"min_cards": 64},
        {"hand": 64},
    ],
)
def test_unusual_rules_that_can_be_played_are_accepted(options: dict[str, Any]) -> None:
    if "low" in options and "high" not in options:
        options = {**options, "hand": 1}
    rules = GAME.with_options(options)
    for name, value in options.items():
        assert str(rules[name]) == str(value).removesuffix(".0")


def test_defaults_follow_players_and_deck() -> None:
    assert [GAME.with_options({"players": n})["hand"] for n in range(1, 8)] == [8, 7, 6, 6, 6, 6, 6]
    assert GAME.with_options({"deck": "double"})["copies"] == 2
    assert (GAME.with_options()["jump"], GAME.with_options()["min_cards"]) == (10, 2)


def test_changed_rules_are_those_that_differ_from_the_game_of_so_many_players() -> None:
    assert GAME.with_options({"players": 3}).changed() == {}
    assert GAME.with_options({"players": 3, "hand": 6, "jump": 10}).changed() == {}
    assert GAME.with_options({"players": 3, "hand": 7}).changed() == {"hand": 7}
    again = GAME.with_options({"players": 3, "deck": "double"})
    assert GAME.with_options({"players": 3, **again.changed()}).values == again.values
