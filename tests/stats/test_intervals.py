"""Intervals agree with SciPy's, and cover the truth as often as they say."""

from __future__ import annotations

import math
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy import stats

from playout.stats.intervals import (
    Interval,
    _gaffke,
    binomial_range,
    mean_interval,
    quantile_interval,
    rate_interval,
    unseen,
)
from playout.stats.tally import Histogram
from tests.chance import FALSE_ALARM


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


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("n", [2, 3, 30, 1_000, 100_000])
def test_the_interval_of_a_mean_holds_that_of_student_and_is_hardly_wider(
    n: int, seed: int
) -> None:
    sample = np.random.default_rng(seed).binomial(98, 0.8, n)
    sample[0] = 98  # not all values the same
    found = mean_interval(Histogram.of(sample), 0.9)
    error = sample.std(ddof=1) / math.sqrt(n)
    low, high = stats.t.interval(0.9, n - 1, loc=sample.mean(), scale=error)
    assert found.low <= max(0, low * (1 + 1e-12))
    assert found.high >= high * (1 - 1e-12)
    assert found.high - found.low <= (high - low) * (1 + 5 / math.sqrt(n))
    assert found.estimate == pytest.approx(sample.mean(), rel=1e-14)


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
@pytest.mark.parametrize("n", [2, 10, 57, 1_000, 10**6])
def test_of_values_0_and_1_it_is_that_of_clopper_and_pearson(n: int, level: float) -> None:
    for k in sorted({0, 1, 2, n // 3, n - 1, n} & set(range(n + 1))):
        seen = Histogram(np.array([n - k, k]))
        assert mean_interval(seen, level, top=1.0) == rate_interval(k, n, level)
        low, high = _gaffke(seen, (1 - level) / 2, 0.0, 1.0)
        exact = rate_interval(k, n, level)
        assert low == pytest.approx(exact.low, rel=0.07)
        assert high == pytest.approx(exact.high, rel=0.012)


@pytest.mark.parametrize("values", [[0, 3, 1, 0, 7], [2, 2, 2], [0, 0, 5], [1, 2, 3, 40]])
def test_its_ends_are_those_of_means_weighed_at_random(values: list[int]) -> None:
    draw = np.random.default_rng(5)
    alone = len({*values}) == 1
    low, high = _gaffke(Histogram.of(np.array(values)), 0.025, 0.0, math.inf)
    for end, more, side in ((low, max(0, min(values) - alone), -1), (high, max(values) + alone, 1)):
        weights = draw.dirichlet(np.ones(len(values) + 1), 200_000)
        outside = np.mean(side * (weights @ np.array([*values, more]) - end) > 0)
        assert outside == pytest.approx(0.025, abs=0.004)


@pytest.mark.parametrize("top", [1.0, 13.0, None])
def test_what_was_never_seen_is_not_said_to_be_impossible(top: float | None) -> None:
    never = mean_interval(Histogram(np.array([400])), top=top)
    assert never.low == 0.0
    assert never.high == pytest.approx(3.7 / 400, rel=0.02)
    assert mean_interval(Histogram(np.array([0, 0, 0, 400])), top=3.0).high == 3.0
    assert mean_interval(Histogram(np.array([400])), top=0.0) == (0.0, 0.0, 0.0)
    assert mean_interval(Histogram(np.array([0, 9])), top=1.0, least=1.0) == (1.0, 1.0, 1.0)


def test_ends_are_never_beyond_what_is_possible() -> None:
    draw = np.random.default_rng(3)
    for chance in (0.001, 0.02, 0.5, 0.98):
        for _ in range(50):
            seen = Histogram.of(draw.binomial(4, chance, 30))
            _, low, high = mean_interval(seen, top=4.0)
            assert 0.0 <= low <= seen.mean <= high <= 4.0


@pytest.mark.parametrize("values", [[], [5]])
def test_one_game_says_nothing_of_how_far_a_mean_may_be(values: list[int]) -> None:
    seen = Histogram.of(np.array(values, np.int64))
    assert mean_interval(seen)[1:] == (0.0, math.inf)
    assert mean_interval(seen, top=9.0, least=-3.0)[1:] == (-3.0, 9.0)


@pytest.mark.parametrize("n", [1, 3, 40, 10_000])
def test_unseen_is_the_upper_end_of_the_rate_of_what_was_never_seen(n: int) -> None:
    assert unseen(n) == pytest.approx(rate_interval(0, n).high)
    assert unseen(n, 0.99) == pytest.approx(rate_interval(0, n, 0.99).high)
    assert unseen(0) == 1.0


@pytest.mark.slow
@pytest.mark.parametrize(("most", "chance"), [(1, 0.0018), (13, 0.0018), (13, 0.0002), (3, 0.999)])
@pytest.mark.parametrize("n", [100, 400, 10_000])
def test_intervals_of_rare_counts_cover_the_true_mean_at_least_as_often_as_they_say(
    most: int, chance: float, n: int
) -> None:
    values = np.arange(most + 1)
    chances = stats.binom.pmf(values, most, chance)
    draws = np.random.default_rng(29).multinomial(n, chances / chances.sum(), 1_000)
    different, times = np.unique(draws, axis=0, return_counts=True)
    found = [mean_interval(Histogram(counts), top=float(most)) for counts in different]
    held = [low <= most * chance <= high for _, low, high in found]
    assert stats.binom.cdf(np.dot(times, held), len(draws), 0.95) > FALSE_ALARM


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cards", "fit"),
    [
        pytest.param(98, 0.2, marks=pytest.mark.thorough),
        (98, 0.8),
        pytest.param(400, 0.5, marks=pytest.mark.slow),
    ],
)
def test_intervals_of_means_cover_the_true_mean_as_often_as_they_say(
    cards: int, fit: float
) -> None:
    samples = np.random.default_rng(23).binomial(cards, fit, (500, 40))
    found = [mean_interval(Histogram.of(sample)) for sample in samples]
    covered = sum(low <= cards * fit <= high for _, low, high in found)
    assert stats.binom.cdf(covered, len(samples), 0.95) > FALSE_ALARM


def test_values_beyond_what_is_said_to_be_possible_still_have_an_interval() -> None:
    """As in the rehearsal of a study, which takes any values."""
    found = mean_interval(Histogram(np.array([3, 5, 0, 0, 9])), top=2.0)
    assert found.high == 2.0
    assert found.low < found.estimate


@pytest.mark.parametrize("part", [Fraction(1, 2), Fraction(19, 20), Fraction(1, 3)])
@pytest.mark.parametrize("level", [0.95, 0.9])
def test_the_ranks_of_a_quantile_are_those_of_the_exact_binomial(
    part: Fraction, level: float
) -> None:
    for n in range(2, 50):
        chances = [comb(n, k) * part**k * (1 - part) ** (n - k) for k in range(n + 1)]
        tail = (1 - level) / 2
        plausible = [
            k for k in range(n + 1) if sum(chances[: k + 1]) > tail and sum(chances[k:]) > tail
        ]
        assert binomial_range(n, float(part), level) == (plausible[0], plausible[-1])


def test_an_end_for_which_there_are_too_few_values_is_what_is_possible() -> None:
    few = Histogram.of(np.array([3, 4, 4, 7, 9]))
    assert quantile_interval(few, Fraction(1, 2)) == (4, 0.0, math.inf)
    assert quantile_interval(few, Fraction(1, 2), top=20.0, least=1.0) == (4, 1.0, 20.0)
    assert quantile_interval(few, Fraction(1, 2), level=0.8) == (4, 3, 9)
    none = quantile_interval(Histogram(np.zeros(1, np.int64)), Fraction(1, 2), top=8.0)
    assert math.isnan(none.estimate)
    assert (none.low, none.high) == (0.0, 8.0)


def test_quantiles_of_very_many_games_are_those_of_the_normal_distribution() -> None:
    fewest, largest = binomial_range(10**12, 0.5, 0.95)
    assert (10**12 / 2 - fewest) / (10**6 / 2) == pytest.approx(1.96, abs=0.001)
    assert fewest + largest == 10**12


# Six assertions, each of less than one false alarm in 10**7.


@pytest.mark.parametrize("values", [2, 7, 5_000])
@pytest.mark.parametrize("part", [Fraction(1, 2), Fraction(19, 20)])
def test_intervals_of_quantiles_cover_the_true_one_at_least_as_often_as_they_say(
    values: int, part: Fraction
) -> None:
    """Of numbers 0 .. values - 1, all equally likely: many equal ones, and hardly any."""
    truth = math.ceil(part * values) - 1
    samples = np.random.default_rng(11).integers(0, values, (500, 150))
    found = [quantile_interval(Histogram.of(sample), part) for sample in samples]
    held = sum(low <= truth <= high for _, low, high in found)
    assert stats.binom.cdf(held, len(samples), 0.95) > FALSE_ALARM
    assert all(low <= estimate <= high for estimate, low, high in found)


@pytest.mark.parametrize("far", [0, 1_000, 5 * 10**9, 258_641_090_611, 10**15 - 3])
@pytest.mark.parametrize("seen", [[50], [100_000], [3, 3], [1, 400], [100_000, 1], [1, 1, 1, 1]])
def test_the_interval_of_a_mean_moves_with_its_values(far: int, seen: list[int]) -> None:
    values = np.repeat(np.arange(len(seen)), seen)
    near = mean_interval(Histogram.of(values), least=-math.inf)
    moved = mean_interval(Histogram.of(values + far), least=-math.inf)
    assert np.subtract(moved, far) == pytest.approx(tuple(near), rel=1e-9, abs=1e-15 * far + 1e-9)


@pytest.mark.parametrize(
    ("low", "high", "is_clear"),
    [
        (1.0, 3.0, True),
        (-3.0, -1.0, True),
        (-1.0, 1.0, False),
        (0.0, 1.0, False),
        (math.nan, math.nan, False),
    ],
)
def test_a_difference_is_clear_if_0_is_outside(low: float, high: float, is_clear: bool) -> None:
    assert Interval(2.0, low, high).is_clear == is_clear


def test_an_exact_value_replaces_an_estimate_if_it_is_known() -> None:
    counted = Interval(0.5, 0.4, 0.6)
    assert counted.unless_known(0.45) == Interval.exact(0.45)
    assert counted.unless_known(math.nan) == counted


def test_parts_of_a_range_are_scaled_to_it_and_end_with_it() -> None:
    assert Interval(0.5, -0.1, 1.25).scaled_to(10.0, 30.0) == Interval(20.0, 10.0, 30.0)
