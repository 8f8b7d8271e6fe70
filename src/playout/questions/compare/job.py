"""Comparisons as jobs: the same deals for both sides, until it is known which is better."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from playout.engine.game.game import Player
from playout.questions.compare.asked import Asked
from playout.questions.compare.found import (
    UNDECIDED,
    Found,
    Look,
    difference_interval,
    expected_deals,
    verdict_of,
)
from playout.runner import jobs
from playout.runner.plan import Batch, Outcome, Plan
from playout.stats.intervals import Interval
from playout.stats.paired import Paired, Signed
from playout.stats.tally import Histogram

PAIRS = "pairs of games"  # with the same deal, one of each side


class Job(jobs.Job[Paired]):
    """A comparison as a job of one arm, whose games are deals."""

    kind = "compare"
    aim = "until a verdict"
    asks = Asked
    asked: Asked
    unit = "deals"

    @property
    def unit_name(self) -> str:
        return PAIRS

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        self.decide = self._decided
        self._looks: list[Look] = []

    def nothing(self) -> list[Paired]:
        none, unit = np.zeros(0, np.int64), self.asked.pairing.unit
        side, signed = Histogram.of(none, unit), Signed.of(none, unit)
        return [Paired(0, (side, side), signed, (signed, signed))]

    def play(self, batch: Batch) -> Paired:
        """Play a batch of deals, each twice, and count it."""
        return self.asked.pairing.play(self.asked.seed, batch.first, batch.count)

    def players(self) -> list[Player]:
        return [player for side in self.asked.sides for player in side.players]

    def plan(self) -> Plan[Paired]:
        """The plan of its deals; the looks begin anew with it."""
        self._looks.clear()
        return super().plan()

    def _decided(self, arm: int, counted: Paired) -> bool:
        interval = difference_interval(self.asked, counted)
        self._looks.append(Look(counted.games, interval))
        return verdict_of(self.asked, interval) != UNDECIDED

    def forecast_needed(self, arm: int, counted: Paired, looks: Sequence[int]) -> Interval | None:
        return expected_deals(self.asked, counted, looks)

    def result(self, outcome: Outcome[Paired]) -> Found:
        (counted,) = outcome.counted
        looks = [look for look in self._looks if look.games <= counted.games]
        if counted.games and (not looks or looks[-1].games < counted.games):
            looks.append(Look(counted.games, difference_interval(self.asked, counted)))
        return Found(self.asked, counted, tuple(looks), outcome.seconds, outcome.complete)
