"""Mexican Train as a seat sees it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from playout.engine.game.drawn_pieces import GLOW
from playout.engine.match.match import Match
from playout.games.mexican_train.records import MEXICAN
from playout.games.mexican_train.rules import STOP
from playout.games.mexican_train.tiles import declared, listed, tile_code, tile_move
from tests.games.pictures import picture_of

POSITION = (
    "trains=12-3,3-5,5-5,5-0/12-7/-/12-1,1-2,2-8,8-9,9-0,0-0,0-7,7-7,7-2 "
    "hands=0-4,2-2/1-4,6-8/?3 scores=12,1,40 open=2"
)


def test_trains_the_own_hand_and_what_is_known_of_the_others_are_shown() -> None:
    picture = picture_of(Match("mexican-train", players=3, position=POSITION), 1)
    for part in (
        "seat 1 is to move.\n",
        "train of seat 1, closed, ends with 0: 12-3 3-5 5-5 5-0.\n",
        "train of seat 3, open, ends with 12.\n",
        "Mexican train, open, ends with 2: 12-1 ",
        "Your hand, seat 2: 1-4 6-8.\n",
        "seat 3: 3 tiles, 40 points.</title>",
        '<g data-place="tile-1-4"><title>tile 1-4</title>',
        '<g data-place="train-1"><title>train of seat 1, closed, ends with 0</title>',
        '<g data-place="train-mexican"><title>Mexican train, open, ends with 2</title>',
        ">2 tiles, 12 points<",
        ">2 tiles, 1 point<",
        f'stroke="{GLOW}"',  # around the disc of seat 1, which is to move
    ):
        assert part in picture
    assert "tile-0-4" not in picture


def test_where_there_is_little_room_the_last_tiles_of_a_train_are_drawn() -> None:
    match = Match("mexican-train", players=3, position=POSITION)
    assert ">+4<" in picture_of(match, 1)  # five of nine tiles
    assert ">+" not in picture_of(match, 1, 720)


def test_a_double_that_must_be_covered_is_told_and_marked() -> None:
    match = Match("mexican-train", players=3, position=f"{POSITION} seat=0")
    match.play("2-2 on the Mexican train")
    assert "must cover the double on the Mexican train" in picture_of(match, 0)
    assert "ends with 2, its double must be covered" in picture_of(match, 0)
    assert picture_of(match, 0).count(">cover the double<") == 1


@pytest.mark.parametrize("width", [350, 720])
def test_tiles_are_large_enough_to_touch(width: float) -> None:
    match = Match("mexican-train", players=2, set=18, tiles=60, seed=3)
    picture = ElementTree.fromstring(picture_of(match, 0, width))
    tiles = [one for one in picture.iter() if "tile" in one.get("data-place", "")]
    assert len(tiles) == len(listed(match.state.hands[0])) == 60
    for one in tiles:
        faces = [part for part in one.iter() if part.get("class") == "face"]
        assert float(faces[0].attrib["width"]) >= 44
        assert float(faces[0].attrib["height"]) >= 22


def test_a_tile_and_a_train_are_touched_to_lay_it() -> None:
    places = Match("mexican-train").game.drawing.places
    tile = tile_code(5, 3)
    assert places(tile_move(tile, 2)) == ("tile-3-5", "train-3")
    assert places(tile_move(tile, MEXICAN)) == ("tile-3-5", "train-mexican")
    assert places(declared(tile_move(tile, 2))) == ("tile-3-5", "train-3", "locked")
    assert places(STOP) == ()


@pytest.mark.slow
def test_a_tile_just_drawn_is_marked_for_the_seat_that_drew_it() -> None:
    match = Match("mexican-train", strategy="sequence", seed=3, players=3)
    before = {*listed(match.state.hands[0])}
    while not {*listed(match.state.hands[0])} - before:
        match.step()
    [(low, high)] = {*listed(match.state.hands[0])} - before
    assert f"<title>tile {low}-{high}, just drawn</title>" in picture_of(match, 0)
    assert picture_of(match, 0).count("just drawn") == 1
    assert f"{low}-{high}, just drawn" not in picture_of(match, 1)


@pytest.mark.slow
def test_what_happened_since_the_own_turn_is_told() -> None:
    match = Match("mexican-train", strategy="sequence", seed=3, players=3)
    turns = set[str]()
    while len(match.moves) < 45:
        match.step()
        for seat in range(3):
            line = next(
                (one for one in picture_of(match, seat).split("\n") if " on train" in one), ""
            )
            turns.update(line.removesuffix(".").split("; "))
    assert "seat 1 (you) draws 11-11, passes" in turns
    assert "seat 1 draws, passes" in turns  # what it has drawn, nobody else sees
    assert "seat 2 draws, 1-10 on train 2" in turns
    others = [turn for turn in turns if not turn.startswith("seat 1 (you)")]
    assert not any("draws 11-11" in turn for turn in others)
