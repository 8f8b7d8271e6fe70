"""Criticality maps: three methods count the same boards, and what they count is true."""

from __future__ import annotations

import dataclasses
import tracemalloc
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from playout.engine.vectors.vectors import BITS
from playout.games.hex.fill import Filling, board, chance_of
from playout.games.hex.maps import METHODS, BoardCounts, count_blocks
from playout.hex import CriticalityMap, criticality, parse_stones
from playout.questions.hex.maps import Found
from playout.stats.intervals import rate_interval
from tests.chance import FALSE_ALARM
from tests.games.hex.boards import undecided
from tests.reference import hex as plain

SHAPES = [(1, 1), (1, 7), (7, 1), (3, 5), (5, 2), (4, 4), (11, 11)]
ODD = 2 * BITS + 77  # boards: two whole blocks and a part of one


def same_counts(one: BoardCounts, other: BoardCounts) -> bool:
    return all(
        np.array_equal(getattr(one, field.name), getattr(other, field.name))
        for field in dataclasses.fields(BoardCounts)
    )


def same_maps(one: CriticalityMap, other: CriticalityMap) -> bool:
    """Whether two maps agree in all but the method and the time that they took."""
    names = [field.name for field in dataclasses.fields(Found)]
    names = ["stones", "p", "seed", *(n for n in names if n not in ("asked", "seconds", "running"))]
    return one.leaders == other.leaders and all(
        np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True) for name in names
    )


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols"), SHAPES)
@pytest.mark.parametrize("p", [0.5, 0.3, 0.0, 1.0])
@pytest.mark.parametrize("fixed", [False, True])
def test_all_methods_count_the_same(rows: int, cols: int, p: float, fixed: bool) -> None:
    stones = undecided(rows, cols, 5) if fixed else np.zeros((rows, cols), np.int8)
    boards = 300 if rows * cols > 50 else ODD
    maps = [
        criticality(stones=stones, p=p, boards=boards, method=method, seed=9) for method in METHODS
    ]
    assert same_maps(maps[0], maps[1])
    assert same_maps(maps[0], maps[2])
    assert maps[0].boards == boards
    assert (maps[0].counts[stones != 0] == 0).all()
    assert maps[0].counts.max() <= boards


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_boards_are_counted_by_how_many_cells_are_pivotal(method: str) -> None:
    filling, boards = Filling(undecided(3, 4, 1), chance_of(0.4), 3), BITS + 77
    found = count_blocks(method, filling, 5, 2, 5 * BITS + boards)
    assert (found.games, found.boards) == (2, boards)
    spread, pivotal, wins = np.zeros(13, np.int64), np.zeros((3, 4), np.int64), 0
    for number in range(5 * BITS, 5 * BITS + boards):
        full = plain.board_of(board(filling, number).tolist())
        cells = [cell for cell in plain.pivotal(full) if filling.stones[cell] == 0]
        spread[len(cells)] += 1
        wins += plain.winner(full) == 1
        for cell in cells:
            pivotal[cell] += 1
    assert found.spread.tolist() == spread.tolist()
    assert found.pivotal.tolist() == pivotal.ravel().tolist()
    assert found.wins == wins


def test_boards_with_very_many_pivotal_cells_are_counted() -> None:
    # In one row player 1 needs one stone, so that on a board without one all cells are pivotal.
    for cols in (15, 16, 17, 40, 100):
        found = count_blocks("flood", Filling(np.zeros((1, cols), np.int8), 0, 1), 0, 1, 1000)
        assert found.spread.tolist() == [*[0] * cols, 1000]


@pytest.mark.parametrize("method", METHODS)
def test_counts_do_not_depend_on_how_blocks_are_shared_out(method: str) -> None:
    filling = Filling(np.zeros((3, 3), np.int8), chance_of(0.5), 4)
    whole = count_blocks(method, filling, 0, 5, 4 * BITS + 1)
    parts = BoardCounts.empty(9)
    for first, count in ((0, 1), (1, 3), (4, 1)):
        parts += count_blocks(method, filling, first, count, 4 * BITS + 1)
    assert same_counts(whole, parts)


def test_seeds_differ_and_a_seed_repeats_itself() -> None:
    one, same, other = (criticality(3, 3, boards=5_000, seed=seed) for seed in (1, 1, 2))
    assert same_maps(one, same)
    assert not np.array_equal(one.counts, other.counts)


@pytest.mark.parametrize("p", [0.5, 0.3, 0.0, 1.0])
@pytest.mark.parametrize(
    "text",
    ["...\n...\n...", ". . . . .", "....\n....\n....", "..X.\nO...\n.X.O\n....", ".\n.\nX\n."],
)
def test_sampled_rates_are_the_exact_ones(text: str, p: float) -> None:
    sampled = criticality(stones=text, p=p, boards=300_000, seed=8)
    exact = criticality(stones=text, p=p, method="exact")
    n = sampled.boards
    counts = [*sampled.counts.ravel().tolist(), round(sampled.win_rate * n)]
    rates = [*exact.rates.ravel().tolist(), exact.win_rate]
    for count, rate in zip(counts, rates, strict=True):
        # The chance of a false alarm is shared out over the rates of a board.
        p_value = stats.binomtest(count, n, min(rate, 1.0)).pvalue
        assert p_value > FALSE_ALARM / len(rates)


@pytest.mark.parametrize("text", ["...\n.X.", "..O\nX..\n..."])
@pytest.mark.parametrize("p", [0.5, 0.3])
def test_the_exact_method_counts_every_filling(text: str, p: float) -> None:
    stones = parse_stones(text)
    board = plain.board_of(stones.tolist())
    counts, rates = np.zeros(stones.shape, np.int64), np.zeros(stones.shape)
    won, fillings = 0.0, 0
    for full in plain.fillings(board):
        ones = sum(full[cell] == 1 for cell in board if board[cell] == 0)
        twos = sum(full[cell] == 2 for cell in board if board[cell] == 0)
        weight = p**ones * (1 - p) ** twos
        fillings += 1
        won += weight * (plain.winner(full) == 1)
        for cell in plain.pivotal(full):
            if board[cell] == 0:
                counts[cell] += 1
                rates[cell] += weight
    found = criticality(stones=stones, p=p, method="exact")
    assert found.boards == fillings
    assert (found.counts == counts).all()
    assert found.rates == pytest.approx(rates)
    assert found.expected_pivotals == pytest.approx(rates.sum())
    assert found.win_rate == pytest.approx(won)
    assert found.win_interval == (found.win_rate,) * 3
    assert (found.standard_errors == 0).all()
    assert (found.expected_pivotals_error, found.complete, found.method) == (0, True, "exact")


def test_the_frame_has_a_row_per_cell_and_the_documented_columns() -> None:
    stones = parse_stones("..X\nO..")
    found = criticality(stones=stones, boards=5_000)
    table = found.to_pandas()
    assert table.dtypes.map(str).to_dict() | {"cell": ""} == {
        "row": "int64",
        "col": "int64",
        "cell": "",
        "owner": "int64",
        "boards": "int64",
        "pivotal": "int64",
        "rate": "float64",
        "standard_error": "float64",
        "low": "float64",
        "high": "float64",
    }
    assert table["cell"].tolist() == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert table["row"].tolist() == [1, 1, 1, 2, 2, 2]
    assert table["col"].tolist() == [1, 2, 3, 1, 2, 3]
    assert table["owner"].tolist() == stones.ravel().tolist()
    assert table["pivotal"].tolist() == found.counts.ravel().tolist()
    assert table["standard_error"].tolist() == found.standard_errors.ravel().tolist()
    for _, row in table.iterrows():
        if row["owner"] == 0:
            assert tuple(row[["rate", "low", "high"]]) == rate_interval(row["pivotal"], 5_000)
        else:
            assert tuple(row[["pivotal", "rate", "low", "high"]]) == (0, 0, 0, 0)
    exact = criticality(stones=stones, method="exact").to_pandas()
    assert (exact["low"] == exact["rate"]).all()
    assert (exact["high"] == exact["rate"]).all()
    pd.testing.assert_index_equal(exact.columns, table.columns)


def test_progress_is_counted_in_boards() -> None:
    numbers: list[tuple[int, int]] = []
    criticality(3, boards=100_001, progress=lambda *both: numbers.append(both))
    assert numbers == sorted(numbers)
    assert numbers[-1] == (100_001, 100_001)


def test_positions_may_be_text_rows_of_numbers_or_arrays_of_any_layout() -> None:
    text = "X . .\n . O .\n"
    rows = [[1, 0, 0], [0, 2, 0]]
    kinds: list[Any] = [
        text,
        rows,
        tuple(map(tuple, rows)),
        np.array(rows),
        np.array(rows, np.float64),
        np.asfortranarray(np.array(rows, np.int8)),
    ]
    maps = [criticality(stones=stones, boards=3_000) for stones in kinds]
    assert all(same_maps(maps[0], other) for other in maps[1:])
    assert maps[0].stones.dtype == np.int8


def test_numbers_may_be_of_any_kind_and_boards_and_sizes_text() -> None:
    numbers: Any = np
    due = criticality(3, 4, boards=10_000, p=0.25, seed=3)
    kinds: list[dict[str, Any]] = [
        {"rows": numbers.int8(3), "cols": numbers.uint16(4), "p": numbers.float32(0.25)},
        {"rows": 3.0, "cols": "4", "boards": "10k", "seed": "3"},
        {"boards": numbers.int32(10_000), "seed": numbers.int64(3), "workers": 2},
        {"p": "0.25", "workers": "2"},
    ]
    for kind in kinds:
        asked = {"rows": 3, "cols": 4, "boards": 10_000, "p": 0.25, "seed": 3, **kind}
        assert same_maps(criticality(**asked), due)
    assert criticality(2, 2, p=numbers.int32(1), boards=100).win_rate == 1


def test_sizes_left_out_are_eleven_rows_and_as_many_columns_as_rows() -> None:
    assert criticality(boards=1).stones.shape == (11, 11)
    assert criticality(4, boards=1).stones.shape == (4, 4)
    assert criticality(cols=4, boards=1).stones.shape == (11, 4)
    largest = criticality(150, boards=3)
    assert largest.stones.shape == (150, 150)
    assert (largest.rows, largest.cols) == (150, 150)


def test_memory_does_not_grow_with_the_number_of_boards() -> None:
    def peak(boards: int) -> int:
        tracemalloc.start()
        criticality(9, boards=boards, workers=2)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(1_000_000)
    assert abs(peak(40_000_000) - peak(1_000_000)) < 500_000  # bytes; a board is 81 bits
