"""The course of games as a job: games are played, and their measure is read after each step."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

from playout.engine.play.courses import check_course, play_courses
from playout.questions import counted
from playout.questions.course.asked import Asked
from playout.questions.course.found import Found
from playout.runner.plan import Batch
from playout.stats.steps import Courses, Steps
from playout.stats.tally import Counts

AT_ONCE = 2**21  # numbers that are held at once, 16 MB


class Job(counted.Job[Courses]):
    """A job of one arm."""

    kind = "course"
    asks, found_type = Asked, Found
    asked: Asked

    def nothing(self) -> list[Courses]:
        return [self._counted(0, 0)]

    def play(self, batch: Batch) -> Courses:
        """Play the games of a batch, some at a time, and count them."""
        some = max(1, AT_ONCE // ((self.asked.steps + 1) * self.game.width))
        firsts = range(batch.first, max(batch.first + 1, batch.end), some)
        return reduce(add, (self._counted(k, min(some, batch.end - k)) for k in firsts))

    def warm(self) -> None:
        self._played(0, 0)

    def _played(self, first: int, games: int) -> tuple[Counts, Counts, Counts]:
        asked = self.asked
        here = asked.rules, asked.players, asked.seed, first, games
        return play_courses(*here, asked.column, asked.steps)

    def _counted(self, first: int, games: int) -> Courses:
        asked = self.asked
        measure, column = asked.measure, self.game.column(asked.measure)
        seats = len(asked.players) if measure.per_seat else 1
        if games:
            course, lengths, outcomes = self._played(first, games)
            top = measure.top(asked.rules)
            for k in range(seats):
                most = None if top is None else top * measure.unit
                check_course(asked.rules, course, column + k, most, measure.name)
        else:
            course = np.zeros((0, 1, self.game.width), np.int64)
            lengths, outcomes = np.zeros(0, np.int64), course[:, 0]
        values = course[:, :, column : column + seats]
        last = outcomes[:, column : column + seats]
        parts = [Steps.of(values[:, :, k], lengths, last[:, k], measure.unit) for k in range(seats)]
        if asked.has_leader:
            values, last = (asked.rules.of_sides(measure, each) for each in (values, last))
            parts += leads(values, lengths, last, measure.wanted == "lowest", measure.unit)
        return Courses(games, tuple(parts))


def leads(
    values: Counts, lengths: Counts, last: Counts, lowest: bool, unit: int
) -> tuple[Steps, Steps, Steps]:
    """How far the leader is ahead; whether the lead changes in a step; how often in a game.

    ``values[game, step, side]``.  Who is ahead alone leads; after a tie the former leader still
    does, so a change is that another seat is ahead alone.
    """
    games, steps, _ = values.shape
    ordered = np.sort(values, axis=2)
    lead = ordered[:, :, 1] - ordered[:, :, 0] if lowest else ordered[:, :, -1] - ordered[:, :, -2]
    best = values.argmin(axis=2) if lowest else values.argmax(axis=2)
    changes = np.zeros((games, steps), np.int64)
    leader = np.where(lead[:, 0] > 0, best[:, 0], -1)
    for step in range(1, steps):
        ahead = (lead[:, step] > 0) & (lengths >= step)
        changes[:, step] = ahead & (leader >= 0) & (best[:, step] != leader)
        leader = np.where(ahead, best[:, step], leader)
    rank = np.sort(last, axis=1)
    end = rank[:, 1] - rank[:, 0] if lowest else rank[:, -1] - rank[:, -2]
    once = np.zeros(games, np.int64)
    often = changes.sum(axis=1)
    return (
        Steps.of(lead, lengths, end, unit),
        Steps.of(changes, lengths, once),
        Steps.of(often[:, None], once, often),
    )
