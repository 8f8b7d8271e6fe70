"""Random-turn Hex: coins, turns, stones and the end of the game."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from playout.engine.match.match import Match
from playout.engine.play.batch import begin_game, new_table, play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import IllegalMove
from playout.games.hex.board import FIRST
from playout.games.hex.compound import play_compound
from playout.games.hex.display.notation import parse_stones
from playout.games.hex.game import GAME
from playout.games.hex.race import Sampling
from playout.games.hex.rules import ENGINE_ROWS, cell_move, cell_of
from tests import truth
from tests.chance import FALSE_ALARM, Counts, p_of_counts

RANDOM_MOVES: dict[str, Any] = truth.load("hex_random_moves")


def coins(options: dict[str, Any], games: int, seed: int = 7) -> Counts:
    """The seats that have turn 0, 1, 2 ... in games 0, 1, 2 ...: int[games, cells]."""
    rules = GAME.with_options(options)
    table, record = new_table(rules, []), rules.record()
    cells = record.rows * record.cols
    tossed = np.zeros((games, cells), np.int64)
    for number in range(games):
        begin_game(GAME)(table, record, seed, number)
        tossed[number] = table.state.coins[:cells]
    return tossed


@pytest.mark.parametrize("p", [0.001, 0.3, 0.5, 0.9])
def test_a_coin_gives_a_turn_to_player_1_with_chance_p(p: float) -> None:
    tossed = coins({"rows": 10, "p": p}, 2_000)
    for part in (tossed, tossed[:, 0], tossed[:, -1], tossed[0]):
        found = binomtest(int((part == 0).sum()), part.size, p)
        assert found.pvalue > FALSE_ALARM


@pytest.mark.rules
def test_with_chance_1_or_0_every_turn_is_the_same_players() -> None:
    assert not coins({"rows": 6, "p": 1}, 20).any()
    assert coins({"rows": 6, "p": 0}, 20).all()
    for p in (0, 1):
        rules = GAME.with_options({"rows": 4, "p": p})
        players = [find_player("hex", "random")] * 2
        assert (play_batch(rules, players, 1, 0, 20)[:, 0] == p).all()


def test_a_coin_depends_on_the_game_and_the_turn_but_not_on_the_board() -> None:
    large = coins({"rows": 9}, 50)
    small = coins({"rows": 2, "cols": 7}, 50)
    np.testing.assert_array_equal(large[:, :14], small)
    assert len({row.tobytes() for row in large}) == 50
    assert not np.array_equal(coins({"rows": 9}, 50, seed=8), large)


def test_a_turn_that_player_1_has_at_some_chance_stays_player_1s_at_any_greater_one() -> None:
    tossed = [coins({"rows": 10, "p": p}, 100) for p in (0, 0.2, 0.5, 0.500001, 0.9, 1)]
    for less, more in pairwise(tossed):
        assert (more <= less).all()


@pytest.mark.slow
def test_the_compound_game_of_a_number_has_the_coins_of_the_game_of_that_number() -> None:
    tossed = coins({"rows": 4, "cols": 6, "p": 0.3}, 20, seed=11)
    games = play_compound(np.zeros((4, 6), np.int8), 0.3, Sampling(1024, 0.0), 11, 0, 20)
    for game, seats in zip(games, tossed, strict=True):
        assert game.owners.tolist() == (seats[: game.length] + 1).tolist()


@pytest.mark.parametrize("key", RANDOM_MOVES)
def test_random_moves_leave_the_game_undecided_as_often_as_they_do_exactly(key: str) -> None:
    rows, cols = (int(part) for part in key.split("x"))
    rules = GAME.with_options({"rows": rows, "cols": cols})
    length = play_batch(rules, [find_player("hex", "random")] * 2, 2007, 0, 400_000)[:, 1]
    undecided = [Fraction(text) for text in RANDOM_MOVES[key]["P_undecided_after_k_stones"]]
    exact = [0.0, *(float(a - b) for a, b in pairwise(undecided))]
    assert p_of_counts(np.bincount(length, minlength=len(exact)), exact) > FALSE_ALARM


@pytest.mark.rules
@pytest.mark.parametrize("cols", [1, 2, 11, ENGINE_ROWS])
def test_a_move_says_its_cell_on_any_board(cols: int) -> None:
    cells = range(cols * 3)
    assert [cell_of(cell_move(cell, cols), cols) for cell in cells] == list(cells)
    assert cell_move(cols, cols) == 64


@pytest.mark.rules
def test_the_seat_of_the_coin_places_its_players_stone() -> None:
    match = Match("hex", rows=3, cols=4)
    match.state.coins[:4] = [1, 0, 0, 1]
    for seat, name in [(1, "b2"), (0, "a1"), (0, "d3")]:
        assert match.seat == seat
        match.play(name)
    board = parse_stones("X...\n.O..\n...X")
    assert match.state.stones[:12].tolist() == board.ravel().tolist()
    assert match.state.order[:3].tolist() == [5, 0, 11]
    assert (match.state.turn, match.seat) == (3, 1)


@pytest.mark.rules
def test_the_game_ends_with_the_stone_that_joins_two_sides() -> None:
    for seat, names in [(0, "b1 b2 a3"), (1, "a2 b2 c1")]:
        match = Match("hex", rows=3)
        match.state.coins[:3] = seat
        for name in names.split():
            assert not match.is_over
            match.play(name)
        assert match.is_over
        ending = f"player_{seat + 1}"
        assert match.outcome() == {"win": int(seat == 0), "length": 3, "ending": ending}
        assert not any(match.is_legal(cell_move(cell, 3)) for cell in range(9))


@pytest.mark.rules
def test_a_view_shows_the_board_and_what_its_stones_have_joined() -> None:
    match = Match("hex", strategy="random", rows=3, cols=4, p=0.25)
    match.state.coins[:5] = [0, 1, 0, 1, 0]
    for name in ("b1", "c1", "b2"):
        match.play(name)
    for player in (1, 2):
        view = match.view(player - 1)
        assert (view.player, view.rows, view.cols, view.p) == (player, 3, 4, 2**51)
        assert (view.turn, view.free) == (3, 9)
        board = parse_stones(".XO.\n.X..\n....")
        assert view.stones[:12].tolist() == board.ravel().tolist()
        assert view.marks[0, :12].tolist() == [0, FIRST, 0, 0, 0, FIRST, *[0] * 6]


@pytest.mark.rules
@pytest.mark.parametrize("move", ["b2", "a4", "d1", -1, -64, 3, 64 * 3, 2**40, -(2**40), 2**62])
def test_an_illegal_move_is_refused_and_changes_nothing(move: str | int) -> None:
    match = Match("hex", rows=3)
    match.play("b2")
    before = match.state.tobytes()
    with pytest.raises(IllegalMove, match="may not play") as caught:
        match.play(move)
    assert "turn 2: player" in str(caught.value)
    assert match.state.tobytes() == before
