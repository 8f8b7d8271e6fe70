"""A question asked with an option that is a game of its own now is about that game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game, game_names
from playout.engine.find.renamed_games import moved
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError

SENTENCE = "the-game with variant = blog is the game the-game-blog now"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("the-game", {}),
        ("the-game", {"players": [1, 2], "strategy": "greedy", "jump": 0}),
        ("the-game-blog", {"players": 2}),
        ("the-game-blog", {"variant": "blog"}),  # never an option of it: refused with its rules
        ("mexican-train", {"variant": "seed", "players": 3}),
        ("hex", {"size": 5}),
    ],
)
def test_a_question_without_a_former_option_stays_as_it_is(
    name: str, options: dict[str, Any]
) -> None:
    assert moved(name, options) == (find_game(name), options, "")


@pytest.mark.parametrize("value", ["standard", ["standard"], ("standard", "standard")])
def test_the_value_that_stayed_is_left_out(value: object) -> None:
    options = {"players": "1..3", "variant": value, "jump": [5, 10]}
    rest = {"players": "1..3", "jump": [5, 10]}
    assert moved("the-game", options) == (find_game("the-game"), rest, "")


@pytest.mark.parametrize("value", ["blog", ["blog"], ("blog",), np.array(["blog"])])
def test_the_value_that_moved_names_the_other_game(value: object) -> None:
    options = {"players": [1, 4], "variant": value, "strategy": ["blog-trick"], "high": "50"}
    game, rest, sentence = moved("the-game", options)
    assert game is find_game("the-game-blog")
    assert rest == {"players": [1, 4], "strategy": ["blog-trick"], "high": "50"}
    assert sentence == SENTENCE
    assert "variant" in options  # what was given is not changed


@pytest.mark.parametrize("name", ["random", "minimal", "trick"])
def test_former_names_of_strategies_are_found_in_the_other_game(name: str) -> None:
    game, rest, _ = moved("the-game", {"variant": "blog", "strategy": f"blog-{name}"})
    assert find_player(game.name, str(rest["strategy"])).strategy.name == name


def test_options_at_what_they_always_are_in_the_other_game_are_left_out() -> None:
    fixed = {
        "deck": "official",
        "copies": "1",
        "ascending": 2.0,
        "descending": [2, "2"],
        "jump": ["0"],
        "min_cards": np.int64(1),
        "first_player": ("seat-0",),
        "hints": "none",
    }
    options = {"variant": "blog", **fixed, "players": 7, "hand": 14}
    assert moved("the-game", options) == (
        find_game("the-game-blog"),
        {"players": 7, "hand": 14},
        SENTENCE,
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"jump": 10}, "variant = blog, jump = 10: in the game the-game-blog it is always 0"),
        ({"jump": [0, "5"]}, "variant = blog, jump = 5: in the game the-game-blog it is always 0"),
        ({"min_cards": 2}, "min_cards = 2: in the game the-game-blog it is always 1"),
        ({"deck": "double"}, "deck = double: in the game the-game-blog it is always official"),
        ({"copies": 2}, "copies = 2: in the game the-game-blog it is always 1"),
        ({"ascending": 1}, "ascending = 1: in the game the-game-blog it is always 2"),
        ({"descending": 3}, "descending = 3: in the game the-game-blog it is always 2"),
        ({"first_player": "random"}, "first_player = random: .* it is always seat-0"),
        ({"hints": ["none", "marks"]}, "hints = marks: in the game the-game-blog .* none"),
        ({"jump": "far"}, "jump = 'far': a whole number is needed"),
        ({"deck": "doubel"}, "deck = 'doubel': did you mean 'double'"),
        ({"variant": "blgo"}, "variant = 'blgo': did you mean 'blog'"),
        ({"variant": ["standard", "blgo"]}, "variant = 'blgo': did you mean 'blog'"),
        ({"variant": 1}, "variant = 1: "),
        ({"variant": []}, "variant: one value is needed, standard or blog"),
        (
            {"variant": ["standard", "blog"]},
            "variant: one value is needed, standard or blog; "
            "these are two games now, the-game and the-game-blog",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence) as caught:
        moved("the-game", {"variant": "blog", **options})
    assert "\n" not in str(caught.value)


def test_an_unknown_game_is_refused_in_one_sentence() -> None:
    with pytest.raises(PlayoutError, match="there is no game 'the-gmae'"):
        moved("the-gmae", {"variant": "blog"})


@pytest.mark.parametrize("name", [name for name in game_names() if find_game(name).moved])
def test_every_option_of_the_game_has_its_place_in_the_other(name: str) -> None:
    game, old = find_game(name), find_game(name).moved
    assert old
    mine = {option.name for option in game.options}
    theirs = {option.name for option in find_game(old.game).options}
    assert old.option not in mine | theirs
    assert mine == theirs | set(old.only)
    assert not theirs & set(old.only)
    for option, only in old.only.items():
        assert game.option(option).read(only) == only
