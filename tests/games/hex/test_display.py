"""Moves and positions of random-turn Hex as text and pictures."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from playout.engine.match.match import Match
from playout.games.hex.display.drawing import format_move
from playout.games.hex.rules import cell_move
from tests.games.pictures import picture_of

SVG = "{http://www.w3.org/2000/svg}"


def played(coins: list[int], names: str) -> Match:
    """A game on three rows with these coins, up to these moves."""
    match = Match("hex", rows=3)
    match.state.coins[: len(coins)] = coins
    for name in names.split():
        match.play(name)
    return match


def test_a_move_is_written_as_the_name_of_its_cell_on_any_board() -> None:
    assert format_move(cell_move(0, 1)) == "a1"
    assert format_move(cell_move(3 * 11 + 2, 11)) == "c4"


@pytest.mark.parametrize("move", [-1, 50, 63, 50 * 64, 2**62, -(2**62)])
def test_a_number_that_is_no_move_can_be_written_too(move: int) -> None:
    assert format_move(move) == f"no cell ({move})"


def test_a_position_says_whose_turn_it_is_and_who_has_won() -> None:
    match = played([1, 0, 1, 1, 1], "b1 a2")
    assert str(match).splitlines() == [
        "   a b c",
        "  1 . O .",
        "   2 X . .",
        "    3 . . .",
        "turn 3: player 2 (O) places a stone",
    ]
    assert str(played([0, 0, 0], "b1 b2 b3")).splitlines()[-1] == (
        "player 1 (X) has joined top and bottom and won with stone 3"
    )


def test_a_drawing_has_every_stone_with_its_number() -> None:
    drawn = ElementTree.fromstring(played([1, 0, 1, 1, 1], "b1 a2 b2")._repr_svg_())
    bold = [text.text for text in drawn.iter(SVG + "text") if "font-weight" in text.attrib]
    assert sorted(map(str, bold)) == ["1", "2", "3", "turn 4: player 2 (O) places a stone"]
    assert len(list(drawn.iter(SVG + "circle"))) == 3


def test_every_free_cell_can_be_touched_and_no_other() -> None:
    match = Match("hex", rows=3, cols=4, seed=2)
    for cell in ("b2", "d3", "a1"):
        match.play(cell)
    picture = ElementTree.fromstring(picture_of(match, 0))
    places = [one.attrib["data-place"] for one in picture.iter() if "data-place" in one.attrib]
    assert places == ["b1", "c1", "d1", "a2", "c2", "d2", "a3", "b3", "c3"]
    drawing = match.game.drawing
    assert [drawing.places(move) for move in match.legal_moves()] == [(cell,) for cell in places]


def test_both_seats_are_told_who_they_are_and_whose_turn_it_is() -> None:
    match = Match("hex", rows=3, p=1, position="stones=.X./O../... coins=X")
    for seat, own in enumerate(("orange and join top and bottom", "blue and join left and right")):
        told = picture_of(match, seat, 720)
        assert f"turn 3: player 1 (X) places a stone. You, seat {seat + 1}, are {own}." in told
        assert "\nStones of player 1, orange: b1.\nStones of player 2, blue: a2.</title>" in told
    match = Match("hex", rows=1, seed=1)
    match.play("a1")
    assert "has joined" in picture_of(match, 0)


def test_the_largest_board_fits_a_phone() -> None:
    picture = ElementTree.fromstring(picture_of(Match("hex", rows=50), 0))
    assert float(picture.attrib["width"]) <= 350
    assert sum("data-place" in one.attrib for one in picture.iter()) == 2500


@pytest.mark.parametrize("seed", range(6))
def test_a_game_on_another_page_has_the_same_stones(seed: int) -> None:
    match = Match("hex", rows=4, cols=4, strategy="random", seed=seed)
    list(match.run())
    address = match.game.drawing.elsewhere(match)["HexWorld"]
    begin, _, moves = address.partition("#4c1,")
    assert begin == "https://hexworld.org/board/"
    stones = np.zeros((4, 4), np.int64)
    for turn, move in enumerate(re.findall(r":p|[a-z]\d+", moves)):
        if move != ":p":
            stones[int(move[1:]) - 1, ord(move[0]) - ord("a")] = 1 + turn % 2
    assert (stones.ravel() == match.state.stones[:16]).all()
    assert Match("hex", rows=3, cols=4).game.drawing.elsewhere(Match("hex", rows=3, cols=4)) == {}


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (11, 11), (7, 30), (19, 19), (27, 27)])
@pytest.mark.parametrize("width", [350.0, 720.0])
def test_numbers_of_rows_stand_beside_the_board_and_in_the_picture(
    rows: int, cols: int, width: float
) -> None:
    picture = ElementTree.fromstring(picture_of(Match("hex", rows=rows, cols=cols), 0, width))
    left, _, broad, _ = map(float, picture.attrib["viewBox"].split())
    assert broad <= width + 0.1
    paths = [re.findall(r"[ML]([-\d.]+)[ ,]([-\d.]+)", one.get("d", "")) for one in picture.iter()]
    borders = [[(float(x), float(y)) for x, y in path] for path in paths if len(path) > 4]
    points = [point for border in borders for point in border]
    assert points
    names = [one for one in picture.iter(SVG + "text") if (one.text or "").isdigit()]
    assert len(names) >= 4
    for name in names:
        x, y, size = (float(name.attrib[key]) for key in ("x", "y", "font-size"))
        half = 0.56 * size * len(name.text or "") / 2  # digits are so broad
        assert left - 0.5 <= x - half
        assert x + half <= left + broad + 0.5
        near = [at for at, height in points if y - 0.75 * size < height < y + 0.5]
        assert not any(x - half < at < x + half for at in near)
