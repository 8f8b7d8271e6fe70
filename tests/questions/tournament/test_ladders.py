"""Ladders: the shape of a strength that rises and falls, and a slope only where a line fits."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from scipy import stats

from playout.questions.tournament import Answer, Job, ask
from playout.questions.tournament.ladders import Climb, Ladder
from playout.stats.contests.ratings import rating_intervals, ratings
from playout.stats.intervals import Interval
from playout.stats.slopes import bend_weights, doubling_weights
from tests.playing import played
from tests.reference.pig import chance, hold_at


def exact(goal: int, values: list[int]) -> Any:
    """The exact ratings of holding at these totals."""
    holds = [hold_at(value, goal) for value in values]
    first = np.array([[float(chance(a, b, goal)) for b in holds] for a in holds])
    return ratings(1e9 * (first + 1 - first.T) / 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("goal", "values", "games", "shape"),
    [
        (20, [2, 4, 8, 16], 20_000, "rises"),
        pytest.param(
            *(50, [6, 12, 25, 50], 20_000, "rises, then falls"), marks=pytest.mark.thorough
        ),
        pytest.param(
            *(30, [16, 20, 24, 30], 300_000, "falls, then rises"), marks=pytest.mark.thorough
        ),
    ],
)
def test_the_shape_is_that_of_the_exact_ratings(
    goal: int, values: list[int], games: int, shape: str
) -> None:
    true = exact(goal, values)
    assert shape.count("rises") == np.any(np.diff(true) > 0)
    assert shape.count("falls") == np.any(np.diff(true) < 0)
    braces = ",".join(map(str, values))
    answer = Answer(
        played(Job(ask("pig", goal=goal, strategies=f"hold:at={{{braces}}}", games=games)))
    )
    [row] = answer.table("ladders").to_dict("records")
    assert row["shape"] == shape
    assert row["highest_low"] <= values[int(true.argmax())] <= row["highest_high"]
    assert np.isnan(row["doubling"])
    assert "Each doubling of" not in answer.sentence()
    turn = values[int(true.argmin() if shape == "falls, then rises" else true.argmax())]
    where = {"rises, then falls": "highest", "falls, then rises": "lowest"}.get(shape, "")
    if where:
        assert (
            f"The rating of hold:at is {where} at {turn}: raising it from {values[0]} to {turn} "
            in (answer.sentence())
        )
    else:
        assert f"Raising hold:at from {values[0]} to {turn} adds about " in answer.sentence()


def climb(heights: list[float], reach: float) -> Climb:
    """A ladder with these ratings, of which every difference is known to within a reach."""
    values, n = tuple(2.0**k for k in range(len(heights))), len(heights)
    every = {(i, j): Interval.around(heights[j] - heights[i], reach)
             for i, j in combinations(range(n), 2)}  # fmt: skip
    slope = Interval.around(float(doubling_weights(values) @ heights), reach)
    bends = [Interval.around(float(bend), reach) for bend in bend_weights(values) @ heights]
    return Climb(Ladder("at", "hold", tuple(range(n)), values), slope, bends, every)


@pytest.mark.parametrize(
    ("heights", "shape", "said"),
    [
        ([0, 10, 20, 30], "one line", "Each doubling of hold:at adds 10 (from 1 to 8)."),
        ([30, 20, 10, 0], "one line", "Each doubling of hold:at costs 10 (from 1 to 8)."),
        ([0, 2, 1, 2], "not clear", "It is not clear yet whether raising hold:at helps (from 1"),
        ([0, 20, 25, 2], "rises, then falls",
         "The rating of hold:at is highest somewhere from 2 to 4 (here at 4): raising it from 1 to "
         "4 adds 25, and from 4 to 8 costs 23."),
        ([30, 20, 0, 20], "falls, then rises",
         "The rating of hold:at is lowest at 4: raising it from 1 to 4 costs 30, and from 4 to 8 "
         "adds 20."),
        ([2, 0, 40, 40, 39], "rises",
         "Raising hold:at from 2 to 4 adds 40, but not evenly: most from 2 to 4; below 2 and "
         "above 4 no change is clear."),
        ([0, 20, 0, 20], "rises, then falls, then rises",
         "Raising hold:at from 1 to 2 adds 20, from 2 to 4 costs 20, and from 4 to 8 adds 20."),
    ],
)  # fmt: skip
def test_a_shape_in_words(heights: list[float], shape: str, said: str) -> None:
    found = climb(heights, 8.0)
    assert found.shape == shape
    assert found.words(lambda one: f"{one.estimate:g}").startswith(said)


def simulated(true: Any, draw: np.random.Generator) -> Any:
    """400 games of every pair with these ratings, in 20 groups."""
    odds, n = 1 / (1 + 10 ** ((true - true[:, None]) / 400)), len(true)
    groups = np.zeros((20, n, n))
    for i, j in combinations(range(n), 2):
        groups[:, i, j] = draw.binomial(20, odds[i, j], 20)
        groups[:, j, i] = 20 - groups[:, i, j]
    return groups


@pytest.mark.slow
def test_a_slope_covers_the_truth_and_a_line_fits_as_often_as_promised() -> None:
    """Four rungs, 80 rating points for each doubling; at 95 %, so few of 40 have below 1e-6."""
    draw, values = np.random.default_rng(4), np.array([1.0, 2.0, 4.0, 16.0])
    weights, bends, covered, fits = doubling_weights(values)[None], bend_weights(values), 0, 0
    assert (weights @ (80 * np.log2(values)))[0] == pytest.approx(80)
    for _ in range(40):
        groups = simulated(80 * np.log2(values), draw)
        (slope,) = rating_intervals(groups, [1200] * 4, sums=weights)
        covered += slope.low <= 80 <= slope.high
        of = rating_intervals(groups, [1200] * 4, 1 - 0.05 / len(bends), sums=bends)
        fits += not any(one.is_clear for one in of)
    assert stats.binom.ppf(1e-6, 40, 0.95) < min(covered, fits)


def test_a_ladder_is_made_of_braces() -> None:
    answer = Answer(played(Job(ask("pig", strategies="hold:at={3,6,12},random", games=1_200))))
    assert set(answer.names) == {"hold:at=3", "hold:at=6", "hold:at=12", "random"}
    [ladder], steps = answer.table("ladders").to_dict("records"), answer.table("steps")
    assert (ladder["strategy"], ladder["parameter"]) == ("hold", "at")
    assert (ladder["from"], ladder["to"]) == (3, 12)
    assert list(zip(steps["from"], steps["to"], strict=True)) == [*pairwise((3, 6, 12))]
    assert (steps["gain_low"] > 0).all()
    assert len(answer.figures()) == 2
