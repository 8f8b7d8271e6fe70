"""What a precision costs: games of a confidence sequence beside a number fixed in advance.

Part of benchmarks/intervals.py.  Counts are as expected, so nothing is by chance.
"""

from __future__ import annotations

import math

import numpy as np
from measuring import table
from scipy import stats

from playout.stats.intervals import rate_interval
from playout.stats.sequential import Aim, sequence_interval
from playout.stats.tally import Histogram

BELL = stats.norm.pdf(np.arange(99), 20, 8)
CASES: list[tuple[str, list[float], float, Aim]] = [  # chances of low, low + 1, ...
    ("rate 0.5", [0.5, 0.5], 0.0, Aim(0.02)),
    ("rate 0.5", [0.5, 0.5], 0.0, Aim(0.002)),
    ("rate 0.5", [0.5, 0.5], 0.0, Aim(0.0002)),
    ("rate 0.01", [0.99, 0.01], 0.0, Aim(0.05, relative=True)),
    ("mean, 0 to 98, standard deviation 8", (BELL / BELL.sum()).tolist(), 0.0, Aim(0.1)),
    ("mean difference, -1, 0 or 1, 70 % differ", [0.35, 0.3, 0.35], -1.0, Aim(0.01)),
    ("mean difference, -1, 0 or 1, 70 % differ", [0.35, 0.3, 0.35], -1.0, Aim(0.002)),
]


def expected(chances: list[float], n: float) -> Histogram:
    """The counts that are expected of n games."""
    return Histogram(np.array([round(n * chance) for chance in chances], np.int64))


def games_for(chances: list[float], low: float, wanted: Aim, aim: Aim | None) -> float:
    """Games until the interval is as narrow as wanted."""
    top, fewest, most = low + len(chances) - 1, 1.0, 1e12
    while most / fewest > 1.001:
        n = math.sqrt(fewest * most)
        found = sequence_interval(expected(chances, n), top, low, aim=aim)
        fewest, most = (fewest, n) if wanted.reached(found) else (n, most)
    return most


def widths(rate: float, aim: Aim) -> list[list[str]]:
    """Widths as multiples of that of Clopper and Pearson: not aimed, aimed."""
    rows = []
    for power in (2, 3, 4, 5, 6, 7, 9):
        n = 10**power
        _, low, high = rate_interval(n * rate, n)
        seen = expected([1 - rate, rate], n)
        found = [sequence_interval(seen, 1.0, aim=one) for one in (None, aim)]
        rows.append([f"{n:,}", *(f"{(one.high - one.low) / (high - low):.2f}" for one in found)])
    return rows


def tables() -> None:
    """Work out and print."""
    print("Games for a half-width, as multiples of a number fixed in advance:\n")
    rows = []
    for name, chances, low, wanted in CASES:
        values = low + np.arange(len(chances))
        mean = float(values @ np.array(chances))
        variance = float((values - mean) ** 2 @ np.array(chances))
        fixed = stats.norm.ppf(0.975) ** 2 * variance / wanted.at(mean) ** 2
        width = f"{100 * wanted.half_width:g} % of it" if wanted.relative else wanted.half_width
        ratios = [games_for(chances, low, wanted, aim) / fixed for aim in (wanted, None)]
        rows.append([name, f"{width}", *(f"{ratio:.1f}" for ratio in ratios)])
    table(["", "half-width", "aimed", "not aimed"], rows)
    print("Width of a rate of 0.5 as multiples of Clopper-Pearson's, aimed at 0.002:\n")
    table(["games", "not aimed", "aimed"], widths(0.5, Aim(0.002)))
