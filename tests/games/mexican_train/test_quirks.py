"""The ways of the program Double Dominoes, each an option of its own, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.game.game import SHARE
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.mexican_train.game import GAME, usual_tiles
from playout.games.mexican_train.records import MEXICAN, NOWHERE
from tests.chance import FALSE_ALARM, p_same_mean, standard_error
from tests.games.matches import play
from tests.games.mexican_train.tables import hand, table
from tests.reference.double_dominoes import first_of_best, wins

QUIRKS = {
    "tiles": 11,
    "marker": "stays",
    "draw": "wait",
    "last_double": "cover",
    "gate_draw": "others",
    "gate_marker": "no",
    "after_gate": "double",
    "lock": "all",
    "blocked_gate_points": 2,
}
PROPER = {
    "tiles": 15,
    "marker": "closes",
    "draw": "play",
    "last_double": "ends",
    "gate_draw": "all",
    "gate_marker": "yes",
    "after_gate": "cover",
    "lock": "no",
    "blocked_gate_points": 1,
}


@pytest.mark.rules
def test_the_variant_changes_defaults_and_nothing_else() -> None:
    standard, seed = GAME.with_options(), GAME.with_options({"variant": "seed"})
    assert {name: standard[name] for name in PROPER} == PROPER
    assert {name: seed[name] for name in QUIRKS} == QUIRKS
    others = [o.name for o in GAME.options if o.name not in ("variant", *QUIRKS)]
    assert all(standard[name] == seed[name] for name in others)


@pytest.mark.rules
@pytest.mark.parametrize("name", QUIRKS)
def test_a_quirk_can_be_switched_alone_in_both_directions(name: str) -> None:
    with_one = GAME.with_options({name: QUIRKS[name]})
    assert {n: with_one[n] for n in QUIRKS} == {**PROPER, name: QUIRKS[name]}
    without = GAME.with_options({"variant": "seed", name: PROPER[name]})
    assert {n: without[n] for n in QUIRKS} == {**QUIRKS, name: PROPER[name]}


@pytest.mark.rules
def test_the_seed_deals_eleven_tiles_as_far_as_the_set_has_them() -> None:
    assert [usual_tiles(players, 12, "seed") for players in (2, 4, 7, 8)] == [11, 11, 11, 10]
    assert usual_tiles(2, 6, "seed") == 11
    assert usual_tiles(2, 4, "seed") == 6


@pytest.mark.rules
def test_a_marker_that_stays_lets_others_in_for_good() -> None:
    match = table("1-2 1-1 0-3 1-3 2-2 2-3", marker="stays")
    play(match, "1-3 on train 1", "1-1 on train 1", "1-2 on train 1")
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
@pytest.mark.parametrize(("says", "opened"), [("yes", 0b11), ("no", 0)])
def test_who_cannot_cover_opens_the_own_train_unless_the_rules_spare_it(
    says: str, opened: int
) -> None:
    match = table("2-3 1-3 2-2 0-3 0-1", gate_marker=says)
    play(match, "2-3 on the Mexican train", "2-2 on the Mexican train")
    # Seat 1 draws 0-1 and passes, seat 0 draws 0-0 and passes, seat 1 draws the cover.
    assert (match.seat, match.state.draws) == (1, 3)
    assert match.state.open == 1 << MEXICAN | opened


@pytest.mark.rules
def test_who_passes_outside_a_gate_opens_the_own_train_in_any_case() -> None:
    assert table("1-2 1-1 0-3 1-3 2-2 2-3", gate_marker="no").state.open == 1 << MEXICAN | 1


@pytest.mark.rules
@pytest.mark.parametrize(("after", "seat"), [("cover", 0), ("double", 1)])
def test_after_a_gate_it_goes_on_from_the_cover_or_from_the_double(after: str, seat: int) -> None:
    match = table("2-3 2-2 0-0 0-3 0-1 1-1 1-3 1-2 0-2", players=3, tiles=3, after_gate=after)
    play(match, "2-3 on the Mexican train", "0-3 on train 2", "1-3 on train 3")
    match.play("2-2 on the Mexican train")
    # Seats 0 and 1 cannot cover it.
    assert (match.seat, match.view().doubler) == (2, 0)
    match.play("1-2 on the Mexican train")
    assert (match.seat, match.view().doubler, match.state.turns) == (seat, NOWHERE, 6)


@pytest.mark.rules
@pytest.mark.parametrize(("after", "seat"), [("cover", 0), ("double", 1)])
def test_after_several_gates_it_goes_on_from_there_once_all_are_covered(
    after: str, seat: int
) -> None:
    deck = "1-4 1-1 2-2 0-0 2-4 1-3 0-3 3-3 3-4 1-2 0-2 2-3"
    rules = {"set": 4, "players": 3, "tiles": 4, "draw": "none", "doubles": "many"}
    match = table(deck, after_gate=after, **rules)
    play(match, "1-4 on train 1", "2-4 on the Mexican train", "3-4 on train 3", "1-1 on train 1")
    match.play("2-2 on the Mexican train")
    match.play("1-3 on train 1")  # seat 1 covers the first
    assert (match.seat, match.view().doubler) == (2, 0)
    match.play("0-2 on the Mexican train")
    assert (match.seat, match.view().doubler) == (seat, NOWHERE)


@pytest.mark.rules
def test_who_has_laid_a_double_may_have_to_go_without_a_draw_the_first_time_only() -> None:
    match = table("2-3 1-3 2-2 0-3 0-1", gate_draw="others")
    play(match, "2-3 on the Mexican train", "2-2 on the Mexican train")
    # Seat 1 does not draw; then seat 0 draws 0-1, seat 1 draws 0-0, and seat 0 the cover.
    assert (match.seat, match.state.draws) == (0, 3)
    assert (hand(match, 0), hand(match, 1)) == ([(0, 1), (0, 2), (1, 3)], [(0, 0), (0, 3)])


@pytest.mark.rules
def test_who_does_not_draw_for_a_last_double_is_out_when_another_covers_it() -> None:
    match = table("2-3 2-2 0-3 1-1 1-2", last_double="cover", gate_draw="others")
    play(match, "2-3 on the Mexican train", "0-3 on train 2", "2-2 on the Mexican train")
    assert (match.seat, hand(match, 0), match.is_over) == (1, [], False)
    match.play("1-2 on the Mexican train")
    assert match.outcome()["outs"] == [1, 0]
    assert match.outcome()["points"] == [0, 2]


@pytest.mark.rules
def test_a_view_says_which_of_these_rules_hold() -> None:
    for quirky in (False, True):
        view = table("1-3 1-2 2-3 1-1", variant="seed" if quirky else "standard").view()
        assert (view.gate_draw, view.gate_marker, view.after_gate) == (quirky, not quirky, quirky)
        assert (view.lock, view.last_double) == (2 * quirky, quirky)


def test_the_model_of_that_program_begins_its_best_sequence() -> None:
    """Longest, of these with most doubles, of these heaviest."""
    assert first_of_best([(3, 5), (5, 6), (0, 12), (6, 9)], 12, 100) == (0, 12)
    assert first_of_best([(4, 12), (4, 4), (11, 12), (10, 11)], 12, 100) == (4, 12)
    assert first_of_best([(4, 12), (3, 4), (11, 12), (10, 11)], 12, 100) == (11, 12)
    assert first_of_best([(4, 5)], 12, 100) is None


@pytest.mark.thorough
@pytest.mark.parametrize("players", [3, 4, 6])
def test_all_quirks_together_win_as_often_as_a_model_of_that_program(players: int) -> None:
    """Its few ways that are not options here make no difference that would show."""
    matches = 6_000
    won, given_up = wins(players, matches, limit=100_000)
    line_up = ["sequence:mexican=0:cover=0"] + ["random:doubles=2"] * (players - 1)
    seats = [find_player("mexican-train", name) for name in line_up]
    rules = GAME.with_options({"players": players, "variant": "seed"})
    shares: Any = play_batch(rules, seats, 1, 0, 20_000)[:, 0] / SHARE
    errors = standard_error(shares), 0.5 / matches**0.5
    assert given_up < matches // 1_000
    assert p_same_mean(shares.mean(), errors[0], won / matches, errors[1]) > FALSE_ALARM
