"""The Royal Game of Ur for people: the board, what can be touched, and what happened."""

from __future__ import annotations

import re

import pytest

from playout.engine.game.drawings import ONLOOKER, NamedSeat
from playout.engine.game.drawn_pieces import seat_disc
from playout.engine.match.match import Match
from playout.games.ur import drawing
from playout.games.ur.sentences import events, to_do


def begun(position: str, pieces: int = 3) -> Match:
    return Match("ur", position=position, pieces=pieces)


@pytest.mark.slow
def test_what_can_move_can_be_touched_by_the_one_who_moves() -> None:
    match = begun("steps=0,3,8/0,4,15 throw=2")
    for width in (350.0, 720.0):
        seen = drawing.seen(match.state, match.record, 0, width)
        names = re.findall(r'data-place="(.*?)"', seen)
        assert sorted(names) == ["piece-0", "piece-3", "piece-8"]
        assert [place for move in match.legal_moves() for place in drawing.places(move)] == names
    assert "data-place" not in drawing.seen(match.state, match.record, 1, 350.0)
    assert "data-place" not in drawing.seen(match.state, match.record, ONLOOKER, 350.0)


def test_who_cannot_move_has_a_button() -> None:
    match = begun("steps=0,3,8/0,4,15 throw=0")
    assert 'data-place="button-pass"' in drawing.seen(match.state, match.record, 0, 350.0)
    assert to_do(match.state, match.record, 0) == "No piece can move: pass."


@pytest.mark.parametrize(
    ("position", "move", "told"),
    [
        ("steps=0,3,8/0,4,15 throw=2", "enter", "brought in a piece to square 2"),
        ("steps=0,3,8/0,4,10 throw=2", "square 8", "from square 8 to square 10, sent one back"),
        ("steps=0,2,8/0,4,15 throw=2", "square 2", "from square 2 to square 4, throws again"),
        ("steps=0,14,15/0,4,15 throw=1", "square 14", "moved a piece from square 14 home"),
        ("steps=0,3,8/0,4,15 throw=0", "pass", "threw 0 and could not move"),
    ],
)
def test_a_move_is_told(position: str, move: str, told: str) -> None:
    match = begun(position)
    before = match.state.copy()
    code = match.code(move)
    match.play(move)
    ((seat, did),) = events(before, code, match.state, match.record, ONLOOKER)
    assert seat == 0
    assert did.endswith(told)


def test_positions_are_the_same_both_ways() -> None:
    match = Match("ur", strategy="greedy", seed=6, most_throws=90)
    while not match.is_over:
        again = Match("ur", position=match.position, most_throws=90)
        assert again.position == match.position
        assert again.state.tobytes() == match.state.tobytes()
        match.step()


def test_the_end_is_told() -> None:
    won = begun("steps=15,15,15/0,4,15 throw=0")
    assert drawing.text(won.state, won.record, 0).endswith("seat 1 won after 1 throw")
    seen = drawing.seen(won.state, won.record, NamedSeat(1, ("Ann", "you")), 350.0)
    assert "Ann won" in seen
    assert drawing.why_over(won, 0) == "All 3 pieces of one player are home."


def test_letters_on_a_dark_disc_are_white() -> None:
    light, dark = (seat_disc(0, 0, seat, colours=drawing.SEAT_COLOURS) for seat in (0, 1))
    assert 'fill="#111"' in light
    assert 'fill="#fff"' in dark


@pytest.mark.parametrize("colour", ["gold", "rgb(1,2,3)", "#12345", "#3333"])
def test_a_disc_may_have_a_colour_that_is_written_in_any_way(colour: str) -> None:
    assert f'fill="{colour}"' in seat_disc(0, 0, 0, colours=(colour,))
