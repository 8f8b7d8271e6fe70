"""Pieces of a table as SVG, the hand as a picture of its own, and portraits of games."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from playout.engine.find.games import find_game, game_names
from playout.engine.game.drawn_pieces import back, hand, piece, split_hand, table_picture
from playout.engine.match.told import portrait

SVG = "{http://www.w3.org/2000/svg}"


def test_a_page_can_show_the_hand_as_a_picture_of_its_own() -> None:
    parts = [piece(10, 10, 40, 60, "<path/>"), hand(200, 100, 80, "a <hand>", [back(5, 105, 9, 9)])]
    table, own = map(ElementTree.fromstring, split_hand(table_picture(200, 180, "a table", parts)))
    assert table.attrib["viewBox"] == "0 0 200 100"
    assert own.attrib["viewBox"] == "0 100 200 80"
    assert (own.attrib["width"], own.attrib["height"]) == ("200", "80")
    assert [one.get("height") for one in table.iterfind(f"{SVG}rect[@class='cloth']")] == ["100"]
    assert table.findtext(f"{SVG}title") == "a table"
    assert own.findtext(f"{SVG}g/{SVG}title") == "a <hand>"
    shadows = [len(one.findall(f".//{SVG}rect[@class='shadow']")) for one in (table, own)]
    assert shadows == [1, 1]


def test_a_picture_without_a_hand_is_left_as_it_is() -> None:
    svg = table_picture(200, 180, "a table", [])
    assert split_hand(svg) == (svg, "")


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_portrait(name: str) -> None:
    picture = ElementTree.fromstring(portrait(find_game(name)))
    assert picture.tag == f"{SVG}svg"
    assert len(str(picture.findtext(f"{SVG}title"))) > 5
