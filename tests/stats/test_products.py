"""Exact sums of products: any split gives the same, and moments that are known."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.stats.intervals import rate_interval, unseen
from playout.stats.packing import pack, unpack
from playout.stats.products import Products, summed
from playout.stats.sequential import (
    SCALES,
    Moments,
    _Values,
    _worst,
    moments_interval,
    moments_log_wealth,
    sequence_interval,
)
from playout.stats.tally import Histogram

VALUES = np.random.default_rng(1).integers(-5, 6, (200, 3))


def test_sums_say_the_mean_and_the_squares_of_each_value_and_difference() -> None:
    products = Products.of(VALUES, unit=2)
    assert products.games == 200
    for k in range(3):
        total, squares = int(VALUES[:, k].sum()), int((VALUES[:, k] ** 2).sum())
        assert products.value(k) == Moments(200, Fraction(total, 2), Fraction(squares, 4))
        for other in range(3):
            apart = VALUES[:, k] - VALUES[:, other]
            assert products.difference(k, other) == Moments(
                200, Fraction(int(apart.sum()), 2), Fraction(int((apart**2).sum()), 4)
            )


def test_they_add_up_however_games_are_split_and_come_back_from_bytes() -> None:
    whole = Products.of(VALUES)
    parts = Products.of(VALUES[:70]) + Products.of(VALUES[70:])
    assert np.array_equal(whole.sums, parts.sums)
    nothing = Products.of(VALUES[:0])
    back = nothing.filled(unpack(pack(whole), nothing))
    assert np.array_equal(back.sums, whole.sums)
    with pytest.raises(ValueError, match="numbers of"):
        nothing.filled([np.ones(100, np.int64)])


def moments(values: list[int]) -> Moments:
    return Moments(len(values), Fraction(sum(values)), Fraction(sum(v * v for v in values)))


@pytest.mark.slow
@given(st.lists(st.integers(0, 6), min_size=1, max_size=60))
def test_the_interval_of_moments_is_a_little_wider_than_that_of_the_values(
    values: list[int],
) -> None:
    inner = sequence_interval(Histogram.of(np.array(values)), 6.0)
    outer = moments_interval(moments(values), 0.0, 6.0)
    # Both are bounds from below of what one gambler has, which are good to a hundredth.
    assert outer.low <= inner.low + 0.01
    assert inner.high <= outer.high + 0.01
    assert outer.low <= inner.estimate <= outer.high
    for end in outer[1:]:
        if 0.0 < end < 6.0:
            assert moments_log_wealth(moments(values), end, 0.0, 6.0) == pytest.approx(
                math.log(20), abs=1e-3
            )


@given(st.lists(st.integers(0, 6), min_size=1, max_size=40), st.floats(0.1, 0.9))
def test_no_values_with_these_moments_make_a_bet_worse(values: list[int], m: float) -> None:
    seen = _Values(np.array(values) / 6, np.ones(len(values)), float(len(values)), SCALES, None)
    known = moments(values)
    for side, bets in ((0.0, np.linspace(m, 0.99, 9)), (1.0, np.linspace(0.01, m, 9))):
        worst = _worst(known, 0.0, 6.0, side).log_gains(m, bets)
        assert (worst <= seen.log_gains(m, bets) + 1e-7).all()


@pytest.mark.parametrize("successes", [0, 1, 37, 100])
def test_of_zeros_and_ones_nothing_is_lost(successes: int) -> None:
    values = [1] * successes + [0] * (100 - successes)
    expected = sequence_interval(Histogram.of(np.array(values)), 1.0)
    assert moments_interval(moments(values), 0.0, 1.0) == pytest.approx(expected, abs=1e-9)


def test_of_nothing_nothing_is_known() -> None:
    nothing = moments_interval(moments([]), -1.0, 1.0)
    assert math.isnan(nothing.estimate)
    assert nothing[1:] == (-1.0, 1.0)


def test_a_sum_of_nothing_is_exactly_0_and_of_single_values_all_that_is_possible() -> None:
    assert summed([], 1.0) == (0.0, 0.0, 0.0)
    assert summed([moments([1]), moments([0, 0, 1])], 1.0)[1:] == (-math.inf, math.inf)
    assert summed([moments([1])], 1.0, ends=(-1.0, 1.0)) == (1.0, -1.0, 1.0)


@pytest.mark.parametrize("values", [[0, 0], [1, 1, 1], [0] * 500])
def test_values_that_are_all_equal_do_not_make_a_sum_certain(values: list[int]) -> None:
    """Its end is that of Clopper and Pearson, who know that there are no others."""
    found, known = summed([moments(values)], 1.0), rate_interval(sum(values), len(values))
    most = unseen(len(values))
    assert found == pytest.approx((known.estimate, known.estimate - most, known.estimate + most))
    assert found.low <= known.low <= known.high <= found.high + 1e-12
    assert summed([moments(values)] * 30, 1.0).high == pytest.approx(30 * values[0] + most)


@pytest.mark.slow
@pytest.mark.parametrize("size", [0.02, 1.0])
@pytest.mark.parametrize("n", [5, 60, 400])
@pytest.mark.parametrize("seen", [0.5, 4.0])
def test_near_the_edge_a_sum_covers_the_truth_as_often_as_it_says(
    size: float, n: int, seen: float
) -> None:
    """Nearly all values are 0, others a size, so many of them on average in each of two means.

    Of 1,000 samples, at 95 % fewer than 915 would cover with a chance below 1e-6 (binomial).
    """
    draw, covered = np.random.default_rng([3, n, int(10 * seen)]), 0
    truth, part = 2 * size * seen / n, Fraction(size)
    for first, second in draw.binomial(n, seen / n, (1_000, 2)).tolist():
        each = [Moments(n, k * part, k * part**2) for k in (first, second)]
        found = summed(each, largest=1.0)
        covered += found.low <= truth <= found.high
    assert covered >= 915


@pytest.mark.parametrize("n", [2, 3, 40])
def test_of_few_values_a_sum_covers_the_truth_as_often_as_it_says(n: int) -> None:
    draw, covered = np.random.default_rng(n), 0
    for values in np.rint(draw.normal(0, 1_000, (1_000, n))).astype(int).tolist():
        found = summed([moments(values)], largest=10_000.0)
        covered += found.low <= 0 <= found.high
    assert covered >= 915
