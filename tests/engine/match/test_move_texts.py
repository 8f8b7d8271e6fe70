"""Moves as texts: piles and trains from 1, and as they were written from 0."""

from __future__ import annotations

from typing import Any

import pytest

import playout
from playout.engine.find.games import find_game
from playout.engine.match.move_texts import move_texts
from playout.the_game import card_move


@pytest.mark.parametrize(
    ("game", "moves", "old", "anew"),
    [
        ("the-game", ["50 on pile 1, stop", "stop"], False, ["50 on pile 1, stop", "stop"]),
        ("the-game", ["50 on pile 1, stop", "stop"], True, ["50 on pile 2, stop", "stop"]),
        ("the-game", ["5 on pile 3", "7 on pile 0"], False, ["5 on pile 4", "7 on pile 1"]),
        ("the-game", [3, "7 on pile 0"], False, [3, "7 on pile 1"]),
        ("the-game-blog", ["7 on pile 0"], False, ["7 on pile 1"]),
        ("mexican-train", ["0-1 on train 1"], False, ["0-1 on train 1"]),
        (
            "mexican-train",
            ["0-1 on train 0, locked", "0-2 on train 7", "1-1 on the Mexican train"],
            False,
            ["0-1 on train 1, locked", "0-2 on train 8", "1-1 on the Mexican train"],
        ),
        ("cant-stop", ["2+12 throw"], True, ["2+12 throw"]),
        ("pig", ["roll", 0], True, ["roll", 0]),
    ],
)
def test_moves_that_were_counted_from_0_are_read_so_as_a_whole(
    game: str, moves: list[int | str], old: bool, anew: list[int | str]
) -> None:
    assert move_texts(find_game(game), moves, old=old) == anew


@pytest.mark.parametrize("text", ["13 on pile 1", "13 on pile 0", card_move(13, 0)])
def test_a_single_move_on_pile_0_is_one_on_the_first(text: int | str) -> None:
    match = playout.Match("the-game", players=2, seed=1)
    match.play(text)
    assert match.moves == [card_move(13, 0)]
    assert match.format_move(match.moves[0]) == "13 on pile 1"


@pytest.mark.parametrize("first", ["seat-1", "seat-0", "SEAT-1", 0, None])
def test_the_first_seat_is_seat_1_in_words_and_0_in_code(first: Any) -> None:
    match = playout.Match("the-game", players=2, first_player=first)
    assert match.rules["first_player"] == "seat-1"


def test_the_second_seat_is_no_seat_1_in_code() -> None:
    with pytest.raises(playout.PlayoutError, match="first_player=1: choose"):
        playout.Match("the-game", players=2, first_player=1)  # type: ignore[arg-type]
