"""Rules that cannot be played are refused in one sentence that says what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from playout.games.the_game.game import GAME

pytestmark = pytest.mark.rules


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
    assert GAME.with_options({"players": 3}).changed_options() == {}
    assert GAME.with_options({"players": 3, "hand": 6, "jump": 10}).changed_options() == {}
    assert GAME.with_options({"players": 3, "hand": 7}).changed_options() == {"hand": 7}
    again = GAME.with_options({"players": 3, "deck": "double"})
    assert GAME.with_options({"players": 3, **again.changed_options()}).values == again.values
