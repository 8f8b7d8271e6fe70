"""Intervals agree with SciPy's, and cover the truth as often as they say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from playout.stats.intervals import mean_interval, rate_interval
from playout.stats.tally import Histogram
from tests.chance import FALSE_ALARM

RUNS = 3_000  # synthetic runs behind each coverage


@pytest.mark.parametrize("n", [1, 2, 3, 10, 57, 1_000, 10**6])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_the_interval_of_a_rate_is_that_of_clopper_and_pearson(n: int, level: float) -> None:
    for k in sorted({0, 1, 2, n // 10, n // 3, n // 2, n - 1, n} & set(range(n + 1))):
        found = rate_interval(k, n, level)
        exact = stats.binomtest(k, n).proportion_ci(level, method="exact")
        assert found.estimate == k / n
        # SciPy finds its ends by bisection, to 1e-12.
        np.testing.assert_allclose((found.low, found.high), exact, rtol=1e-9, atol=1e-12)
        assert found.low <= found.estimate <= found.high


def test_a_rate_without_games_can_be_anything() -> None:
    estimate, low, high = rate_interval(0, 0)
    assert math.isnan(estimate)
    assert (low, high) == (0, 1)


def test_after_no_win_the_upper_end_is_about_3_7_over_n() -> None:
    assert rate_interval(0, 10_000).low == 0
    assert rate_interval(0, 10_000).high == pytest.approx(1 - 0.025 ** (1 / 10_000), rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n", [2, 3, 30, 1_000])
def test_the_interval_of_a_mean_is_that_of_student(n: int, seed: int) -> None:
    sample = np.random.default_rng(seed).binomial(98, 0.8, n)
    sample[0] = 98  # not all values the same
    found = mean_interval(Histogram.of(sample), 0.9)
    error = sample.std(ddof=1) / math.sqrt(n)
    exact = stats.t.interval(0.9, n - 1, loc=sample.mean(), scale=error)
    np.testing.assert_allclose((found.low, found.high), exact, rtol=1e-10)
    assert found.estimate == pytest.approx(sample.mean(), rel=1e-14)


@pytest.mark.parametrize("values", [[], [5]])
def test_one_game_says_nothing_of_how_far_a_mean_may_be(values: list[int]) -> None:
    found = mean_interval(Histogram.of(np.array(values, np.int64)))
    assert (found.low, found.high) == (-math.inf, math.inf)


# False alarms in the two tests below: each of the 8 assertions less than one in 10**7 (see
# tests.chance), together less than one in 10**6.


@pytest.mark.parametrize("rate", [0.0005, 0.018, 0.3, 0.5, 0.99])
def test_intervals_of_rates_cover_the_true_rate_at_least_as_often_as_they_say(rate: float) -> None:
    n = 400
    wins = np.random.default_rng(17).binomial(n, rate, RUNS).tolist()
    ends = {k: rate_interval(k, n) for k in set(wins)}
    covered = sum(ends[k].low <= rate <= ends[k].high for k in wins)
    assert stats.binom.cdf(covered, RUNS, 0.95) > FALSE_ALARM


@pytest.mark.parametrize(("cards", "fit"), [(98, 0.2), (98, 0.8), (400, 0.5)])
def test_intervals_of_means_cover_the_true_mean_as_often_as_they_say(
    cards: int, fit: float
) -> None:
    samples = np.random.default_rng(23).binomial(cards, fit, (RUNS, 40))
    found = [mean_interval(Histogram.of(sample)) for sample in samples]
    covered = sum(low <= cards * fit <= high for _, low, high in found)
    assert stats.binomtest(covered, RUNS, 0.95).pvalue > FALSE_ALARM
