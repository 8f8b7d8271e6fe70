"""Intervals of confidence sequences are where the theory says, for any counts that may come."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from playout.stats.intervals import Interval, mean_interval, rate_interval
from playout.stats.sequential import (
    Aim,
    Moments,
    is_surely_wider,
    log_wealth,
    moments_interval,
    sequence_interval,
    sequence_range,
)
from playout.stats.tally import Histogram
from tests.synthetic import histogram

AIMS = [None, Aim(0.02), Aim(0.1, relative=True)]


def half_width(interval: Interval) -> float:
    return (interval.high - interval.low) / 2


def test_of_no_games_anything_may_be_true() -> None:
    estimate, low, high = sequence_interval(histogram(), 98.0)
    assert math.isnan(estimate)
    assert (low, high) == (0, 98)
    assert sequence_interval(histogram(), 1.0, -1.0)[1:] == (-1, 1)


def test_values_without_a_range_are_known() -> None:
    assert sequence_interval(histogram(7), 0.0) == (0, 0, 0)


@pytest.mark.parametrize("aim", AIMS, ids=str)
def test_after_no_win_the_upper_end_is_where_the_mixture_is_20(aim: Aim | None) -> None:
    for n in [1, 10, 10_000, 10**9]:
        estimate, low, high = sequence_interval(histogram(n), 1.0, aim=aim)
        assert estimate == low == 0
        assert rate_interval(0, n).high - 1e-12 < high < 1
        assert log_wealth(histogram(n), high, 1.0, aim=aim) == pytest.approx(math.log(20), abs=0.02)


@pytest.mark.parametrize("aim", AIMS, ids=str)
@pytest.mark.parametrize("n", [1, 2, 50, 10**6, 10**15])
@pytest.mark.parametrize("value", [0, 1, 5, 97, 98])
def test_values_that_are_all_equal_lie_in_their_interval(
    value: int, n: int, aim: Aim | None
) -> None:
    counts = np.zeros(99, np.int64)
    counts[value] = n
    estimate, low, high = sequence_interval(Histogram(counts), 98.0, aim=aim)
    assert estimate == value
    assert 0 <= low <= value <= high <= 98
    assert (low > 0) == (value > 0 and log_wealth(Histogram(counts), 1e-9, 98.0, aim=aim) > 3)
    if n == 10**15:
        assert high - low < 1e-9


@pytest.mark.parametrize("aim", AIMS, ids=str)
@pytest.mark.parametrize("n", [10**k for k in (1, 2, 4, 6, 9, 12, 15)])
@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.999, 0.001), (0.2, 0.5, 0.3), (0.9, 0, 0, 0.1)])
def test_intervals_are_finite_ordered_and_narrow_as_games_grow(
    shares: tuple[float, ...], n: int, aim: Aim | None
) -> None:
    top = len(shares) - 1
    seen = histogram(*(round(share * n) for share in shares))
    found = sequence_interval(seen, top, aim=aim)
    fixed = mean_interval(seen)
    assert 0 <= found.low < found.estimate < found.high <= top or seen.counts[1:].sum() == 0
    # About as wide as sqrt(log n), and never narrower than for a number fixed in advance.
    assert half_width(found) < top * math.sqrt((2 + 0.5 * math.log(n) + 4) / (2 * n)) * 1.5
    if n > 100:
        assert half_width(found) > half_width(fixed)


@pytest.mark.parametrize("aim", AIMS, ids=str)
def test_a_higher_level_holds_a_lower_one(aim: Aim | None) -> None:
    levels = [0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1 - 1e-6]
    for seen, top in [(histogram(70, 30), 1.0), (histogram(5, 50, 40, 5), 3.0)]:
        found = [sequence_interval(seen, top, level=level, aim=aim) for level in levels]
        lows, highs = [one.low for one in found], [one.high for one in found]
        assert all(a > b for a, b in pairwise(lows))
        assert all(a < b for a, b in pairwise(highs))


@pytest.mark.parametrize("aim", [None, 0.02])
def test_the_other_way_round_it_is_the_mirror_image(aim: float | None) -> None:
    counts = [12, 80, 7, 1]
    wanted = None if aim is None else Aim(aim)
    one = sequence_interval(histogram(*counts), 3.0, aim=wanted)
    other = sequence_interval(histogram(*counts[::-1]), 3.0, aim=wanted)
    assert one.low == pytest.approx(3 - other.high, abs=1e-9)
    assert one.high == pytest.approx(3 - other.low, abs=1e-9)


@pytest.mark.parametrize("aim", [None, 0.02])
def test_units_and_shifts_change_nothing_but_the_scale(aim: float | None) -> None:
    def wanted(scale: float) -> Aim | None:
        return None if aim is None else Aim(aim * scale)

    counts = np.array([30, 50, 20], np.int64)
    differences = sequence_interval(Histogram(counts), 1.0, -1.0, aim=wanted(1.0))
    assert differences.estimate == pytest.approx(-0.1)
    for unit, low, span in [(1, 0.0, 2.0), (2, 0.0, 1.0), (4, -0.25, 0.5), (1, 10.0, 2.0)]:
        scale = span / 2
        found = sequence_interval(Histogram(counts, unit), low + span, low, aim=wanted(scale))
        for end, same in zip(found, differences, strict=True):
            assert (end - low) / scale == pytest.approx(same + 1, abs=1e-9)


def test_a_wider_range_than_was_seen_is_allowed_for() -> None:
    seen = histogram(5, 60, 35)
    narrow, wide = (sequence_interval(seen, top) for top in (2.0, 20.0))
    assert narrow.estimate == wide.estimate
    assert narrow.high < wide.high


@pytest.mark.parametrize("seed", range(24))
def test_all_outside_is_left_out_and_all_inside_is_not(seed: int) -> None:
    """What is left out has no gap, also of values below zero and with aims of all kinds."""
    draw = np.random.default_rng(seed)
    top, n = int(draw.integers(1, 9)), int(10 ** draw.uniform(0, 5))
    low = -float(draw.integers(0, top + 1))
    chances = draw.dirichlet(np.full(top + 1, 10 ** draw.uniform(-1, 0.5)))
    seen = Histogram(draw.multinomial(n, chances).astype(np.int64))
    for aim in [None, Aim(10 ** draw.uniform(-3, 0)), Aim(10 ** draw.uniform(-2, 0), True)]:
        found = sequence_interval(seen, top + low, low, aim=aim)
        for mean in np.concatenate([low + top * np.linspace(0.001, 0.999, 60), [0.0]]):
            if not low < mean < top + low:
                continue
            over = log_wealth(seen, mean, top + low, low, aim) - math.log(20)
            assert over <= 1e-6 or not found.low + 1e-9 < mean < found.high - 1e-9
            assert over >= -1e-6 or found.low - 1e-9 < mean < found.high + 1e-9


def test_a_relative_aim_never_leaves_out_zero_between_means_that_it_holds() -> None:
    seen = histogram(2_248, 57_451, 2_525)  # where it did, when such aims were followed
    found = sequence_interval(seen, 1.0, -1.0, aim=Aim(0.37, relative=True))
    assert found == sequence_interval(seen, 1.0, -1.0)


def test_an_aim_is_reached_when_the_interval_is_that_narrow() -> None:
    assert Aim(0.25).reached(Interval(0.5, 0.25, 0.75))
    assert not Aim(0.2499).reached(Interval(0.5, 0.25, 0.75))
    assert Aim(0.5, relative=True).reached(Interval(0.5, 0.25, 0.75))
    assert not Aim(0.5, relative=True).reached(Interval(0.4, 0.25, 0.75))
    assert not Aim(0.5, relative=True).reached(Interval(0.0, 0.0, 0.001))
    assert not Aim(0.5).reached(sequence_interval(histogram(), 2.0))
    assert (Aim(3).at(50), Aim(0.05, relative=True).at(-50)) == (3, 2.5)


def games_for(shares: list[float], aim: Aim, wanted: Aim, top: float = 1.0) -> float:
    """The games until the interval is as narrow as wanted, if the shares are seen as expected."""
    fewest, most = 1.0, 1e9
    while most / fewest > 1.001:
        n = math.sqrt(fewest * most)
        seen = histogram(*(round(share * n) for share in shares))
        reached = wanted.reached(sequence_interval(seen, top, aim=aim))
        fewest, most = (fewest, n) if reached else (n, most)
    return most


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.8])
def test_an_aim_costs_2_3_times_the_games_of_a_number_fixed_in_advance(rate: float) -> None:
    wanted = Aim(0.002)
    fixed = 1.96**2 * rate * (1 - rate) / 0.002**2
    aimed = games_for([1 - rate, rate], wanted, wanted)
    assert 2.25 < aimed / fixed < 2.35
    assert games_for([1 - rate, rate], Aim(0.2), wanted) > 1.8 * aimed


def test_a_relative_aim_costs_as_much() -> None:
    rate, wanted = 0.02, Aim(0.05, relative=True)
    fixed = 1.96**2 * (1 - rate) / rate / 0.05**2
    assert 2.2 < games_for([1 - rate, rate], wanted, wanted) / fixed < 2.5


@pytest.mark.parametrize("spread", [0.3, 1.0])
def test_an_aim_for_a_mean_costs_4_times_the_games_whatever_the_variance(spread: float) -> None:
    wanted = Aim(0.002)
    shares = [0.0] * 10 + [spread / 2, 1 - spread, spread / 2] + [0.0] * 8
    fixed = 1.96**2 * spread / 0.002**2
    assert 3 < games_for(shares, wanted, wanted, top=20.0) / fixed < 4.3


@cache
def intervals_of(n: int) -> list[Interval]:
    """The interval of each count of n."""
    return [sequence_interval(histogram(n - k, k), 1.0, level=0.975) for k in range(n + 1)]


@pytest.mark.parametrize("n", [0, 1, 5, 40, 300])
@pytest.mark.parametrize("rate", [0.5, 0.95, 0.02])
def test_a_count_is_plausible_for_a_rate_that_its_interval_holds(n: int, rate: float) -> None:
    """The interval of each side has half of what is left out, as that of all looks at once has."""
    held = [k for k, (_, low, high) in enumerate(intervals_of(n)) if low <= rate <= high]
    assert sequence_range(n, rate, 0.95) == (held[0], held[-1])


@pytest.mark.slow
def test_an_interval_that_is_surely_wider_is_wider() -> None:
    random, sure = Random(1), 0
    for _ in range(200):
        n, low = random.choice([30, 400, 4000]), random.choice([0, -1])
        values = [random.choice([low, 0, 1]) for _ in range(30)]
        total, squares = sum(values) * n // 30, sum(k * k for k in values) * n // 30
        given = Moments(n, Fraction(total), Fraction(squares))
        aim = Aim(0.02)
        found = moments_interval(given, low, 1, 0.95, aim)
        half = (found.high - found.low) / 2
        for other in (aim.half_width, 0.9 * half, 1.0001 * half):
            is_sure = is_surely_wider(given, low, 1, other, 0.95, aim)
            assert half > other or not is_sure
            sure += is_sure
    assert sure > 200
