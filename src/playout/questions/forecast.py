"""Forecasts from a two-second trial: how many games a question needs, and how long it takes.

The trial plays the first games of the job itself and saves nothing.  If the job stops by itself, as
with a precision, the number of games follows from how much the games differed (stats/remaining.py);
the time is that of the same workers (runner/pace.py).  And the other way round: how many games go
into a budget of seconds.
"""

from __future__ import annotations

import math
import time
import warnings
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Any, TypeVar

from playout.engine.native.jit import compiling
from playout.engine.words.errors import Measured, PlayoutError
from playout.engine.words.reading import read_seconds
from playout.engine.words.spelling import named
from playout.questions.asked import Asked
from playout.report.progress import Screen, duration
from playout.report.words import rounded
from playout.runner.jobs import Job, play_batches
from playout.runner.pace import ENOUGH, Pace
from playout.runner.plan import SECONDS, Batch, Plan, Ruling
from playout.runner.workers import workers_of
from playout.stats.intervals import Interval

PILOT = ENOUGH + 0.5  # seconds of play
MARK, WHILE = 0.1, 1.0  # seconds between two notes of the work done; and over which it is fastest
BURST = 0.8  # of the fastest second: batches end together by chance
PART = 0.15  # of a budget: the trial of a long one
ANSWER = 5  # looks that take as long as to write about an arm in the answer
FEWEST, MOST = 64, 10**7  # games of each part that a budget may be
LATE = 10.0  # seconds beyond a budget that need no warning

A = TypeVar("A", bound=Asked)


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
    return _foreseen(job, play_trial(job, workers, shown))


@dataclass(frozen=True)
class Trial:
    """The first games of a job, and the time that they took."""

    plan: Plan[Any]
    took: float  # seconds, of which the looks took ``looking``
    left: float | None  # about how many seconds the rest takes, of a trial of the usual length
    looking: float = 0.0
    look: float = 0.0  # seconds of a look at one arm
    empty: float = 0.0  # seconds of a batch without games
    speed: float = 0.0  # processor seconds a second, when they were most: processes start late
    most: int = 0  # games of all arms, if none has enough before


def play_trial(
    job: Job[Any], workers: object = None, shown: Screen | None = None, seconds: float | None = None
) -> Trial:
    """Play the first games of a job, for some seconds (default: about two)."""
    plan, pace, screen = job.plan(), Pace(job), shown or Screen()
    looking, looked, most = 0.0, 0, plan.total
    judge = plan.judge

    def judged(playing: Mapping[int, Any]) -> Ruling:
        nonlocal looking, looked
        assert judge is not None
        before = time.perf_counter()
        ruling = judge(playing)
        looking, looked = looking + time.perf_counter() - before, looked + len(playing)
        return ruling

    if judge is not None:
        plan.judge = judged
    with screen(job) as watch, workers_of(workers) as pool:
        with compiling(job.game.title):
            job.warm()
        began = time.perf_counter()
        marks = [(began, 0.0)]

        def tell() -> None:
            now = time.perf_counter()
            if any(plan.played):
                pace.mark(plan, now)
            if now - looking >= marks[-1][0] + MARK:
                marks.append((now - looking, sum(plan.seconds)))
            if watch is not None:
                watch(plan)
            if now - began >= (PILOT if seconds is None else seconds) and any(plan.played):
                raise _EnoughError

        try:
            if not play_batches(plan, job, pool, None, tell):
                raise PlayoutError("stopped before anything could be estimated")
        except _EnoughError:
            pass
        took = time.perf_counter() - began
        left = pace.left(plan, began + took) if seconds is None else None
    spent = looking
    if judge is not None and not looked:
        judged({k: tally for k, tally in enumerate(plan.tallies) if tally.games})
    look = looking / max(looked, 1)
    return Trial(plan, took, left, spent, look, _empty(job), _fastest(marks), most)


def _fastest(marks: Sequence[tuple[float, float]]) -> float:
    """The processor seconds a second in that second or so of a trial in which they were most."""
    each = zip(marks, marks[round(WHILE / MARK) :], strict=False)
    return max(
        ((work - before) / (end - begin) for (begin, before), (end, work) in each), default=0.0
    )


def _empty(job: Job[Any]) -> float:
    """Processor seconds of a batch without games: the median of some."""
    taken = list[float]()
    for _ in range(5):
        before = time.thread_time()
        job.play(Batch(0, job.begin, 0))
        taken.append(time.thread_time() - before)
    return median(taken)


def _foreseen(job: Job[Any], trial: Trial) -> Forecast:
    plan, took, left = trial.plan, trial.took, trial.left
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
        most=job.units(trial.most),
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


def read_budget(given: object, games: object, name: str = "games") -> float | None:
    """A number of seconds, or None; PlayoutError if it is neither, or if there are ``games`` too.

    ``name`` is the parameter that says how many games.
    """
    if given is None:
        return None
    if games is not None:
        raise PlayoutError(
            f"{named(name)} and {named('seconds')} exclude each other: use only one of them"
        )
    return read_seconds(given)


def within(
    job_of: Callable[[A], Job[Any]],
    asked: A,
    seconds: float | None,
    workers: object = None,
    shown: Screen | None = None,
) -> A:
    """The same question with as many games as take about so many seconds on these workers.

    The trial is a part of these seconds.  The number has two digits, so that it can be asked again.
    Without seconds the question stays as it is.  It warns if even the fewest games take longer.
    """
    if seconds is None:
        return asked
    began = time.perf_counter()
    limit = asked.question[asked.question.limit].field_name
    job = job_of(replace(asked, **{limit: MOST}))  # type: ignore[type-var]
    trial = play_trial(job, workers, shown, max(PILOT, PART * seconds))
    costs = _Costs.of(job, trial)
    idle = trial.took - trial.looking - sum(trial.plan.seconds) / costs.speed  # it starts again
    left = seconds - (time.perf_counter() - began) - max(idle, 0.0)
    if (least := costs.seconds(FEWEST)) > left + LATE:
        long = duration(seconds - left + least)
        each = "setting" if limit == "max_games" else "part"
        warnings.warn(
            f"this will take about {long}, not {duration(seconds)}, because each {each} plays at "
            f"least {FEWEST} games",
            Measured,
            stacklevel=4,
        )
    games = max(FEWEST, bisect_right(range(MOST + 1), left, key=costs.seconds) - 1)
    return replace(asked, **{limit: int(float(f"{games:.2g}"))})  # type: ignore[type-var]


@dataclass(frozen=True)
class _Costs:
    """What the games, batches and looks of a job take, as a trial shows."""

    games: dict[int, float]  # processor seconds of a game of each arm
    needed: dict[int, float]  # about how many games each of these arms needs
    batch: float  # processor seconds of a batch, beside its games
    look: float  # seconds of a look at one arm
    speed: float  # processor seconds a second: what the workers do side by side
    looks: Sequence[int]  # the numbers of games at which an arm is looked at

    @classmethod
    def of(cls, job: Job[Any], trial: Trial) -> _Costs:
        plan, looks = trial.plan, job.looks if job.chooses else ()
        batch = min(trial.empty, sum(plan.seconds) / (2 * max(sum(plan.batches), 1)))
        arms = list(zip(plan.seconds, plan.batches, plan.played, strict=True))
        played = {
            k: max(s - n * batch, s / 2) / games for k, (s, n, games) in enumerate(arms) if games
        }
        usual = fmean(played.values())
        needed = {arm: _needed(job, plan, arm) for arm in played}
        needed |= dict.fromkeys({*plan.live()} - {*played}, math.inf)  # the trial was too short
        needed |= dict.fromkeys(job.likely_later(), math.inf)
        usually = sum(plan.seconds) / max(trial.took - trial.looking, 1e-9)
        speed = max(usually, BURST * trial.speed)
        games = {arm: played.get(arm, usual) for arm in needed}
        return cls(games, needed, batch, trial.look, speed, looks)

    def seconds(self, games: int) -> float:
        """About how long it takes if each arm may have so many games, and the answer with it."""
        work = looked = 0.0
        for arm, most in self.needed.items():
            count = min(games, most)
            seen = bisect_right(self.looks, count) + 1
            looked += seen + ANSWER
            seconds = self.games[arm] * count
            work += seconds + self.batch * max(seen, seconds / SECONDS)
        return work / self.speed + looked * self.look


def _needed(job: Job[Any], plan: Plan[Any], arm: int) -> float:
    """About how many games an arm needs; infinitely many if it takes all that it gets."""
    if plan.enough(arm):
        return float(plan.tallies[arm].games)
    more = job.forecast_left(plan, arm)
    return math.inf if more is None else plan.finished(arm) + more.estimate
