"""What a seat sees of every game, and touches to move: for people who play in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from playout.engine.find.games import find_game, game_names
from playout.engine.game.drawings import WatchedSeat
from playout.engine.match.match import Match
from tests.games.test_contract import SELDOM, of

SVG = "{http://www.w3.org/2000/svg}"
WIDTHS = (350.0, 720.0)  # of a phone, and of a desk
# Rules besides the usual ones, with which there is more to be seen.
MORE: dict[str, list[dict[str, Any]]] = {
    "the-game": [{"players": 3, "hints": "marks"}, {"players": 2, "copies": 2, "hand": 9}],
    "mexican-train": [
        {"players": 2, "variant": "seed"},
        {"players": 3, "set": 18, "doubles": "many", "first_turn": "train", "draw": "wait"},
    ],
    "hex": [{"rows": 1}, {"rows": 3, "cols": 20}, {"rows": 9, "cols": 50}],
    "pig": [{"goal": 1000}],
    "yahtzee": [{"variant": "yatzy"}, {"players": 4, "variant": "yatzy"}],
    "risk-battle": [{"attackers": 500, "defenders": 500}],
    "snakes-and-ladders": [{"board": "120:2-119"}, {"board": "6:2-4"}],
}
PLACES = r'data-place="[^"]*"'
NOT_DRAWN = ("stop", "locked")  # places that tell moves apart by their texts


def tables() -> Iterator[Any]:
    """(game, rules) for the fewest and the most players of every game, and some more rules."""
    for name in game_names():
        players = find_game(name).option("players")
        numbers = sorted({players.low, players.high})
        for options in [*({"players": number} for number in numbers), *MORE.get(name, [])]:
            told = "-".join(map(str, options.values()))
            is_slow = name in SELDOM or options in MORE.get(name, [])
            marks = pytest.mark.slow if is_slow else ()
            yield pytest.param(name, options, id=f"{name}-{told}", marks=marks)


def positions(name: str, options: dict[str, Any], most: int = 100) -> Iterator[Match]:
    """Positions of a game that is played at random: its beginning, some others, and its end."""
    match, chance = Match(name, seed=7, **options), Random(7)
    while not match.is_over and len(match.moves) < most:
        if len(match.moves) < 4 or chance.random() < 0.1:
            yield match
        match.play(chance.choice(match.legal_moves()))
    yield match


def picture_of(match: Match, seat: int, width: float) -> str:
    """The picture that a seat sees."""
    return str(match.game.drawing.seen(match.state, match.rules.record(), seat, width))


@pytest.mark.parametrize(("name", "options"), [*tables()])
def test_a_seat_sees_a_picture_that_fits_its_page_and_hides_what_is_hidden(
    name: str, options: dict[str, Any]
) -> None:
    for match in positions(name, options):
        seat = len(match.moves) % int(match.rules["players"])
        for width in WIDTHS:
            assert_fits(picture_of(match, seat, width), width)
            if not match.is_over:
                assert_touched(match, picture_of(match, match.seat, width))
        if not match.is_over and len(match.moves) < 40:
            assert_hidden(match, seat)


def assert_fits(svg: str, width: float) -> None:
    """A picture is no broader than its page, nothing is outside of it, and it is told in words."""
    picture = ElementTree.fromstring(svg)
    left, _, broad, high = map(float, picture.attrib["viewBox"].split())
    assert max(broad, float(picture.attrib["width"])) <= width + 0.5
    assert high > 20
    assert len(str(picture.findtext(f"{SVG}title")).split()) > 5
    for one in picture.iter(f"{SVG}rect"):
        if "x" in one.attrib and one.attrib["width"] != "100%":
            assert left - 0.5 <= float(one.attrib["x"])
            assert float(one.attrib["x"]) + float(one.attrib["width"]) <= left + broad + 0.5


def assert_touched(match: Match, svg: str) -> None:
    """What is touched for a legal move is in the picture, and tells it from all others."""
    picture, told = ElementTree.fromstring(svg), []
    elements = [one for one in picture.iter() if "data-place" in one.attrib]
    assert all(one[0].tag == f"{SVG}title" and one[0].text for one in elements)
    there = [one.attrib["data-place"] for one in elements]
    named = getattr(match.game.drawing, "places", lambda move: ())
    for move in match.legal_moves():
        touched = named(move)
        for place in set(touched) - set(NOT_DRAWN):
            assert touched.count(place) <= there.count(place), match.format_move(move)
        told += [tuple(sorted(touched))] if touched else []
    assert len(set(told)) == len(told)


def assert_hidden(match: Match, seat: int) -> None:
    """Other cards, tiles and coins of which a seat sees the same are drawn alike."""
    hide, told = getattr(of(match.game.name), "hide", None), picture_of(match, seat, 350)
    if hide is None:
        worlds = [match.world(seat, seed=seed) for seed in (1, 2)]
        assert picture_of(worlds[0], seat, 350) == picture_of(worlds[1], seat, 350)
        return
    kept = match.state.copy()
    hide(match.state, match.rules.record(), seat, Random(len(match.moves)))
    assert picture_of(match, seat, 350) == told
    match.table["state"] = kept
    assert picture_of(match, seat, 350) == told


@pytest.mark.parametrize(("name", "options"), [*tables()])
def test_who_only_looks_on_is_not_called_a_player(name: str, options: dict[str, Any]) -> None:
    for match in positions(name, options, most=10):
        for width in WIDTHS:
            told = picture_of(match, WatchedSeat(match.seat), width)
            assert not re.search(r"\byou(rs?)?\b", told, re.IGNORECASE)
            own = picture_of(match, match.seat, width)
            assert re.findall(PLACES, told) == re.findall(PLACES, own)
