"""A value of a wrong type, in any place of the Python interface, is told in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.words.errors import PlayoutError
from tests.playing import refused

BLOG: dict[str, Any] = {"game": "the-game-blog", "strategy": "random", "games": 20}
WRONG = [None, 1, True, 1.5, ["hex"], {}, {"a": 1}, b"ab", np.array("hex"), object(), [None], [[1]]]
NO_PATHS = [None, 1, True, 1.5, [], {}, b"ab", object(), "", "\0", "\ud800", "x" * 300]

MOVES = [None, True, 1.5, "", [1], 10**30, np.zeros(2)]


def of_a_match(name: str) -> Callable[..., Any]:
    """A method of a new match."""
    return lambda **given: getattr(playout.Match("hex", rows=3, cols=3), name)(**given)


ASKED: list[tuple[Callable[..., Any], Mapping[str, Any]]] = [
    *((playout.run, {**BLOG, "game": game}) for game in WRONG),
    *((playout.load_run, {"path": path}) for path in NO_PATHS),
    *((playout.resume, {"path": path}) for path in NO_PATHS),
    *((playout.extend, {"path": path, "games": 5}) for path in NO_PATHS),
    *((playout.verify, {"path": path}) for path in NO_PATHS),
    *((playout.merge, {"into": path, "parts": ["a", "b"]}) for path in NO_PATHS),
    *((playout.merge, {"into": "m.run", "parts": [path, path]}) for path in NO_PATHS),
    *((playout.run_study, {"name_or_file": path}) for path in NO_PATHS),
    *((playout.run, {**BLOG, "save": path}) for path in NO_PATHS[1:]),
    *((playout.run_study, {"name_or_file": "hex-map", "save": p}) for p in NO_PATHS[1:]),
    (playout.merge, {"into": "m.run", "parts": b"ab"}),
    (playout.run, {**BLOG, "players": [None, 1, 1]}),
    (playout.run, {**BLOG, "players": b"12"}),
    (playout.run, {**BLOG, "players": {1: 2}}),
    (playout.run, {**BLOG, "players": np.array([[1, 2]])}),
    (playout.run, {**BLOG, "strategy": {"random": 1}}),
    (playout.run, {**BLOG, "strategy": b"random"}),
    (playout.run, {**BLOG, "by": ["seat"]}),
    (playout.run, {**BLOG, "measure": np.array([1, 2])}),
    (playout.run, {**BLOG, "progress": lambda: None}),
    (playout.run, {**BLOG, "progress": lambda done, of, more: None}),
    (playout.compare, {"game": "the-game-blog", "a_rules": 1}),
    (playout.compare, {"game": "the-game-blog", "b_rules": ["hand"]}),
    (playout.luck, {"game": "the-game-blog", "strategies": []}),
    (playout.tournament, {"game": "mexican-train", "strategies": b"random"}),
    (playout.rare, {"game": "the-game", "measure": np.array([1, 2])}),
    (playout.hex.criticality, {"rows": 3, "method": ["flood"]}),
    (playout.hex.load_stones, {"path": 1}),
    (playout.list_strategies, {"game": ["hex"]}),
    (playout.Match, {"game": None}),
    (playout.run, {"game": [1], "strategy": min}),
    (playout.hex.parse_stones, {"text": None}),
    (playout.hex.format_stones, {"stones": 1.5}),
    (playout.hex.walk, {"stones": range(10**12)}),
    (playout.hex.walk, {"stones": [range(10**12)]}),
    (playout.the_game.winnable, {"deck": 1.5}),
    (playout.the_game.winnable, {"deck": ["a", 2]}),
    (playout.strategy, {"game": None}),
    (playout.strategy, {"game": "hex", "name": 1}),
    (playout.strategy, {"game": "hex", "parameters": ["bonus"]}),
    (playout.strategy, {"game": "hex", "compiled": "no"}),
    (playout.strategy("hex", "odd"), {"function": 1}),
    *((of_a_match("play"), {"move": move}) for move in MOVES),
    *((of_a_match("is_legal"), {"move": move}) for move in MOVES),
    *((of_a_match("format_move"), {"move": move}) for move in MOVES),
    *((of_a_match("view"), {"seat": seat}) for seat in (-1, 2, "x", [0])),
]


@pytest.mark.parametrize(("ask", "keywords"), ASKED)
def test_a_question_of_wrong_types_is_told_in_a_sentence(
    ask: Callable[..., Any], keywords: Mapping[str, Any], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PlayoutError) as error:
        ask(**keywords)
    assert "\n" not in str(error.value)
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def answers() -> list[Any]:
    """One answer of every kind that has a picture."""
    names = ["random", "minimal"]
    return [
        playout.run(**BLOG),
        playout.compare("the-game-blog", a="random", b="minimal", max_games=64),
        playout.tournament("mexican-train", strategies=["random", "path"], rounds=1, games=20),
        playout.luck("the-game-blog", strategies=names, games=20),
        playout.odds("the-game-blog", games=20),
        playout.rare("the-game-blog", strategy="random", particles=10, repeats=10),
        playout.hex.criticality(3, boards=100),
        playout.hex.compound(3, games=2, boards=64),
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("width", ["zz", None, 0, -1, float("nan"), 10**30, True, np.ones(2)])
def test_a_picture_that_is_so_wide_is_told_in_a_sentence(answers: list[Any], width: Any) -> None:
    for answer in answers:
        with pytest.raises(PlayoutError, match=r"width=.*: must be from 1 to 100 inches"):
            answer.plot(width=width)


@pytest.mark.slow
def test_a_game_a_cell_or_a_width_that_hex_has_not_is_told_in_a_sentence(
    answers: list[Any],
) -> None:
    *_, board, games = answers
    for number in (None, -1, 99, "x", 1.5, ()):
        for ask in (board.cell, games.moves, games.final, games.row, games.svg):
            refused("number=", ask, number)
        refused("stones=", games.after, 0, number)
    refused("width=", board.svg, width="x")


@pytest.mark.slow
def test_what_an_answer_has_not_is_told_in_a_sentence(answers: list[Any]) -> None:
    for answer in answers:
        for key in (True, 1.5, None, b"win", (0, 1), object()):
            with pytest.raises(
                PlayoutError, match="must be the number of a row or the name of a column"
            ):
                answer[key]
        wrong: list[tuple[Callable[..., Any], dict[str, Any]]] = [
            (answer.to_text, {"width": "zz"}),
            (answer.to_text, {"width": float("nan")}),
            (answer.table, {"name": ["rows"]}),
            (answer.to_pandas, {"form": ["wide"]}),
            (answer.to_pandas, {"index": None}),
            (answer.to_csv, {"path": "\0"}),
        ]
        for ask, keywords in wrong:
            with pytest.raises(PlayoutError):
                ask(**keywords)
        assert str(answer[np.int64(0)]) == str(answer[0]) == str(answer[:1][0])  # has NaN
