"""Boards and whole games as text and pictures."""

from __future__ import annotations

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
