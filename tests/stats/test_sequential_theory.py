"""The theorems that confidence sequences rest on, checked exactly: no number here is by chance."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy.special import betaln

from playout.stats.sequential import Aim, _regret, log_wealth, sequence_interval
from playout.stats.tally import Histogram
from tests.synthetic import chances_of_leaving_out, histogram, sequence_limits

ROUNDING = 1e-9


@pytest.mark.parametrize("n", [1, 2, 5, 30, 1_000, 10**6])
@pytest.mark.parametrize("mean", [1e-6, 0.01, 0.3, 0.5, 0.999])
def test_of_values_0_and_1_the_gambler_has_the_beta_binomial_mixture(n: int, mean: float) -> None:
    for k in sorted({0, 1, n // 3, n // 2, n - 1, n}):
        mixture = betaln(k + 0.5, n - k + 0.5) - betaln(0.5, 0.5)
        under_the_mean = k * math.log(mean) + (n - k) * math.log1p(-mean)
        found = log_wealth(histogram(n - k, k), mean, 1.0)
        assert found == pytest.approx(mixture - under_the_mean, rel=1e-9, abs=1e-7)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 57, 400])
def test_the_regret_is_the_largest_of_all_terms(n: int) -> None:
    k = np.arange(n + 1)
    mixture = betaln(k + 0.5, n - k + 0.5) - betaln(0.5, 0.5)
    for b in [0.0, 1e-9, 1e-3, 0.1, 1 / 3, 0.5, 0.77, 1 - 1e-6, 1.0, *(k / n)]:
        with np.errstate(divide="ignore", invalid="ignore"):
            best = np.where(k == 0, 0, k * np.log(b)) + np.where(k == n, 0, (n - k) * np.log1p(-b))
        assert _regret(n, b) == pytest.approx(float((best - mixture).max()), abs=ROUNDING)


@pytest.mark.parametrize("b", [0.01, 0.3, 0.5])
def test_the_regret_of_many_games_goes_over_into_its_limit(b: float) -> None:
    just_few, just_many = _regret(0.99e6 / b, b), _regret(1.01e6 / b, b)
    growth = 0.5 * math.log(1.01 / 0.99)
    assert just_many - just_few == pytest.approx(growth, abs=2e-6)


@pytest.mark.parametrize("seed", range(8))
def test_the_gambler_who_spreads_the_money_has_at_least_what_is_counted(seed: int) -> None:
    """Their gain is a polynomial in the bet, so its mean over bets is exact at Chebyshev's points.

    P. Chebyshev's rule for the density of Beta(1/2, 1/2): N equal weights, for degrees below 2 N.
    """
    draw = np.random.default_rng(seed)
    top, n = int(draw.integers(1, 12)), int(draw.integers(1, 200))
    sample = draw.binomial(top, draw.uniform(0.02, 0.98), n)
    points = n // 2 + 1
    bets = (1 + np.cos((2 * np.arange(points) + 1) * np.pi / (2 * points))) / 2
    for m in [1e-4, 0.05, 0.3, 0.5, 0.8, 0.99]:
        stakes = (bets - m) / (m * (1 - m))
        gains = np.log1p(np.outer(sample / top - m, stakes)).sum(axis=0)
        exact = float(np.logaddexp.reduce(gains)) - math.log(points)
        counted = log_wealth(Histogram.of(sample), m * top, float(top))
        assert counted <= exact + ROUNDING * max(1.0, abs(exact))
        # And not much less: the regret is at most half a logarithm of the games and a bit.
        assert counted >= float(gains.max()) - 0.5 * math.log(math.pi * n) - 0.51


def states(n: int, values: int) -> Iterator[tuple[int, ...]]:
    """All ways to have n games with so many different values."""
    for bars in combinations(range(n + values - 1), values - 1):
        ends = (-1, *bars, n + values - 1)
        yield tuple(b - a - 1 for a, b in pairwise(ends))


def best_stopping(chances: list[float], games: int, low: float, aim: Aim | None) -> float:
    """What the gambler has on average who stops when it is best, within so many games, exactly.

    From the last game backwards: the more of what they have now and what they may expect (the
    envelope of J. L. Snell, "Applications of martingale system theorems", Transactions of the AMS
    73, 1952).
    """
    values = len(chances)
    top = low + values - 1
    mean = low + float(np.dot(np.arange(values), chances))
    later: dict[tuple[int, ...], float] = {}
    for n in range(games, -1, -1):
        now: dict[tuple[int, ...], float] = {}
        for counts in states(n, values):
            has = math.exp(log_wealth(histogram(*counts), mean, top, low, aim)) if n else 1.0
            for value, chance in enumerate(chances if later else []):
                more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
                now[counts] = now.get(counts, 0.0) + chance * later[more]
            now[counts] = max(has, now.get(counts, 0.0))
        later = now
    return later[(0,) * values]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("chances", "games", "low"),
    [
        ([0.99, 0.01], 40, 0.0),
        ([0.45, 0.1, 0.45], 11, 0.0),  # often only 0 and 2 are seen at first
        ([0.3, 0.69, 0.01], 11, -1.0),
        ([0.9, 0.0, 0.02, 0.08], 8, 0.0),
    ],
)
@pytest.mark.parametrize("aim", [None, Aim(0.02), Aim(0.3), Aim(0.2, relative=True)], ids=str)
def test_no_way_to_stop_makes_the_gambler_gain(
    chances: list[float], games: int, low: float, aim: Aim | None
) -> None:
    """Stopping at the first look that pleases is one of these ways, so Ville's 5 % follows."""
    assert best_stopping(chances, games, low, aim) <= 1 + ROUNDING


GAMES = 400


@pytest.mark.slow
@pytest.mark.parametrize("aim", [None, Aim(0.04), Aim(0.2, relative=True)], ids=str)
@pytest.mark.parametrize("rate", [1e-4, 0.1, 0.5, 0.9])
def test_a_true_rate_is_ever_left_out_with_an_exact_chance_below_5_per_cent(
    rate: float, aim: Aim | None
) -> None:
    chance = chances_of_leaving_out(rate, sequence_limits(rate, GAMES, aim))[-1]
    assert 0 <= chance <= 0.05
    if aim is not None and not aim.relative and 0.1 <= rate <= 0.5:
        assert chance > 0.005  # careful, but not so careful that it says nothing


@pytest.mark.parametrize("aim", [None, Aim(0.05)], ids=str)
@pytest.mark.parametrize(("rate", "n"), [(0.3, 15), (0.5, 60), (0.05, 60)])
def test_the_limits_above_are_those_of_the_intervals(rate: float, n: int, aim: Aim | None) -> None:
    limits = sequence_limits(rate, n, aim)
    for k in range(n + 1):
        _, low, high = sequence_interval(histogram(n - k, k), 1.0, aim=aim)
        assert (low > rate or high < rate) == (k <= limits.few[n] or k >= limits.many[n])


@pytest.mark.parametrize("rate", [0, 1])
def test_a_sure_thing_is_never_left_out(rate: int) -> None:
    for n in [1, 2, 10, 10**4, 10**9, 10**15]:
        for aim in (None, Aim(0.01)):
            _, low, high = sequence_interval(histogram(n * (1 - rate), n * rate), 1.0, aim=aim)
            assert low <= rate <= high
