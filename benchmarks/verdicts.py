"""What a sequential test of differences says, and estimates at a stopping time.

Part of benchmarks/intervals.py.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache

import numpy as np
from measuring import table
from scipy import stats

from playout.stats.intervals import REACH, Interval, rate_interval
from playout.stats.sequential import Aim, sequence_interval
from playout.stats.tally import Histogram
from tests.synthetic import (
    BETTER,
    EQUAL,
    OPEN,
    WORSE,
    Stopped,
    geometric_looks,
    histogram,
    is_wrong,
    looked_at,
    sequential_test,
)

SEED = 20_262
MARGIN = 0.05
DIFFERENT = 0.3  # of the games end differently for A and B
RUNS = 2_000
LOOKS = geometric_looks(64, 100_000, 1.25)
TRUTHS = [0.0, MARGIN / 2, MARGIN, -MARGIN, 2 * MARGIN]
STOPS: list[tuple[float, Aim]] = [
    (0.5, Aim(0.02)),
    (0.1, Aim(0.02)),
    (0.02, Aim(0.1, relative=True)),
    (0.0001, Aim(0.001)),
]


def differences(truth: float) -> list[float]:
    """The chances of -1, 0, 1."""
    return [(DIFFERENT - truth) / 2, 1 - DIFFERENT, (DIFFERENT + truth) / 2]


def naive_test(truth: float, seed: Sequence[int]) -> str:
    """The same rule with Student's t, as for a number of games fixed in advance."""
    for counts in looked_at(differences(truth), LOOKS, seed):
        seen = Histogram(counts)
        reach = stats.t.isf(0.025, seen.n - 1) * math.sqrt(seen.variance / seen.n)
        low, high = seen.mean - 1.0 - reach, seen.mean - 1.0 + reach
        if low > 0 or high < 0:
            return BETTER if low > 0 else WORSE
        if low > -MARGIN and high < MARGIN:
            return EQUAL
    return OPEN


def fixed_games(truth: float) -> float:
    """Games that a design fixed in advance needs, by one who knows the truth in advance.

    Of 95 %: for "better" with a chance of 95 % (one that is no more than the margin away), for
    "equal" with a chance of 95 % that both ends are within it.
    """
    sides, once, both = (float(stats.norm.ppf(p)) for p in (0.975, 0.95, 0.975))
    variance = DIFFERENT - truth**2
    if truth == 0:
        return variance * ((sides + both) / MARGIN) ** 2
    return variance * ((sides + once) / truth) ** 2


def row_of_verdicts(truth: float) -> list[str]:
    """Verdicts, errors and games of many comparisons with one true difference."""
    runs = [
        sequential_test(differences(truth), MARGIN, LOOKS, [SEED, run, round(1e4 * truth) + 10_000])
        for run in range(RUNS)
    ]
    said = Counter(run.verdict for run in runs)
    wrong = sum(is_wrong(run.verdict, truth, MARGIN) for run in runs)
    naive = [naive_test(truth, [SEED, run, round(1e4 * truth) + 10_000]) for run in range(RUNS)]
    games = float(np.mean([run.games for run in runs]))
    return [
        f"{truth:+.3f}",
        *(f"{100 * said[verdict] / RUNS:.1f}" for verdict in (BETTER, EQUAL, WORSE, OPEN)),
        f"{100 * wrong / RUNS:.2f}",
        f"{100 * np.mean([is_wrong(verdict, truth, MARGIN) for verdict in naive]):.1f}",
        f"{games:,.0f}",
        f"{np.percentile([run.games for run in runs], 95):,.0f}",
        f"{fixed_games(truth):,.0f}",
        f"{mean_error(runs, truth):+.4f}",
    ]


def mean_error(runs: Iterable[Stopped], truth: float) -> float:
    """How far estimates at the stop are from the truth, on average."""
    return float(np.mean([run.mean for run in runs])) - truth


@cache
def interval_of(n: int, wins: int, aim: Aim) -> Interval:
    """The interval of a sequence of a rate; few different ones are met at one look."""
    return sequence_interval(histogram(n - wins, wins), 1.0, aim=aim)


def games_fixed_for(rate: float, aim: Aim) -> int:
    """Games after which the interval of a fixed number of games is that narrow."""
    enough = range(1, 10**9)
    return enough[bisect_left(enough, True, key=lambda n: aim.reached(rate_interval(n * rate, n)))]


def row_of_stops(case: tuple[float, Aim]) -> list[str]:
    """Runs that end when a precision is reached."""
    rate, aim = case
    looks, found = geometric_looks(100, 10_000_000, 1.1), []
    for run in range(RUNS):
        seen = looked_at([1 - rate, rate], looks, [SEED, run, round(rate * 1e4)])
        for n, counts in zip(looks, seen, strict=True):
            interval = interval_of(n, int(counts[1]), aim)
            if aim.reached(interval):
                found.append((n, interval))
                break
    games = float(np.mean([n for n, _ in found]))
    reach = aim.at(rate)
    held = np.mean([low <= rate <= high for _, (_, low, high) in found])
    errors = np.array([interval.estimate for _, interval in found]) - rate
    return [
        f"{rate:g}",
        f"{100 * aim.half_width:g} %" if aim.relative else f"{aim.half_width:g}",
        f"{games:,.0f}",
        f"{games / games_fixed_for(rate, aim):.1f}",
        f"{100 * float(held):.2f}",
        f"{errors.mean():+.6f} ± {REACH * errors.std() / math.sqrt(RUNS):.6f}",
        f"{100 * errors.mean() / reach:+.1f} %",
    ]


def row_of_fixed(case: tuple[str, list[float], int]) -> list[str]:
    """Estimates after a number of games fixed in advance."""
    name, chances, n = case
    truth = float(np.dot(np.arange(len(chances)), chances))
    draw = np.random.default_rng([SEED, n])
    draws = draw.multinomial(n, chances, 20_000)
    errors = np.array([Histogram(counts).mean for counts in draws]) - truth
    error = errors.std() / math.sqrt(len(errors))
    return [name, f"{n:,}", f"{truth:g}", f"{errors.mean():+.6f} ± {REACH * error:.6f}"]


def tables(pool: ProcessPoolExecutor) -> None:
    """Measure and print."""
    print("Estimates after a number of games fixed in advance: mean error, 20,000 runs:\n")
    cases = [
        ("rate", [0.9, 0.1], 100),
        ("rate", [0.9999, 0.0001], 100),
        ("difference, plus 1", differences(0.05), 200),
        ("0 to 98, geometric", (stats.geom.pmf(np.arange(1, 100), 0.25)).tolist(), 30),
    ]
    cases[3][1][0] += 1 - sum(cases[3][1])
    table(["measure", "games", "truth", "mean error"], pool.map(row_of_fixed, cases))
    print(f"Stopped when the precision is reached, {RUNS:,} runs:\n")
    heads = [
        "true rate",
        "precision",
        "games",
        "times fixed",
        "held, %",
        "mean error",
        "of the precision",
    ]
    table(heads, pool.map(row_of_stops, STOPS))
    print(f"Verdicts, margin {MARGIN}, {100 * DIFFERENT:.0f} % of games differ, {RUNS:,} runs:\n")
    heads = [
        "true difference",
        *(f"{verdict}, %" for verdict in (BETTER, EQUAL, WORSE, OPEN)),
        "wrong, %",
        "wrong with naive peeking, %",
        "games",
        "95 % need at most",
        "fixed design",
        "error of the estimate",
    ]
    table(heads, pool.map(row_of_verdicts, TRUTHS))
