"""Several reviews as one job, which has the arms of all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from playout.engine.game.game import Player
from playout.questions.review import job as single
from playout.questions.review.several.asked import Asked
from playout.questions.review.several.found import Found
from playout.runner import jobs
from playout.runner.plan import Batch, Outcome
from playout.stats.products import Choices


class Job(jobs.Job[Choices]):
    """A job with an arm for each decision of each game."""

    kind = "reviews"
    asks = Asked
    asked: Asked
    unit = "worlds"
    extendable = False  # as that of each review
    first = single.Job.first

    def __init__(self, asked: Any, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        self._each = [single.Job(one, begin, end) for one in asked.reviews]
        self._sizes = [len(one.nothing()) for one in self._each]
        self._arms = [
            (one, k) for one, size in zip(self._each, self._sizes, strict=True) for k in range(size)
        ]

    @property
    def unit_name(self) -> str:
        return self.asked.simulations

    def in_words(self, canonical: Mapping[str, Any]) -> str:
        reviews = canonical["reviews"]
        return single.in_words(f"{len(reviews)} games", self.game, reviews[0])

    def moves(self) -> set[int]:
        return {move for one in self._each for move in one.moves()}

    def nothing(self) -> list[Choices]:
        return [nothing for one in self._each for nothing in one.nothing()]

    def play(self, batch: Batch) -> Choices:
        """Play a batch of one of the reviews."""
        review, arm = self._arms[batch.arm]
        return review.play(replace(batch, arm=arm))

    def warm(self) -> None:
        """Compile everything once."""
        self._each[0].warm()

    def players(self) -> list[Player]:
        return [*self.asked.players, self.asked.reviewer]

    def result(self, outcome: Outcome[Choices]) -> Found:
        counted, found = list(outcome.counted), []
        for review, size in zip(self._each, self._sizes, strict=True):
            own, counted = counted[:size], counted[size:]
            found.append(review.result(replace(outcome, counted=own)))
        return Found(self.asked, tuple(found), outcome.seconds, outcome.complete)
