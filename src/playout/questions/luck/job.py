"""Skill and luck as a job: the same deals, played by several strategies several times."""

from __future__ import annotations

from playout.engine.game.game import Player
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

    def nothing(self) -> list[Sums]:
        return [self.asked.nothing()]

    def play(self, batch: Batch) -> Sums:
        """Play every deal of a batch with every strategy in every repeat, and count it."""
        return self.asked.play(batch.first, batch.count)

    def warm(self) -> None:
        """Compile every strategy once, not once for each repeat."""
        self.asked.warm()

    def players(self) -> list[Player]:
        others = [] if self.asked.against is None else [self.asked.against]
        return [*self.asked.players, *others]
