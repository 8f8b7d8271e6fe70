"""Drawings of boards: well-formed, complete, of every size, and never out of the picture."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from playout.games.hex.board import Stones
from playout.games.hex.display.drawing import board_svg, board_text
from playout.games.hex.display.notation import parse_stones
from playout.games.hex.display.picture import (
    PLAYER_COLOURS,
    Edges,
    Layout,
    heat_colour,
)
from playout.games.hex.gale import BOTTOM_RIGHT, TOP_LEFT, new_edges, walk
from tests.games.hex.boards import random_boards

SVG = "{http://www.w3.org/2000/svg}"


def walks(stones: Stones) -> list[Edges]:
    """Both of Gale's walks."""
    rows, cols = stones.shape
    found: list[Edges] = []
    for corner in (TOP_LEFT, BOTTOM_RIGHT):
        edges = new_edges(rows, cols)
        _, count = walk(stones.ravel(), rows, cols, corner, edges)
        found.append(edges[:count])
    return found


def parts(svg: str, tag: str) -> list[ElementTree.Element]:
    """The elements of a tag."""
    return list(ElementTree.fromstring(svg).iter(SVG + tag))


def cells(svg: str) -> list[ElementTree.Element]:
    """The drawn cells."""
    return [path for path in parts(svg, "path") if path.find(SVG + "title") is not None]


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 7), (7, 1), (4, 6), (13, 13), (50, 50)])
def test_a_board_of_any_size_has_every_cell_stone_and_label_inside_the_picture(
    rows: int, cols: int
) -> None:
    stones = random_boards(rows, cols, 1, 19, (0.3, 0.4, 0.3))[0]
    svg = board_svg(stones, heat=np.full((rows, cols), 0.25), title="A title")
    left, top, broad, high = (
        float(part) for part in ElementTree.fromstring(svg).attrib["viewBox"].split()
    )
    assert len(cells(svg)) == rows * cols
    assert len(parts(svg, "circle")) == (stones != 0).sum()
    labels = [text.text for text in parts(svg, "text")]
    for name in ("a", "1", str(rows)):
        assert labels.count(name) >= 2
    for text in parts(svg, "text"):
        assert left + 3 < float(text.attrib["x"]) < left + broad - 3
        assert top + 3 < float(text.attrib["y"]) < top + high
    assert broad < 1300


def test_stones_have_their_players_colours_and_numbers_in_their_cells() -> None:
    stones = parse_stones("X . O\n . O .")
    svg = board_svg(stones, numbers={0: 1, 2: 2, 4: 3})
    fills = [circle.attrib["fill"] for circle in parts(svg, "circle")]
    assert fills == [PLAYER_COLOURS[1], PLAYER_COLOURS[2], PLAYER_COLOURS[2]]
    bold = {text.text: text for text in parts(svg, "text") if "font-weight" in text.attrib}
    assert set(bold) == {"1", "2", "3"}
    for number, circle in zip("123", parts(svg, "circle"), strict=True):
        assert float(bold[number].attrib["x"]) == float(circle.attrib["cx"])


def test_heat_is_shown_under_the_mouse_in_the_cell_and_in_a_legend() -> None:
    heat = np.array([[0.5, 0.125], [0.0, np.nan]])
    svg = board_svg(parse_stones("..\n.."), heat=heat)
    told = [path.findtext(SVG + "title") for path in cells(svg)]
    assert told == ["a1: 50.0 %", "b1: 12.5 %", "a2: 0.0 %", "b2"]
    texts = [text.text for text in parts(svg, "text")]
    for shown in ("50.0", "12.5", "0.0", "0", "50.0 %", "decides who wins (%)"):
        assert shown in texts
    fills = [path.attrib["fill"] for path in cells(svg)]
    assert fills[:3] == [heat_colour(1), heat_colour(0.25), heat_colour(0)]


def test_heat_without_anything_above_zero_is_drawn_pale() -> None:
    svg = board_svg(parse_stones("."), heat=np.zeros((1, 1)))
    assert cells(svg)[0].attrib["fill"] == heat_colour(0)


def test_heat_colours_grow_darker_all_the_way() -> None:
    light = [sum(int(heat_colour(k / 100)[i : i + 2], 16) for i in (1, 3, 5)) for k in range(101)]
    assert light == sorted(light, reverse=True)
    assert len(set(light)) > 90


def test_a_title_is_escaped() -> None:
    svg = board_svg(parse_stones("."), title="p < 1/2 & more")
    assert "p < 1/2 & more" in [text.text for text in parts(svg, "text")]


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (2, 5), (9, 9)])
def test_a_walk_is_drawn_along_the_sides_of_cells(rows: int, cols: int) -> None:
    plan = Layout(rows, cols, 10.0)
    corners = {
        tuple(round(part, 6) + 0.0 for part in plan.corner(row, col, k))
        for row in range(-2, rows + 2)
        for col in range(-2, cols + 2)
        for k in range(6)
    }
    for stones in random_boards(rows, cols, 5, 23):
        for edges in walks(stones):
            points = plan.path(edges)
            assert len(points) == len(edges) + 1
            assert {tuple(round(part, 6) + 0.0 for part in point) for point in points} <= corners
            assert len({(round(x), round(y)) for x, y in points}) == len(points)
            for (two, one), (a, b) in zip(edges.reshape(-1, 2, 2), pairwise(points), strict=True):
                assert np.hypot(b[0] - a[0], b[1] - a[1]) == pytest.approx(plan.side)
                # The side that two cells share is halfway between their middles.
                middles = np.array([plan.centre(*two), plan.centre(*one)])
                assert (np.array(a) + b) / 2 == pytest.approx(middles.mean(axis=0))


def test_a_drawing_with_walks_has_a_line_and_a_start_for_each() -> None:
    stones = random_boards(5, 5, 1, 29)[0]
    svg = board_svg(stones, paths=walks(stones))
    lines = parts(svg, "polyline")
    assert len(lines) == 4  # each with a seam
    assert len({line.attrib["stroke"] for line in lines}) == 3
    assert len(parts(svg, "circle")) == 25 + 2


def test_a_position_in_characters_has_names_around_it() -> None:
    assert board_text(parse_stones("X . O\n . O .")) == ("   a b c\n  1 X . O\n   2 . O .")
