"""Forecasts: how many games a question needs, and how long it takes, from a two-second trial.

The trial plays the first games of the job itself and saves nothing.  If the job stops by itself, as
with a precision, the number of games follows from how much the games differed (stats/remaining.py);
the time is that of the same workers (runner/pace.py).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from playout.engine.native.jit import compiling
from playout.engine.words.errors import PlayoutError
from playout.report.progress import Screen, duration
from playout.report.words import rounded
from playout.runner.jobs import Job, play_batches
from playout.runner.pace import ENOUGH, Pace
from playout.runner.plan import Plan
from playout.runner.workers import workers_of
from playout.stats.intervals import Interval

PILOT = ENOUGH + 0.5  # seconds of play


@dataclass(frozen=True)
class Forecast:
    """An estimate of what a question needs: a number of games, and the time.

    ``games`` counts the ``unit`` (games, deals, boards ...), ``seconds`` is the time.  The number
    of games lies between ``low`` and ``high`` with a chance of at least 80 %; all three are equal
    if the number is fixed.  They are None if the trial was too short to tell, for example about an
    event that did not occur.  ``most`` is the maximum in any case.
    """

    unit: str  # games, deals, boards ...
    games: float | None  # the median
    low: float | None
    high: float | None
    most: int  # the maximum
    seconds: float | None  # the time to play all of it on these workers
    pilot: int  # the number of games in the trial
    aim: str  # what ends the games: "until ...", or "" if their number is fixed

    def __str__(self) -> str:
        long = "" if self.seconds is None else f", about {duration(self.seconds)} on this machine"
        unit = self.unit if self.pilot != 1 else self.unit.removesuffix("s")
        pilot = f"This estimate comes from a trial of {self.pilot:,} {unit}; nothing was saved"
        if self.games is None or self.low is None or self.high is None:
            return (
                f"The trial was too short to estimate how many {self.unit} this takes; at most "
                f"{self.most:,}. {pilot}."
            )
        if not self.aim or self.games <= self.pilot:
            until = f" {self.aim}" if self.aim and self.games < self.most else ""
            known = "A trial has shown this" if until else "The time was measured in a trial"
            number = f"{self.games:,.0f} {self.unit}"
            return f"It takes {number}{until}{long}. {known}; nothing was saved."
        low, games, high = map(rounded, (self.low, self.games, self.high))
        ends = "" if low == high else f"80 % chance: {low} to {high}; "
        number = f"about {games} {self.unit} ({ends}it stops at {self.most:,} in any case)"
        return f"It will probably take {number} {self.aim}{long}. {pilot}."


class _EnoughError(Exception):
    """The pilot is over."""


def forecast(job: Job[Any], workers: object = None, shown: Screen | None = None) -> Forecast:
    """Estimate what a job needs on these workers; no game of the trial is saved."""
    plan, pace, screen = job.plan(), Pace(job), shown or Screen()
    with screen(job) as watch, workers_of(workers) as pool:
        with compiling(job.game.title):
            job.warm()
        began = time.perf_counter()

        def tell() -> None:
            now = time.perf_counter()
            if any(plan.played):
                pace.mark(plan, now)
            if watch is not None:
                watch(plan)
            if now - began >= PILOT and any(plan.played):
                raise _EnoughError

        try:
            if not play_batches(plan, job, pool, None, tell):
                raise PlayoutError("stopped before anything could be estimated")
        except _EnoughError:
            pass
        took = time.perf_counter() - began
    return _foreseen(job, plan, took, pace.left(plan, began + took))


def _foreseen(job: Job[Any], plan: Plan[Any], took: float, left: float | None) -> Forecast:
    seconds = took if plan.complete else None if left is None else took + left
    nothing = Interval(0.0, 0.0, 0.0)
    arms = range(len(plan.tallies))
    more = [nothing if plan.complete else _more(job, plan, arm) for arm in arms]
    known = [one for one in more if one is not None]
    games: float | None = None
    low: float | None = None
    high: float | None = None
    if len(known) == len(more):
        # An arm that has enough may have played some batches more, which do not count.
        done = [plan.tallies[arm].games if plan.enough(arm) else plan.finished(arm) for arm in arms]
        ends = (sum(end) + sum(done) for end in zip(*known, strict=True))
        games, low, high = (job.units(round(end)) for end in ends)
    return Forecast(
        job.unit_name,
        games,
        low,
        high,
        most=job.units(plan.total),
        seconds=seconds,
        pilot=job.units(plan.done),
        aim=job.aim if job.chooses else "",
    )


def _more(job: Job[Any], plan: Plan[Any], arm: int) -> Interval | None:
    """How many games an arm still needs; None if unknown."""
    if job.chooses and not plan.enough(arm):
        return job.forecast_left(plan, arm)
    left = job.games_left(plan, arm)
    return None if left is None else Interval(left, left, left)
