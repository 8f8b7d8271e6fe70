"""Histograms merge exactly, in any order, and their moments are exact."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.stats.tally import GROUPS, Histogram, Tally

VALUES = st.lists(st.integers(0, 40), max_size=30)


def histogram(values: list[int]) -> Histogram:
    return Histogram.of(np.array(values, np.int64))


def counts(found: Histogram) -> list[int]:
    """Counts without the zeros behind the largest value, which say nothing."""
    return [int(count) for count in np.trim_zeros(found.counts, "b")]


@given(st.lists(VALUES, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_merging_is_exact_in_any_order_and_any_grouping(
    parts: list[list[int]], order: object
) -> None:
    whole = counts(histogram([value for part in parts for value in part]))
    assert counts(reduce(add, map(histogram, parts))) == whole
    order.shuffle(parts)  # type: ignore[attr-defined]
    assert counts(reduce(add, map(histogram, parts))) == whole
    grouped = [histogram(part) for part in parts]
    while len(grouped) > 1:
        grouped = [reduce(add, grouped[k : k + 2]) for k in range(0, len(grouped), 2)]
    assert counts(grouped[0]) == whole


@given(VALUES, VALUES)
def test_merging_leaves_its_parts_as_they_were(one: list[int], other: list[int]) -> None:
    a, b = histogram(one), histogram(other)
    before = a.counts.tolist(), b.counts.tolist()
    _ = a + b
    assert (a.counts.tolist(), b.counts.tolist()) == before


@given(st.lists(st.integers(0, 200), min_size=2, max_size=60))
def test_moments_are_the_exact_fractions_rounded_once(values: list[int]) -> None:
    found, n = histogram(values), len(values)
    mean = Fraction(sum(values), n)
    variance = sum(((value - mean) ** 2 for value in values), Fraction(0)) / (n - 1)
    assert found.n == n
    assert found.mean == float(mean)
    assert found.variance == float(variance)
    assert (found.minimum, found.maximum) == (min(values), max(values))


def test_moments_of_a_million_million_games_do_not_overflow_or_cancel() -> None:
    many = 10**12
    found = Histogram(np.array([0] * 100_000 + [many, many], np.int64))
    assert found.n == 2 * many
    assert found.mean == 100_000.5
    assert found.variance == float(Fraction(many, 2) / (2 * many - 1))


def test_moments_of_too_few_values_are_nan() -> None:
    assert math.isnan(histogram([]).mean)
    assert math.isnan(histogram([]).variance)
    assert histogram([7]).mean == 7
    assert math.isnan(histogram([7]).variance)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9)), min_size=1, max_size=20))
def test_a_tally_is_a_histogram_of_every_column(games: list[tuple[int, int]]) -> None:
    outcomes = np.array(games, np.int64)
    cut = len(games) // 2
    parts = [Tally.of(outcomes[:cut]), Tally.of(outcomes[cut:], cut)]
    found = reduce(add, parts, Tally.empty(2))
    assert found.games == len(games)
    for column, one in enumerate(found.histograms):
        assert counts(one) == counts(histogram([game[column] for game in games]))


@given(st.integers(0, 3 * GROUPS), st.integers(0, 3 * GROUPS), st.integers(0, 3 * GROUPS))
def test_groups_hold_the_sums_of_their_games(first: int, some: int, more: int) -> None:
    numbers = np.arange(first, first + some + more, dtype=np.int64)
    outcomes = np.stack([numbers % 2, numbers], axis=1)
    found = Tally.of(outcomes[:some], first) + Tally.of(outcomes[some:], first + some)
    for group in range(GROUPS):
        here = numbers[numbers % GROUPS == group]
        sums = [len(here), (here % 2).sum(), here.sum()]
        assert found.groups[:, group].tolist() == sums


def test_tallies_of_different_games_cannot_be_merged() -> None:
    with pytest.raises(ValueError, match="zip"):
        _ = Tally.empty(2) + Tally.empty(3)


PARTS = st.sampled_from(
    [Fraction(1, 2), Fraction(19, 20), Fraction(1, 3), Fraction(0), Fraction(1)]
)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=45), PARTS)
def test_a_quantile_is_the_smallest_value_that_so_many_do_not_exceed(
    values: list[int], part: Fraction
) -> None:
    enough = [v for v in values if sum(other <= v for other in values) >= part * len(values)]
    assert histogram(values).quantile(part) == min(enough)
    assert [histogram(values).ranked(k + 1) for k in range(len(values))] == sorted(values)


def test_of_nothing_there_is_no_quantile() -> None:
    assert math.isnan(histogram([]).quantile(Fraction(1, 2)))


def test_a_value_is_counted_against_all_others() -> None:
    seen = histogram([0, 2, 2, 3])
    assert [counts(seen.of_some(range(value, value + 1))) for value in range(5)] == [
        [3, 1],
        [4],
        [2, 2],
        [3, 1],
        [4],
    ]
