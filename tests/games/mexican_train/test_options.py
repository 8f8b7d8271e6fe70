"""Rules that cannot be played are refused in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.words.errors import PlayoutError
from playout.games.mexican_train.game import GAME, NO_TARGET, ROUNDS


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 9}, "players = 9: allowed are 2 to 8"),
        ({"players": 1}, "players = 1: allowed are 2 to 8"),
        ({"players": 8, "tiles": 12}, "that needs 96 tiles, a double-12 set has 90"),
        ({"players": 6, "set": 2}, "that needs 6 tiles, a double-2 set has 5"),
        ({"set": 19}, "set = 19: allowed are 2 to 18"),
        ({"target": 0}, "target = 0: allowed are 1 to"),
        ({"target": -5}, "target = -5"),
        ({"rounds": 0}, "rounds = 0: allowed are 1 to 1000"),
        ({"engine": "13"}, "engine = '13'"),
        ({"draw": "plays"}, "did you mean 'play'"),
        ({"gate": "off"}, "gate = 'off': known: no, yes"),
        ({"double_blank": 51}, "double_blank = 51: allowed are 0 to 50"),
        ({"seats": 4}, "no rule option 'seats'"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(PlayoutError) as caught:
        GAME.with_options(options)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_match_goes_to_a_target_or_over_as_many_rounds_as_are_asked_for() -> None:
    assert (GAME.with_options()["target"], GAME.with_options()["rounds"]) == (100, ROUNDS)
    assert GAME.with_options({"rounds": 13})["target"] == NO_TARGET
    both = GAME.with_options({"rounds": 13, "target": 200})
    assert (both["target"], both["rounds"]) == (200, 13)


def test_what_was_changed_gives_the_same_rules_again() -> None:
    for given in (
        {"rounds": 1},
        {"rounds": 5, "target": 100},
        {"set": 6, "target": 50},
        {"set": 6, "tiles": 6, "players": 4},
        {"players": 7, "tiles": 9},
        {"variant": "seed"},
        {"variant": "seed", "draw": "play", "tiles": 15},
        {"marker": "stays", "players": 3},
    ):
        found = GAME.with_options(given)
        again = GAME.with_options({"players": found["players"], **found.changed_options()})
        assert again.values == found.values
        assert found.changed_options().items() <= given.items()
