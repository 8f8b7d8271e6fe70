"""A review as a job: each decision has worlds of its own, in which every move is played out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from playout.engine.game.game import Game, Player
from playout.engine.play.batch import play_batch
from playout.engine.worlds.worlds import play_worlds
from playout.questions.review.asked import Asked
from playout.questions.review.found import Found
from playout.runner import jobs
from playout.runner.plan import Batch, Outcome
from playout.stats.products import Choices

GAMES = 16  # whole games for each world of a decision: they take less time


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

    def in_words(self, canonical: Mapping[str, Any]) -> str:
        return in_words("a game", self.game, canonical)

    def moves(self) -> set[int]:
        return {*self.asked.moves, *(move for one in self.asked.decisions for move in one.moves)}

    def nothing(self) -> list[Choices]:
        asked = self.asked
        unit, others = asked.measure.unit, 2 * len(asked.others(0))
        nothing = [Choices.empty(len(one.moves), unit, others) for one in asked.decisions]
        return [*nothing, Choices.empty(asked.columns, GAMES * unit)] if asked.whole else nothing

    def play(self, batch: Batch) -> Choices:
        """Play every move of a decision in each world of a batch, and count it."""
        if batch.arm == len(self.asked.decisions):
            return self._whole(batch)
        asked, decision = self.asked, self.asked.decisions[batch.arm]
        view, seed = asked.views()[batch.arm], asked.dealt.world_seed(decision.number)
        worlds = batch.first, batch.count
        here, equals = (asked.rules, asked.reviewers, view), dict(decision.others)
        outcomes, own = play_worlds(*here, decision.moves, seed, *worlds, equals=equals)
        values, unit = outcomes[:, :, asked.column(decision.seat)], asked.measure.unit
        others = outcomes[:, :, [asked.column(seat) for seat in asked.others(decision.seat)]]
        both = others[:, decision.made], others[np.arange(len(own)), own]
        return Choices.of(values, own, unit, np.hstack(both))

    def _whole(self, batch: Batch) -> Choices:
        """Play whole games, which say what the value was before all luck: GAMES for each world."""
        asked, first = self.asked, self.asked.column(0)
        seed = asked.dealt.world_seed(len(asked.moves))
        here = asked.rules, asked.reviewers, seed
        outcomes = play_batch(*here, GAMES * batch.first, GAMES * batch.count)
        values = outcomes[:, first : first + asked.columns]
        values = values.reshape(batch.count, GAMES, asked.columns)
        own, unit = np.zeros(batch.count, np.int64), GAMES * asked.measure.unit
        return Choices.of(values.sum(axis=1), own, unit)

    def warm(self) -> None:
        """Compile everything once, not once for each decision."""
        self.play(Batch(0, self.begin, 0))
        if self.asked.whole:
            self._whole(Batch(len(self.asked.decisions), self.begin, 0))

    def players(self) -> list[Player]:
        return [*self.asked.players, self.asked.reviewer]

    def result(self, outcome: Outcome[Choices]) -> Found:
        asked, counted = self.asked, tuple(outcome.counted)
        start = counted[-1].products if asked.whole else None
        counted = counted[: len(asked.decisions)]
        return Found(asked, counted, outcome.seconds, outcome.complete, start)


def in_words(games: str, game: Game, review: Mapping[str, Any]) -> str:
    """A review of ``games`` by its canonical form: ``a review of a game of Pig, judged by hold``.

    The title is known if it is a review of this ``game``.
    """
    name = review["game"]
    title = game.title if name == game.name else name
    return f"a review of {games} of {title}, judged by the strategy {review['reviewer']}"
