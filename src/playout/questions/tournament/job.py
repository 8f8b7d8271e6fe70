"""Tournaments as jobs: an arm of the job is a table."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

from playout.engine.chance.seating import orders
from playout.engine.play.batch import play_batch
from playout.questions import counted
from playout.questions.tournament.asked import Asked
from playout.questions.tournament.counting import Counting
from playout.questions.tournament.found import Found, Standing
from playout.runner.jobs import Outcome
from playout.runner.plan import Batch


class Job(counted.Job[Standing]):
    """A tournament as a job with an arm for each table."""

    kind = "tournament"
    asks = Asked
    asked: Asked
    extendable = False  # the number of games says which are those of the second table

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked)  # which says how many games there are
        self._seating = orders(asked.seats)
        self._counting = Counting(asked, self._seating)

    def nothing(self) -> list[Standing]:
        """What is counted of no games, for each table."""
        none = np.zeros((0, self.game.width), np.int64)
        # All are alike but for who plays; a table of a hundred thousand is not counted apart.
        return [self._counting.count(0, 0, none)] * len(self.asked.tables)

    def play(self, batch: Batch) -> Standing:
        asked = self.asked
        first = batch.arm * asked.table_games + batch.first
        here = [asked.players[place] for place in asked.tables[batch.arm]]
        outcomes = play_batch(asked.rules, here, asked.seed, first, batch.count, self._seating)
        return self._counting.count(batch.arm, first, outcomes)

    def warm(self) -> None:
        """Compile every strategy once: many tables have the same ones."""
        asked = self.asked
        for player in asked.players:
            play_batch(asked.rules, [player] * asked.seats, asked.seed, 0, 0)

    def result(self, outcome: Outcome[Standing]) -> Found:
        total = reduce(add, outcome.counted)
        return Found(self.asked, total, outcome.seconds, outcome.complete)
