"""Intervals hold the truth as often as they say, however often one looks, and verdicts too.

A quick part of what ``benchmarks/intervals.py`` measures.  Of what is not exact, each assertion
fails by chance less than once in 10**7 (see tests.chance), all 17 together less than once in
500,000.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from playout.stats.intervals import rate_interval, share_interval
from playout.stats.sequential import Aim, sequence_interval
from playout.stats.tally import Histogram
from tests.chance import FALSE_ALARM
from tests.synthetic import (
    BETTER,
    EQUAL,
    OPEN,
    WORSE,
    chances_of_leaving_out,
    fixed_limits,
    geometric_looks,
    is_wrong,
    leaves_out,
    limits_at,
    looked_at,
    sequence_limits,
    sequential_test,
    verdict_of,
)

RATES = [1e-4, 0.01, 0.1, 0.3, 0.5, 0.9]
RUNS = 120
MARGIN, DIFFERENT = 0.1, 0.3


def p_of_covered(covered: int, runs: int) -> float:
    """p of so few if the chance is 95 %; more is no reason for alarm."""
    return float(stats.binom.cdf(covered, runs, 0.95))


@pytest.mark.parametrize("rate", [0.0, *RATES, 1.0])
@pytest.mark.parametrize("n", [1, 30, 400])
def test_the_exact_coverage_of_a_fixed_number_of_games_is_95_per_cent_or_more(
    rate: float, n: int
) -> None:
    held = [k for k in range(n + 1) if rate_interval(k, n).low <= rate <= rate_interval(k, n).high]
    assert np.sum(stats.binom.pmf(held, n, rate)) >= 0.95


@pytest.mark.parametrize("rate", [0.01, 0.1, 0.5])
def test_the_limits_of_fixed_intervals_are_those_of_the_intervals(rate: float) -> None:
    limits = fixed_limits(rate, 60)
    for n in [1, 7, 60]:
        for k in range(n + 1):
            _, low, high = rate_interval(k, n)
            assert (low > rate or high < rate) == (k <= limits.few[n] or k >= limits.many[n])


def test_whoever_looks_again_and_again_at_fixed_intervals_is_misled() -> None:
    """Exact: of a fair coin after every game of 1,000, two in five; of a sequence, 3 in 100."""
    naive = chances_of_leaving_out(0.5, fixed_limits(0.5, 1_000))
    assert naive[100] == pytest.approx(0.227, abs=0.001)
    assert naive[1_000] == pytest.approx(0.408, abs=0.001)
    assert chances_of_leaving_out(0.5, sequence_limits(0.5, 1_000))[-1] < 0.05


def test_exact_chances_are_those_of_all_sequences_of_games() -> None:
    rate, games = 0.3, 12
    limits = fixed_limits(rate, games, level=0.6)
    exact = 0.0
    for word in range(2**games):
        won = np.cumsum([word >> game & 1 for game in range(games)])
        n = np.arange(1, games + 1)
        if ((won <= limits.few[1:]) | (won >= limits.many[1:])).any():
            exact += rate ** won[-1] * (1 - rate) ** (n[-1] - won[-1])
    assert chances_of_leaving_out(rate, limits)[-1] == pytest.approx(exact, rel=1e-10)


@pytest.mark.parametrize("aim", [None, Aim(0.05)], ids=str)
@pytest.mark.parametrize("rate", RATES)
def test_limits_found_by_halving_are_those_found_by_following(rate: float, aim: Aim | None) -> None:
    followed = sequence_limits(rate, 200, aim)
    for n in [1, 2, 13, 200]:
        assert limits_at(rate, n, aim) == (followed.few[n], followed.many[n])


def test_shares_with_ties_are_held_more_often_than_they_need_to_be() -> None:
    """A strategy on two seats of four that wins nothing, a half or all; the mean is of a seat."""
    draws = np.random.default_rng(5).multinomial(200, [0.4, 0.2, 0.4], 2_000)
    found = [share_interval(Histogram(counts, unit=4), seats=2) for counts in draws]
    covered = sum(low <= 0.25 <= high for _, low, high in found)
    assert p_of_covered(covered, 2_000) > FALSE_ALARM


@pytest.mark.slow
@pytest.mark.parametrize("aim", [None, Aim(0.5)], ids=str)
@pytest.mark.parametrize(
    "chances",
    [
        [0.1, 0.2, 0.4, 0.2, 0.1],
        [0.98, 0.0, 0.0, 0.0, 0.02],
        [0.02, 0.0, 0.0, 0.0, 0.98],
        [0.6, 0.2, 0.1, 0.07, 0.03],
    ],
)
def test_sequences_hold_the_means_of_skewed_values_at_all_looks_at_once(
    chances: list[float], aim: Aim | None
) -> None:
    truth = float(np.dot(np.arange(5), chances))
    looks = geometric_looks(5, 20_000, 1.5)
    covered = sum(
        not any(leaves_out(counts, truth, aim) for counts in looked_at(chances, looks, [1, run]))
        for run in range(RUNS)
    )
    assert p_of_covered(covered, RUNS) > FALSE_ALARM


def differences(truth: float) -> list[float]:
    """The chances of -1, 0, 1."""
    return [(DIFFERENT - truth) / 2, 1 - DIFFERENT, (DIFFERENT + truth) / 2]


@pytest.mark.parametrize("seed", range(60))
def test_a_verdict_in_brief_is_that_of_the_interval(seed: int) -> None:
    draw = np.random.default_rng(seed)
    chances = differences(draw.choice([0.0, 0.05, -0.1, 0.2]))
    counts = draw.multinomial(int(10 ** draw.uniform(1, 4.5)), chances).astype(np.int64)
    _, low, high = sequence_interval(Histogram(counts), 1.0, -1.0, aim=Aim(MARGIN))
    inside = low > -MARGIN and high < MARGIN
    expected = BETTER if low > 0 else WORSE if high < 0 else EQUAL if inside else OPEN
    assert verdict_of(counts, MARGIN) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    "times", [0.0, 1.0, *(pytest.param(t, marks=pytest.mark.thorough) for t in (-1.0, 0.5, 2.0))]
)
def test_a_sequential_test_under_peeking_errs_no_more_often_than_it_says(times: float) -> None:
    truth = times * MARGIN
    looks = geometric_looks(32, 20_000, 1.25)
    runs = [sequential_test(differences(truth), MARGIN, looks, [2, run]) for run in range(RUNS)]
    wrong = sum(is_wrong(run.verdict, truth, MARGIN) for run in runs)
    assert p_of_covered(RUNS - wrong, RUNS) > FALSE_ALARM
    assert sum(run.verdict == OPEN for run in runs) == 0  # sooner or later there is one
