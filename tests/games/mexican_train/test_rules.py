"""Mexican Train: turns, gates, draws, blocked rounds and the end, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from playout.engine.match.match import Match
from playout.engine.who.references import find_player
from playout.engine.words.errors import IllegalMove
from playout.games.mexican_train.game import GAME, NO_TARGET, ROUNDS, in_deck, usual_tiles
from playout.games.mexican_train.records import MEXICAN, NOWHERE
from playout.games.mexican_train.rounds import set_up
from playout.games.mexican_train.rules import worth_of
from playout.games.mexican_train.tiles import MOST, listed
from tests.chance import FALSE_ALARM, p_of_counts
from tests.games.matches import play
from tests.games.mexican_train.tables import hand, table

pytestmark = pytest.mark.rules


def test_a_double_must_be_covered_by_anybody_before_anything_else() -> None:
    match = table("2-3 1-3 2-2 0-3 0-1")
    play(match, "2-3 on the Mexican train", "2-2 on the Mexican train")
    # Seat 1 draws 0-1 and passes, and seat 0 draws 0-0 and passes, and so on until a 2 comes.
    assert match.state.gate == MEXICAN
    assert (match.state.draws, match.state.open & 3) == (3, 3)
    assert match.seat == 1
    assert hand(match, 1) == [(0, 1), (0, 2), (0, 3)]
    with pytest.raises(IllegalMove):
        match.play("0-3 on train 2")
    match.play("0-2 on the Mexican train")
    assert match.state.gate == NOWHERE
    assert match.seat == 0


def test_without_gates_a_double_ends_its_turn() -> None:
    match = table("2-3 1-3 2-2 0-3", gate="no")
    play(match, "2-3 on the Mexican train", "2-2 on the Mexican train")
    assert (match.seat, match.state.gate, match.state.draws) == (0, NOWHERE, 0)


def test_a_marker_goes_when_its_owner_plays_on_the_own_train() -> None:
    match = table("1-2 1-1 0-3 1-3 2-2 2-3")
    # Seat 0 cannot play: it draws 2-2, passes and opens its train.
    assert match.seat == 1
    assert match.state.open == 1 << MEXICAN | 1
    play(match, "1-3 on train 1", "1-1 on train 1", "1-2 on train 1")
    assert match.state.open == 1 << MEXICAN


def test_who_lays_elsewhere_keeps_the_own_train_closed() -> None:
    match = table("1-3 0-3 2-3 1-2")
    match.play("1-3 on the Mexican train")
    assert match.state.open == 1 << MEXICAN


@pytest.mark.parametrize(
    ("draw", "drawn", "seat"), [("play", 1, 1), ("wait", 1, 1), ("until", 4, 0), ("none", 0, 1)]
)
def test_who_cannot_lay_draws_as_the_option_says(draw: str, drawn: int, seat: int) -> None:
    match = table("1-2 1-1 0-3 1-3 2-2 0-0 0-1 2-3", draw=draw)
    assert (match.state.draws, match.seat) == (drawn, seat)
    assert len(hand(match, 0)) == 2 + drawn


def test_a_drawn_tile_is_laid_at_once_unless_it_has_to_wait() -> None:
    assert table("1-2 1-1 0-3 1-3 2-3").seat == 0
    waiting = table("1-2 1-1 0-3 1-3 2-3", draw="wait")
    assert waiting.seat == 1
    assert waiting.state.open & 1


def test_a_double_as_the_last_tile_ends_the_round_or_must_be_covered() -> None:
    deck = "2-3 2-2 0-3 1-2 0-1 1-1"
    for option in ("ends", "cover"):
        match = table(deck, last_double=option)
        play(match, "2-3 on the Mexican train", "0-3 on train 2", "2-2 on the Mexican train")
        assert match.is_over == (option == "ends")
    assert hand(match, 0) == [(0, 1)]  # drawn for the cover, in vain
    assert match.seat == 1
    match.play("1-2 on the Mexican train")
    assert match.is_over
    assert match.outcome()["points"] == [1, 0]
    assert match.outcome()["outs"] == [0, 1]


def test_a_round_is_blocked_when_all_have_passed_since_there_is_nothing_to_draw() -> None:
    match = table("2-3 1-1 0-0 1-2", draw="none")
    match.play("2-3 on train 1")
    assert match.is_over
    outcome = match.outcome()
    assert (outcome["blocked"], outcome["blocked_gate"], outcome["turns"]) == (1, 0, 3)
    assert outcome["points"] == [2, 3]
    assert (outcome["win"], outcome["outs"]) == ([1, 0], [0, 0])


def test_a_round_can_be_blocked_inside_a_gate() -> None:
    match = table("2-3 0-0 2-2 0-1", draw="none")
    play(match, "2-3 on the Mexican train", "2-2 on the Mexican train")
    assert match.is_over
    assert (match.outcome()["blocked"], match.outcome()["blocked_gate"]) == (1, 1)


def test_a_double_blank_costs_what_the_option_says() -> None:
    for cost in (0, 25, 50):
        match = table("2-3 0-0 2-2 0-1", draw="none", double_blank=cost)
        play(match, "2-3 on the Mexican train", "2-2 on the Mexican train")
        assert match.outcome()["points"] == [cost, 1]


def test_the_engine_counts_down_and_the_first_player_moves_on() -> None:
    match = Match(
        "mexican-train", strategy="random", players=3, set=2, tiles=1, engine="countdown", rounds=5
    )
    engines = {}
    while not match.is_over:
        engines[int(match.state.round_number)] = int(match.state.engine)
        match.step()
    assert all(engine == 2 - number % 3 for number, engine in engines.items())
    match = Match("mexican-train", players=3, tiles=20, rounds=4)  # somebody has a 12
    starts = []
    for number in range(4):
        match.state.round_number = number
        set_up(match.state, match.rules.record())
        starts.append(match.seat)
    assert starts == [0, 1, 2, 0]


def test_a_match_ends_with_the_round_in_which_somebody_reaches_the_target() -> None:
    match = Match("mexican-train", strategy="random", set=6, target=50, seed=4)
    before: list[int] = []
    while not match.is_over:
        before = match.state.scores.tolist()
        match.step()
    assert max(before) < 50 <= max(match.state.scores.tolist())
    assert match.outcome()["rounds"] == match.state.round_number


def test_the_usual_number_of_tiles_is_the_rule_books() -> None:
    assert [usual_tiles(players, 12) for players in range(2, 9)] == [15, 15, 15, 12, 12, 10, 10]
    for highest in range(2, MOST + 1):
        for players in range(2, 9):
            if players <= in_deck(highest):
                assert players * usual_tiles(players, highest) <= in_deck(highest)


def test_a_view_shows_own_tiles_and_what_all_have_seen() -> None:
    match = table("1-2 1-1 0-3 1-3 2-2 2-3", strategy="random")
    view = match.view(1)
    assert listed(view.hand) == [(0, 3), (1, 3)]
    assert listed(view.laid) == [(3, 3)]
    assert view.sizes[:2].tolist() == [3, 2]
    assert view.lacks[:2].tolist() == [1 << 3, 0]  # seat 0 has drawn, and still laid nothing
    assert (view.trains, view.open) == (1 << MEXICAN | 0b11, 1 << MEXICAN | 0b01)
    assert (view.boneyard, view.gate, view.engine) == (4, NOWHERE, 3)
    assert view.ends[[0, 1, MEXICAN]].tolist() == [3, 3, 3]


@pytest.mark.parametrize("move", [-1, 2**40, -(2**40), 2**62, 15, 31 << 4, 1 << 14])
def test_an_illegal_move_is_refused_and_changes_nothing(move: int) -> None:
    match = Match("mexican-train", set=6)
    before = match.state.tobytes()
    with pytest.raises(IllegalMove, match="may not play"):
        match.play(move)
    assert match.state.tobytes() == before


def test_random_play_chooses_all_pairs_of_tile_and_train_equally() -> None:
    match = table("1-3 2-3 0-3 0-1", start_open="yes", strategy="random")
    moves = np.zeros(6, np.int64)
    names = [f"{tile} on {train}" for tile in ("1-3", "2-3") for train in ("train 1", "train 2")]
    names += [f"{tile} on the Mexican train" for tile in ("1-3", "2-3")]
    view, stream = match.view(0), match.streams[1]
    chosen = find_player("mexican-train", "random").strategy.function
    for _ in range(6_000):
        moves[names.index(match.format_move(chosen(view, stream)))] += 1
    assert p_of_counts(moves, np.full(6, 1 / 6)) > FALSE_ALARM


def test_what_the_end_of_a_round_is_worth() -> None:
    view = Match("mexican-train", players=3, rounds=2, target=100).view(0)

    def worth(scores: list[int], seat: int, win: float, is_last: bool = False) -> int:
        return int(worth_of(np.array(scores), seat, view, is_last, win))

    assert worth([20, 30, 40], 0, 0.0) == 15_000
    assert worth([50, 50, 50], 0, 60.0) == 20_000  # a third of a win
    assert worth([20, 45, 45], 0, 100.0) == 25_000 + int(100_000 / (1 + 2 * np.exp(-1)))
    # Somebody has reached the target: won, shared, lost.
    assert worth([20, 30, 100], 0, 60.0) == 45_000 + 60_000
    assert worth([20, 20, 100], 1, 60.0) == 40_000 + 30_000
    assert worth([20, 30, 100], 1, 60.0) == 30_000
    assert worth([20, 30, 40], 0, 60.0, is_last=True) == 15_000 + 60_000


def test_a_match_goes_to_a_target_or_over_as_many_rounds_as_are_asked_for() -> None:
    assert (GAME.with_options()["target"], GAME.with_options()["rounds"]) == (100, ROUNDS)
    assert GAME.with_options({"rounds": 13})["target"] == NO_TARGET
    both = GAME.with_options({"rounds": 13, "target": 200})
    assert (both["target"], both["rounds"]) == (200, 13)
