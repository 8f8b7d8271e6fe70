"""Paired differences are counted exactly, whatever their signs, and merge and pack as tallies."""

from __future__ import annotations

import math

import numpy as np
import pytest

from playout.stats.packing import pack, unpack
from playout.stats.paired import Paired, Signed
from playout.stats.tally import Counts, Histogram


def numbers(*values: int) -> Counts:
    return np.array(values, np.int64)


def paired(a: Counts, b: Counts, unit: int = 1) -> Paired:
    return Paired(
        len(a),
        (Histogram.of(a, unit), Histogram.of(b, unit)),
        Signed.of(a - b, unit),
        (Signed.of(a, unit), Signed.of(-b, unit)),
    )


@pytest.mark.parametrize(
    "values",
    [(3, -2, 0, 0, 5, -2), (1, 2, 3), (-4, -1, -4), (0, 0)],
    ids=["both signs", "above 0", "below 0", "nothing but 0"],
)
def test_signed_values_have_their_mean_and_variance(values: tuple[int, ...]) -> None:
    seen = numbers(*values)
    found = Signed.of(seen, unit=2)
    assert found.n == len(seen)
    assert found.mean == (seen / 2).mean()
    assert found.variance == pytest.approx((seen / 2).var(ddof=1), rel=1e-12)
    assert found.above(-7).counts.nonzero()[0].tolist() == sorted(set(seen + 7))
    assert found.above(-7).mean == pytest.approx(found.mean + 3.5)


def test_of_nothing_there_is_no_mean() -> None:
    nothing = Signed.of(numbers())
    assert nothing.n == 0
    assert math.isnan(nothing.mean)
    assert math.isnan(nothing.variance)


def test_parts_add_up_and_survive_packing() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 30, (2, 500))
    whole = paired(a, b, 3)
    parts = paired(a[:120], b[:120], 3) + paired(a[120:], b[120:], 3)
    again = whole.filled(unpack(pack(whole), whole))
    empty = paired(a[:0], b[:0], 3)
    for other in (parts, again, empty.filled(unpack(pack(whole), empty))):
        assert other.games == 500
        assert pack(other) == pack(whole)
        assert other.ratio == whole.ratio
        assert other.difference.mean == pytest.approx((a - b).mean() / 3)


def test_the_variance_ratio_says_how_many_times_as_many_games_an_unpaired_comparison_takes() -> (
    None
):
    rng = np.random.default_rng(2)
    luck, mine, yours = rng.integers(0, 50, (3, 2_000))
    a, b = 4 * luck + mine, 4 * luck + yours
    expected = (a.var(ddof=1) + b.var(ddof=1)) / (a - b).var(ddof=1)
    assert paired(a, b).ratio == pytest.approx(expected, rel=1e-12)
    assert paired(a, a).ratio == math.inf
    assert math.isnan(paired(a[:1], b[:1]).ratio)
    assert math.isnan(paired(a * 0, b * 0).ratio)
