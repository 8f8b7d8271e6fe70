"""Ratings are those of Bradley and Terry, and their intervals cover the truth."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from playout.stats.contests.ratings import BEFORE, rating_intervals, ratings
from playout.stats.intervals import rate_interval

TRUE = np.array([1650.0, 1550.0, 1500.0, 1300.0])


def chance(ratings_of: Any) -> Any:
    """chance[i, j]: how likely i comes before j."""
    return 1 / (1 + 10 ** ((ratings_of - ratings_of[:, None]) / 400))


def test_two_players_have_the_ratings_of_their_odds() -> None:
    won, lost = 640.0, 159.0
    found = ratings(np.array([[0, won], [lost, 0]]))
    assert found.mean() == pytest.approx(1500)
    assert found[0] - found[1] == pytest.approx(
        400 * math.log10((won + BEFORE) / (lost + BEFORE)), abs=1e-6
    )


def test_ratings_are_the_most_likely_ones() -> None:
    draw = np.random.default_rng(3)
    ahead = draw.integers(20, 200, (4, 4)) * (1.0 - np.eye(4))
    counted = (ahead + BEFORE) * (1 - np.eye(4))

    def unlikely(shifts: Any) -> float:
        odds = chance(np.array([0.0, *shifts]))
        return -float((counted * np.log(odds)).sum())

    best = minimize(unlikely, np.zeros(3), method="BFGS", options={"gtol": 1e-9}).x
    expected = np.array([0.0, *best])
    np.testing.assert_allclose(ratings(ahead), expected - expected.mean() + 1500, atol=0.01)


def test_ratings_stay_finite_for_whoever_never_loses() -> None:
    found = ratings(np.array([[0.0, 50, 50], [0, 0, 50], [0, 0, 0]]))
    assert np.isfinite(found).all()
    assert found[0] > found[1] > found[2]


@pytest.mark.thorough
def test_the_intervals_cover_the_truth_as_often_as_they_say() -> None:
    """Of 4 * 400 intervals of 95 % at least 93 % cover.

    They would fail to with a chance below 1e-6 even if those of one sample always failed together
    in pairs (binomial, 800 at 95 %: below 90.5 %).
    """
    draw = np.random.default_rng(11)
    odds, covered = chance(TRUE), []
    truth = TRUE - TRUE.mean() + 1500
    for _ in range(400):
        groups = np.zeros((20, 4, 4))
        for i in range(4):
            for j in range(i):
                won = draw.binomial(40, odds[i, j], 20)
                groups[:, i, j], groups[:, j, i] = won, 40 - won
        found = rating_intervals(groups, [2400] * 4)
        covered += [one.low <= true <= one.high for one, true in zip(found, truth, strict=True)]
    assert np.mean(covered) > 0.905
    assert np.mean(covered) < 0.99


def test_groups_without_games_have_no_interval() -> None:
    groups = np.zeros((20, 2, 2))
    groups[0] = [[0, 3], [1, 0]]
    for one in rating_intervals(groups, [4, 4]):
        assert (one.low, one.high) == (-math.inf, math.inf)
        assert math.isfinite(one.estimate)


def test_of_two_players_the_ends_are_those_of_the_exact_interval_of_their_rate() -> None:
    """Where that reaches further than the jackknife, as near the edge."""
    groups = np.zeros((20, 2, 2))
    groups[:, 0, 1], groups[3] = 10, [[0, 9], [1, 0]]
    rate = rate_interval(199, 200)
    best, other = rating_intervals(groups, [200, 200])
    assert best.high == pytest.approx(1500 + 200 * math.log10(rate.high / (1 - rate.high)))
    assert other.low == pytest.approx(3000 - best.high)


@pytest.mark.parametrize("games", [20, 400])
def test_who_wins_everything_has_a_rating_without_an_upper_end(games: int) -> None:
    groups = np.zeros((20, 3, 3))
    groups[:, 0, 1:] = groups[:, 1, 2] = groups[:, 2, 1] = games / 20
    best, *others = rating_intervals(groups, [2 * games] * 3)
    assert best.high == math.inf
    assert 1500 < best.low < best.estimate
    for one in others:
        assert one.low == -math.inf
        assert one.estimate < one.high < best.low


def test_no_rating_is_certain_however_often_the_same_comes_again() -> None:
    groups = np.zeros((20, 3, 3))
    groups[:] = [[0, 2, 1], [2, 0, 1], [1, 1, 0]]
    groups[:, 2, :2], groups[:, :2, 2] = 3, 1
    for one in rating_intervals(groups, [160] * 3):
        assert one.low < one.estimate < one.high


@pytest.mark.slow
@pytest.mark.parametrize("is_table", [pytest.param(False, marks=pytest.mark.thorough), True])
def test_near_the_edge_the_intervals_cover_the_truth_as_often_as_they_say(is_table: bool) -> None:
    """The best loses one game in a hundred, or less: to each of the others, or at one table.

    Of 60 samples, at 95 % fewer than 45 would cover with a chance below 1e-6 (binomial).
    """
    draw = np.random.default_rng(12)
    true = np.array([2300.0, 1500.0, 1480.0])
    truth, odds, covered = true - true.mean() + 1500, chance(true), []
    for _ in range(60):
        groups = np.zeros((20, 3, 3))
        if is_table:  # the order of a whole table: Bradley and Terry's model of every two in it
            order = draw.gumbel(size=(20, 10, 3)) + true * math.log(10) / 400
            groups[:] = (order[..., :, None] > order[..., None, :]).sum(axis=1)
        else:
            for i in range(3):
                for j in range(i):
                    won = draw.binomial(10, odds[i, j], 20)
                    groups[:, i, j], groups[:, j, i] = won, 10 - won
        found = rating_intervals(groups, [200 if is_table else 400] * 3)
        covered.append(
            [one.low <= true <= one.high for one, true in zip(found, truth, strict=True)]
        )
    assert np.sum(covered, axis=0).min() >= 45
