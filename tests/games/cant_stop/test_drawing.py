"""Can't Stop as it is asked for, told and drawn: options, moves, positions, whole games."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from playout.engine.match.match import Match
from playout.engine.match.told import is_open
from playout.engine.words.errors import PlayoutError
from playout.games.cant_stop.drawing import format_move, parse_move
from playout.games.cant_stop.game import GAME
from tests.games.cant_stop.contract import codes
from tests.games.cant_stop.test_rules import set_up
from tests.games.pictures import touched

SVG = "{http://www.w3.org/2000/svg}"

TOLD = """\
column      2   3   4   5   6   7   8   9  10  11  12
steps       3   5   7   9  11  13  11   9   7   5   3
seat 1      .   .   .   2   .   .   .   .   .   .   .
seat 2      .   .   .   .   .   .   .   .   .   . top
runners     .   .   .   3   .   1   .   .   .   .   .
turn 1: seat 1 has thrown 1 2 3 5"""


@pytest.mark.parametrize(("players", "most"), [(1, 11), (2, 6), (3, 4), (4, 3)])
def test_as_many_columns_as_leave_a_winner_can_be_asked_for(players: int, most: int) -> None:
    GAME.with_options({"players": players, "columns_to_win": most})
    with pytest.raises(PlayoutError):
        GAME.with_options({"players": players, "columns_to_win": most + 1})


def test_every_move_is_read_as_it_is_told() -> None:
    for move in codes(None):
        assert parse_move(format_move(move)) == move
    assert [format_move(code) for code in (204, 205, 208, 160)] == [
        "6+6 throw",
        "6+6 stop",
        "6+8 throw",
        "5 throw",
    ]


def test_a_position_shows_the_columns_the_runners_and_the_throw() -> None:
    assert str(set_up([1, 2, 3, 5], {5: 3, 7: 1}, {5: 2}, (12,))) == TOLD


def test_a_position_is_drawn_with_all_markers_and_dice() -> None:
    match = set_up([1, 2, 3, 5], {5: 3, 7: 1}, {5: 2}, (12,))
    match.state.steps[1, 5] = 2
    drawn = list(ElementTree.fromstring(match._repr_svg_()).iter())
    assert len([one for one in drawn if one.get("class") == "runner"]) == 2
    seats = [one.text for one in drawn if one.text in ("1", "2") and one.get("font-weight")]
    assert seats.count("1") == 2  # the marker of seat 1 in column 5, and that beside its name
    names = [one.text for one in drawn if (one.text or "").startswith("seat")]
    assert names == ["seat 1: 0 of 3", "seat 2: 0 of 3"]
    assert (
        len([one for one in drawn if one.get("class") == "die"]) == 4 * 4
    )  # in pairs, one of them twice
    assert len([one for one in drawn if one.get("stroke") == "#7c5a3a"]) == 83  # steps


def test_columns_are_touched_on_the_board_or_as_pairs_of_dice_and_then_a_button() -> None:
    match = set_up([1, 2, 3, 5], {5: 3, 7: 1}, {5: 2}, (12,))
    there = touched(match, 0)  # one runner is left: for column 3, or for 8
    counts = {one: there.count(one) for one in there if one.startswith("column")}
    assert counts == {"column-3": 2, "column-8": 2, "column-4-7": 3, "column-5-6": 3}
    assert there[-2:] == ["button-throw", "button-stop"]
    assert touched(match, 1) == []
    for move in match.legal_moves():
        assert {*match.game.drawing.places(move)} <= {*there}


@pytest.mark.slow
def test_a_transcript_shows_throws_that_lose_a_turn() -> None:
    match = Match("cant-stop", strategy="steps:at=1000", most_turns=4)
    lines = match.transcript().splitlines()
    lost = [line for line in lines if line.endswith("moves no runner")]
    assert len(lost) == 4 == sum(match.outcome()["busts"])
    assert lines[-1] == "over after 4 turns: seats 1, 2 share the win"
    match.state.columns[1] = 1
    assert "<title>over after 4 turns: seat 2 has won</title>" in match._repr_svg_()


def test_a_position_of_ones_own_is_completed_and_its_dice_are_thrown() -> None:
    match = Match("cant-stop", position="steps=0,0,3,0,0,0,0,4/0,0,0,0,0,2 turn=2 dice=1,2,3,5")
    state = match.state
    assert (state.closed[2], state.columns[0], state.player, state.free) == (1, 1, 0, 3)
    assert state.room.tolist() == [0, 0, 0, 5, 7, 9, 11, 9, 11, 9, 7, 5, 3]
    thrown = Match("cant-stop", position="turn=1", seed=3)
    assert thrown.state.dice.tolist() == Match("cant-stop", seed=3).state.dice.tolist()
    assert (thrown.seat, thrown.state.throws) == (1, 1)


def test_nothing_is_hidden_so_there_are_no_other_hands_to_show() -> None:
    assert is_open(GAME)
