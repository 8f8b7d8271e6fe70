"""The slope of a power law is found, and its error is honest."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2

from playout.stats.slopes import Slope, bend_weights, log_log_slope


def test_an_exact_power_law_gives_its_exponent_and_factor() -> None:
    x = [2.0, 3.0, 7.0, 20.0]
    slope = log_log_slope(x, [5 * value**1.3 for value in x], [0.1, 0.2, 0.1, 3.0])
    assert slope.exponent == pytest.approx(1.3)
    assert slope.factor == pytest.approx(5)


def test_points_that_are_known_better_count_for_more() -> None:
    x, y = [1.0, 10.0, 100.0], [1.0, 10.0, 1000.0]
    assert log_log_slope(x, y, [0.001, 0.01, 1000.0]).exponent == pytest.approx(1, abs=0.01)
    assert log_log_slope(x, y, [1.0, 0.001, 1.0]).exponent == pytest.approx(2, abs=0.01)


def test_the_error_is_the_spread_of_the_slopes_of_repeated_experiments() -> None:
    rng = np.random.default_rng(1)
    x = np.array([3.0, 5.0, 9.0, 17.0, 30.0])
    true, errors = 2 * x**0.75, 0.01 * x
    repeats = 2000
    found = [log_log_slope(x, rng.normal(true, errors), errors) for _ in range(repeats)]
    weights = (true / errors) ** 2
    middle = np.average(np.log(x), weights=weights)
    error = (1 / (weights * (np.log(x) - middle) ** 2).sum()) ** 0.5
    spread = sum((slope.exponent - 0.75) ** 2 / error**2 for slope in found)
    assert 1e-7 < chi2.sf(spread, repeats) < 1 - 1e-7
    assert min(slope.error for slope in found) > 0.9 * error


def test_points_that_lie_off_the_line_make_the_error_larger() -> None:
    x = [5.0, 10.0, 20.0, 40.0]
    bent = [value**0.7 * (1.2 if value > 15 else 1.0) for value in x]
    tight = log_log_slope(x, bent, [value * 1e-4 for value in bent])
    assert tight.error > 0.03
    straight = log_log_slope(x, [value**0.7 for value in x], [value * 1e-4 for value in bent])
    assert straight.error < 0.001


def test_it_prints_the_half_width_of_its_interval_and_the_digits_that_this_earns() -> None:
    slope = log_log_slope([1, 10, 100], [1, 20, 390], [0.01, 0.2, 3.9])
    assert str(slope) == f"{slope.exponent:.4f} ± {1.96 * slope.error:.4f}"
    assert str(Slope(0.7081, 0.0031, 1.0)) == "0.7081 ± 0.0061"


def test_bends_are_0_of_a_line_alone() -> None:
    values = np.array([3.0, 6.0, 7.0, 24.0, 100.0])
    weights, across = bend_weights(values), np.log2(values)
    assert weights.shape == (3, 5)
    assert weights @ (7 + 90 * across) == pytest.approx(0, abs=1e-9)
    assert weights @ weights.T == pytest.approx(np.eye(3))
    assert abs(weights @ across**2)[0] > 1
    assert weights @ across**2 == pytest.approx([*(weights @ across**2)[:1], 0, 0], abs=1e-9)
