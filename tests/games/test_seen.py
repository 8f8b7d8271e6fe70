"""What a seat sees of every game, and touches to move: for people who play in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from playout.engine.match import Match
from playout.engine.registry import find_game, game_names
from tests.games.test_contract import of

pytestmark = pytest.mark.rules

SVG = "{http://www.w3.org/2000/svg}"
WIDTHS = (350.0, 720.0)  # of a phone, and of a desk
# Rules besides the usual ones, with which there is more to be seen.
MORE: dict[str, list[dict[str, Any]]] = {
    "the-game": [{"players": 3, "hints": "marks"}, {"players": 2, "copies": 2, "hand": 9}],
    "mexican-train": [
        {"players": 2, "variant": "seed"},
        {"players": 3, "set": 18, "doubles": "many", "first_turn": "train", "draw": "wait"},
    ],
    "hex": [{"rows": 50}, {"rows": 1}, {"rows": 3, "cols": 20}],
    "pig": [{"goal": 1000}],
    "risk-battle": [{"attackers": 500, "defenders": 500}],
    "snakes-and-ladders": [{"board": "400:2-399"}, {"board": "6:2-4"}],
}
NOT_DRAWN = ("stop", "locked")  # places that tell moves apart by their texts


def rules_of(name: str) -> list[dict[str, Any]]:
    """The rules with which a game is looked at: for all numbers of players, and some more."""
    players = find_game(name).option("players")
    return [{"players": k} for k in range(players.low, players.high + 1)] + MORE.get(name, [])


TABLES = [
    pytest.param(name, options, id=f"{name}-{'-'.join(map(str, options.values()))}")
    for name in game_names()
    if hasattr(find_game(name).drawing, "seen")
    for options in rules_of(name)
]


def positions(name: str, options: dict[str, Any], most: int = 120) -> Iterator[Match]:
    """The positions of a game that is played at random; of a long one, more and more seldom."""
    match, chance = Match(name, seed=7, **options), Random(7)
    while not match.is_over and len(match.moves) < most:
        if len(match.moves) < 8 or chance.random() < 0.2:
            yield match
        match.play(chance.choice(match.legal_moves()))
    yield match


def seen(match: Match, seat: int, width: float) -> Any:
    """The picture that a seat sees."""
    svg = match.game.drawing.seen(match.state, match.rules.record(), seat, width)
    return ElementTree.fromstring(svg)


def touched(picture: Any) -> list[str]:
    """The places of a picture."""
    return [one.attrib["data-place"] for one in picture.iter() if "data-place" in one.attrib]


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_picture_is_as_broad_as_its_page_and_tells_in_words_what_it_shows(
    name: str, options: dict[str, Any]
) -> None:
    for match in positions(name, options):
        seat = len(match.moves) % int(match.rules["players"])
        for width in WIDTHS:
            picture = seen(match, seat, width)
            left, _, broad, high = map(float, picture.attrib["viewBox"].split())
            assert broad <= width + 0.5
            assert float(picture.attrib["width"]) <= width + 0.5
            assert high > 20
            assert len(picture.findtext(f"{SVG}title").split()) > 5
            for one in picture.iter(f"{SVG}rect"):
                if "x" in one.attrib:
                    x, wide = float(one.attrib["x"]), one.attrib["width"]
                    assert left - 0.5 <= x
                    assert wide == "100%" or x + float(wide) <= left + broad + 0.5


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_what_is_touched_for_a_move_is_in_the_picture(name: str, options: dict[str, Any]) -> None:
    drawing = find_game(name).drawing
    if not hasattr(drawing, "places"):
        pytest.skip("all moves are buttons")
    for match in positions(name, options):
        for width in WIDTHS if len(match.moves) < 20 else WIDTHS[:1]:
            there = touched(picture := seen(match, match.seat, width))
            for move in match.legal_moves():
                for place in set(due := drawing.places(move)) - set(NOT_DRAWN):
                    assert due.count(place) <= max(1, there.count(place)), (move, place)
                    assert place in there
            told = [tuple(sorted(drawing.places(move))) for move in match.legal_moves()]
            told = [places for places in told if places]
            assert len(set(told)) == len(told)
            for one in picture.iter():
                if "data-place" in one.attrib:
                    assert one[0].tag == f"{SVG}title"
                    assert one[0].text


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_what_is_hidden_is_not_in_the_picture(name: str, options: dict[str, Any]) -> None:
    """Other cards, tiles and coins of which a seat sees the same are drawn alike."""
    hide = getattr(of(name), "hide", None)
    for match in positions(name, options, most=40):
        if match.is_over:
            break
        rules, chance = match.rules.record(), Random(len(match.moves))
        for seat in range(int(match.rules["players"])):
            kept = match.state.copy()
            told = match.game.drawing.seen(match.state, rules, seat, 350)
            if hide is not None:
                hide(match.state, rules, seat, chance)
                assert match.game.drawing.seen(match.state, rules, seat, 350) == told
                match._table.state = kept
                assert match.game.drawing.seen(match.state, rules, seat, 350) == told
            else:
                worlds = [match.world(seat, seed=seed).state for seed in (1, 2)]
                told = match.game.drawing.seen(worlds[0], rules, seat, 350)
                assert match.game.drawing.seen(worlds[1], rules, seat, 350) == told
