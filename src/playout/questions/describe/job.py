"""A description as a job: games that are watched, levels that are compared, changes of rules.

Arm 0 are the games of the game as it is, watched closely.  Then come the strategies that are
compared, if there are any, all in one arm; then an arm for each change, on the same deals.
"""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Player, Rules
from playout.questions.describe.asked import Asked
from playout.questions.describe.found import Found
from playout.questions.describe.watched import Watched
from playout.runner import jobs
from playout.runner.plan import Batch, Outcome


class Job(jobs.Job[Any]):
    """A job of several arms, whose counts are of different kinds."""

    kind = "describe"
    asks = Asked
    asked: Asked
    extendable = False  # some intervals are for a number of games fixed beforehand

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        seed, win, standing = asked.seed, asked.win, asked.standing
        table = Watched(asked.rules, asked.players, seed, win, standing)
        levels = [] if asked.compared is None else [asked.compared]
        changes = [
            Watched(one.rules, one.players, seed, win, standing, closely=False)
            for one in asked.changes
        ]
        self._arms: list[Any] = [table, *levels, *changes]

    def nothing(self) -> list[Any]:
        return [arm.nothing() for arm in self._arms]

    def play(self, batch: Batch) -> Any:
        """Play a batch of games of an arm, or of deals, and count it."""
        return self._arms[batch.arm].play(batch.first, batch.count)

    def warm(self) -> None:
        """Compile every loop and every strategy once."""
        self._arms[0].play(0, 0)
        if self.asked.compared is not None:
            self.asked.compared.warm()
        for one in self.asked.changes:
            if one.name == "strategy":
                Watched(one.rules, one.players, 0, None, None, closely=False).play(0, 0)

    def players(self) -> list[Player]:
        asked = self.asked
        others = () if asked.compared is None else asked.levels
        changed = [player for one in asked.changes for player in one.players]
        return [*asked.players, *others, *changed]

    def seated(self) -> list[tuple[Rules, tuple[Player, ...]]]:
        return [(self.asked.rules, self.asked.players)]

    def result(self, outcome: Outcome[Any]) -> Found:
        return Found(
            self.asked, tuple(outcome.counted), outcome.seconds, outcome.complete, outcome.fixed
        )
