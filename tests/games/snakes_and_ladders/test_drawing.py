"""Boards and whole games as text and pictures."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from playout.engine.match.match import Match
from tests.games.pictures import picture_of

SVG = "{http://www.w3.org/2000/svg}"


def test_a_board_shows_squares_jumps_tokens_and_the_die() -> None:
    match = Match("snakes-and-ladders", strategy="throw", players=2, board="12:2-9/10-3", seed=2)
    match.state.squares[:2], match.state.die, match.state.throws = (8, 3), 3, 2
    assert str(match).splitlines() == [
        "9    10v3 11   12",
        "8*   7    6    5",
        "1    2^9  3*   4",
        "seat 1 on 8  die to throw",
        "seat 2 on 3  die 3",
    ]
    match.state.squares[0], match.state.die = 12, 4
    assert str(match).splitlines()[3:] == ["seat 1 on 12  won  die 4", "seat 2 on 3"]
    assert "<title>Snakes and ladders, seat 1 has won</title>" in match._repr_svg_()
    assert ">seat 1 has won</text>" in match._repr_svg_()


def test_a_chain_of_jumps_is_drawn_and_told_jump_by_jump() -> None:
    options: dict[str, Any] = {"board": "12:2-9/9-4/11-2", "dice": 2, "overshoot": "wins"}
    match = Match("snakes-and-ladders", strategy="throw", seed=0, **options)
    assert str(match).splitlines() == [
        "9v4  10   11v2 12",
        "8    7    6    5",
        "1    2^9  3    4",
        "seat 1 on 0  dice to throw",
    ]
    match.play("throw")
    assert match.state.die == 2
    picture = match._repr_svg_()
    match.undo()
    parts = [part.get("class") for part in ElementTree.fromstring(picture).iter()]
    assert (parts.count("ladder"), parts.count("snake")) == (1, 2)
    assert picture.count(">2</text>") == 2  # the square, and the sum of the dice
    told = match.transcript().splitlines()
    assert told[0] == "throw 1    seat 1  dice 2    0 to   4  ladder from 2, snake from 9"


def test_a_snake_to_where_a_token_stood_is_not_called_a_lost_throw() -> None:
    match = Match("snakes-and-ladders", strategy="throw", board="12:5-3", seed=1)
    match.state.squares[0] = 3
    assert match.transcript().splitlines()[0].endswith("3 to   3  snake from 5")


def test_a_picture_has_a_square_for_each_number_and_every_jump() -> None:
    match = Match("snakes-and-ladders", strategy="throw", players=6, seed=2)
    drawn = list(ElementTree.fromstring(match._repr_svg_()).iter())
    parts = [part.get("class") for part in drawn]
    assert (parts.count("ladder"), parts.count("snake")) == (9, 10)
    assert sum(part.get("stroke") == "#bbb" for part in drawn) == 100


def test_no_jump_crosses_out_a_number_and_the_turn_stands_apart_from_the_seat() -> None:
    match = Match("snakes-and-ladders", strategy="throw", players=6, seed=2)
    drawn = list(ElementTree.fromstring(match._repr_svg_()).iter())
    parts = [part.get("class") for part in drawn]
    numbers = [k for k, part in enumerate(drawn) if part.get("paint-order") == "stroke"]
    assert len(numbers) == 100
    assert min(numbers) > len(parts) - 1 - parts[::-1].index("snake")
    lines = [part.text for part in drawn if "seat" in (part.text or "")]
    assert lines[1:] == ["▶ seat 1", *(f"seat {seat}" for seat in range(2, 7))]
    assert lines[0] == "Snakes and ladders, throw 1: seat 1"


def test_a_transcript_tells_jumps_and_throws_that_are_lost() -> None:
    lines = Match("snakes-and-ladders", strategy="throw", seed=1).transcript().splitlines()
    assert any("ladder from" in line for line in lines)
    assert any("snake from" in line for line in lines)
    lost = Match("snakes-and-ladders", strategy="throw", board="3:", seed=4).transcript()
    assert "beyond the last square: stays" in lost
    assert lost.splitlines()[-1].startswith("over: seat 1 has won after ")


@pytest.mark.parametrize(
    ("last", "width", "per_row"),
    [(16, 350, 4), (30, 720, 6), (100, 350, 10), (100, 720, 10), (400, 350, 10), (400, 720, 20)],
)
def test_a_board_is_about_as_high_as_broad_where_there_is_room(
    last: int, width: float, per_row: int
) -> None:
    match = Match("snakes-and-ladders", board=f"{last}:", seed=2)
    drawn = list(ElementTree.fromstring(picture_of(match, 0, width)).iter(SVG + "rect"))
    squares = [one for one in drawn if one.get("stroke") == "#bbb"]
    assert len(squares) == last
    assert len({one.attrib["x"] for one in squares}) == per_row
    assert all(float(one.attrib["width"]) >= 32 for one in squares)


@pytest.mark.parametrize("width", [350, 720])
@pytest.mark.parametrize("standing", [[23, 41, 40, 38, 20, 1], [23] * 6, [23, 23, 23, 23, 41, 41]])
def test_every_token_lies_in_its_square_beside_the_others(
    standing: list[int], width: float
) -> None:
    match = Match("snakes-and-ladders", board="100:", players=6, seed=2)
    match.state.squares[:6] = standing
    drawn = list(ElementTree.fromstring(picture_of(match, 0, width)).iter())
    squares = [one.attrib for one in drawn if one.get("stroke") == "#bbb"]
    corner = {}
    for k, square in enumerate(squares):  # from the top row down, to and fro
        row, col = 9 - k // 10, k % 10
        corner[10 * row + (9 - col if row % 2 else col) + 1] = square
    tokens = [one.attrib for one in drawn if one.get("stroke-width") == "1.5" and one.get("r")]
    for token, number in zip(tokens, standing, strict=False):  # those of the legend follow
        x, y, radius = (float(token[name]) for name in ("cx", "cy", "r"))
        left, top, side = (float(corner[number][name]) for name in ("x", "y", "width"))
        assert left <= x - radius < x + radius <= left + side
        assert top <= y - radius < y + radius <= top + side
    places = {(token["cx"], token["cy"]) for token in tokens[:6]}
    assert len(places) == 6
