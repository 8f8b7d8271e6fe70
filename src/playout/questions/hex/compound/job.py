"""Compound games as jobs."""

from __future__ import annotations

from playout.engine.game.game import Player
from playout.games.hex.compound import play_compound
from playout.games.hex.race import sampling
from playout.questions.hex.compound.asked import Asked
from playout.questions.hex.compound.found import Found, Played
from playout.runner import jobs
from playout.runner.plan import Batch, Outcome


class Job(jobs.Job[Played]):
    """Compound games as a job of one arm, in which no strategy plays."""

    kind = "hex-compound"
    asks = Asked
    asked: Asked
    first = 1

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        self._how = sampling(asked.boards, asked.confidence)

    def nothing(self) -> list[Played]:
        """No games."""
        return [Played(())]

    def play(self, batch: Batch) -> Played:
        """Play some games."""
        asked = self.asked
        if not batch.count:
            # A call for no games compiles everything, which takes one game: a quick one.
            quick = sampling(1, None)
            play_compound(asked.stones, asked.p, quick, asked.seed, self.begin, 1)
        some = (batch.first, batch.count)
        return Played(tuple(play_compound(asked.stones, asked.p, self._how, asked.seed, *some)))

    def players(self) -> list[Player]:
        """No strategy: every stone goes to a most pivotal cell."""
        return []

    def result(self, outcome: Outcome[Played]) -> Found:
        """The games."""
        (played,) = outcome.counted
        return Found(self.asked, played.all, outcome.seconds, outcome.complete, outcome.fixed)
