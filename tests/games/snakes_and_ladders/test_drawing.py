"""Boards and whole games as text and pictures."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from playout.engine.match.match import Match


def test_a_board_shows_squares_jumps_tokens_and_the_die() -> None:
    match = Match("snakes-and-ladders", strategy="throw", players=2, board="12:2-9/10-3", seed=2)
    match.state.squares[:2] = 8, 3
    match.state.die = 4
    assert str(match).splitlines() == [
        "                                        12   11",
        "1    2^9  3*   4    5    6    7    8*   9    10v3",
        "seat 0 on 8  <- die 4",
        "seat 1 on 3",
    ]
    match.play("throw")
    assert str(match).splitlines()[2:] == ["seat 0 on 12  won", "seat 1 on 3"]
    assert "<title>Snakes and ladders, seat 0 has won</title>" in match._repr_svg_()
    assert ">seat 0 has won</text>" in match._repr_svg_()


def test_a_chain_of_jumps_is_drawn_and_told_jump_by_jump() -> None:
    options: dict[str, Any] = {"board": "12:2-9/9-4/11-2", "dice": 2, "overshoot": "wins"}
    match = Match("snakes-and-ladders", strategy="throw", seed=2, **options)
    match.state.die = 2
    assert str(match).splitlines() == [
        "                                        12   11v2",
        "1    2^9  3    4    5    6    7    8    9v4  10",
        "seat 0 on 0  <- dice 2",
    ]
    picture = match._repr_svg_()
    parts = [part.tag.rpartition("}")[2] for part in ElementTree.fromstring(picture).iter()]
    assert parts.count("line") == 3
    assert picture.count(">2</text>") == 2  # the square, and the sum of the dice
    told = match.transcript().splitlines()
    assert told[0] == "throw 1    seat 0  dice 2    0 to   4  ladder from 2, snake from 9"


def test_a_snake_to_where_a_token_stood_is_not_called_a_lost_throw() -> None:
    match = Match("snakes-and-ladders", strategy="throw", board="12:5-3", seed=2)
    match.state.squares[0], match.state.die = 3, 2
    assert match.transcript().splitlines()[0].endswith("3 to   3  snake from 5")


def test_a_picture_has_a_square_for_each_number_and_a_line_for_each_jump() -> None:
    match = Match("snakes-and-ladders", strategy="throw", players=6, seed=2)
    drawn = ElementTree.fromstring(match._repr_svg_())
    parts = [part.tag.rpartition("}")[2] for part in drawn.iter()]
    assert parts.count("line") == 19
    assert parts.count("rect") == 1 + 100 + 1  # the ground, the squares, the die


def test_no_jump_crosses_out_a_number_and_the_turn_stands_apart_from_the_seat() -> None:
    match = Match("snakes-and-ladders", strategy="throw", players=6, seed=2)
    drawn = list(ElementTree.fromstring(match._repr_svg_()).iter())
    parts = [part.tag.rpartition("}")[2] for part in drawn]
    numbers = [k for k, part in enumerate(drawn) if (part.text or "").isdigit()]
    assert len(numbers) == 100
    assert min(numbers) > len(parts) - 1 - parts[::-1].index("line")
    assert all(drawn[k].get("paint-order") == "stroke" for k in numbers)
    lines = [part.text for part in drawn if "seat" in (part.text or "")]
    assert lines[1:] == ["▶ seat 0", *(f"seat {seat}" for seat in range(1, 6))]
    assert lines[0] == "Snakes and ladders, throw 1: seat 0"


def test_a_transcript_tells_jumps_and_throws_that_are_lost() -> None:
    lines = Match("snakes-and-ladders", strategy="throw", seed=1).transcript().splitlines()
    assert any("ladder from" in line for line in lines)
    assert any("snake from" in line for line in lines)
    lost = Match("snakes-and-ladders", strategy="throw", board="3:", seed=4).transcript()
    assert "beyond the last square: stays" in lost
    assert lost.splitlines()[-1].startswith("over: seat 0 has won after ")
