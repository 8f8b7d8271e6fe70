"""Holm's correction keeps the chance of any wrong rejection, however the tests hang together."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from playout.stats.intervals import rate_interval
from playout.stats.multiple import holm, rate_p_value
from tests.chance import FALSE_ALARM

RUNS = 3_000  # synthetic tournaments


def test_the_adjusted_p_values_are_those_of_holms_procedure() -> None:
    # By hand: 0.01 * 4, 0.02 * 3, then 0.03 * 2 which may not be below the one before, then 0.04.
    assert holm([0.03, 0.01, 0.04, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])
    assert holm([0.9, 0.4]) == pytest.approx([0.9, 0.8])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


@pytest.mark.parametrize(("successes", "n"), [(0, 9), (9, 9), (31, 40), (9, 40), (20, 40)])
def test_the_p_value_is_that_of_the_exact_test(successes: int, n: int) -> None:
    above = stats.binom.sf(successes - 1, n, 0.5)
    below = stats.binom.cdf(successes, n, 0.5)
    expected = min(1.0, 2 * min(above, below))
    assert rate_p_value(successes, n) == pytest.approx(expected, rel=1e-9)
    assert rate_p_value(n - successes, n) == pytest.approx(expected, rel=1e-9)
    assert rate_p_value(0, 0) == 1.0


@pytest.mark.parametrize("successes", [20.5, 24, 26.25, 28, 30])
def test_the_p_value_agrees_with_the_interval(successes: float) -> None:
    p = rate_p_value(successes, 40)
    for level in (1 - 1.001 * p, 1 - 0.999 * p):
        low = rate_interval(successes, 40, max(level, 0.0)).low
        assert (low > 0.5) == (p <= 1 - level)


def test_of_equal_strategies_hardly_ever_any_two_are_told_apart() -> None:
    # Five equal players, whose points often tie: their ten pairs hang together, because all come
    # from the same games.  Every rejection is wrong.  False alarm of this test: at most 1e-7.
    rng = np.random.default_rng(5)
    wrong = uncorrected = 0
    for _ in range(RUNS):
        points = rng.integers(0, 12, (150, 5))
        p = []
        for i, j in combinations(range(5), 2):
            ahead = (np.sign(points[:, j] - points[:, i]) + 1).sum() / 2
            p.append(rate_p_value(float(ahead), len(points)))
        wrong += min(holm(p)) <= 0.05
        uncorrected += min(p) <= 0.05
    assert stats.binomtest(wrong, RUNS, 0.05, alternative="greater").pvalue > FALSE_ALARM
    # Without the correction it would be found out.
    assert stats.binomtest(uncorrected, RUNS, 0.05, alternative="greater").pvalue < FALSE_ALARM
