"""How fast a job is played, and how long the rest of it will take.

Rows may differ in speed by a hundred times, so the time left is estimated row by row: the games
that each still needs, times the processor time that a game of it has taken; in all, divided by the
processor time that the workers give per second.  The clock starts with the first game, so that
compiling is no part of either.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, NamedTuple

from playout.runner.jobs import Job
from playout.runner.plan import Plan

ENOUGH = 2.0  # seconds of play before anything is said of the time left
MOST_MARKS = 1000


class _Mark(NamedTuple):
    when: float  # a time on the clock, in seconds
    seconds: float  # processor time spent on games until then
    done: int  # games finished until then


class Pace:
    """The pace at which a plan is worked off."""

    def __init__(self, job: Job[Any]) -> None:
        self._job = job
        self._marks: list[_Mark] = []

    def mark(self, plan: Plan[Any], now: float) -> None:
        """Take note of a plan of which some batches have been finished just now."""
        seconds = sum(plan.seconds)
        if not self._marks:
            self._marks.append(_Mark(now - seconds, 0.0, plan.done - sum(plan.played)))
        self._marks.append(_Mark(now, seconds, plan.done))
        if len(self._marks) > MOST_MARKS:
            del self._marks[1:-1:2]

    def speed(self) -> float:
        """Games per second lately; 0 if none was played."""
        before, last = self._lately()
        lasted = last.when - before.when
        return (last.done - before.done) / lasted if lasted > 0 else 0.0

    def left(self, plan: Plan[Any], now: float) -> float | None:
        """About how many seconds are left; None while that cannot be told."""
        before, last = self._lately()
        if not last.when - self._marks[0].when >= ENOUGH:
            return None
        wanted = 0.0  # processor time
        spent = zip(plan.played, plan.seconds, strict=True)
        for arm, (played, seconds) in enumerate(spent):
            games = self._job.left(plan, arm)
            # The first batch of an arm is too small to measure its speed by.
            if games is None or (games > 0 and played < 2 * plan.first):
                return None
            wanted += games * seconds / max(played, 1)
        rate = (last.seconds - before.seconds) / (last.when - before.when)
        return max(0.0, wanted / rate - (now - last.when)) if rate > 0 else None

    def _lately(self) -> tuple[_Mark, _Mark]:
        """The marks at the middle of the time, and at its end.

        Only the later half counts, because what begins late, as processes do, changes the pace.
        """
        marks = list(self._marks)  # another thread may add to them
        middle = (marks[0].when + marks[-1].when) / 2
        return marks[bisect_right(marks, middle, key=lambda mark: mark.when) - 1], marks[-1]
