"""The ways of the program Double Dominoes, each an option of its own, by hand."""

from __future__ import annotations

import pytest

from playout.engine.errors import IllegalMove
from playout.games.mexican_train.game import GAME, usual_tiles
from playout.games.mexican_train.rules import MEXICAN
from tests.games.mexican_train.tables import table

QUIRKS = {"tiles": 11, "marker": "stays", "draw": "wait", "blocked_gate_points": 2, "lock": "yes"}
PROPER = {"tiles": 15, "marker": "closes", "draw": "play", "blocked_gate_points": 1, "lock": "no"}


@pytest.mark.rules
def test_the_variant_changes_defaults_and_nothing_else() -> None:
    standard, seed = GAME.rules(), GAME.rules({"variant": "seed"})
    assert {name: standard[name] for name in PROPER} == PROPER
    assert {name: seed[name] for name in QUIRKS} == QUIRKS
    others = [o.name for o in GAME.options if o.name not in ("variant", *QUIRKS)]
    assert all(standard[name] == seed[name] for name in others)


@pytest.mark.rules
@pytest.mark.parametrize("name", QUIRKS)
def test_a_quirk_can_be_switched_alone_in_both_directions(name: str) -> None:
    with_one = GAME.rules({name: QUIRKS[name]})
    assert {n: with_one[n] for n in QUIRKS} == {**PROPER, name: QUIRKS[name]}
    without = GAME.rules({"variant": "seed", name: PROPER[name]})
    assert {n: without[n] for n in QUIRKS} == {**QUIRKS, name: PROPER[name]}


@pytest.mark.rules
def test_the_seed_deals_eleven_tiles_as_far_as_the_set_has_them() -> None:
    assert [usual_tiles(players, 12, "seed") for players in (2, 4, 7, 8)] == [11, 11, 11, 10]
    assert usual_tiles(2, 6, "seed") == 11
    assert usual_tiles(2, 4, "seed") == 6


@pytest.mark.rules
def test_a_marker_that_stays_lets_others_in_for_good() -> None:
    match = table("1-2 1-1 0-3 1-3 2-2 2-3", marker="stays")
    match.play("1-3 on train 0")
    match.play("1-1 on train 0")
    match.play("1-2 on train 0")
    assert match.state.open == 1 << MEXICAN | 1


@pytest.mark.rules
@pytest.mark.parametrize(("times", "gate"), [(1, True), (2, True), (2, False)])
def test_only_a_round_blocked_inside_a_gate_counts_twice(times: int, gate: bool) -> None:
    match = table(
        "2-3 0-0 2-2 0-1" if gate else "2-3 0-0 0-2 0-1", draw="none", blocked_gate_points=times
    )
    match.play("2-3 on the Mexican train")
    match.play("2-2 on the Mexican train" if gate else "0-2 on the Mexican train")
    if not gate:
        match.play("0-0 on the Mexican train")  # and out
    outcome = match.outcome()
    assert outcome["blocked_gate"] == gate
    assert sum(outcome["points"]) == (times if gate else 1)


@pytest.mark.rules
def test_a_locked_train_is_its_owners_alone_even_if_it_is_open() -> None:
    match = table("1-3 1-2 2-3 1-1", start_open="yes", marker="stays", lock="yes")
    match.play("1-3 on train 0, locked")
    assert (match.state.locked, match.state.open & 3) == (1, 3)
    assert not match.is_legal(match.game.drawing.parse_move("1-1 on train 0"))
    view = match.view()
    assert (view.lock, view.locked, view.trains) == (1, 1, 1 << MEXICAN | 0b10)


@pytest.mark.rules
def test_a_gate_unlocks_a_train_and_everybody_may_cover_it() -> None:
    match = table("1-3 1-1 2-3 1-2 0-2 0-1", lock="yes")
    match.play("1-3 on train 0, locked")
    match.play("2-3 on train 1")
    match.play("1-1 on train 0, locked")  # out: nothing left to lock
    assert match.state.locked == 0
    match = table("1-3 1-1 0-0 2-3 1-2 0-2 0-1 2-2", lock="yes", tiles=3)
    match.play("1-3 on train 0, locked")
    match.play("2-3 on the Mexican train")
    match.play("1-1 on train 0, locked")
    assert (match.state.locked, match.state.gate, match.seat) == (0, 0, 0)


@pytest.mark.rules
def test_an_ordinary_tile_of_its_owner_unlocks_a_train_and_no_tile_elsewhere_does() -> None:
    match = table("1-3 1-2 0-3 2-3 0-2 0-1", lock="yes", tiles=3)
    match.play("1-3 on train 0, locked")
    match.play("2-3 on train 1")
    match.play("0-3 on the Mexican train")
    assert match.state.locked == 1
    match.play("0-2 on train 1, locked")
    assert match.state.locked == 3
    match.play("1-2 on train 0")
    assert match.state.locked == 2


@pytest.mark.rules
def test_a_lock_is_refused_where_there_is_none_and_on_trains_of_others() -> None:
    with pytest.raises(IllegalMove, match="1-3 on train 0, locked"):
        table("1-3 1-2 2-3 1-1").play("1-3 on train 0, locked")
    match = table("1-3 1-2 2-3 1-1", start_open="yes", lock="yes")
    for train in ("train 1", "the Mexican train"):
        match.play(f"1-3 on {train}")
        match.undo()
        with pytest.raises(IllegalMove, match="may not play"):
            match.play(f"1-3 on {train}, locked")
