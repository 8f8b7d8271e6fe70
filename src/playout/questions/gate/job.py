"""Expectations as a job: an arm for each, which plays until it is clear whether it holds."""

from __future__ import annotations

from collections.abc import Sequence

from playout.engine.game.game import Player
from playout.engine.words.errors import PlayoutError
from playout.questions.gate.asked import Asked
from playout.questions.gate.found import OPEN, Found, intervals_of, result_of
from playout.questions.targets.forecasts import until_placed
from playout.questions.targets.tables import Played
from playout.report.words import several
from playout.runner import jobs
from playout.runner.plan import Batch, Outcome, Plan
from playout.stats.intervals import Interval


class Job(jobs.Job[Played]):
    """A gate: all expectations play the same deals, each until it has passed or failed."""

    kind = "gate"
    aim = "until all expectations are clear"
    asks = Asked
    asked: Asked

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        if not asked.record:
            self.decide = self._decided

    def nothing(self) -> list[Played]:
        return [one.nothing() for one in self.asked.expectations]

    def play(self, batch: Batch) -> Played:
        """Play a batch of games of an expectation, and count it."""
        one = self.asked.expectations[batch.arm]
        try:
            return one.play(self.asked.seed, batch.first, batch.count)
        except PlayoutError as error:
            error.arm = batch.arm
            raise

    def players(self) -> list[Player]:
        tables = (table for one in self.asked.expectations for table in one.setting.tables)
        return list(dict.fromkeys(player for table in tables for player in table.players))

    def _decided(self, arm: int, counted: Played) -> bool:
        one = self.asked.expectations[arm]
        return result_of(one, intervals_of(one, counted)) != OPEN

    def forecast_needed(self, arm: int, counted: Played, looks: Sequence[int]) -> Interval | None:
        """About how many games an expectation needs until it is clear; None if that is unknown."""
        one = self.asked.expectations[arm]
        wanted = [(one.target, part) for part in one.parts]
        return until_placed(wanted, counted.tally.histograms, looks, one.level, one.aim)

    def remark(self, plan: Plan[Played]) -> str:
        count = len(self.asked.expectations)
        if self.asked.record:
            return ""
        left = sum(not plan.enough(k) for k in range(count))
        return f"{left} of {several(count, 'expectation')} not clear yet"

    def result(self, outcome: Outcome[Played]) -> Found:
        error = outcome.error
        stopped = None if error is None else (error.arm, str(error))
        return Found(self.asked, tuple(outcome.counted), outcome.seconds, outcome.complete, stopped)
