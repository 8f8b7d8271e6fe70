"""The fields of many positions, by their names in a position as text."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.native.records import new_record
from playout.engine.play.position_fields import fields_of, position_text, with_field
from playout.engine.words.errors import PlayoutError


def test_fields_of_a_compiled_game_are_those_of_its_state() -> None:
    game = find_game("pig")
    states = new_record(game.state_dtype, 3)
    states["scores"][:, 1] = [4, 0, 4]
    states["player"] = [0, 1, 0]
    fields = fields_of(game, states, game.with_options({}).record())
    assert fields.column("scores.1").tolist() == [4, 0, 4]
    assert fields.column("scores").tolist() == ["0,4", "0", "0,4"]
    assert fields.column("player").tolist() == [0, 1, 0]
    assert fields.taken(np.array([2])).column("scores").tolist() == ["0,4"]
    with pytest.raises(PlayoutError, match="there is no field 'score': did you mean"):
        fields.column("score")


def test_a_game_that_writes_less_than_its_state_has_fewer_fields() -> None:
    game = find_game("cant-stop")
    rules = game.with_options({}).record()
    states = new_record(game.state_dtype, 2)
    states["steps"][:, 1, 7] = [3, 5]
    states["dice"] = 2
    states["room"] = 1
    fields = fields_of(game, states, rules)
    assert fields.column("steps.1.7").tolist() == [3, 5]
    assert fields.column("dice").tolist() == ["2,2,2,2"] * 2
    assert not any(name.startswith("room") for name in fields.parts)


def test_fields_of_a_game_with_words_of_its_own() -> None:
    game = find_game("hex")
    rules: Any = game.with_options({"rows": 2, "cols": 2})
    states = new_record(game.state_dtype, 2)
    fields = fields_of(game, states, rules.record())
    assert len(fields.column("stones")) == 2


def test_fields_of_a_game_in_plain_python_are_its_attributes() -> None:
    game: Any = SimpleNamespace(compiled=False, drawing=SimpleNamespace())
    states = [
        SimpleNamespace(heaps=[3, 4], name="a", hands={"x": (1, 2)}, seen={2, 1}),
        SimpleNamespace(heaps=[3], name="b", hands={"x": (5, 2)}, seen=set()),
    ]
    fields = fields_of(game, states, None)
    assert fields.column("heaps.0").tolist() == [3, 3]
    assert fields.column("heaps.1").tolist() == [4, 0]
    assert fields.column("hands.x.0").tolist() == [1, 5]
    assert fields.column("name").tolist() == ["a", "b"]
    assert fields.column("seen").tolist() == ["1,2", "-"]


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("turn", 3, "scores=1,2 turn=3"),
        ("player", 1, "scores=1,2 turn=2 player=1"),
        ("scores.0", 7, "scores=7,2 turn=2"),
        ("scores.3", 7, "scores=1,2,0,7 turn=2"),
        ("steps.1.2", 5, "scores=1,2 turn=2 steps=0/0,0,5"),
        ("scores", "9,9", "scores=9,9 turn=2"),
    ],
)
def test_a_field_of_a_position_is_changed(name: str, value: object, text: str) -> None:
    assert with_field("scores=1,2 turn=2", name, value) == text


def test_a_position_has_no_place_in_the_stream() -> None:
    game = find_game("pig")
    state = new_record(game.state_dtype)
    state.scores[1] = 3
    assert position_text(game, state, game.with_options({}).record()) == "scores=0,3"
