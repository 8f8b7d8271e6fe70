"""The largest runs fit one file and one scheduler (docs/reference/scaling.md)."""

from __future__ import annotations

import pytest

from tests.runner.simulated import simulate

MOST_ROWS = 100_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "workers", "speed", "arms"),
    [
        (10**12, 1_000, 400_000, 1),  # a quick strategy
        pytest.param(10**12, 1_000, 8_000, 1, marks=pytest.mark.thorough),  # a careful one
        pytest.param(10**10, 1_000, 8_000, 100, marks=pytest.mark.thorough),
        (10**12, 2, 400_000, 1),
        pytest.param(10**9, 16, 30, 1, marks=pytest.mark.thorough),
    ],
)
def test_the_largest_runs_make_few_rows_and_few_tasks_a_second(
    games: int, workers: int, speed: int, arms: int
) -> None:
    found = simulate(games, workers, speed, arms)
    assert found.rows < MOST_ROWS
    assert found.tasks < 100
    assert found.busy > 0.99


def test_little_of_a_large_run_is_in_flight() -> None:
    """So little is lost when everything is killed at once."""
    assert simulate(10**12, 1_000, 400_000, 1).in_flight < 0.07


def test_a_short_run_on_many_workers_wastes_little_time_at_its_end() -> None:
    found = simulate(10**9, 1_000, 8_000)
    assert found.busy > 0.85
    assert found.rows < 20_000
