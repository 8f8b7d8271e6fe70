"""Elements of pictures."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.drawings import disc, element, rectangle
from playout.engine.game.drawings import Drawing
from playout.engine.words.errors import PlayoutError


def test_an_element_has_its_attributes_and_parts_in_their_order() -> None:
    line = element("line", x1=0, y1=0.125, stroke_width=1.0, stroke="#222")
    assert line == '<line x1="0" y1="0.125" stroke-width="1" stroke="#222"/>'
    group = element("g", element("title", "a pile"), line, id="pile")
    assert group == f'<g id="pile"><title>a pile</title>{line}</g>'


def test_shapes_are_drawn_to_a_tenth_of_a_pixel() -> None:
    assert (
        rectangle(1 / 3, 2, 10.06, 4, rx=3)
        == '<rect x="0.3" y="2" width="10.1" height="4" rx="3"/>'
    )
    assert disc(1, 2.25, 2 / 3, fill="none") == '<circle cx="1" cy="2.2" r="0.7" fill="none"/>'


SUITS = ("clubs", "hearts")
NAMED: list[tuple[Any, dict[int, str]]] = [
    ((), {0: "0", 7: "7", -3: "-3"}),
    (("roll", "hold"), {0: "roll", 1: "hold", 2: "2", -1: "-1"}),
    ({12: "queen", 0: "pass"}, {12: "queen", 0: "pass", 1: "1"}),
    (lambda move: f"{move % 13 + 1} of {SUITS[move // 13]}", {0: "1 of clubs", 25: "13 of hearts"}),
    (lambda move: "even" if move % 2 == 0 else "odd", {0: "even", 1: "odd", 4: "even (4)"}),
    (lambda move: None if move else "", {0: "0", 3: "3", 2**63 - 1: str(2**63 - 1)}),
    (str, {5: "5", -(2**63): str(-(2**63))}),
    (lambda move: f"mask {move:b}", {2**40: f"mask {2**40:b} ({2**40})", 9: "mask 1001"}),
]


@pytest.mark.parametrize(("moves", "expected"), NAMED)
def test_names_of_moves_are_read_as_they_are_written(moves: Any, expected: dict[int, str]) -> None:
    drawing = Drawing(moves)
    for move, text in expected.items():
        assert drawing.format_move(move) == text
        assert drawing.parse_move(text) == move
        assert drawing.parse_move(f" {move} ") == move
    for text in ("", "no such move", "queen of hearts", "even (3)", "1 of clubs (7)"):
        with pytest.raises(PlayoutError, match="is not a move"):
            drawing.parse_move(text)


def test_a_number_that_a_function_cannot_name_is_written_as_a_number() -> None:
    drawing = Drawing(lambda move: ("ace", "two")[move])
    assert [drawing.format_move(move) for move in (0, 1, 2, 99)] == ["ace", "two", "2", "99"]
    assert drawing.format_move(-1) == "two (-1)"
    assert drawing.parse_move("two (-1)") == -1
