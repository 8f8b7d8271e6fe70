"""Effects of invented grids are exact, and their intervals hold the truth as often as they say."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from playout.stats.effects import Effect, Factor, Sample, effects
from playout.stats.intervals import unseen
from playout.stats.tally import GROUPS
from tests.chance import FALSE_ALARM

CARDS = Factor("cards", (1, 2, 4))
TALK = Factor("talk", ("no", "yes"))
WHO = Factor("who", ("greedy", "careful", "quick"))


def invented(factors: tuple[Factor, ...], value: Any, **more: Any) -> list[Effect]:
    """Effects where every game of a cell has exactly ``value(*levels)``, and luck of its group."""
    cells = list(itertools.product(*(factor.levels for factor in factors)))
    luck = np.random.default_rng(1).normal(size=GROUPS)
    luck -= luck.mean()
    games = np.full((len(cells), GROUPS), 7)
    sums = np.array(
        [[7 * (value(*cell) + more.get("luck", 1.0) * x) for x in luck] for cell in cells]
    )
    return effects(factors, Sample.of(sums, games))


def by_name(found: list[Effect]) -> dict[tuple[Any, ...], float]:
    """The estimates by kind and what is compared."""
    return {
        (
            e.kind,
            e.first.factor.name,
            e.first.level,
            *((e.second.factor.name, e.second.level) if e.second else ()),
        ): e.interval.estimate
        for e in found
    }


def test_an_additive_model_has_its_own_effects_and_no_interactions() -> None:
    who = {"greedy": 3.0, "careful": 10.0, "quick": 8.5}
    found = invented(
        (CARDS, TALK, WHO), lambda c, t, w: 40 - 2.5 * c + 1.25 * (t == "yes") + who[w]
    )
    told = by_name(found)
    expected = {
        ("main", "cards", None): -2.5,
        ("step", "cards", 2): -2.5,
        ("step", "cards", 4): -5.0,
        ("main", "talk", "yes"): 1.25,
        ("main", "who", "careful"): 7.0,
        ("main", "who", "quick"): 5.5,
    }
    assert {k: v for k, v in told.items() if k[0] != "interaction"} == pytest.approx(expected)
    rest = [e for e in found if e.kind == "interaction"]
    assert len(rest) == 1 + 2 + 2
    assert [e.interval.estimate for e in rest] == pytest.approx([0.0] * 5, abs=1e-12)


def test_interactions_are_differences_of_effects() -> None:
    worth = {("no", "greedy"): 1.0, ("yes", "greedy"): 4.0, ("no", "careful"): 2.0}
    worth |= {("yes", "careful"): 11.0, ("no", "quick"): 5.0, ("yes", "quick"): 0.0}
    slope = {"greedy": 1.0, "careful": -2.0, "quick": 0.5}
    told = by_name(
        invented((CARDS, TALK, WHO), lambda c, t, w: worth[t, w] + slope[w] * (c - 7 / 3))
    )
    assert told["main", "cards", None] == pytest.approx(-0.5 / 3)
    assert told["main", "talk", "yes"] == pytest.approx((3 + 9 - 5) / 3)
    assert told["interaction", "cards", None, "who", "careful"] == pytest.approx(-3.0)
    assert told["interaction", "cards", None, "who", "quick"] == pytest.approx(-0.5)
    assert told["interaction", "talk", "yes", "who", "careful"] == pytest.approx(9.0 - 3.0)
    assert told["interaction", "talk", "yes", "who", "quick"] == pytest.approx(-5.0 - 3.0)
    assert told["interaction", "cards", None, "talk", "yes"] == pytest.approx(0.0, abs=1e-12)


def test_the_interaction_of_numbers_is_the_slope_of_the_slope() -> None:
    hand = Factor("hand", (6, 7, 8, 10))
    told = by_name(invented((CARDS, hand), lambda c, h: 3 * c - h + 0.75 * c * h))
    assert told["interaction", "cards", None, "hand", None] == pytest.approx(0.75)
    assert told["main", "cards", None] == pytest.approx(3 + 0.75 * 31 / 4)


def test_a_slope_is_the_least_squares_line_and_is_told_per_unit() -> None:
    x, y = np.array([1.0, 2, 4, 7]), np.array([3.0, 1, 8, 2])
    chance = Factor("p", tuple(x.tolist()), per=0.1)
    told = by_name(invented((chance,), lambda p: y[x == p][0]))
    assert told["main", "p", None] == pytest.approx(0.1 * np.polyfit(x, y, 1)[0])


def test_steps_go_up_in_whatever_order_the_numbers_were_given() -> None:
    found = invented((Factor("cards", (4, 1, 2)),), lambda c: c * c)
    steps = [e for e in found if e.kind == "step"]
    assert [(e.first.base, e.first.level) for e in steps] == [(1, 2), (2, 4)]
    assert [e.interval.estimate for e in steps] == pytest.approx([3.0, 12.0])


def test_luck_that_all_cells_share_widens_no_interval() -> None:
    alone, *others = (
        invented((CARDS, TALK), lambda c, t: c + (t == "yes"), luck=luck)
        for luck in (0.0, 1.0, 100.0)
    )
    for same in others:
        for one, effect in zip(alone, same, strict=True):
            assert effect.interval == pytest.approx(one.interval, abs=1e-10)


def test_only_what_does_not_lie_on_a_line_is_bent() -> None:
    rng = np.random.default_rng(3)
    hands = Factor("hand", (5, 6, 7, 8, 9))
    games = np.full((5, GROUPS), 40)
    noise = rng.normal(size=(5, GROUPS))
    for curve, bent in ((0.0, False), (2.0, True)):
        means = np.array([2.0 * h + curve * (h == 6) for h in range(5, 10)])[:, None] + noise
        (slope, *steps) = effects((hands,), Sample.of(40 * means, games))
        assert (slope.bend < 1e-4) == bent
        assert all(math.isnan(step.bend) for step in steps)
    assert math.isnan(invented((TALK,), lambda t: t == "yes")[0].bend)


def test_the_error_of_equal_groups_is_the_standard_deviation_of_the_contrasts() -> None:
    means = np.random.default_rng(5).normal(size=(2, GROUPS))
    (effect,) = effects((TALK,), Sample.of(9 * means, np.full((2, GROUPS), 9)))
    contrasts = means[1] - means[0]
    low, high = stats.ttest_1samp(contrasts, 0.0).confidence_interval(0.95)
    reach = math.hypot((high - low) / 2, unseen(9 * GROUPS))
    mean = contrasts.mean()
    assert effect.interval == pytest.approx((mean, mean - reach, mean + reach))
    per_error = stats.t.isf(0.025, GROUPS - 1)
    assert effect.p == pytest.approx(2 * stats.t.sf(abs(mean) / reach * per_error, GROUPS - 1))


def test_an_effect_is_the_difference_of_the_means_that_a_table_shows() -> None:
    """Also where groups, and cells, differ in their number of games."""
    rng = np.random.default_rng(6)
    games = rng.integers(1, 9, (2, GROUPS))
    sums = rng.integers(0, 50, (2, GROUPS))
    (effect,) = effects((TALK,), Sample.of(sums, games))
    means = sums.sum(axis=1) / games.sum(axis=1)
    assert effect.interval.estimate == pytest.approx(means[1] - means[0])


def test_a_group_without_a_game_leaves_the_error_unknown() -> None:
    games = np.ones((2, GROUPS))
    games[1, 30] = 0
    (effect,) = effects((TALK,), Sample.of(games, games))
    assert (effect.interval.low, effect.interval.high) == (-math.inf, math.inf)
    assert effect.p == effect.holm == 1.0


@pytest.mark.parametrize("wins", [0, 100, 700])
def test_what_never_differed_may_differ_by_one_in_fewer_than_so_many_games(wins: int) -> None:
    games = np.full((2, GROUPS), 100)
    (effect,) = effects((TALK,), Sample.of(np.full((2, GROUPS), wins), games))
    most = 1 - 0.025 ** (1 / 3100)
    assert effect.interval == pytest.approx((0.0, -most, most))
    assert effect.p == 1.0


@pytest.mark.parametrize("seen", [0.5, 3.0, 5.0, 8.0])
def test_near_the_edge_the_intervals_cover_the_truth_as_often_as_they_say(seen: float) -> None:
    """Of 400 samples, at 95 % fewer than 356 would cover with a chance below 1e-6 (binomial)."""
    draw, games, covered = np.random.default_rng([7, int(10 * seen)]), 10 * GROUPS, 0
    for _ in range(400):
        won = draw.random((GROUPS, 10)) < seen / games
        sums = np.stack([np.zeros(GROUPS), won.sum(axis=1)])
        (effect,) = effects((TALK,), Sample.of(sums, np.full((2, GROUPS), 10)))
        covered += effect.interval.low <= seen / games <= effect.interval.high
    assert covered >= 356


RATES = {"common": 0.45, "rarer": 0.06}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "shared"),
    [
        ("common", 0.0),
        ("rarer", 0.95),
        pytest.param("common", 0.95, marks=pytest.mark.thorough),
        pytest.param("rarer", 0.0, marks=pytest.mark.thorough),
    ],
)
def test_intervals_hold_the_truth_as_often_as_they_say(name: str, shared: float) -> None:
    """Wins in a grid whose cells share their luck almost wholly, or not at all.

    A win is a normal number below a threshold; ``shared`` is the correlation between cells.
    The misses of 1,000 runs are binomial; the bounds allow for the test's false-alarm rate, for a
    per cent that Student's t is off for groups of 32 games, and for what these may not have shown.
    """
    rng, runs, games = np.random.default_rng(8), 1_000, 32 * GROUPS
    factors = (CARDS, TALK)
    at = np.array(
        [stats.norm.ppf(RATES[name] * (1 + 0.1 * c + 0.2 * t)) for c in (1, 2, 4) for t in (0, 1)]
    )
    rates = stats.norm.cdf(at)
    counts = np.full((6, GROUPS), 32)
    truth = [
        e.interval.estimate for e in effects(factors, Sample.of(rates[:, None] * counts, counts))
    ]
    held = np.zeros(len(truth))
    for _ in range(runs):
        luck = rng.standard_normal(games, np.float32)
        own = rng.standard_normal((6, games), np.float32)
        wins = math.sqrt(shared) * luck + math.sqrt(1 - shared) * own < at[:, None]
        sums = wins.reshape(6, -1, GROUPS).sum(axis=1)
        found = effects(factors, Sample.of(sums, counts))
        held += [e.interval.low <= x <= e.interval.high for e, x in zip(found, truth, strict=True)]
    alarm = FALSE_ALARM / len(truth)
    assert held.min() >= stats.binom.ppf(alarm, runs, 0.94)
    assert held.max() <= stats.binom.isf(alarm, runs, 0.975)
