"""Mixtures that no strategy beats, where evolution stays, and cycles: against their definitions."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest
from scipy import stats

from playout.stats.contests.cycles import shortest_cycles
from playout.stats.contests.mixtures import (
    Matrix,
    alpha_rank,
    mixture,
    share_ranges,
    unbeaten,
)

ROCK_PAPER_SCISSORS = np.array([[0.5, 0.4, 0.7], [0.6, 0.5, 0.35], [0.3, 0.65, 0.5]])


def contest(edges: Matrix) -> Matrix:
    """ahead[i, j] of the edges above the diagonal."""
    above = np.triu(edges, 1)
    return np.asarray(0.5 + above - above.T)


@pytest.mark.parametrize("n", [2, 3, 6, 15])
def test_no_strategy_beats_the_mixture(n: int) -> None:
    draw = np.random.default_rng(n)
    for _ in range(10):
        ahead = contest(draw.uniform(-0.5, 0.5, (n, n)))
        weights = unbeaten(ahead)
        assert weights.sum() == pytest.approx(1)
        assert (weights >= 0).all()
        assert (ahead @ weights).max() <= 0.5 + 1e-6


def test_equals_have_equal_parts_and_the_best_has_all() -> None:
    np.testing.assert_allclose(unbeaten(np.full((4, 4), 0.5)), 0.25)
    np.testing.assert_allclose(unbeaten(contest(np.full((4, 4), 0.1))), [1, 0, 0, 0], atol=1e-6)
    # With three, each has the edge between the other two.
    edges = np.array([0.15, 0.2, 0.1])
    np.testing.assert_allclose(unbeaten(ROCK_PAPER_SCISSORS), edges / edges.sum(), atol=1e-6)


def corners(ahead: Matrix) -> Matrix:
    """The corners of the set of mixtures that no strategy beats: where n - 1 limits are reached."""
    n = len(ahead)
    limits, found = np.vstack([np.eye(n), (ahead - 0.5).T]), []
    for some in combinations(range(2 * n), n - 1):
        lines = np.vstack([limits[[*some]], np.ones(n)])
        if abs(np.linalg.det(lines)) > 1e-9:
            point = np.linalg.solve(lines, np.eye(n)[-1])
            if (limits @ point).min() > -1e-9:
                found.append(point)
    return np.array(found)


@pytest.mark.slow
def test_shares_reach_from_corner_to_corner() -> None:
    """Of small games with whole numbers, which often have several mixtures."""
    draw, several = np.random.default_rng(6), 0
    for n in (2, 3, 4, 5):
        for _ in range(25):
            ahead = contest(draw.integers(-1, 2, (n, n)) / 4)
            known, ranges = corners(ahead), share_ranges(ahead)
            np.testing.assert_allclose(ranges[:, 0], known.min(axis=0), atol=1e-6)
            np.testing.assert_allclose(ranges[:, 1], known.max(axis=0), atol=1e-6)
            several += np.ptp(ranges, axis=1).max() > 1e-3
    assert 20 < several < 90


def test_the_ends_of_shares_that_are_known() -> None:
    rock = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    np.testing.assert_allclose(share_ranges(rock), np.full((3, 2), 1 / 3), atol=1e-8)
    two = rock[[0, 0, 1, 2]][:, [0, 0, 1, 2]]  # rock twice
    third = [1 / 3, 1 / 3]
    np.testing.assert_allclose(share_ranges(two), [[0, 1 / 3], [0, 1 / 3], third, third], atol=1e-8)
    np.testing.assert_allclose(share_ranges(np.full((3, 3), 0.5)), [[0, 1]] * 3, atol=1e-8)


def test_ties_of_every_game_do_not_vary_and_members_are_clear() -> None:
    won, tied = np.zeros((3, 3)), np.zeros((3, 3))
    won[:2, 2] = 50
    tied[0, 1] = tied[1, 0] = 50
    found = mixture(won, tied, unbeaten)
    np.testing.assert_allclose(found.weights, [0.5, 0.5, 0], atol=1e-6)
    np.testing.assert_allclose(found.draws, [[0.5, 0.5, 0]] * len(found.draws), atol=1e-6)
    assert found.has_clear_members(0.95)
    won[0, 1] = won[1, 0] = 25  # as many wins as losses may be chance
    assert not mixture(won, np.zeros((3, 3)), unbeaten).has_clear_members(0.95)


def test_alpha_rank_is_where_the_chain_stays() -> None:
    np.testing.assert_allclose(alpha_rank(ROCK_PAPER_SCISSORS), 1 / 3)
    np.testing.assert_allclose(alpha_rank(np.full((4, 4), 0.5)), 0.25)
    np.testing.assert_allclose(alpha_rank(contest(np.full((4, 4), 0.1))), [1, 0, 0, 0], atol=1e-9)
    ahead = contest(np.random.default_rng(3).uniform(-0.5, 0.5, (7, 7)))
    now = np.full(7, 1 / 7)
    takes_over = (ahead > 0.5).T / 6.0  # [i, j]: j is tried, and beats i
    for _ in range(5_000):
        now = now @ takes_over + now * (1 - takes_over.sum(axis=1))
    np.testing.assert_allclose(alpha_rank(ahead), now, atol=1e-5)


def test_all_shortest_cycles_are_found() -> None:
    draw = np.random.default_rng(4)
    for _ in range(20):
        beats = contest(draw.uniform(-0.5, 0.5, (6, 6))) > 0.5
        three = {
            cycle
            for cycle in permutations(range(6), 3)
            if cycle[0] == min(cycle)
            and all(beats[i, j] for i, j in zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        }
        assert set(shortest_cycles(beats)) == three
    ring = np.roll(np.eye(5, dtype=bool), 1, axis=1)  # with undecided pairs it may be longer
    assert shortest_cycles(ring) == [(0, 1, 2, 3, 4)]
    assert shortest_cycles(np.triu(np.ones((5, 5), bool), 1)) == []


@pytest.mark.thorough
def test_the_intervals_of_mixtures_cover_the_truth_as_often_as_they_say() -> None:
    """At 95 %, so few of 200 intervals would cover with a chance below 1e-6."""
    draw, games = np.random.default_rng(5), 300
    truth, covered = unbeaten(ROCK_PAPER_SCISSORS), np.zeros(3)
    upper = np.triu_indices(3, 1)
    for _ in range(200):
        won = np.zeros((3, 3))
        won[upper] = draw.binomial(games, ROCK_PAPER_SCISSORS[upper])
        won.T[upper] = games - won[upper]
        found = mixture(won, np.zeros((3, 3)), unbeaten).intervals(0.95)
        covered += [one.low <= true <= one.high for one, true in zip(found, truth, strict=True)]
    assert covered.min() > stats.binom.ppf(1e-6, 200, 0.95)
