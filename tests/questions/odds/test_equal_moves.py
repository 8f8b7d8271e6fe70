"""Moves that come to the same: one row of odds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import playout
from playout.questions.odds import ask
from playout.questions.odds.found import either
from tests.playing import refused
from tests.questions.odds.counting import doors


@pytest.mark.parametrize(("returned", "played"), [("", 4), ("0 if move < 2 else move", 3)])
def test_moves_that_come_to_the_same_are_one_row(
    tmp_path: Path, returned: str, played: int
) -> None:
    answer = playout.odds(doors(tmp_path, returned), games=400)
    assert len(answer.found.asked.judged) == played
    assert answer["move"] == ["window", "left, middle or right door"]
    assert sum(answer["usual"]) == pytest.approx(1.0)
    assert answer.best == "window"
    assert "If random plays on, the best move is window" in answer.sentence()


@pytest.mark.parametrize("returned", ["9", "1 - move if move < 2 else move"])
def test_a_game_that_names_wrong_equals_is_refused(tmp_path: Path, returned: str) -> None:
    refused("alike of game ", ask, doors(tmp_path, returned))


@pytest.mark.parametrize(
    ("names", "one"),
    [
        (["a1"], "a1"),
        (["23 on pile 2", "23 on pile 3"], "23 on pile 2 or 3"),
        (["23 on pile 2, stop", "23 on pile 3, stop"], "23 on pile 2 or 3, stop"),
        (["a1", "b2", "c3"], "a1, b2 or c3"),
        ([f"a{k}" for k in range(1, 9)], "a1, a2, a3 or 5 others"),
        (["23 on pile 2", "24 on pile 3"], "23 on pile 2 or 24 on pile 3"),
    ],
)
def test_several_moves_are_named_as_one(names: list[str], one: str) -> None:
    assert either(names) == one


@pytest.mark.parametrize(
    ("game", "options", "equal"),
    [
        (
            "the-game",
            {"position": "piles=1,1,90,100 hands=12,30"},
            [["12 on pile 1", "12 on pile 2"]],
        ),
        ("the-game", {"position": "piles=1,2,90,99 hands=12,30"}, []),
        pytest.param(
            "the-game-blog",
            {"position": "piles=-/-/97/- hands=20"},
            [["20 on pile 1", "20 on pile 2"]],
            marks=pytest.mark.slow,
        ),
        ("hex", {"rows": 2}, [["a1", "b2"], ["b1", "a2"]]),
        pytest.param("hex", {"rows": 2, "turn": 1}, [], marks=pytest.mark.slow),
    ],
)
def test_a_game_says_which_moves_come_to_the_same(
    game: str, options: dict[str, Any], equal: list[list[str]]
) -> None:
    asked = ask(game, games=1, **options)
    named = [[asked.move(code) for code in asked.alike(k)] for k in range(len(asked.judged))]
    together = [names for names in named if len(names) > 1]
    assert [names for names in together if names in equal] == equal
    assert bool(together) == bool(equal)
