"""Maps as jobs: a game of such a job is a block of 1,024 boards."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from playout.engine.game.game import Player
from playout.engine.vectors.vectors import BITS
from playout.games.hex.fill import Filling, chance_of
from playout.games.hex.maps import BoardCounts, Counts, count_blocks
from playout.questions.hex.maps.asked import Asked
from playout.questions.hex.maps.contest import Contest
from playout.questions.hex.maps.found import Found, sampled
from playout.runner import jobs
from playout.runner.jobs import Outcome
from playout.runner.plan import Batch


class Job(jobs.Job[BoardCounts]):
    """A map as a job of one arm; nobody plays, and its last block may be a partial one."""

    kind = "hex-map"
    asks = Asked
    asked: Asked
    unit = "boards"
    extendable = False
    first = 1

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        self._filling = Filling(asked.stones, chance_of(asked.p), asked.seed)
        if asked.confidence is not None:
            self.decide = self._decided

    @cached_property
    def _contest(self) -> Contest | None:
        """Which cells race, if the best of them is to be found; the same for all workers."""
        asked = self.asked
        return None if asked.confidence is None else Contest.of(asked, self._filling)

    @property
    def _watched(self) -> Counts:
        return np.zeros(0, np.int64) if self._contest is None else self._contest.watched

    def _decided(self, arm: int, counted: BoardCounts) -> bool:
        return self._contest is not None and self._contest.is_decided(counted)

    def units(self, games: int) -> int:
        """How many boards so many blocks are."""
        return min(games * BITS, self.asked.boards)

    def nothing(self) -> list[BoardCounts]:
        """What is counted of no boards."""
        return [BoardCounts.empty(self.asked.stones.size, len(self._watched))]

    def play(self, batch: Batch) -> BoardCounts:
        """Count some blocks of boards."""
        asked = self.asked
        some = (batch.first, batch.count, asked.boards)
        return count_blocks(asked.method, self._filling, *some, self._watched)

    def players(self) -> list[Player]:
        """Nobody."""
        return []

    def result(self, outcome: Outcome[BoardCounts]) -> Found:
        """The map."""
        (counted,) = outcome.counted
        contest = self._contest
        leaders = None if contest is None else tuple(contest.leaders(counted))
        return sampled(self.asked, counted, outcome.seconds, outcome.complete, leaders)
