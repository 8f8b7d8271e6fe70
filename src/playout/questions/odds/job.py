"""The odds of a position as a job: worlds in which every move is played to the end."""

from __future__ import annotations

from playout.engine.game.game import Player
from playout.engine.worlds.worlds import play_worlds
from playout.questions.odds.asked import Asked
from playout.questions.odds.found import Found
from playout.runner import jobs
from playout.runner.jobs import Outcome
from playout.runner.plan import Batch
from playout.stats.products import Choices


class Job(jobs.Job[Choices]):
    """A job of one arm, whose games are worlds, each with all moves."""

    kind = "odds"
    asks = Asked
    asked: Asked
    unit = "worlds"
    first = 1  # of the first worlds alone all moves may take long

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        self.decide = self._decided if len(asked.moves) > 1 else None

    def nothing(self) -> list[Choices]:
        """The counts of no worlds."""
        return [Choices.empty(len(self.asked.moves), self.asked.measure.unit)]

    def play(self, batch: Batch) -> Choices:
        """Play every move in each world of a batch, and count it."""
        asked = self.asked
        outcomes, own = play_worlds(
            asked.rules,
            asked.players,
            asked.view(),
            asked.moves,
            asked.seed,
            batch.first,
            batch.count,
        )
        return Choices.of(outcomes[:, :, asked.column(asked.seat)], own, asked.measure.unit)

    def _decided(self, arm: int, counted: Choices) -> bool:
        return Found(self.asked, counted, 0.0, False).is_decided

    def players(self) -> list[Player]:
        """All players of this job."""
        return list(self.asked.players)

    def result(self, outcome: Outcome[Choices]) -> Found:
        """What was counted."""
        return Found(self.asked, outcome.counted[0], outcome.seconds, outcome.complete)
