"""How fast a job is played, and how long the rest of it will take.

Rows may differ in speed by a hundred times, so work is counted in processor time: games of a row
times what a game of it has taken on average.  The time left is the work left, divided by the work
that was done per second lately.  If the machine becomes slower for good, both that and the averages
change, and what they have in common cancels out.  The clock starts with the first game, so that
compiling is no part of either.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from playout.runner.jobs import Job
from playout.runner.plan import Plan

ENOUGH = 2.0  # seconds of play before anything is said of the time left
STEP = 0.05  # seconds between two notes: there may be thousands of rows
MEMORY = 20.0  # seconds after which what was played counts a third of what is played now
BATCHES = 4  # the memory is as long as so many of the longest batches, at least


class _Lately(NamedTuple):
    """The games played until some time; older games weigh less."""

    when: float  # a time on the clock, in seconds
    lasted: float  # seconds
    played: tuple[float, ...]  # games of each arm


class Pace:
    """The pace at which a plan is worked off."""

    def __init__(self, job: Job[Any]) -> None:
        self._job = job
        self._began = 0.0
        self._seconds, self._longest = 0.0, 0.0
        self._played: list[int] = []
        self._lately = _Lately(0.0, 0.0, ())  # replaced as a whole: another thread looks at it

    def mark(self, plan: Plan[Any], now: float) -> None:
        """Record the progress of a plan, some batches of which have just finished."""
        if self._played and now - self._lately.when < STEP:
            return
        seconds, played = sum(plan.seconds), plan.played
        if not self._played:
            self._began = now - seconds
            self._played = [0] * len(played)
            self._lately = _Lately(self._began, 0.0, (0.0,) * len(played))
        self._longest = max(self._longest, seconds - self._seconds)
        # At first half of all the time: what begins late, as processes do, changes the pace.
        memory = max(min(MEMORY, (now - self._began) / 2), BATCHES * self._longest)
        before = self._lately
        weight = math.exp(-(now - before.when) / memory) if memory > 0 else 0.0
        self._lately = _Lately(
            now,
            weight * before.lasted + now - before.when,
            tuple(
                weight * old + new - gone
                for old, new, gone in zip(before.played, played, self._played, strict=True)
            ),
        )
        self._seconds, self._played = seconds, played

    def speed(self) -> float:
        """Games per second lately; 0 if none was played."""
        _, lasted, played = self._lately
        return sum(played) / lasted if lasted > 0 else 0.0

    def left(self, plan: Plan[Any], now: float) -> float | None:
        """About how many seconds are left; None while that is unknown."""
        lately = self._lately
        if not lately.when - self._began >= ENOUGH:
            return None
        wanted = done = 0.0  # processor time
        arms = zip(plan.played, plan.seconds, lately.played, strict=True)
        for arm, (played, seconds, here) in enumerate(arms):
            games = self._job.games_left(plan, arm)
            # The first batch of an arm is too small to measure its speed by.
            if games is None or (games > 0 and played < 2 * plan.first):
                return None
            wanted += games * seconds / max(played, 1)
            done += here * seconds / max(played, 1)
        return max(0.0, wanted * lately.lasted / done - (now - lately.when)) if done > 0 else None
