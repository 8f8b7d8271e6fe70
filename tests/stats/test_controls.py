"""Controls: the interval holds what it says, and what a control explains is taken out."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from playout.stats.controls import MANY, adjusted, times_fewer
from playout.stats.sequential import Moments

Values = npt.NDArray[np.float64]


def _moments(values: Values) -> Moments:
    exact = [Fraction(float(value)) for value in values]
    return Moments(len(exact), sum(exact, Fraction(0)), sum((v * v for v in exact), Fraction(0)))


def _of(value: Values, control: Values) -> tuple[Moments, Moments, Moments]:
    return _moments(value), _moments(control), _moments(value - control)


def test_the_interval_is_that_of_the_regression_at_the_mean_of_the_control() -> None:
    rng = np.random.default_rng(3)
    control = rng.normal(0.0, 2.0, 160)
    value = 5.0 + 0.7 * control + rng.normal(0.0, 0.5, 160)
    found = adjusted(*_of(value, control), 0.0, one=0.0)
    # Ordinary least squares, written out: the intercept with its standard error.
    design = np.column_stack([np.ones(160), control])
    inverse = np.linalg.inv(design.T @ design)
    fitted = inverse @ design.T @ value
    left = value - design @ fitted
    error = math.sqrt(left @ left / 158 * inverse[0, 0])
    assert found.estimate == pytest.approx(fitted[0])
    assert found.high - found.estimate == pytest.approx(1.97509 * error, rel=1e-3)
    fewer = value.var(ddof=1) / (left @ left / 158)
    assert times_fewer(*_of(value, control)) == pytest.approx(fewer)


@pytest.mark.parametrize("games", [10, 20, MANY])
def test_it_covers_the_mean_as_often_as_it_says_and_is_right_on_average(games: int) -> None:
    """Of results that are 1 far more often than 0, which the control explains in part."""
    rng, covered, estimates = np.random.default_rng(4), 0, []
    for _ in range(2_000):
        chance = rng.beta(4.0, 0.6, games)
        value = (rng.random(games) < chance).astype(float)
        found = adjusted(*_of(value, chance - 0.5), 4.0 / 4.6 - 0.5, one=1.0)
        covered += found.low <= 4.0 / 4.6 <= found.high
        estimates.append(found.estimate)
    assert covered >= 1_850  # 95 % of them are 1,900, and games are no line
    error = float(np.std(estimates)) / 2_000**0.5
    assert abs(np.mean(estimates) - 4.0 / 4.6) < 4.9 * error


def test_a_control_that_explains_all_or_nothing() -> None:
    rng = np.random.default_rng(5)
    value = rng.normal(0.0, 1.0, 400)
    assert math.isnan(times_fewer(*_of(value, value)))
    known = adjusted(*_of(value, value), 0.25, one=0.0)
    assert known == pytest.approx((0.25, 0.25, 0.25))
    assert times_fewer(*_of(value, np.zeros(400))) == pytest.approx(398 / 399)
    other = rng.normal(0.0, 1.0, 400)
    assert 0.95 < times_fewer(*_of(value, other)) < 1.1


def test_of_few_games_the_control_is_subtracted_as_it_is() -> None:
    rng = np.random.default_rng(6)
    control = rng.normal(0.0, 1.0, 12)
    value = 3.0 + control + rng.normal(0.0, 0.1, 12)
    found = adjusted(*_of(value, control), 0.0, one=0.0)
    assert found.estimate == pytest.approx((value - control).mean())
    assert times_fewer(*_of(value, control)) > 20
    one = _of(value[:1], control[:1])
    assert adjusted(*one, 0.0, one=1.0)[1:] == (-math.inf, math.inf)
    assert math.isnan(times_fewer(*one))
