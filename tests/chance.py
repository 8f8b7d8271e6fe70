"""How surprising a number is: p-values for tests with fixed seeds.

A statistical test asserts ``p > FALSE_ALARM``: were the seed drawn anew, correct code would fail
that assertion less than once in ten million times.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import stats

FALSE_ALARM = 1e-7
ENOUGH = 10.0  # expected counts in a bin, for chi-square to be accurate far out

Counts = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]


def pooled(expected: Numbers) -> list[slice]:
    """Neighbouring bins, joined until each is expected to hold ENOUGH."""
    slices, begin = [], 0
    for end in range(1, len(expected) + 1):
        if expected[begin:end].sum() >= ENOUGH and expected[end:].sum() >= ENOUGH:
            slices.append(slice(begin, end))
            begin = end
    return [*slices, slice(begin, len(expected))]


def p_of_counts(counts: Counts, chances: Sequence[float] | Numbers) -> float:
    """p of observed counts under exact chances; 0 if something impossible was seen."""
    exact = np.asarray(chances, np.float64)
    if counts[exact == 0].any():
        return 0.0
    expected = exact / exact.sum() * counts.sum()
    bins = pooled(expected)
    if len(bins) == 1:
        return 1.0
    seen = np.array([counts[part].sum() for part in bins], np.float64)
    due = np.array([expected[part].sum() for part in bins])
    return float(stats.chi2.sf(((seen - due) ** 2 / due).sum(), len(bins) - 1))


def p_same_counts(one: Counts, other: Counts) -> float:
    """p of two rows of counts under one common distribution (chi-square)."""
    total = (one + other).astype(np.float64)
    share = min(one.sum(), other.sum()) / total.sum()
    bins = pooled(total * share)
    if len(bins) == 1:
        return 1.0
    statistic = 0.0
    for row in (one, other):
        due = np.array([total[part].sum() for part in bins]) * (row.sum() / total.sum())
        seen = np.array([row[part].sum() for part in bins], np.float64)
        statistic += float(((seen - due) ** 2 / due).sum())
    return float(stats.chi2.sf(statistic, len(bins) - 1))


def p_same_mean(one: float, one_se: float, other: float, other_se: float) -> float:
    """p of two means with their standard errors under one common expectation (two-sided z)."""
    return float(2 * stats.norm.sf(abs(one - other) / np.hypot(one_se, other_se)))


def p_same_rate(one: int, one_games: int, other: int, other_games: int) -> float:
    """p of two numbers of successes under one common rate (Fisher's exact test)."""
    table = np.array([[one, one_games - one], [other, other_games - other]])
    return float(stats.fisher_exact(table)[1])


def standard_error(sample: Counts) -> float:
    """The standard error of the mean of a sample."""
    return float(sample.std(ddof=1) / np.sqrt(len(sample)))
