"""Turns of more than one tile: several doubles before the cover, and first turns, by hand."""

from __future__ import annotations

import pytest

from playout.engine.words.errors import IllegalMove
from playout.games.mexican_train.display.history import gates
from playout.games.mexican_train.records import DOUBLING, LAYING, MEXICAN
from playout.games.mexican_train.rules import STOP
from tests.games.matches import play
from tests.games.mexican_train.tables import hand, table

pytestmark = pytest.mark.rules

# Seat 0 begins with 1-4, seat 1 goes on with 2-4, and seat 0 has the doubles for both.
DOUBLES = "1-4 1-1 2-2 0-1 0-0 2-4 3-4 1-2 0-3 3-3"


def test_several_doubles_are_laid_first_and_covered_in_their_order() -> None:
    match = table(DOUBLES, doubles="many", set=4, tiles=5)
    play(match, "1-4 on train 1", "2-4 on the Mexican train", "1-1 on train 1")
    assert match.view().phase == DOUBLING
    match.play("2-2 on the Mexican train")
    assert gates(match.state) == [0, MEXICAN]
    match.play("0-1 on train 1")  # covers the first; the turn ends
    assert (gates(match.state), match.seat) == ([MEXICAN], 1)
    with pytest.raises(IllegalMove):
        match.play("3-4 on train 2")
    match.play("1-2 on the Mexican train")
    assert gates(match.state) == []


def test_a_second_double_is_refused_if_only_one_may_be_laid() -> None:
    match = table(DOUBLES, set=4, tiles=5)
    play(match, "1-4 on train 1", "2-4 on the Mexican train", "1-1 on train 1")
    with pytest.raises(IllegalMove):
        match.play("2-2 on the Mexican train")


def test_before_the_cover_other_trains_take_nothing_but_doubles() -> None:
    match = table(DOUBLES, doubles="many", set=4, tiles=5)
    play(match, "1-4 on train 1", "2-4 on the Mexican train", "2-2 on the Mexican train")
    view = match.view()
    assert view.trains == 1 << MEXICAN | 1
    assert match.is_legal(match.game.drawing.parse_move("1-1 on train 1"))
    with pytest.raises(IllegalMove):
        match.play("0-1 on train 1")


def test_who_cannot_cover_must_lay_another_double_before_drawing() -> None:
    match = table("1-3 1-1 2-2 0-0 2-3 0-3 0-1 0-2", doubles="many", tiles=4)
    play(match, "1-3 on train 1", "2-3 on the Mexican train", "1-1 on train 1")
    assert (match.seat, match.state.draws) == (0, 0)
    match.play("2-2 on the Mexican train")
    # Nothing covers 1-1 and no other double fits: it draws 1-2, the only tile left.
    assert (match.state.draws, hand(match, 0)) == (1, [(0, 0), (1, 2)])
    match.play("1-2 on train 1")
    assert (gates(match.state), match.seat) == ([MEXICAN], 1)


def test_whoever_has_to_cover_for_others_may_not_lay_doubles() -> None:
    match = table("1-3 1-1 0-2 2-2 2-3 0-3 0-1 0-0", doubles="many", tiles=4, draw="none")
    play(match, "1-3 on train 1", "0-3 on train 2", "1-1 on train 1")
    assert match.seat == 1
    with pytest.raises(IllegalMove):
        match.play("0-0 on train 2")
    match.play("0-1 on train 1")
    assert match.seat == 0


def test_a_last_double_that_must_be_covered_waits_for_all_gates() -> None:
    match = table("1-3 1-1 2-2 2-3 1-2 0-1 0-0", doubles="many", last_double="cover", tiles=3)
    play(match, "1-3 on train 1", "2-3 on the Mexican train", "1-1 on train 1")
    match.play("2-2 on the Mexican train")  # the last tile; 0-0 is drawn in vain
    assert (match.seat, gates(match.state), hand(match, 0)) == (1, [0, MEXICAN], [(0, 0)])
    match.play("1-2 on train 1")
    # 0-2 is drawn for the other one, and may be laid.
    assert (match.seat, gates(match.state), match.is_over) == (0, [MEXICAN], False)
    match.play("0-2 on the Mexican train")
    assert not match.is_over


FIRST = "2-3 1-2 1-1 0-1 0-3 0-2 0-0 1-3"  # seat 0 could lay all of its tiles in a row


def test_a_first_turn_goes_on_on_the_own_train_until_it_is_stopped() -> None:
    match = table(FIRST, first_turn="train", tiles=4)
    assert not match.is_legal(STOP)
    match.play("2-3 on train 1")
    assert (match.seat, match.view().phase, match.view().trains) == (0, LAYING, 1)
    play(match, "1-2 on train 1", "stop")
    assert (match.seat, match.state.turns) == (1, 1)
    assert match.state.open == 1 << MEXICAN


def test_a_double_in_a_first_turn_is_covered_before_it_can_be_stopped() -> None:
    match = table(FIRST, first_turn="train", tiles=4)
    for move in ("2-3 on train 1", "1-2 on train 1", "1-1 on train 1"):
        match.play(move)
    assert not match.is_legal(STOP)
    match.play("0-1 on train 1")
    assert match.is_over  # nothing left


def test_a_first_turn_ends_when_nothing_fits_without_a_draw_or_a_marker() -> None:
    match = table("1-3 0-2 0-3 2-2 0-1", first_turn="train")
    match.play("1-3 on train 1")
    assert (match.seat, match.state.draws, match.state.open) == (1, 0, 1 << MEXICAN)


def test_a_first_turn_that_begins_elsewhere_is_one_tile_and_later_turns_are_too() -> None:
    match = table(FIRST, first_turn="train", tiles=4)
    match.play("2-3 on the Mexican train")
    assert (match.seat, match.state.first_turns) == (1, 0b10)
    play(match, "0-3 on train 2", "stop")
    assert match.state.first_turns == 0
    match.play("1-2 on the Mexican train")
    assert match.seat == 1
    match.play("0-2 on train 2")
    assert match.seat == 0
    assert not match.is_legal(STOP)
