"""What a game of bets says of money: exact walks, sessions, heavy tails."""

from __future__ import annotations

import math

import numpy as np
import pytest

from playout.stats.money import Money, money
from playout.stats.tally import Histogram

BEGINS = 100
TAILED = {-20: 1, -1: 480, 0: 90, 1: 416, 12: 13}  # of 1,000 rounds: a few large bets


def of(results: dict[int, float], rounds: int = 1, most: float | None = None) -> Money:
    """The money of sessions whose results were seen so often."""
    places = np.array(sorted(results)) + BEGINS
    counts = np.array([results[place - BEGINS] for place in places.tolist()], np.int64)
    return money(Histogram.of_counts(places, counts), rounds, BEGINS, 1, most=most)


def test_a_walk_of_single_bets_is_ruined_as_often_as_it_is() -> None:
    """With p = 0.52 the chance to lose b bets is (q / p)**b, exactly."""
    won = of({1: 520_000, -1: 480_000})
    assert won.ruin(20).estimate == pytest.approx((0.48 / 0.52) ** 20, rel=1e-4)
    assert won.bankroll(0.05).estimate == pytest.approx(math.log(20) / math.log(52 / 48), rel=1e-4)
    assert won.n0.estimate == pytest.approx((1 - 0.04**2) / 0.04**2, rel=1e-4)
    assert won.ruin(20).low < won.ruin(20).estimate < won.ruin(20).high < 1


def test_sessions_say_the_same_as_their_rounds() -> None:
    each = {result: count / 1_000 for result, count in TAILED.items()}
    session = {0: 1.0}
    for _ in range(4):
        after = dict[int, float]()
        for total, p in session.items():
            for result, q in each.items():
                after[total + result] = after.get(total + result, 0.0) + p * q
        session = after
    many = of({total: round(1e13 * p) for total, p in session.items()}, rounds=4)
    single = of({result: 10**10 * count for result, count in TAILED.items()})
    for name in ("won", "deviation", "n0", "exponent"):
        assert getattr(many, name).estimate == pytest.approx(getattr(single, name).estimate, 1e-5)


def test_players_are_ruined_as_often_as_is_said() -> None:
    """Of 1,000 of them about as many: a false alarm has a chance below 1e-6."""
    chance, bankroll, players = np.random.default_rng(1), 30, 1_000
    results, shares = np.array(list(TAILED)), np.array(list(TAILED.values())) / 1_000
    left, ruined = np.full(players, bankroll), 0
    while len(left):
        left = left + chance.choice(results, len(left), p=shares)
        ruined += int((left <= 0).sum())
        left = left[(left > 0) & (left < 8 * bankroll)]  # more is lost hardly ever
    said = of({result: 10**6 * count for result, count in TAILED.items()}).ruin(bankroll)
    spread = math.sqrt(said.estimate * (1 - said.estimate) / players)
    assert 0.1 < said.estimate < 0.5
    assert -0.1 * said.estimate - 5 * spread < ruined / players - said.estimate < 5 * spread


@pytest.mark.slow
def test_intervals_hold_what_they_say_with_heavy_tails() -> None:
    """At least 95 % of 60 contain the truth, but for chance of one in a million."""
    chance, samples, missed = np.random.default_rng(2), 60, dict.fromkeys(range(3), 0)
    shares = np.array(list(TAILED.values())) / 1_000
    true = of({result: 10**10 * count for result, count in TAILED.items()})
    for _ in range(samples):
        seen = of(dict(zip(TAILED, chance.multinomial(20_000, shares).tolist(), strict=True)))
        for k, name in enumerate(("deviation", "n0", "exponent")):
            _, low, high = getattr(seen, name)
            missed[k] += not low <= getattr(true, name).estimate <= high
    assert max(missed.values()) < 16


@pytest.mark.slow
def test_at_all_looks_at_once_intervals_hold_what_they_say() -> None:
    """At most 5 % of 60 players ever see one that is wrong, but for chance of one in a million."""
    chance, samples, missed = np.random.default_rng(4), 60, dict.fromkeys(range(4), 0)
    results, shares = np.array(list(TAILED)), np.array(list(TAILED.values())) / 1_000
    true = of({result: 10**10 * count for result, count in TAILED.items()})
    for _ in range(samples):
        seen, wrong = np.zeros(len(results), np.int64), set[int]()
        for games in (100, 400, 1_500, 8_000, 40_000):
            seen += chance.multinomial(games, shares)
            some = dict(zip(results[seen > 0].tolist(), seen[seen > 0].tolist(), strict=True))
            found = of(some, most=2.0 * BEGINS)
            for k, name in enumerate(("won", "deviation", "n0", "exponent")):
                _, low, high = getattr(found, name)
                if not low <= getattr(true, name).estimate <= high:
                    wrong.add(k)
        for k in wrong:
            missed[k] += 1
    assert max(missed.values()) < 13


def test_of_any_number_of_sessions_less_is_known_but_something() -> None:
    results: dict[int, float] = {result: 1_000 * count for result, count in TAILED.items()}
    planned, anytime = of(results), of(results, most=2.0 * BEGINS)
    for name in ("won", "deviation", "n0", "exponent"):
        narrow, wide = getattr(planned, name), getattr(anytime, name)
        assert wide.estimate == pytest.approx(narrow.estimate)
        assert wide.low < narrow.low < narrow.high < wide.high
    assert anytime.deviation.high < 1.2 * anytime.deviation.estimate
    assert of({1: 70_000, -1: 30_000}, most=2.0 * BEGINS).exponent.low > 0
    assert of({1: 300, 0: 700}, most=2.0 * BEGINS).ruin(5).estimate == 0.0


def test_what_is_not_known_is_open() -> None:
    even = of({1: 1_000, -1: 990})
    assert math.isinf(even.n0.high)
    assert even.ruin(50).high == 1.0
    assert math.isinf(even.bankroll(0.05).high)
    losing = of({1: 400, -1: 600})
    assert losing.ruin(1_000) == (1.0, 1.0, 1.0)
    assert 0 < losing.n0.low < losing.n0.estimate < losing.n0.high < math.inf
    assert of({1: 300, 0: 700}).ruin(5).estimate == 0.0  # nothing is ever lost
    places = np.arange(0, 600_000, 20)
    sums = money(Histogram.of_counts(places, np.ones(len(places), np.int64)), 1, BEGINS, 1)
    assert sums.deviation.estimate > 0
    assert math.isnan(sums.ruin(100).estimate)


def test_an_exact_mean_takes_the_place_of_the_counted_one() -> None:
    histogram = Histogram.of_counts(np.array([BEGINS - 1, BEGINS + 1]), np.array([480, 520]))
    known = money(histogram, 1, BEGINS, 1, BEGINS - 0.01)
    assert known.won == pytest.approx((-0.01, -0.01, -0.01))
    assert known.ruin(10) == (1.0, 1.0, 1.0)


@pytest.mark.slow
def test_a_few_results_of_any_size_say_little_but_something() -> None:
    chance = np.random.default_rng(3)
    for n in (2, 2, 3, 5, 10, 100) * 5:
        scale = int(chance.choice([1, 100, 10_000]))
        places = np.sort(chance.choice(40, int(chance.integers(1, 8)), replace=False)) * scale
        counts = chance.multinomial(n, chance.dirichlet(np.full(len(places), 0.3)))
        seen = counts > 0
        histogram = Histogram.of_counts(places[seen], counts[seen].astype(np.int64))
        won = money(histogram, int(chance.choice([1, 100])), 20 * scale, scale)
        for one in (won.won, won.deviation, won.n0, won.ruin(100), won.bankroll(0.05)):
            near = 1e-5 * abs(one.estimate) if math.isfinite(one.estimate) else 0.0
            assert one.low <= one.estimate + near
            assert one.estimate - near <= one.high
