"""The time left of a job whose rows differ in speed, on a clock that the test sets."""

from __future__ import annotations

import math
import random

import pytest

from playout.questions import compare
from playout.questions.runs import Job, ask
from playout.runner.pace import ENOUGH, Pace
from playout.runner.plan import Batch, Plan
from playout.stats.tally import Tallies
from tests.runner.simulated import Only

FIXED = Job(ask("the-game", games=1))  # a job with a fixed number of games, of whatever plan


def forecasts(
    costs: list[float],
    workers: int,
    begin: float,
    slow_from: float = math.inf,
    in_processor_time: bool = True,
) -> list[tuple[float, float | None]]:
    """The time, and the time left, whenever a batch of 40,000 games of each arm is finished.

    ``costs`` are the seconds that a game of each arm takes, give or take a fifth; from a time on
    it takes four times as long, with as much more processor time or without.
    """
    plan, pace, noise = Plan(40_000, [Only(0)] * len(costs)), Pace(FIXED), random.Random(1)
    plan.window = 2 * workers
    free, running = [begin] * workers, list[tuple[float, float, Batch]]()
    said: list[tuple[float, float | None]] = []
    while True:
        while len(running) < plan.window and (batch := plan.next()):
            seconds = 0.001 + batch.count * costs[batch.arm] * noise.uniform(0.8, 1.2)
            free.sort()
            slower = 4.0 if free[0] >= slow_from else 1.0
            free[0] += slower * seconds
            running.append((free[0], (slower if in_processor_time else 1.0) * seconds, batch))
        if not running:
            return said
        now, seconds, batch = ended = min(running, key=lambda one: one[0])
        running.remove(ended)
        plan.finish(batch, Only(batch.count), seconds)
        pace.mark(plan, now)
        said.append((now, pace.left(plan, now)))


@pytest.mark.parametrize("costs", [[1e-3], [1e-5, 1e-3], [2e-6, 1e-3, 5e-5, 1e-3]])
@pytest.mark.parametrize("workers", [1, 2, 8])
def test_the_time_left_is_right_within_a_half_as_soon_as_it_is_told(
    costs: list[float], workers: int
) -> None:
    compiled = 30.0  # on the clock; by then no game is played
    said = forecasts(costs, workers, compiled)
    end = said[-1][0]
    known = [(when, left) for when, left in said if left is not None]
    assert compiled + ENOUGH <= known[0][0] < compiled + 2 * ENOUGH
    for when, left in known:
        if end - when > 1.0:
            assert (end - when) / 1.5 < left < 1.5 * (end - when)


@pytest.mark.parametrize(("workers", "in_processor_time"), [(1, True), (8, False)])
@pytest.mark.parametrize("costs", [[2e-2], [2e-6, 1e-2, 5e-5, 1e-2]])
def test_the_time_left_is_right_soon_after_the_machine_has_become_slower(
    costs: list[float], workers: int, in_processor_time: bool
) -> None:
    slow_from = 0.5 * 40_000 * sum(costs) / workers
    said = forecasts(costs, workers, 0.0, slow_from, in_processor_time)
    end = said[-1][0]
    late = [(when, left) for when, left in said if slow_from + 90 < when < end - 5]
    assert late
    for when, left in late:
        assert left is not None
        assert (end - when) / 1.2 < left < 1.2 * (end - when)


def test_the_time_left_counts_down_between_two_batches() -> None:
    plan, pace = Plan(1_000_000, [Only(0)]), Pace(FIXED)
    for number in range(20):
        batch = plan.next()
        assert batch is not None
        plan.finish(batch, Only(batch.count), 0.25)
        pace.mark(plan, 0.25 * (number + 1))
    left = pace.left(plan, 5.0)
    assert left is not None
    assert pace.left(plan, 7.0) == pytest.approx(left - 2.0)


def test_nothing_is_told_of_a_job_that_ends_when_it_has_found_enough() -> None:
    job = compare.Job(compare.ask("the-game", a="greedy", b="combo"))
    plan = job.plan()
    assert job.games_left(plan, 0) is None


@pytest.mark.slow
def test_the_games_that_a_precision_needs_are_estimated_from_the_interval() -> None:
    job = Job(ask("the-game", precision=0.008, strategy="greedy", seed=4))
    plan: Plan[Tallies] = job.plan()
    targets = []
    while not plan.complete:
        batch = plan.next()
        assert batch is not None
        plan.finish(batch, job.play(batch), 0.1)
        left = job.games_left(plan, 0)
        if left is not None:
            targets.append(plan.finished(0) + left)
    assert job.games_left(plan, 0) == 0
    played = plan.finished(0)
    late = [target for target in targets if target > 0][len(targets) // 4 :]
    assert all(played / 1.5 < target < played * 1.5 for target in late)
