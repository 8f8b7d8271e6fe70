"""Yahtzee as a seat sees it."""

from __future__ import annotations

import re

import pytest

from playout.engine.match.match import Match
from playout.games.yahtzee.boxes import NAMES
from playout.games.yahtzee.rules import KEEP, keep_move

pytestmark = pytest.mark.rules


def seen(match: Match, seat: int, width: float = 350) -> str:
    """The picture that a seat sees."""
    return str(match.game.drawing.seen(match.state, match.rules.record(), seat, width))


def touched(match: Match, seat: int) -> list[str]:
    """The places of that picture."""
    return re.findall(r'data-place="([^"]*)"', seen(match, seat))


def test_dice_and_the_free_boxes_of_the_own_card_can_be_touched() -> None:
    match = Match("yahtzee", players=2, position="dice=1,5,5,6,6 throws=1")
    boxes = [f"box-{name.replace(' ', '-')}" for name in NAMES]
    assert touched(match, 0) == ["die-1", "die-5", "die-5", "die-6", "die-6", *boxes]
    match.play("full house")
    assert touched(match, 0)[5:] == [box for box in boxes if box != "box-full-house"]
    assert touched(match, 1)[5:] == boxes


def test_a_seat_that_is_to_move_sees_what_its_dice_would_bring() -> None:
    match = Match("yahtzee", players=2, position="dice=5,5,5,6,6 throws=1")
    assert "<title>full house, would bring 25</title>" in seen(match, 0)
    assert ">(25)<" in seen(match, 0)
    assert "<title>full house, free</title>" in seen(match, 1)
    assert "(25)" not in seen(match, 1)


def test_what_may_not_be_filled_brings_nothing() -> None:
    """A second Yahtzee must go to the box of its face, where jokers are forced."""
    match = Match("yahtzee", position="dice=4,4,4,4,4 throws=1")
    match.play("yahtzee")
    match.state.dice[:] = 4
    told = seen(match, 0)
    assert re.findall(r"<title>([^<]*), would bring (\d+)</title>", told) == [("fours", "20")]


@pytest.mark.parametrize(("players", "shown"), [(1, 0), (4, 4), (6, 0)])
def test_where_there_is_no_room_for_all_cards_the_others_are_told_by_their_scores(
    players: int, shown: int
) -> None:
    told = seen(Match("yahtzee", players=players), 0)
    assert len(re.findall(r"font-size=\"12\"[^>]*>(?:you|seat \d)<", told)) == shown
    assert ("scores: seat 1 0, seat 2 0" in told) == (players == 6)


def test_boxes_and_dice_are_touched_to_move() -> None:
    places = Match("yahtzee").game.drawing.places
    assert places(NAMES.index("three of a kind")) == ("box-three-of-a-kind",)
    assert places(keep_move(1, 0, 2, 0, 0, 1)) == ("die-1", "die-3", "die-3", "die-6")
    assert places(KEEP) == ()
