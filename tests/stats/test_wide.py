"""Values of any size: what is kept of them is small, exact, and the same in any order."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import pytest

from playout.stats import tally as tallies
from playout.stats.intervals import mean_interval, quantile_interval
from playout.stats.packing import pack, unpack
from playout.stats.paired import Signed
from playout.stats.products import Products
from playout.stats.sequential import Aim, log_wealth, sequence_interval
from playout.stats.tally import GROUPS, MOST_SEEN, NARROW, Histogram, Tally
from playout.stats.whole import from_words, small, to_words

LARGE = 10**15


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few different values are counted that tests are quick."""
    monkeypatch.setattr(tallies, "NARROW", 100)
    monkeypatch.setattr(tallies, "MOST_SEEN", 40)


def drawn(kind: str, seed: int = 1) -> Any:
    """Numbers of a narrow, a wide, and a very wide measure."""
    draw = np.random.default_rng(seed)
    wide = draw.choice(draw.integers(0, LARGE, 12), 300)
    return {
        "narrow": draw.integers(0, 90, 300),
        "wide": wide,
        "sums": draw.integers(0, LARGE, 300),
        "late": np.concatenate([draw.integers(0, 90, 299), [LARGE]]),
        "few": np.array([LARGE]),
    }[kind]


KINDS = ("narrow", "wide", "sums", "late", "few")


@pytest.mark.parametrize("kind", KINDS)
def test_moments_and_ends_are_exact(kind: str) -> None:
    values = drawn(kind)
    found, n, numbers = Histogram.of(values, 3), len(values), values.tolist()
    assert found.n == n
    assert found.is_whole == (kind in ("narrow", "wide", "few"))
    assert found.total == Fraction(sum(numbers), 3)
    assert found.squares == Fraction(sum(value**2 for value in numbers), 9)
    assert found.mean == float(Fraction(sum(numbers), 3 * n))
    ends = [value // 3 if value % 3 == 0 else value / 3 for value in (min(numbers), max(numbers))]
    assert [found.minimum, found.maximum] == ends
    if n > 1:
        mean = Fraction(sum(numbers), n)
        spread = sum((value - mean) ** 2 for value in numbers) / (n - 1) / 9
        assert found.variance == float(spread)
    ranked = sorted(numbers)[math.ceil(n / 2) - 1]
    median = found.quantile(Fraction(1, 2))
    assert (math.isnan(median) and not found.is_whole) or median == pytest.approx(ranked / 3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how", ["in turn", "backwards", "in pairs"])
def test_what_is_kept_is_the_same_in_any_order_and_any_parts(kind: str, how: str) -> None:
    outcomes = np.stack([drawn(kind), drawn("narrow", 2)[: len(drawn(kind))]], axis=1)
    cuts = [0, 1, 7, 30, 31, 200, len(outcomes)]
    parts = [Tally.of(outcomes[a:b], a) for a, b in itertools.pairwise(cuts)]
    orders: dict[str, Callable[[], Tally]] = {
        "in turn": lambda: reduce(add, parts),
        "backwards": lambda: reduce(add, parts[::-1]),
        "in pairs": lambda: reduce(add, [reduce(add, parts[k : k + 2]) for k in range(0, 6, 2)]),
    }
    assert pack(orders[how]()) == pack(Tally.of(outcomes, 0))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_packed_comes_back_and_is_small(kind: str) -> None:
    tally = Tally.of(drawn(kind)[:, np.newaxis], 0)
    again = Tally.empty(1).filled(unpack(pack(tally), Tally.empty(1), len(drawn(kind))))
    assert pack(again) == pack(tally)
    assert len(pack(tally)) < 6_000
    assert again.histograms[0].mean == tally.histograms[0].mean
    assert again.groups.tolist() == tally.groups.tolist()


def test_sums_in_groups_do_not_overflow() -> None:
    values = np.full((62 * 1_000, 2), 2**59, np.int64)
    tally = Tally.of(values, 0)
    assert tally.groups.tolist() == [[2_000] * GROUPS, *[[2_000 * 2**59] * GROUPS] * 2]
    assert (tally + tally).groups[1].tolist() == [4_000 * 2**59] * GROUPS
    narrow = Tally.of(values * 0 + 3, 0)
    assert narrow.groups.dtype == np.int64


@pytest.mark.parametrize(
    "packed",
    [
        [-1, 5, 3, 1, 1],  # values that do not rise
        [-1, 5, 300, 1, -1],
        [-1, 5, 300, 1],
        [-1],
        [-2],
        [-2, 3, 4, 5],
        [-2, 100, 0, LARGE, 2**61, 7],  # squares that are too small
        [-2, 10, 0, LARGE, 10**15, 10**15],  # of too few values
        [-3, 1],
        [4, -1],
    ],
)
def test_impossible_counts_are_refused(packed: list[int]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Histogram(np.zeros(1, np.int64)).filled(np.array(packed, np.int64))


def test_counts_of_an_older_version_are_read() -> None:
    counts = np.zeros(5_000, np.int64)
    counts[[3, 4_999]] = 2, 7
    found = Histogram(np.zeros(1, np.int64)).filled(counts)
    assert pack(Tally((found,), counts[:1])) == pack(
        Tally((Histogram.of(np.array([3] * 2 + [4_999] * 7)),), counts[:1])
    )


@pytest.mark.parametrize("kind", ["wide", "sums"])
@pytest.mark.parametrize("aim", [None, Aim(LARGE / 50), Aim(0.02, relative=True)])
def test_an_interval_from_sums_is_no_narrower_and_not_much_wider(
    kind: str, aim: Aim | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = drawn(kind)
    monkeypatch.setattr(tallies, "MOST_SEEN", 0)
    sums = Histogram.of(values)
    monkeypatch.setattr(tallies, "MOST_SEEN", 10_000)
    whole = Histogram.of(values)
    assert whole.is_whole
    assert not sums.is_whole
    for interval in (
        lambda h: sequence_interval(h, float(LARGE), aim=aim),
        lambda h: sequence_interval(h, 2.0 * LARGE, -LARGE, aim=aim),
        lambda h: mean_interval(h, top=float(LARGE)),
        mean_interval,
    ):
        known, bounded = interval(whole), interval(sums)
        assert bounded.estimate == known.estimate
        assert bounded.low <= known.low * (1 + 1e-9)
        assert known.high * (1 - 1e-9) <= bounded.high
        assert bounded.high - bounded.low < 1.6 * (known.high - known.low)
    mean = 0.8 * whole.mean
    wealth = [log_wealth(h, mean, float(LARGE), aim=aim) for h in (sums, whole)]
    assert wealth[0] <= wealth[1] + 1e-9
    assert all(map(math.isnan, quantile_interval(sums, Fraction(1, 2))))


@pytest.mark.parametrize(("kind", "other"), [("wide", "wide"), ("sums", "narrow"), ("late", "few")])
def test_differences_of_large_values_are_exact(kind: str, other: str) -> None:
    one, two = drawn(kind), np.resize(drawn(other, 2), len(drawn(kind)))
    signed = Signed.of(one - two)
    numbers = [int(a) - int(b) for a, b in zip(one, two, strict=True)]
    mean = Fraction(sum(numbers), len(numbers))
    assert signed.mean == float(mean)
    assert signed.variance == float(sum((x - mean) ** 2 for x in numbers) / (len(numbers) - 1))
    above = signed.above(-LARGE)
    assert above.total == sum(numbers) + LARGE * len(numbers)
    assert (above.minimum, above.maximum) == (min(numbers) + LARGE, max(numbers) + LARGE)


@pytest.mark.parametrize("largest", [3, 10**5, 10**10, LARGE])
def test_products_of_large_values_are_exact_in_any_order(largest: int) -> None:
    values = np.random.default_rng(3).integers(-largest, largest + 1, (500, 3))
    whole, parts = Products.of(values), [Products.of(part) for part in np.array_split(values, 7)]
    exact = [[1, *map(int, row)] for row in values]
    for i in range(4):
        for j in range(4):
            assert int(whole.sums[i, j]) == sum(row[i] * row[j] for row in exact)
    for order in (parts, parts[::-1]):
        assert pack(reduce(add, order)) == pack(whole)
    again = Products.of(values[:0]).filled(unpack(pack(whole), Products.of(values[:0])))
    assert pack(again) == pack(whole)
    assert again.difference(0, 1) == whole.difference(0, 1)


@pytest.mark.parametrize(
    "numbers", [[0, 0], [1, -1], [2**62, 0], [-(2**62), 5], [2**180, -(2**90)]]
)
def test_numbers_come_back_from_their_words(numbers: list[int]) -> None:
    words = np.trim_zeros(to_words(small(np.array(numbers, object))), "b")
    assert from_words(words, (2,), 4).tolist() == numbers
    with pytest.raises(ValueError, match="9 numbers of 2"):
        from_words(np.ones(9, np.int64), (2,), 4)


def test_no_game_of_ours_is_counted_in_another_form() -> None:
    assert NARROW == 2**18
    assert MOST_SEEN == 2**14
