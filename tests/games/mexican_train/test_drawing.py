"""Mexican Train for people: what is written can be read back, what is drawn is all there."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from playout.engine.match.match import Match
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.games.mexican_train.display.drawing import (
    ARRANGEMENTS,
    format_move,
    parse_move,
    seen,
    why_illegal,
)
from playout.games.mexican_train.display.drawn_hand import longest_train
from playout.games.mexican_train.display.history import trains
from playout.games.mexican_train.display.tile_faces import spots
from playout.games.mexican_train.encoding import actions
from playout.games.mexican_train.records import MEXICAN
from playout.games.mexican_train.rules import STOP
from playout.games.mexican_train.tiles import (
    MOST,
    declared,
    high_of,
    listed,
    low_of,
    tile_code,
    tile_move,
)

SVG = "{http://www.w3.org/2000/svg}"


def test_moves_are_read_as_they_are_written() -> None:
    for low in range(MOST + 1):
        for high in range(low, MOST + 1):
            for train in range(MEXICAN + 1):
                move = tile_move(tile_code(low, high), train)
                assert parse_move(format_move(move)) == move
                assert parse_move(format_move(declared(move))) == declared(move)
    assert parse_move(format_move(STOP)) == STOP
    assert format_move(declared(tile_move(tile_code(11, 3), 2))) == "3-11 on train 3, locked"
    assert parse_move("11-3 on train 3") == parse_move("3-11 on train 3")


@pytest.mark.parametrize("number", range(MOST + 1))
def test_a_half_has_as_many_pips_as_its_number_and_they_do_not_touch(number: int) -> None:
    places = list(spots(number))
    assert len(places) == number
    radius = 0.1 if number <= 9 else 0.065
    for k, (x, y) in enumerate(places):
        assert radius < x < 1 - radius
        assert radius < y < 1 - radius
        for other_x, other_y in places[:k]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 > (2 * radius) ** 2


@pytest.mark.parametrize(("players", "highest"), [(2, 2), (4, 12), (8, 12), (8, 18)])
def test_a_picture_shows_every_tile_on_the_table_and_in_hands(players: int, highest: int) -> None:
    match = Match("mexican-train", strategy="random", players=players, set=highest, rounds=1)
    while not match.is_over:
        if len(match.moves) % 10 == 0:
            assert_shown(match)
        match.step()
    assert_shown(match)


def assert_shown(match: Match) -> None:
    """The tiles in the picture are those on the trains, an engine for each, and in hands."""
    picture = ElementTree.fromstring(match._repr_svg_())
    names = [title.text for title in picture.iterfind(f".//{SVG}g/{SVG}title")]
    state, record = match.state, match.rules.record()
    lines = trains(state, record)
    tiles = [(int(state.engine),) * 2] * len(lines)
    tiles += [tile for line in lines.values() for tile in line]
    tiles += [tile for seat in range(record.players) for tile in listed(state.hands[seat])]
    assert sorted(str(name) for name in names) == sorted(f"{a}-{b}" for a, b in tiles)
    pips = picture.iterfind(f".//{SVG}path[@class='pips']")
    assert sum(path.attrib["d"].count("M") for path in pips) == sum(map(sum, tiles))


def held(svg: str) -> list[str]:
    """The tiles of the hand in a picture, in their order."""
    return re.findall(r'data-place="tile-([^"]*)"', svg)


@pytest.mark.slow
def test_a_hand_lies_by_number_as_dealt_or_with_its_longest_train_first() -> None:
    match = Match("mexican-train", players=2, strategy="greedy", seed=4, set=9, tiles=8)
    for _ in range(6):
        match.step()
    seat, state = match.seat, match.state
    orders = [
        held(seen(state, match.rules.record(), seat, 350.0, order))
        for order in range(len(ARRANGEMENTS))
    ]
    assert orders[0] == [f"{low}-{high}" for low, high in listed(state.hands[seat])]
    dealt = [f"{low_of(tile)}-{high_of(tile)}" for tile in state.deck.tolist()]
    assert orders[1] == sorted(orders[0], key=dealt.index) != orders[0]
    chain = longest_train(state, seat)
    end = state.ends[seat]
    for one, other in chain:
        assert one == end
        end = other
    assert orders[2][: len(chain)] == [f"{min(tile)}-{max(tile)}" for tile in chain]
    assert sorted(orders[2]) == sorted(orders[0])


@pytest.mark.parametrize("width", [350.0, 720.0])
def test_a_long_train_shows_its_last_tiles_and_how_many_lie_before(width: float) -> None:
    match = Match("mexican-train", players=2, strategy="greedy", seed=2, rounds=1)
    while not match.is_over and max(map(len, lines_of(match))) < 16:
        match.step()
    long = max(lines_of(match), key=len)
    picture = seen(match.state, match.rules.record(), match.seat, width)
    before = re.findall(r">\+(\d+)<", picture)
    assert len(long) - int(max(before, key=int)) >= 3
    for tile in long[-3:]:
        assert f"<title>{tile[0]}-{tile[1]}</title>" in picture


def lines_of(match: Match) -> list[Any]:
    """The trains of a match."""
    return list(trains(match.state, match.rules.record()).values())


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 2, "variant": "seed"}])
def test_a_transcript_tells_every_turn_and_the_points(options: dict[str, Any]) -> None:
    match = Match("mexican-train", strategy="random", set=6, seed=5, rounds=3, **options)
    told = match.transcript().splitlines()
    outcome = match.outcome()
    assert sum(line.startswith("round ") for line in told) == 3
    assert sum(line.startswith("  seat ") for line in told) == outcome["turns"]
    assert "\n".join(told).count(" on ") == outcome["tiles_laid"]
    assert "\n".join(told).count("draws ") == outcome["draws"]
    scores = " ".join(map(str, match.state.scores[: options["players"]].tolist()))
    assert told[-2].endswith(f"in all {scores}")
    assert told[-1].startswith("seat ")
    assert told[-1].endswith("points")


@pytest.mark.thorough
def test_a_world_in_which_nobody_knows_what_lies_where_is_not_written() -> None:
    match = Match("mexican-train", strategy="greedy", players=3, set=6, tiles=5)
    assert match.world().position.startswith("trains=-/-/-/- ")
    match.step()
    assert match.moves
    with pytest.raises(PlayoutError, match="not in which train they lie"):
        assert match.world().position


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"lock": "all", "first_turn": "train", "doubles": "many"}])
def test_why_a_move_is_illegal_is_said_of_every_illegal_move(options: dict[str, Any]) -> None:
    match = Match("mexican-train", strategy="random", seed=5, players=3, **options)
    reasons = set[str]()
    moves = actions(match.rules)
    while not match.is_over and len(match.moves) < 60:
        for move in moves[len(match.moves) % 3 :: 3]:
            why = why_illegal(match.state, match.record, move)
            assert (why == "") == match.is_legal(move)
            reasons.add(re.sub(r"\d+", "N", why))
        match.step()
    assert {"", "train N is closed", "there is no N-N in the hand of seat N"} <= reasons
    assert "N-N does not fit on train N, which ends with N" in reasons
    assert options or "the double on train N must be covered first" in reasons


def test_why_nothing_goes_on_a_closed_train() -> None:
    match = Match("mexican-train", seed=1, players=2)
    tile = match.format_move(match.legal_moves()[0]).split()[0]
    with pytest.raises(IllegalMove, match="train 2 is closed"):
        match.play(f"{tile} on train 2")
