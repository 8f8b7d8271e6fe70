"""Skill and luck as a job: the same deals, played by several strategies several times."""

from __future__ import annotations

import numpy as np

from playout.engine.game.game import Player
from playout.engine.play.batch import play_batch
from playout.questions import counted
from playout.questions.luck.asked import Asked
from playout.questions.luck.found import Found
from playout.runner.plan import Batch
from playout.stats.components import Sums


class Job(counted.Job[Sums]):
    """A job of one arm, whose games are deals, each with all that is played of it."""

    kind = "luck"
    asks, found_type = Asked, Found
    asked: Asked
    unit = "deals"
    extendable = False  # its intervals are for a number of deals fixed beforehand
    first = 1  # of the first deals alone all strategies and repeats may take long

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        self._seating = asked.seating

    def nothing(self) -> list[Sums]:
        asked = self.asked
        return [Sums.empty(len(asked.players), asked.repeats, asked.draws)]

    def play(self, batch: Batch) -> Sums:
        """Play every deal of a batch with every strategy in every repeat, and count it."""
        asked, first, count = self.asked, batch.first, batch.count
        shape = len(asked.players), asked.draws, asked.repeats
        outcomes = np.zeros((shape[0], count, *shape[1:]), np.int64)
        for place, draw, repeat in np.ndindex(*shape):
            games = play_batch(
                asked.rules,
                asked.players_of(place),
                asked.seed,
                first,
                count,
                self._seating,
                repeat=asked.number_of(place, draw, repeat),
                redraw=draw,
            )
            outcomes[place, :, draw, repeat] = asked.measured(first, games)
        return Sums.of(outcomes, first)

    def warm(self) -> None:
        """Compile every strategy once, not once for each repeat."""
        asked = self.asked
        for place in range(len(asked.players)):
            play_batch(asked.rules, asked.players_of(place), asked.seed, 0, 0)

    def players(self) -> list[Player]:
        others = [] if self.asked.against is None else [self.asked.against]
        return [*self.asked.players, *others]
