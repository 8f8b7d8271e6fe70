"""A review as a job: each decision has worlds of its own, in which every move is played out."""

from __future__ import annotations

import numpy as np

from playout.engine.game.game import Player
from playout.engine.worlds.worlds import play_worlds
from playout.questions.review.asked import Asked
from playout.questions.review.found import Found
from playout.runner import jobs
from playout.runner.jobs import Outcome
from playout.runner.plan import Batch
from playout.stats.products import Choices


class Job(jobs.Job[Choices]):
    """A job with an arm for each decision, whose games are worlds, each with all moves."""

    kind = "review"
    asks = Asked
    asked: Asked
    unit = "worlds"
    extendable = False  # its sums are for a number of worlds fixed beforehand
    first = 16  # the first worlds alone may take long

    @property
    def unit_name(self) -> str:
        return self.asked.simulations

    def moves(self) -> set[int]:
        return {*self.asked.moves, *(move for one in self.asked.decisions for move in one.moves)}

    def nothing(self) -> list[Choices]:
        unit, others = self.asked.measure.unit, 2 * len(self.asked.others(0))
        return [Choices.empty(len(one.moves), unit, others) for one in self.asked.decisions]

    def play(self, batch: Batch) -> Choices:
        """Play every move of a decision in each world of a batch, and count it."""
        asked, decision = self.asked, self.asked.decisions[batch.arm]
        view, seed = asked.views()[batch.arm], asked.dealt.world_seed(decision.number)
        worlds = batch.first, batch.count
        here, equals = (asked.rules, asked.reviewers, view), dict(decision.others)
        outcomes, own = play_worlds(*here, decision.moves, seed, *worlds, equals=equals)
        values, unit = outcomes[:, :, asked.column(decision.seat)], asked.measure.unit
        others = outcomes[:, :, [asked.column(seat) for seat in asked.others(decision.seat)]]
        both = others[:, decision.made], others[np.arange(len(own)), own]
        return Choices.of(values, own, unit, np.hstack(both))

    def warm(self) -> None:
        """Compile everything once, not once for each decision."""
        self.play(Batch(0, self.begin, 0))

    def players(self) -> list[Player]:
        return [*self.asked.players, self.asked.reviewer]

    def result(self, outcome: Outcome[Choices]) -> Found:
        return Found(self.asked, tuple(outcome.counted), outcome.seconds, outcome.complete)
