"""How often intervals hold the truth, fixed and sequential: python benchmarks/intervals.py

Prints the tables of docs/results/coverage.md: what precision.py finds of the games that are
needed, intervals of a number of games fixed in advance, then confidence sequences over all looks
with naive peeking beside them, then what verdicts.py finds of the sequential test and of estimates
at a stopping time.  A few minutes on two cores.  Everything follows from SEED; the chances that are
called exact are not simulated.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np
import numpy.typing as npt
import precision
import verdicts
from measuring import table
from scipy import stats

from playout.stats.contests.ratings import rating_intervals
from playout.stats.intervals import mean_interval, rate_interval, share_interval
from playout.stats.sequential import Aim
from playout.stats.tally import Histogram
from tests.synthetic import (
    chances_of_leaving_out,
    fixed_limits,
    geometric_looks,
    leaves_out,
    limits_at,
    looked_at,
    sequence_limits,
)

Numbers = npt.NDArray[np.float64]

SEED = 20_261
RATES = [0.0, 1e-4, 0.01, 0.1, 0.5, 0.9, 1.0]
SIZES = [100, 1_000, 10_000, 100_000]
RUNS = 10_000
RUNS_OF_MEANS = 2_000
EVERY_GAME = 10_000
LOOKS = geometric_looks(10, 100_000, 1.2)
TRUE_RATINGS = np.array([1650.0, 1550.0, 1500.0, 1300.0])


def lump(values: int, weights: dict[int, float]) -> Numbers:
    """The chances of values 0 to ``values``."""
    chances = np.zeros(values + 1)
    for value, weight in weights.items():
        chances[value] = weight
    return chances / chances.sum()


MEANS = {  # values 0 to 98, as of cards left
    "bell, mean 20, deviation 8": stats.norm.pdf(np.arange(99), 20, 8)
    / stats.norm.pdf(np.arange(99), 20, 8).sum(),
    "half 0, else 1 to 98": lump(98, {0: 98.0, **dict.fromkeys(range(1, 99), 1.0)}),
    "geometric, mean 3": stats.geom.pmf(np.arange(1, 100), 0.25) / stats.geom.cdf(99, 0.25),
    "98 in 1 of 100, else 0": lump(98, {0: 0.99, 98: 0.01}),
    "98 in 1 of 1,000, else 0": lump(98, {0: 0.999, 98: 0.001}),
    "0 in 1 of 100, else 98": lump(98, {0: 0.01, 98: 0.99}),
}


def percent(part: float, places: int = 1) -> str:
    return f"{100 * part:.{places}f}"


def rate_coverage(rate: float, n: int) -> str:
    """Measured over synthetic runs, and exact, of the interval of Clopper and Pearson."""
    wins = np.random.default_rng([SEED, n, round(rate * 1e4)]).binomial(n, rate, RUNS)
    ends = {k: rate_interval(k, n) for k in {*wins.tolist()}}
    measured = np.mean([ends[k].low <= rate <= ends[k].high for k in wins.tolist()])
    limits = fixed_limits(rate, n) if 0 < rate < 1 else None
    if limits is None:
        exact = 1.0
    else:
        exact = float(np.diff(stats.binom.cdf([limits.few[n], limits.many[n] - 1], n, rate))[0])
    return f"{percent(float(measured))} ({percent(exact)})"


def mean_coverage(name: str, n: int) -> str:
    """Measured over synthetic runs, of the wider of Student's t and Gaffke's."""
    chances = MEANS[name]
    truth = float(chances @ np.arange(len(chances)))
    draw = np.random.default_rng([SEED, n, list(MEANS).index(name)])
    draws = draw.multinomial(n, chances, RUNS_OF_MEANS)
    found = [mean_interval(Histogram(counts), top=98.0) for counts in draws]
    return percent(float(np.mean([low <= truth <= high for _, low, high in found])))


def share_coverage(chances: Sequence[float], seats: int, n: int) -> str:
    """Of a strategy on ``seats`` seats that wins nothing, a half or all; the mean is of a seat."""
    truth = (chances[1] / 2 + chances[2]) / seats
    draws = np.random.default_rng([SEED, n, seats]).multinomial(n, chances, RUNS_OF_MEANS)
    found = [share_interval(Histogram(counts, 2 * seats), seats) for counts in draws]
    return percent(float(np.mean([low <= truth <= high for _, low, high in found])))


def rating_coverage(runs: int = 500) -> str:
    """Of ratings of four players, from 20 groups of 40 games a pair."""
    draw = np.random.default_rng(SEED)
    chance = 1 / (1 + 10 ** ((TRUE_RATINGS - TRUE_RATINGS[:, None]) / 400))
    covered = []
    for _ in range(runs):
        groups = np.zeros((20, 4, 4))
        for i in range(4):
            for j in range(i):
                groups[:, i, j] = draw.binomial(40, chance[i, j], 20)
                groups[:, j, i] = 40 - groups[:, i, j]
        truth = TRUE_RATINGS - TRUE_RATINGS.mean() + 1500
        found = zip(rating_intervals(groups), truth, strict=True)
        covered += [one.low <= true <= one.high for one, true in found]
    return percent(float(np.mean(covered)))


def rates_left_out(rate: float, aim: Aim | None) -> list[str]:
    """Chances that a true rate is left out at some look: of the sequence, and of naive peeking."""
    cells = []
    wins = np.array(
        [
            [
                counts[1]
                for counts in looked_at([1 - rate, rate], LOOKS, [SEED, run, round(rate * 1e4)])
            ]
            for run in range(RUNS_OF_MEANS)
        ]
    )
    sequence = [limits_at(rate, n, aim) for n in LOOKS]
    few, many = np.array(sequence).T
    cells.append(percent(float(((wins <= few) | (wins >= many)).any(axis=1).mean())))
    if rate in (0.0, 1.0):
        return [*cells, "0.0", "0.0", "0.0"]
    fixed = fixed_limits(rate, LOOKS[-1])
    out = (wins <= fixed.few[LOOKS]) | (wins >= fixed.many[LOOKS])
    cells.append(percent(float(out.any(axis=1).mean())))
    exact = chances_of_leaving_out(rate, sequence_limits(rate, EVERY_GAME, aim))[-1]
    naive = chances_of_leaving_out(rate, fixed_limits(rate, EVERY_GAME))[-1]
    return [*cells, percent(float(exact), 2), percent(float(naive))]


def naive_peeking(rate: float) -> list[str]:
    """The exact chance that peeking after every game has left the truth out by then."""
    chances = chances_of_leaving_out(rate, fixed_limits(rate, SIZES[-1]))
    return [percent(float(chances[n])) for n in SIZES]


def means_left_out(name: str) -> list[str]:
    """Runs that leave a true mean out at some look, and, if it is fixed, at some or the last."""
    chances = MEANS[name]
    truth = float(chances @ np.arange(len(chances)))
    looks = LOOKS[::2]
    plain = aimed = naive = last = 0
    for run in range(RUNS_OF_MEANS):
        seen = list(looked_at(chances.tolist(), looks, [SEED, run, list(MEANS).index(name)]))
        plain += any(leaves_out(counts, truth) for counts in seen)
        aimed += any(leaves_out(counts, truth, Aim(1.0)) for counts in seen)
        fixed = [mean_interval(Histogram(counts), top=98.0) for counts in seen]
        out = [not low <= truth <= high for _, low, high in fixed]
        naive, last = naive + any(out), last + out[-1]
    return [name, *(percent(count / RUNS_OF_MEANS) for count in (plain, aimed, naive, last))]


def fixed_tables() -> None:
    """Intervals of a number of games fixed in advance."""
    sizes = [f"{n:,} games" for n in SIZES]
    print(f"Rates, Clopper-Pearson: {RUNS:,} runs each (exact):\n")
    rows = [[f"{rate:g}", *(rate_coverage(rate, n) for n in SIZES)] for rate in RATES]
    table(["true rate", *sizes], rows)
    print(f"Shares of a win of one seat: {RUNS_OF_MEANS:,} runs each:\n")
    shares = {"1/4, no ties": [0.75, 0.0, 0.25], "1/4, half of it ties": [0.625, 0.25, 0.125]}
    rows = [
        [f"{name}, 1 seat", *(share_coverage(s, 1, n) for n in SIZES)] for name, s in shares.items()
    ]
    rows.append(
        ["1/4 each, 2 seats, no ties", *(share_coverage([0.5, 0.0, 0.5], 2, n) for n in SIZES)]
    )
    table(["true share", *sizes], rows)
    print(f"Means, Student's t or Gaffke: {RUNS_OF_MEANS:,} runs each:\n")
    rows = [[name, *(mean_coverage(name, n) for n in SIZES)] for name in MEANS]
    table(["values", *sizes], rows)
    print(f"Ratings: {rating_coverage()} %\n")


def sequence_tables(pool: ProcessPoolExecutor) -> None:
    """Confidence sequences over all looks."""
    looks = f"{len(LOOKS)} looks up to {LOOKS[-1]:,} games"
    every = f"every game up to {EVERY_GAME:,}, exact"
    for title, aim in [("", None), (", aimed at 0.01", Aim(0.01))]:
        print(f"True rates left out at some look{title}; {RUNS_OF_MEANS:,} runs of {looks}:\n")
        rows = pool.map(partial(rates_left_out, aim=aim), RATES)
        heads = ["true rate", looks, "naive", every, "naive, exact"]
        table(heads, ([f"{r:g}", *row] for r, row in zip(RATES, rows, strict=True)))
    print("Naive peeking after every game, exact:\n")
    rates = [0.01, 0.1, 0.5]
    rows = pool.map(naive_peeking, rates)
    table(
        ["true rate", *(f"{n:,}" for n in SIZES)],
        ([f"{r:g}", *x] for r, x in zip(rates, rows, strict=True)),
    )
    print(
        f"True means left out; {RUNS_OF_MEANS:,} runs of {len(LOOKS[::2])} looks "
        f"up to {LOOKS[-1]:,} games:\n"
    )
    heads = ["values", "sequence", "aimed at 1", "fixed, all looks", "fixed, last look"]
    table(heads, pool.map(means_left_out, MEANS))


def main() -> None:
    """Measure and print."""
    started = time.perf_counter()
    with ProcessPoolExecutor(2) as pool:
        precision.tables()
        fixed_tables()
        print(f"<!-- {time.perf_counter() - started:.0f} s -->")
        sequence_tables(pool)
        print(f"<!-- {time.perf_counter() - started:.0f} s -->")
        verdicts.tables(pool)
    print(f"<!-- {time.perf_counter() - started:.0f} s -->")


if __name__ == "__main__":
    main()
