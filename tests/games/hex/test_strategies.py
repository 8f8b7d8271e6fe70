"""Strategies of random-turn Hex: exact numbers, theorems, slow models, and what they refuse."""

from __future__ import annotations

import heapq
import re
from collections import defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.games.hex.board import (
    FREE,
    NOBODY,
    NOWHERE,
    Stones,
    join,
    neighbour,
    new_marks,
    winner,
    winner_of,
)
from playout.games.hex.connections import write_crossings
from playout.games.hex.display.notation import cell_name
from playout.games.hex.exact import Fillings, count_fillings
from playout.games.hex.game import GAME
from playout.games.hex.rules import cell_of
from playout.questions.runs import ask
from tests import truth
from tests.chance import FALSE_ALARM, Counts, p_of_counts, standard_error
from tests.games.hex.boards import random_boards

COMPOUND: dict[str, Any] = truth.load("hex_compound")
FILL: dict[str, Any] = truth.load("hex_fill")
QUICK = ["random", "centre", "shortest"]
SAME_FOR_BOTH = [*QUICK, "pivotal:boards=40"]
CHANCES = [Fraction(1, 2), Fraction(3, 10), Fraction(7, 10)]


def slow(strategy: str) -> Any:
    """A strategy that takes long to compile."""
    return pytest.param(strategy, marks=pytest.mark.slow)


@cache
def outcomes(strategies: str, games: int, **options: Any) -> Counts:
    """(win, length) of each game; one strategy for both players, or two with a comma."""
    rules = GAME.with_options(options)
    names = (strategies.split(",") * 2)[:2]
    return play_batch(rules, [find_player("hex", name) for name in names], 1958, 0, games)


def chosen(stones: Stones, player: int, strategy: str, **options: Any) -> int:
    """The cell that a strategy takes in a position when it is this player's turn."""
    rows, cols = stones.shape
    match = Match("hex", strategy=strategy, rows=rows, cols=cols, **options)
    state, cells = match.state, rows * cols
    state.stones[:cells] = stones.ravel()
    winner(state.stones, state.marks, rows, cols)
    state.turn = int((stones != FREE).sum())
    state.coins[state.turn] = player - 1
    return int(cell_of(match.choose(), cols))


def positions(rows: int, cols: int, count: int) -> list[Stones]:
    """Positions that nobody has won, from nearly empty to nearly full."""
    found = []
    for free in (0.95, 0.7, 0.5, 0.3):
        chances = (free, (1 - free) / 2, (1 - free) / 2)
        found += random_boards(rows, cols, count, 23, chances)
    return [stones for stones in found if winner_of(stones) == NOBODY]


@pytest.mark.rules
def test_centre_fills_the_board_from_the_middle() -> None:
    for rows, cols, cells in [(3, 3, "b2 b1 c1"), (2, 2, "b1 a2 a1"), (1, 4, "b1 c1 a1")]:
        stones = np.zeros((rows, cols), np.int8)
        for player, name in zip((1, 2, 1), cells.split(), strict=True):
            cell = chosen(stones, player, "centre")
            assert cell_name(cell, cols) == name
            stones.flat[cell] = player
    assert chosen(np.zeros((11, 11), np.int8), 1, "centre") == 60


def stones_needed(stones: Stones, player: int) -> dict[int, int]:
    """For every free cell, the free cells on the player's shortest connection through it.

    By Dijkstra's algorithm from both sides; cells without a connection are left out.
    """
    rows, cols = stones.shape

    def price(cell: int) -> int:
        return int(stones.flat[cell] == FREE)

    def distances(second: bool) -> dict[int, int]:
        place_of = [(cell // cols, cell % cols)[player - 1] for cell in range(rows * cols)]
        side = (rows, cols)[player - 1] - 1 if second else 0
        open_cells = [k for k in range(rows * cols) if stones.flat[k] in (FREE, player)]
        heap = [(price(k), k) for k in open_cells if place_of[k] == side]
        heapq.heapify(heap)
        found: dict[int, int] = {}
        while heap:
            distance, cell = heapq.heappop(heap)
            if cell in found:
                continue
            found[cell] = distance
            for direction in range(6):
                near = int(neighbour(cell, direction, rows, cols))
                if near != NOWHERE and near in open_cells:
                    heapq.heappush(heap, (distance + price(near), near))
        return found

    there, back = distances(False), distances(True)
    return {k: there[k] + back[k] - 1 for k in there if k in back and price(k)}


@pytest.mark.slow
@pytest.mark.rules
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 6), (6, 1), (3, 3), (4, 7), (8, 5)])
def test_crossings_are_where_both_players_need_the_fewest_stones_together(
    rows: int, cols: int
) -> None:
    for stones in positions(rows, cols, 25 if COMPILING else 2):
        needed = [stones_needed(stones, player) for player in (1, 2)]
        sums = {k: needed[0][k] + needed[1][k] for k in needed[0] if k in needed[1]}
        least = min(sums.values())
        crossings = np.full(rows * cols + 3, 7, np.int8)
        write_crossings(stones.ravel(), rows, cols, crossings)
        assert crossings.tolist() == [*(sums.get(k) == least for k in range(rows * cols)), 7, 7, 7]
        # A shortest connection of one crosses one of the other in a cell: no sum is smaller.
        assert least == sum(min(found.values()) for found in needed)


def middle_first(stones: Stones) -> list[int]:
    """The free cells by their distance from the middle of the board, then in reading order."""
    rows, cols = stones.shape

    def key(cell: int) -> tuple[Fraction, int]:
        down = cell // cols - Fraction(rows - 1, 2)
        right = cell % cols - Fraction(cols - 1, 2)
        return max(abs(down), abs(right), abs(down + right)), cell

    return sorted((int(k) for k in np.flatnonzero(stones.ravel() == FREE)), key=key)


@pytest.mark.slow
@pytest.mark.rules
@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (3, 5), (7, 6)])
def test_shortest_takes_the_crossing_nearest_to_the_middle_for_either_player(
    rows: int, cols: int
) -> None:
    for stones in positions(rows, cols, 10 if COMPILING else 1):
        crossings = np.zeros(rows * cols, np.int8)
        write_crossings(stones.ravel(), rows, cols, crossings)
        expected = next(cell for cell in middle_first(stones) if crossings[cell])
        assert chosen(stones, 1, "shortest") == chosen(stones, 2, "shortest") == expected


@pytest.mark.rules
def test_shortest_wins_at_once_or_takes_the_cell_in_which_the_other_would() -> None:
    decisive = 0
    for stones in positions(5, 4, 60 if COMPILING else 2):
        free = [int(k) for k in np.flatnonzero(stones.ravel() == FREE)]
        wins = {player: [k for k in free if won_by(stones, k) >> player & 1] for player in (1, 2)}
        for player in (1, 2):
            cell = chosen(stones, player, "shortest")
            if wins[player]:
                assert cell in wins[player]
            elif wins[3 - player]:
                assert cell in wins[3 - player]
            decisive += bool(wins[player] or wins[3 - player])
    assert decisive > 0


def won_by(stones: Stones, cell: int) -> int:
    """Bits 1 and 2: the players who would win with a stone in this cell."""
    rows, cols = stones.shape
    found = 0
    for player in (1, 2):
        board, marks = stones.ravel().copy(), new_marks(rows, cols)
        winner(board, marks, rows, cols)
        row, col = divmod(cell, cols)
        found |= (join(marks, cols, row, col, player) == player) << player
    return found


@pytest.mark.slow
@pytest.mark.parametrize("key", COMPOUND)
def test_exact_play_has_the_exact_lengths_winners_and_openings(key: str) -> None:
    row = COMPOUND[key]
    p, size = Fraction(row["p"]), {"rows": row["rows"], "cols": row["cols"]}
    lengths: dict[int, Fraction] = defaultdict(Fraction)
    chosen: dict[int, Fraction] = defaultdict(Fraction)
    openings: dict[str, int] = {}
    won = Fraction(0)
    match = Match("hex", strategy="exact", p=p, **size)

    def go_on(owners: str, chance: Fraction) -> None:
        nonlocal won
        if match.is_over:
            lengths[len(owners)] += chance
            won += chance * int(match.state.winner == 1)
            return
        for player, likely in ((1, p), (2, 1 - p)):
            match.state.coins[match.state.turn] = player - 1
            openings[owners] = cell = int(cell_of(match.step(), size["cols"]))
            chosen[cell] += chance * likely
            go_on(owners + str(player), chance * likely)
            match.undo()

    go_on("", Fraction(1))
    assert {str(length): chance for length, chance in lengths.items()} == {
        length: Fraction(text) for length, text in row["length_distribution"].items()
    }
    assert won == Fraction(row["P_player1_wins"])
    expected = row["cell_chosen_prob_float"]
    assert [float(chosen[cell]) for cell in range(len(expected))] == pytest.approx(expected)
    for owners, cell in row["opening_moves_by_owner_string"].items():
        assert openings[owners] == cell


@pytest.mark.slow
@pytest.mark.parametrize("key", ["1x1 p=1/2", "2x3 p=3/10", "3x3 p=1/2"])
@pytest.mark.parametrize(
    "strategy", ["exact", pytest.param("pivotal:boards=100000", marks=pytest.mark.thorough)]
)
def test_games_of_optimal_players_are_as_long_and_won_as_often_as_they_are_exactly(
    key: str, strategy: str
) -> None:
    row = COMPOUND[key]
    p, rows, cols = float(Fraction(row["p"])), row["rows"], row["cols"]
    games = outcomes(strategy, 1_500, p=p, rows=rows, cols=cols)
    exact = [0.0] * (rows * cols + 1)
    for length, text in row["length_distribution"].items():
        exact[int(length)] = float(Fraction(text))
    counts = np.bincount(games[:, 1], minlength=len(exact))
    assert p_of_counts(counts, exact) > FALSE_ALARM
    found = binomtest(int(games[:, 0].sum()), len(games), row["P_player1_wins_float"])
    assert found.pvalue > FALSE_ALARM


def fillings_of(key: str) -> Fillings:
    """All fillings of an empty board."""
    return count_fillings(np.zeros((FILL[key]["rows"], FILL[key]["cols"]), np.int8))


@pytest.mark.thorough
@pytest.mark.parametrize("key", FILL)
@pytest.mark.parametrize("p", CHANCES, ids=str)
@pytest.mark.parametrize("strategy", SAME_FOR_BOTH)
def test_players_who_take_the_same_cells_win_as_often_as_a_random_filling(
    strategy: str, p: Fraction, key: str
) -> None:
    # Whose stone lies in a cell is then a coin of its own, as if all had been tossed before.
    rows, cols = FILL[key]["rows"], FILL[key]["cols"]
    games = outcomes(strategy, 20_000, rows=rows, cols=cols, p=float(p))
    found = binomtest(int(games[:, 0].sum()), len(games), fillings_of(key).win_rate(float(p)))
    assert found.pvalue > FALSE_ALARM


@pytest.mark.thorough
@pytest.mark.parametrize("key", FILL)
@pytest.mark.parametrize("strategy", [*QUICK, *map(slow, ["pivotal:boards=40", "pivotal"])])
def test_no_game_is_shorter_than_the_square_of_the_pivotal_cells(strategy: str, key: str) -> None:
    # At p = 1/2, for all who take the same cells: Peres, Schramm, Sheffield and Wilson (2007),
    # after O'Donnell and Servedio's bound on decision trees.
    rows, cols = FILL[key]["rows"], FILL[key]["cols"]
    length = outcomes(strategy, 20_000, rows=rows, cols=cols)[:, 1]
    bound = sum(fillings_of(key).pivotal_rates(0.5)) ** 2
    assert length.mean() + norm.isf(FALSE_ALARM) * standard_error(length) >= bound


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("better", "worse", "rows"),
    [
        ("centre", "random", 5),
        ("shortest", "random", 5),
        pytest.param("pivotal", "random", 5, marks=pytest.mark.slow),
        pytest.param("exact", "centre", 3, marks=pytest.mark.thorough),
        pytest.param("pivotal", "centre", 5, marks=pytest.mark.slow),
        pytest.param("shortest", "centre", 5, marks=pytest.mark.slow),
    ],
)
def test_the_better_strategy_wins_from_either_side(better: str, worse: str, rows: int) -> None:
    for names, player in ((f"{better},{worse}", 1), (f"{worse},{better}", 2)):
        wins = int((outcomes(names, 2_000, rows=rows)[:, 0] == (player == 1)).sum())
        assert binomtest(wins, 2_000, 0.5, "greater").pvalue < FALSE_ALARM


@pytest.mark.slow
@pytest.mark.rules
def test_pivotal_plays_as_shortest_where_no_cell_decides_any_board() -> None:
    # With p = 1 all free cells are player 1's on every board: no single one is needed.
    empty = np.zeros((3, 3), np.int8)
    assert chosen(empty, 1, "pivotal", p=1) == chosen(empty, 1, "shortest") == 4


@pytest.mark.slow
@pytest.mark.rules
def test_pivotal_samples_whole_boards() -> None:
    for stones in positions(3, 3, 3):
        one = chosen(stones, 1, "pivotal:boards=1")
        assert chosen(stones, 1, "pivotal:boards=1.9") == one


@pytest.mark.parametrize(
    ("setting", "allowed"),
    [
        *[
            (f"{name}={value}", "1 to 1000000000000")
            for name in ("boards", "most")
            for value in ("0", "-7", "0.5", "1e13")
        ],
        *[(f"confidence={value}", "0 to 0.999999") for value in ("-0.1", "1", "99")],
    ],
)
def test_pivotal_refuses_what_it_cannot_sample(setting: str, allowed: str) -> None:
    said = f"strategy 'pivotal': {setting}: must be from {allowed}"
    with pytest.raises(PlayoutError, match=f"^{re.escape(said)}$"):
        find_player("hex", f"pivotal:{setting}")


@pytest.mark.slow
def test_pivotal_with_a_confidence_races_for_the_cell() -> None:
    stones = np.zeros((4, 4), np.int8)
    stones[0, 1], stones[3, 0] = 1, 2
    exact = chosen(stones, 1, "exact")
    assert chosen(stones, 1, "pivotal:confidence=0.999999") == exact
    # With few boards at most, it is as good as those.
    assert chosen(stones, 1, "pivotal:confidence=0.999999:most=1") == chosen(
        stones, 1, "pivotal:boards=1"
    )


@pytest.mark.slow
def test_pivotal_finds_the_cell_of_exact_where_it_stands_out() -> None:
    for rows, cols in product((3, 4), (3, 4)):
        empty = np.zeros((rows, cols), np.int8)
        rates = sorted(count_fillings(empty).pivotal_rates(0.5))
        if rates[-1] - rates[-2] > 0.02:
            assert chosen(empty, 1, "pivotal:boards=100000") == chosen(empty, 1, "exact")


@pytest.mark.rules
def test_exact_refuses_a_board_that_is_too_large_in_a_sentence() -> None:
    said = "strategy 'exact' is for boards of at most 25 cells, but 6 x 5 are 30; use"
    for strategy in ("exact", "random+exact"):
        with pytest.raises(PlayoutError, match=re.escape(said)):
            ask("hex", rows=6, cols=5, strategy=strategy)
        with pytest.raises(PlayoutError, match=re.escape(said)):
            Match("hex", rows=6, cols=5, strategy=strategy)
    ask("hex", rows=5, strategy="exact")
