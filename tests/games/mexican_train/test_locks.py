"""Locks on trains, for the others or for all, by hand."""

from __future__ import annotations

import pytest

from playout.engine.words.errors import IllegalMove
from playout.games.mexican_train.records import LAYING, MEXICAN
from tests.games.matches import play
from tests.games.mexican_train.tables import hand, table

pytestmark = pytest.mark.rules


def test_a_locked_train_is_its_owners_alone_even_if_it_is_open() -> None:
    match = table("1-3 1-2 2-3 1-1", start_open="yes", marker="stays", lock="others")
    match.play("1-3 on train 1, locked")
    assert (match.state.locked, match.state.open & 3) == (1, 3)
    assert not match.is_legal(match.game.drawing.parse_move("1-1 on train 1"))
    view = match.view()
    assert (view.lock, view.locked, view.trains) == (1, 1, 1 << MEXICAN | 0b10)


def test_a_gate_unlocks_a_train_and_everybody_may_cover_it() -> None:
    match = table("1-3 1-1 2-3 1-2 0-2 0-1", lock="others")
    play(match, "1-3 on train 1, locked", "2-3 on train 2")
    match.play("1-1 on train 1, locked")  # out: nothing left to lock
    assert match.state.locked == 0
    match = table("1-3 1-1 0-0 2-3 1-2 0-2 0-1 2-2", lock="others", tiles=3)
    play(match, "1-3 on train 1, locked", "2-3 on the Mexican train", "1-1 on train 1, locked")
    assert (match.state.locked, match.state.gate, match.seat) == (0, 0, 0)


def test_an_ordinary_tile_of_its_owner_unlocks_a_train_and_no_tile_elsewhere_does() -> None:
    match = table("1-3 1-2 0-3 2-3 0-2 0-1", lock="others", tiles=3)
    play(match, "1-3 on train 1, locked", "2-3 on train 2", "0-3 on the Mexican train")
    assert match.state.locked == 1
    match.play("0-2 on train 2, locked")
    assert match.state.locked == 3
    match.play("1-2 on train 1")
    assert match.state.locked == 2


def test_a_lock_is_refused_where_there_is_none_and_on_trains_of_others() -> None:
    with pytest.raises(IllegalMove, match="1-3 on train 1, locked"):
        table("1-3 1-2 2-3 1-1").play("1-3 on train 1, locked")
    match = table("1-3 1-2 2-3 1-1", start_open="yes", lock="others")
    for train in ("train 2", "the Mexican train"):
        match.play(f"1-3 on {train}")
        match.undo()
        with pytest.raises(IllegalMove, match="may not play"):
            match.play(f"1-3 on {train}, locked")


# Seat 0 locks the end 1 of its train; then seat 1 lays 2-3 on train 1, or on the Mexican train.
LOCKS = "1-3 1-2 1-1 2-3 0-0 0-2"


def test_a_lock_holds_for_its_owner_who_can_lay_nothing_elsewhere() -> None:
    match = table(f"{LOCKS} 0-1", lock="all", tiles=3)
    play(match, "1-3 on train 1, locked", "2-3 on train 2")
    # Nothing has a 3: seat 0 draws 0-1 and passes.  Its train is open now, and still locked.
    assert (match.seat, hand(match, 0)) == (1, [(0, 1), (1, 1), (1, 2)])
    assert (match.state.locked, match.state.open) == (1, 1 << MEXICAN | 1)
    assert match.state.lacks[0] == 1 << 3  # and not 1, the end of its own train
    assert match.view().trains == 1 << MEXICAN | 0b10


def test_a_lock_for_the_others_never_holds_for_its_owner() -> None:
    match = table(f"{LOCKS} 0-1", lock="others", tiles=3)
    play(match, "1-3 on train 1, locked", "2-3 on train 2")
    assert (match.seat, match.state.draws, match.view().trains) == (0, 0, 1 << MEXICAN | 1)


def test_an_owner_who_can_lay_elsewhere_may_use_the_own_locked_train_as_well() -> None:
    match = table(f"{LOCKS} 0-1", lock="all", tiles=3)
    play(match, "1-3 on train 1, locked", "2-3 on the Mexican train")
    assert (match.seat, match.view().trains) == (0, 1 << MEXICAN | 1)
    match.play("1-1 on train 1")
    assert match.state.locked == 0


def test_a_drawn_tile_that_fits_elsewhere_frees_the_own_locked_train_and_may_be_kept() -> None:
    match = table(f"{LOCKS} 0-3", lock="all", tiles=3)
    play(match, "1-3 on train 1, locked", "2-3 on train 2")
    assert (match.seat, match.view().trains) == (0, 1 << MEXICAN | 1)
    assert match.state.lacks[0] == 0
    match.play("1-2 on train 1")
    assert hand(match, 0) == [(0, 3), (1, 1)]


def test_a_lock_for_all_does_not_end_the_first_turn_that_lays_it() -> None:
    match = table("2-3 1-2 1-1 0-1 0-3 0-2 0-0 1-3", lock="all", first_turn="train", tiles=4)
    match.play("2-3 on train 1, locked")
    assert (match.seat, match.view().phase, match.view().trains) == (0, LAYING, 1)
    play(match, "1-2 on train 1, locked", "stop", "0-3 on train 2", "stop")
    # Nothing that seat 0 has left fits on the Mexican train, and there is nothing to draw but 2-2.
    assert (match.seat, match.state.draws) == (1, 1)
