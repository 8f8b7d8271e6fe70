"""Intervals from few skewed estimates cover the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from playout.stats.replications import MOST_SCATTER, replication_interval, scatter
from tests.chance import FALSE_ALARM

RUNS = 2_000


@pytest.mark.slow
@pytest.mark.parametrize("sigma", [0.1, 0.5, 1.0])  # of the logarithm; skewness 0.3, 1.8, 6.2
@pytest.mark.parametrize("repeats", [20, 50])
def test_intervals_of_skewed_estimates_cover_about_as_often_as_they_say(
    sigma: float, repeats: int
) -> None:
    truth = math.exp(sigma**2 / 2)
    samples = np.random.default_rng(5).lognormal(0.0, sigma, (RUNS, repeats))
    found = [replication_interval(sample) for sample in samples]
    hits = sum(one.low <= truth <= one.high for one in found)
    # At least 92 % whatever the skewness: what falls short of 95 is stated in the documentation.
    assert stats.binom.cdf(hits, RUNS, 0.92) > FALSE_ALARM
    # A student's interval would miss the truth above it more often than this.
    above = sum(one.high < truth for one in found)
    assert stats.binom.sf(above - 1, RUNS, 0.07) > FALSE_ALARM


def test_estimates_that_are_all_zero_say_nothing() -> None:
    assert replication_interval(np.zeros(10)) == (0.0, 0.0, math.inf)
    assert replication_interval(np.zeros(10), most=1.0) == (0.0, 0.0, 1.0)
    assert replication_interval(np.array([0.5, 0.9, 0.7, 1.1]), most=1.0).high == 1.0
    assert scatter(np.zeros(10)) == math.inf


def test_estimates_that_are_all_equal_are_not_certain() -> None:
    for value in (1.0, 0.25):
        low = value * 0.025 ** (1 / 10)  # Clopper and Pearson: 10 of 10
        found = replication_interval(np.full(10, value), 0.95, most=1.0)
        assert tuple(found) == pytest.approx((value, low, 1.0))
    assert replication_interval(np.full(10, 3.0)).high == math.inf


def test_symmetric_estimates_have_an_interval_no_narrower_than_students() -> None:
    sample = np.array([0.9, 1.0, 1.1] * 5)
    found = replication_interval(sample)
    reach = stats.t.ppf(0.975, 14) * sample.std(ddof=1) / math.sqrt(15)
    assert found.low <= 1 - reach * 0.99
    assert found.high >= 1 + reach


def test_one_estimate_that_carries_all_is_not_trusted() -> None:
    sample = np.zeros(20)
    sample[3] = 1.0
    assert scatter(sample) > MOST_SCATTER
    found = replication_interval(sample)
    assert found.low <= found.estimate == 0.05 <= found.high


def test_the_interval_scales_with_its_estimates() -> None:
    sample = np.random.default_rng(1).lognormal(0.0, 1.0, 30)
    one, tiny = replication_interval(sample), replication_interval(sample * 1e-30)
    np.testing.assert_allclose(np.array(tiny) * 1e30, np.array(one), rtol=1e-12)
