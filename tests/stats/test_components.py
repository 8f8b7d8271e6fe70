"""Variance components are unbiased, exactly; their intervals cover the truth."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from playout.stats.components import (
    PARTS,
    WITH_DICE,
    Sums,
    components,
    differences,
    own_rest,
    variances,
)
from playout.stats.intervals import unseen
from playout.stats.jackknife import jackknifed
from playout.stats.packing import pack, unpack
from playout.stats.tally import GROUPS, Counts


def plain(outcomes: Counts) -> tuple[float, ...]:
    """The four parts by the textbook's formulas for the mean squares, in floating point."""
    s, g, r = outcomes.shape
    cell, row, column = outcomes.mean(2), outcomes.mean((1, 2)), outcomes.mean((0, 2))
    mean = outcomes.mean()
    rest = ((outcomes - cell[:, :, None]) ** 2).sum() / (s * g * (r - 1))
    crossed = cell - row[:, None] - column + mean
    interaction = r * (crossed**2).sum() / ((s - 1) * (g - 1))
    deal = s * r * ((column - mean) ** 2).sum() / (g - 1)
    strategy = g * r * ((row - mean) ** 2).sum() / (s - 1)
    return (
        (strategy - interaction) / (g * r) * (s - 1) / s,
        (deal - rest) / (s * r),
        (interaction - rest) / r * (s - 1) / s,
        rest,
    )


def test_the_parts_are_those_of_the_mean_squares() -> None:
    outcomes = np.random.default_rng(4).integers(-50, 90, (4, 70, 3))
    found = variances(Sums.of(outcomes, 12))
    assert [float(part) for part in found] == pytest.approx(plain(outcomes))
    own = outcomes.var(axis=2, ddof=1).mean(axis=1)
    assert [float(part) for part in own_rest(Sums.of(outcomes, 0))] == pytest.approx(own)


@pytest.mark.thorough
def test_over_all_samples_there_are_the_estimates_are_on_average_exactly_the_truth() -> None:
    """Two of three deals drawn with replacement, and a coin in every game: all 2,304 samples.

    The means of the strategies are 5 and 3.
    """
    means = np.array([[9, 2, 4], [1, 5, 3]])  # [strategy, deal]
    coins = np.array([3, 1])  # strategy 0 varies three times as much as strategy 1
    total_of_deals = means.sum(axis=0).tolist()
    strategy = Fraction(sum((m - 4) ** 2 for m in (5, 3)), 2)
    deal = Fraction(sum((3 * x - 24) ** 2 for x in total_of_deals), 4 * 27)
    apart = Fraction(sum(int(((3 * m - m.sum()) ** 2).sum()) for m in means), 2 * 27)
    truth = (strategy, deal, apart - deal, Fraction(9 + 1, 2))
    total, samples = [Fraction(0)] * 4, 0
    signs = np.array(list(itertools.product((-1, 1), repeat=8))).reshape(-1, 2, 2, 2)
    # Two different deals are drawn in either order, and say the same.
    for deals in itertools.combinations_with_replacement(range(3), 2):
        here, times = means[:, list(deals), None], len({*itertools.permutations(deals)})
        for sign in signs:
            found = variances(Sums.of(here + sign * coins[:, None, None], 0))
            total = [a + times * b for a, b in zip(total, found, strict=True)]
            samples += times
    assert samples == 2304
    assert tuple(part / samples for part in total) == truth


@pytest.mark.thorough
def test_with_dice_the_estimates_are_on_average_exactly_the_truth_too() -> None:
    """Two of two deals, two of two dice for each, and coins of one strategy: all samples."""
    means = np.array([[[9, 2], [4, 7]], [[1, 5], [3, 13]]])  # [strategy, deal, dice]
    coin = 3  # of strategy 0, in every game
    both = [Fraction(int(x), 2) for x in means.sum(axis=0).ravel()]  # [deal, dice]
    of_deal = [(both[0] + both[1]) / 2, (both[2] + both[3]) / 2]
    mean = sum(both) / 4
    zero = Fraction(0)
    deal = sum(((x - mean) ** 2 for x in of_deal), zero) / 2
    dice = sum(((x - of_deal[k // 2]) ** 2 for k, x in enumerate(both)), zero) / 4
    own = [Fraction(int(one.sum()), 4) for one in means]
    strategy = sum(((x - mean) ** 2 for x in own), zero) / 2
    every = sum(((int(x) - mean) ** 2 for x in means.ravel()), zero) / 8
    rest = Fraction(coin**2, 2)
    truth = (strategy, deal, dice, every - strategy - deal - dice, rest)
    total, samples = [Fraction(0)] * 5, 0
    signs = np.array(list(itertools.product((-1, 1), repeat=8))).reshape(-1, 2, 2, 2)
    for deals in itertools.product(range(2), repeat=2):
        for dices in itertools.product(range(2), repeat=4):
            at = means[:, np.repeat(deals, 2), list(dices)].reshape(2, 2, 2, 1)
            here = np.repeat(at, 2, axis=3)
            for sign in signs:
                outcomes = here.copy()
                outcomes[0] += coin * sign
                found = variances(Sums.of(outcomes, 0))
                total = [a + b for a, b in zip(total, found, strict=True)]
                samples += 1
    assert samples == 4 * 16 * 256
    assert tuple(part / samples for part in total) == truth


@pytest.mark.parametrize("strategies", [1, 3])
def test_sums_with_dice_are_those_of_the_whole_and_packed(strategies: int) -> None:
    outcomes = np.random.default_rng(6).integers(0, 2**33, (strategies, 90, 2, 3))
    whole, parts = Sums.of(outcomes, 4), Sums.empty(strategies, 3, 2)
    for begin, end in [(50, 90), (0, 50)]:
        parts += Sums.of(outcomes[:, begin:end], 4 + begin)
    assert variances(parts) == variances(whole)
    again = parts.filled(unpack(pack(whole), whole))
    assert variances(again) == variances(whole)
    assert (again.without(3).draw_together == whole.without(3).draw_together).all()
    assert components(whole).parts == WITH_DICE


def test_sums_are_those_of_the_whole_however_they_are_split_and_never_overflow() -> None:
    outcomes = np.random.default_rng(5).integers(0, 2**40, (3, 200, 2))
    whole, parts = Sums.of(outcomes, 7), Sums.empty(3, 2)
    for begin, end in [(150, 200), (0, 1), (1, 64), (64, 150)]:
        parts += Sums.of(outcomes[:, begin:end], 7 + begin)
    assert variances(parts) == variances(whole)
    assert (parts.squares == whole.squares).all()
    assert int(whole.squares.sum()) == sum(int(x) ** 2 for x in outcomes.ravel())
    assert whole.games == parts.games == 200
    assert whole.without(7).games == 193  # deals 7 + 0, 7 + 31, ... are seven
    small = Sums.of(outcomes >> 35, 7)
    assert int(small.squares.sum()) == sum(int(x) ** 2 for x in (outcomes >> 35).ravel())


@pytest.mark.parametrize("largest", [9, 2**20, 2**58])
@pytest.mark.parametrize("negative", [False, True])
def test_sums_can_be_packed_and_unpacked(largest: int, negative: bool) -> None:
    outcomes = np.random.default_rng(10).integers(-largest * negative, largest, (3, 40, 2))
    sums, like = Sums.of(outcomes, 5), Sums.empty(3, 2)
    again = like.filled(unpack(pack(sums), like))
    assert pack(again) == pack(sums)
    assert variances(again) == variances(sums)
    assert (again + like).games == 40
    assert int(again.totals.sum()) == sum(map(int, outcomes.ravel()))


def test_what_never_differs_is_exactly_nothing() -> None:
    draw = np.random.default_rng(6)
    once = draw.integers(0, 99, (3, 310, 1))
    sums = Sums.of(np.repeat(once, 3, axis=2), 0)
    found, rest = components(sums, steady=[True] * 3), PARTS.index("rest")
    assert found.variances[rest] == found.shares[rest] == (0, 0, 0)
    assert all(one == (0, 0, 0) for one in found.own_rest)
    # Whoever may play a deal in two ways, and has not yet, may still.
    found = components(sums, steady=[True, True, False])
    for one in (found.variances[rest], found.shares[rest], found.own_rest[2]):
        assert one.estimate == one.low == 0 < one.high
    assert found.own_rest[0] == (0, 0, 0)
    same = components(Sums.of(np.repeat(draw.integers(0, 99, (1, 310, 2)), 3, axis=0), 0))
    assert same.means[0] == same.means[1] == same.means[2]
    alone = components(Sums.of(draw.integers(0, 99, (1, 310, 2)), 0))
    assert alone.variances[0] == alone.variances[2] == (0, 0, 0)
    nothing = components(Sums.of(np.full((2, 310, 2), 7), 0))
    assert nothing.total == (0, 0, unseen(310))
    assert nothing.means[0] == (7, 7 - unseen(310), 7 + unseen(310))
    assert all(math.isnan(share.estimate) for share in nothing.shares)


def test_shares_add_up_and_a_unit_divides() -> None:
    sums = Sums.of(np.random.default_rng(7).integers(0, 840, (3, 620, 2)), 0)
    one, parts = components(sums), components(sums, 840)
    assert sum(share.estimate for share in one.shares) == pytest.approx(1)
    for share, same in zip(one.shares, parts.shares, strict=True):
        assert share.estimate == pytest.approx(same.estimate)
    assert parts.total.estimate * 840**2 == pytest.approx(one.total.estimate)
    assert parts.means[1].estimate * 840 == pytest.approx(one.means[1].estimate)


def test_few_deals_have_no_interval() -> None:
    draw = np.random.default_rng(8)
    few = components(Sums.of(draw.integers(0, 9, (2, GROUPS - 1, 2)), 0))
    assert (few.shares[0].low, few.shares[0].high) == (-math.inf, math.inf)
    assert math.isfinite(few.shares[0].estimate)
    assert math.isnan(components(Sums.of(draw.integers(0, 9, (2, 1, 2)), 0)).total.estimate)
    once = np.zeros((2, 100, 2), np.int64)
    once[0, 50] = 1  # without its group, nothing varies and there are no shares
    assert components(Sums.of(once, 0)).shares[0].high == math.inf
    assert math.isnan(components(Sums.empty(2, 2)).means[0].estimate)
    assert math.isinf(differences(Sums.of(draw.integers(0, 9, (2, 20, 2)), 0), 0)[1].high)
    assert math.isnan(differences(Sums.empty(2, 2), 0)[1].estimate)


def test_the_jackknife_of_means_is_the_interval_of_a_mean() -> None:
    groups = np.random.default_rng(9).normal(5, 2, 31)
    without = (groups.sum() - groups) / 30
    (found,) = jackknifed([groups.mean()], without[:, None])
    reach = 2.0422724563 * groups.std(ddof=1) / math.sqrt(31)
    assert found == pytest.approx((groups.mean(), groups.mean() - reach, groups.mean() + reach))


def test_a_difference_has_the_interval_of_paired_means_for_all_strategies_at_once() -> None:
    """By hand: Student's t of the differences of 31 groups, with half of 5 % for each of two."""
    outcomes = np.random.default_rng(14).integers(0, 90, (3, 310, 2))
    outcomes[1] += outcomes[0] // 2
    found = differences(Sums.of(outcomes, 0), base=0, unit=10)
    assert found[0] == (0.0, 0.0, 0.0)
    for k in (1, 2):
        apart = (outcomes[k] - outcomes[0]).mean(axis=1) / 10
        means = np.array([apart[group::GROUPS].mean() for group in range(GROUPS)])
        reach = 2.3595624 * means.std(ddof=1) / math.sqrt(GROUPS)  # t(30) at 1 - 0.05 / 4
        reach = math.hypot(reach, unseen(310, 0.975))
        expected = (apart.mean(), apart.mean() - reach, apart.mean() + reach)
        assert found[k] == pytest.approx(expected, rel=1e-6)


@pytest.mark.slow
def test_the_difference_of_whichever_is_best_is_covered_as_often_as_it_says() -> None:
    """The best of five equal strategies is 0 better than random play, in 95 % of 150 samples.

    Were the chance 95 %, fewer than 128 would hold it once in 10**6 such tests (binomial).
    """
    draw, covered = np.random.default_rng(15), 0
    for _ in range(150):
        outcomes = draw.integers(0, 50, (6, 124, 1)) + draw.integers(0, 200, (1, 124, 1))
        found = differences(Sums.of(np.repeat(outcomes, 2, axis=2), 0), base=0)
        best = max(found[1:])
        covered += best.low <= 0 <= best.high
    assert 128 <= covered < 150


def sample(draw: np.random.Generator, deals: int) -> Counts:
    """Outcomes with the parts 2500, 900, 400 and 1600, in whole numbers: [3, deals, 2].

    The deal is far from normal (exponential); strategies vary by different amounts.
    """
    strategy = np.array([1, -1, 0]) * math.sqrt(2500 * 3 / 2)
    deal = 30 * (draw.exponential(size=deals) - 1)
    apart = draw.normal(size=(3, deals)) * 20 * math.sqrt(3 / 2)
    apart -= apart.mean(axis=0)
    sd = 40 * np.sqrt([0.0, 1.0, 2.0])
    rest = draw.normal(size=(3, deals, 2)) * sd[:, None, None]
    found = strategy[:, None, None] + deal[:, None] + apart[:, :, None] + rest
    return np.asarray(np.rint(found), np.int64)


@pytest.mark.slow
def test_the_intervals_cover_the_truth_as_often_as_they_say() -> None:
    """Of 150 intervals of 95 % for each part and share, between 85 % and 98 % cover.

    Were the chance that an interval covers 95 %, fewer than 128 would cover in less than one of
    10**6 such tests (binomial); rounding to whole numbers adds 1/12 to the rest.
    """
    draw, truth = np.random.default_rng(12), np.array([2500, 900, 400, 1600 + 1 / 12])
    covered = np.zeros((2, 4))
    for _ in range(150):
        found = components(Sums.of(sample(draw, 620), 0))
        for k, share in enumerate(truth / truth.sum()):
            covered[0, k] += found.variances[k].low <= truth[k] <= found.variances[k].high
            covered[1, k] += found.shares[k].low <= share <= found.shares[k].high
    assert (covered >= 128).all()
    assert covered.mean() < 0.98 * 150


@pytest.mark.slow
@pytest.mark.parametrize(
    "seen", [0.5, 3.0, *(pytest.param(seen, marks=pytest.mark.thorough) for seen in (5.0, 8.0))]
)
def test_near_the_edge_the_intervals_cover_the_truth_as_often_as_they_say(seen: float) -> None:
    """One strategy wins the few deals of one kind, of which so many are played on average.

    Of 60 samples, at 95 % fewer than 45 would cover with a chance below 1e-6 (binomial).
    """
    draw, deals = np.random.default_rng([9, int(10 * seen)]), 2 * GROUPS
    rate = seen / deals
    total, deal, strategy = rate / 2 * (1 - rate / 2), rate * (1 - rate) / 4, rate**2 / 4
    truth = [strategy, deal, total - deal - strategy]
    covered = []
    for _ in range(60):
        outcomes = np.zeros((2, deals, 2), np.int64)
        outcomes[0, draw.random(deals) < rate] = 1
        sums = Sums.of(outcomes, 0)
        found, apart = components(sums), differences(sums, 1)[0]
        pairs = [*zip(found.variances[:3], truth, strict=True), (found.total, total)]
        pairs += [(found.means[0], rate), (apart, rate)]
        covered.append([one.low <= true <= one.high for one, true in pairs])
    assert np.sum(covered, axis=0).min() >= 45


def test_no_interval_of_a_variance_is_all_below_0() -> None:
    draw = np.random.default_rng(16)
    for _ in range(20):
        found = components(Sums.of(draw.integers(0, 2, (3, 62, 2)), 0))
        assert min(one.high for one in (*found.variances, *found.shares)) > 0.0
