"""Maps as jobs: a game of such a job is a block of 1,024 boards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from playout.engine.game.game import Player
from playout.engine.vectors.vectors import BITS
from playout.games.hex import race
from playout.games.hex.fill import Filling, chance_of
from playout.games.hex.maps import BoardCounts, Counts, count_blocks
from playout.questions.hex.maps.asked import Asked
from playout.questions.hex.maps.found import Found, sampled
from playout.runner import jobs
from playout.runner.plan import EARLY_LOOKS, Batch, Outcome

# The most that r is in a map, where small boards are clear after thousands: with the larger r of
# a move they would take three times as many, and 11 x 11 cells a tenth fewer.
SOON = 256.0


@dataclass(frozen=True, eq=False)
class Contest:
    """The cells that may still be the most pivotal one: the race of `playout.games.hex.race`.

    Here all cells run in one round, because all rates are shown, so none may get the colour of
    another.  What is decided follows from the counts alone: not from the looks before.
    """

    stakes: tuple[int, float, float]  # see `race.drop_behind`
    classes: Counts  # [cells]: cells that are equal by symmetry; see `race.classes_of`
    watched: Counts  # [k]: the cells that may win
    pilot: BoardCounts  # of the first boards, if they chose those; they do not count again

    @staticmethod
    def of(asked: Asked, filling: Filling) -> Contest:
        """The contest of a map; this looks at its first boards, if not all cells can be watched."""
        assert asked.confidence is not None
        blocks, classes = race.pilot_blocks(asked.boards), race.classes_of(filling)
        watched = np.flatnonzero(classes != race.OUT)
        if len(watched) <= race.MOST_WATCHED:
            pilot = BoardCounts.empty(len(classes), len(watched))
        else:
            first = count_blocks(asked.method, filling, 0, blocks, asked.boards)
            watched = race.entrants(classes, first.pivotal)
            pilot = count_blocks(asked.method, filling, 0, blocks, asked.boards, watched)
        entered = int(race.number_of_classes(classes, watched))
        stakes = (entered, 1.0 - asked.confidence, min(float(race.tuned(asked.boards)), SOON))
        return Contest(stakes, classes, watched, pilot)

    def left(self, counted: BoardCounts) -> Counts:
        """int64[cells]: the classes that may be the best; OUT for cells that are clearly behind."""
        classes = self.classes.copy()
        if counted.boards > self.pilot.boards:
            since, both = counted.pivotal - self.pilot.pivotal, counted.both - self.pilot.both
            race.drop_behind(classes, since, self.watched, both, self.stakes)
        return classes

    def is_decided(self, counted: BoardCounts) -> bool:
        """Whether one class is left: one cell, or several that are equal by symmetry."""
        left = self.left(counted)
        return bool(race.number_of_classes(left, np.arange(len(left))) == 1)

    def leaders(self, counted: BoardCounts) -> list[int]:
        """The cells that may be the best, the best first."""
        classes = self.left(counted)
        running = [cell for cell in range(len(classes)) if classes[cell] != race.OUT]
        means = race.means_of(classes, counted.pivotal)
        return sorted(running, key=lambda cell: -means[classes[cell]])


class Job(jobs.Job[BoardCounts]):
    """A map as a job of one arm, without players; its last block may be a partial one."""

    kind = "hex-map"
    asks = Asked
    asked: Asked
    unit = "boards"
    extendable = False
    first = 1
    looks = EARLY_LOOKS

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        self._filling = Filling(asked.stones, chance_of(asked.p), asked.seed)
        if asked.confidence is not None:
            self.decide = self._decided

    @cached_property
    def _contest(self) -> Contest | None:
        """The cells that race, if the best of them is wanted; the same for all workers."""
        asked = self.asked
        return None if asked.confidence is None else Contest.of(asked, self._filling)

    @property
    def _watched(self) -> Counts:
        return np.zeros(0, np.int64) if self._contest is None else self._contest.watched

    def _decided(self, arm: int, counted: BoardCounts) -> bool:
        return self._contest is not None and self._contest.is_decided(counted)

    def units(self, games: int) -> int:
        """The boards in a number of blocks."""
        return min(games * BITS, self.asked.boards)

    def nothing(self) -> list[BoardCounts]:
        """The counts of no boards."""
        return [BoardCounts.empty(self.asked.stones.size, len(self._watched))]

    def play(self, batch: Batch) -> BoardCounts:
        """Count some blocks of boards."""
        asked = self.asked
        some = (batch.first, batch.count, asked.boards)
        return count_blocks(asked.method, self._filling, *some, self._watched)

    def players(self) -> list[Player]:
        """A map has no players."""
        return []

    def result(self, outcome: Outcome[BoardCounts]) -> Found:
        """The map."""
        (counted,) = outcome.counted
        contest = self._contest
        leaders = None if contest is None else tuple(contest.leaders(counted))
        return sampled(self.asked, counted, outcome.seconds, outcome.complete, leaders)
