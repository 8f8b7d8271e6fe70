"""The odds of a position as a job: worlds in which every move is played to the end."""

from __future__ import annotations

from collections.abc import Sequence

from playout.engine.worlds.worlds import play_worlds
from playout.questions import counted
from playout.questions.odds.asked import Asked
from playout.questions.odds.found import Found
from playout.runner.plan import Batch
from playout.stats.intervals import Interval
from playout.stats.products import Choices


class Job(counted.Job[Choices]):
    """A job of one arm, whose games are worlds, each with all moves."""

    kind = "odds"
    asks, found_type = Asked, Found
    asked: Asked
    unit = "worlds"
    first = 1  # of the first worlds alone all moves may take long

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        if asked.precision is not None:
            self.decide, self.aim = self._enough, asked.aim

    @property
    def unit_name(self) -> str:
        return self.asked.simulations

    def moves(self) -> tuple[int, ...]:
        return self.asked.moves

    def nothing(self) -> list[Choices]:
        return [Choices.empty(len(self.asked.judged), self.asked.measure.unit)]

    def play(self, batch: Batch) -> Choices:
        """Play every move in each world of a batch, and count it."""
        asked, worlds = self.asked, (batch.first, batch.count)
        here = asked.rules, asked.players, asked.view(), asked.judged, asked.seed
        outcomes, own = play_worlds(*here, *worlds, equals=asked.others)
        return Choices.of(outcomes[:, :, asked.column(asked.seat)], own, asked.measure.unit)

    def _enough(self, arm: int, counted: Choices) -> bool:
        return Found(self.asked, counted, 0.0, False).is_precise

    def forecast_needed(self, arm: int, counted: Choices, looks: Sequence[int]) -> Interval | None:
        """About how many more worlds it takes until all is as precise as was asked."""
        return Found(self.asked, counted, 0.0, False).remaining
