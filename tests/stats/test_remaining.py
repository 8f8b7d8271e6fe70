"""How many games remain: what is foreseen comes true about as often as it says."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from playout.runner.plan import LOOKS, looks_after
from playout.stats.intervals import Interval
from playout.stats.remaining import PART, remaining, until_decided, until_precise
from playout.stats.sequential import Aim, log_wealth, sequence_interval
from playout.stats.tally import Histogram

MARGIN, ENOUGH = 0.01, math.log(20.0)


def test_the_looks_ahead_end_with_the_run() -> None:
    assert looks_after(256, 300) == [282, 300]
    assert looks_after(282, 311) == [311]
    assert looks_after(311, 311) == []
    assert looks_after(300)[0] == 311
    assert looks_after(300)[-1] <= 300_000 < LOOKS[bisect_right(LOOKS, looks_after(300)[-1])]


def test_what_never_varied_is_not_foreseen() -> None:
    same = Histogram.of(np.ones(500, np.int64))
    more = remaining(same, (0.0, 1.0), until_decided(None, 0.95), looks_after(500))
    assert math.isnan(more.estimate)
    assert (more.low, more.high) == (0.0, math.inf)


def test_the_same_counts_foresee_the_same() -> None:
    seen = Histogram(np.array([300, 100, 50]))
    one, other = (
        remaining(seen, (-1.0, 1.0), until_decided(None, 0.95), looks_after(450)) for _ in "ab"
    )
    assert one == other


@pytest.mark.parametrize("rate", [0.5, 0.1, 0.02])
@pytest.mark.parametrize("n", [1_000, 30_000])
def test_a_precision_is_foreseen_at_the_look_that_reaches_it(rate: float, n: int) -> None:
    """If the rate stays, at most two looks beside that of the interval itself."""

    def counts_of(games: int) -> Histogram:
        wins = round(rate * games)
        return Histogram(np.array([games - wins, wins]))

    aim = Aim(1.5 * math.sqrt(rate * (1 - rate) / n))
    reached = next(
        k for k in looks_after(n) if aim.reached(sequence_interval(counts_of(k), 1.0, aim=aim))
    )
    more = remaining(counts_of(n), (0.0, 1.0), until_precise(aim), looks_after(n), aim)
    place = LOOKS.index(reached)
    assert LOOKS[place - 2] <= n + more.estimate <= LOOKS[place + 2]
    assert more.low <= more.estimate <= more.high


Draw = Callable[[int], Any]  # so many values


def future(
    draw: Draw, decided: Callable[[Histogram], bool], begin: int, foresee: Callable[..., Interval]
) -> tuple[float, Interval] | None:
    """How many games really remain at a look, and what is foreseen; None if it is over by then."""
    seen = Histogram.of(draw(begin))
    if decided(seen):
        return None
    looks = looks_after(begin)
    more, n = foresee(seen, looks), begin
    for look in looks:
        seen, n = seen + Histogram.of(draw(look - n)), look
        if decided(seen):
            return n - begin, more
    return math.inf, more


@pytest.mark.thorough
def test_what_is_foreseen_of_a_comparison_comes_true_as_often_as_it_says() -> None:
    """Differences of -1, 0 and 1 whose mean is drawn evenly from -0.15 to 0.15: as the bootstrap
    takes it, all are as likely.  Of 80 %, and the looks that the ends are rounded to, 75 to 95 %.

    Were the chance 80 %, fewer than 59 % of 100 would come true once in 10**6 such tests.
    """
    rng, aim = np.random.default_rng(17), Aim(MARGIN)

    def decided(seen: Histogram) -> bool:
        if log_wealth(seen, 0.0, 1.0, -1.0, aim) >= ENOUGH:
            return True
        return abs(seen.mean - 1.0) < MARGIN and all(
            log_wealth(seen, end, 1.0, -1.0, aim) >= ENOUGH for end in (-MARGIN, MARGIN)
        )

    def foresee(seen: Histogram, looks: list[int]) -> Interval:
        return remaining(seen, (-1.0, 1.0), until_decided(MARGIN, 0.95), looks, aim)

    cases: list[tuple[float, Interval]] = []
    while len(cases) < 100:
        mean = rng.uniform(-0.15, 0.15)
        rates = [0.3 - mean / 2, 0.4, 0.3 + mean / 2]
        begin = int(rng.choice(LOOKS[:12]))
        case = future(
            lambda k, rates=rates: np.repeat([0, 1, 2], rng.multinomial(k, rates)),  # type: ignore[misc]
            decided,
            begin,
            foresee,
        )
        cases += [] if case is None else [case]
    held = np.mean([more.low <= games <= more.high for games, more in cases])
    later = np.mean([games > more.estimate for games, more in cases])
    assert PART == 0.8
    assert 0.59 <= held < 0.97
    assert 0.3 < later < 0.7  # about half are later than the median


@pytest.mark.thorough
@pytest.mark.parametrize("relative", [False, True])
def test_what_is_foreseen_of_a_precision_comes_true_as_often_as_it_says(relative: bool) -> None:
    """Skewed means, most of them small and a few large: of 30, 65 to 100 %.

    Were the chance 80 %, fewer than 40 % would come true once in 10**6 such tests.
    """
    rng, aim = np.random.default_rng(18), Aim(0.1, True) if relative else Aim(0.4)

    def draw(k: int) -> Any:
        return np.where(rng.random(k) < 0.05, rng.integers(40, 90, k), rng.integers(0, 5, k))

    def decided(seen: Histogram) -> bool:
        return aim.reached(sequence_interval(seen, 98.0, aim=aim))

    def foresee(seen: Histogram, looks: list[int]) -> Interval:
        return remaining(seen, (0.0, 98.0), until_precise(aim), looks, aim)

    cases = [future(draw, decided, int(rng.choice(LOOKS[10:25])), foresee) for _ in range(30)]
    known = [case for case in cases if case is not None]
    assert len(known) == 30
    assert np.mean([more.low <= games <= more.high for games, more in known]) >= 0.4
