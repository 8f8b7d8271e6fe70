"""What a criticality map says of chance: errors, intervals, and which cells may be the best."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from scipy import stats

from playout.engine.vectors.vectors import BITS
from playout.hex import criticality
from playout.stats.intervals import rate_interval
from tests.chance import FALSE_ALARM
from tests.games.hex.boards import undecided
from tests.reference import hex as plain


def test_standard_errors_are_the_binomial_ones() -> None:
    boards = 2 * BITS + 77  # two whole blocks and a part of one
    found = criticality(3, 4, boards=boards, p=0.4, seed=2)
    for cell in np.ndindex(3, 4):
        rate = found.counts[cell] / boards
        assert found.rates[cell] == rate
        assert found.standard_errors[cell] == pytest.approx(math.sqrt(rate * (1 - rate) / boards))
    assert found.expected_pivotals == pytest.approx(found.rates.sum())
    assert found.win_interval == rate_interval(round(found.win_rate * boards), boards)


@cache
def pivotal_moments(rows: int, cols: int, p: float) -> tuple[float, float, float]:
    """Mean of the number of pivotal cells on a random board, and central moments 2 and 4, from all
    boards."""
    numbers, weights = [], []
    for full in plain.fillings(plain.board_of([[0] * cols] * rows)):
        ones = sum(owner == 1 for owner in full.values())
        weights.append(p**ones * (1 - p) ** (rows * cols - ones))
        numbers.append(len(plain.pivotal(full)))
    mean = float(np.dot(numbers, weights))
    away = np.array(numbers) - mean
    return mean, float(away**2 @ weights), float(away**4 @ weights)


@pytest.mark.thorough
@pytest.mark.parametrize(("rows", "cols", "p"), [(2, 3, 0.5), (2, 3, 0.3), (3, 3, 0.5)])
def test_the_error_of_the_expected_pivotals_is_its_spread_over_seeds(
    rows: int, cols: int, p: float
) -> None:
    boards, seeds = 3 * BITS, 600
    maps = [
        criticality(rows, cols, p=p, boards=boards, seed=seed, workers=1) for seed in range(seeds)
    ]
    mean, variance, fourth = pivotal_moments(rows, cols, p)
    # Means of 3,072 boards are normal as nearly as matters here, so this is chi-square.
    spread = sum((found.expected_pivotals - mean) ** 2 for found in maps) / (variance / boards)
    tails = stats.chi2.cdf(spread, seeds), stats.chi2.sf(spread, seeds)
    assert 2 * min(tails) > FALSE_ALARM / 2  # two statistics
    told = sum(found.expected_pivotals_error**2 for found in maps) * boards / seeds
    error = math.sqrt((fourth - variance**2) / (boards * seeds))
    assert 2 * stats.norm.sf(abs(told - variance) / error) > FALSE_ALARM / 2


@pytest.mark.slow
@pytest.mark.parametrize("boards", [100, 1_000])
@pytest.mark.parametrize(("size", "p"), [(3, 0.5), (3, 0.05), (4, 0.3)])
def test_the_interval_of_the_expected_pivotals_holds_as_often_as_it_says(
    size: int, p: float, boards: int
) -> None:
    truth = criticality(size, p=p, method="exact").expected_pivotals
    held = 0
    for seed in range(150):
        found = criticality(size, p=p, boards=boards, seed=seed, workers=1)
        mean, low, high = found.expected_pivotals_interval
        assert mean == found.expected_pivotals
        assert 0 <= low <= mean <= high <= size**2
        assert low < high  # nothing is certain
        held += low <= truth <= high
    assert stats.binom.cdf(held, 150, 0.94) > FALSE_ALARM


def test_the_interval_of_the_expected_pivotals_is_known_for_one_board() -> None:
    one = criticality(3, boards=1)
    assert one.expected_pivotals_interval[1:] == (0, 9)
    assert math.isnan(one.expected_pivotals_error)
    assert math.isfinite(criticality(3, boards=2).expected_pivotals_error)


POSITIONS = [
    *("...\n...\n...", ". O .\n. O ."),
    *(
        pytest.param(text, marks=pytest.mark.thorough)
        for text in ("..\n..", ". . . .", "....\n.X..\n..O.\n....")
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize(
    "boards",
    [
        8,
        *(pytest.param(n, marks=pytest.mark.thorough) for n in (1, BITS, 20 * BITS)),
    ],
)
def test_each_most_pivotal_cell_is_missing_from_the_leaders_in_5_per_cent_of_maps_at_most(
    text: str, boards: int
) -> None:
    exact, seeds = criticality(stones=text, method="exact"), 200
    missing = dict.fromkeys(exact.leaders, 0)
    for seed in range(seeds):
        leaders = criticality(stones=text, boards=boards, seed=seed, workers=1).leaders
        for cell in missing:
            missing[cell] += cell not in leaders
    for count in missing.values():
        assert stats.binom.sf(count - 1, seeds, 0.05) > FALSE_ALARM


def test_exact_leaders_are_the_cells_of_the_highest_rate_and_equal_by_symmetry() -> None:
    for text, p, leaders in [
        ("...\n...\n...", 0.5, ["b2"]),
        ("..\n..", 0.5, ["b1", "a2"]),
        ("....\n....\n....\n....", 0.5, ["c2", "b3"]),
        ("....\n....\n....\n....", 0.3, ["c2", "b3"]),
        (". . . .", 0.2, ["a1", "b1", "c1", "d1"]),
        (". O .\n. O .", 0.7, ["a1", "c1", "a2", "c2"]),
    ]:
        found = criticality(stones=text, p=p, method="exact")
        assert found.leaders == leaders
        assert found.best == leaders[0]


def test_many_boards_leave_only_cells_that_are_truly_equal() -> None:
    assert criticality(3, 3, boards="2M").leaders == ["b2"]
    found = criticality(4, 4, boards="5M")
    assert sorted(found.leaders) == ["b3", "c2"]
    assert found.best == found.leaders[0]


def test_leaders_are_free_and_the_best_come_first() -> None:
    stones = undecided(6, 6, 3)
    found = criticality(stones=stones, boards=200)
    names = [f"{'abcdef'[col]}{row + 1}" for row, col in np.ndindex(6, 6)]
    rates = [found.rates.flat[names.index(name)] for name in found.leaders]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] == found.rates.max()
    assert found.best == found.leaders[0]
    assert all(stones.flat[names.index(name)] == 0 for name in found.leaders)
    # Bonferroni counts the cells that a stone could go to.
    one = criticality(stones="X.\n..", boards=40)
    assert set(one.leaders) <= {"b1", "a2", "b2"}


def test_maps_without_a_pivotal_cell_call_every_free_cell_a_leader() -> None:
    found = criticality(3, 3, boards=5_000, p=0)
    assert (found.counts == 0).all()
    assert len(found.leaders) == 9
    assert found.best == "a1"
    assert found.win_rate == 0
    assert "nan" not in repr(found)


@pytest.mark.thorough
def test_intervals_of_rates_cover_the_truth_as_often_as_they_say() -> None:
    exact, seeds = criticality(2, 3, method="exact").rates.ravel(), 400
    missed = np.zeros(6, np.int64)
    for seed in range(seeds):
        table = criticality(2, 3, boards=500, seed=seed, workers=1).to_pandas()
        missed += ((table["low"] > exact) | (table["high"] < exact)).to_numpy()
    # Clopper-Pearson intervals miss in 5 % of maps at most.
    assert (stats.binom.sf(missed - 1, seeds, 0.05) > FALSE_ALARM / 6).all()
