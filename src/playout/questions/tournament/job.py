"""Tournaments as jobs: an arm of the job is a table."""

from __future__ import annotations

from shlex import quote
from typing import Any

import numpy as np

from playout.engine.chance.seating import orders
from playout.engine.game.game import Player
from playout.engine.play.batch import play_batch
from playout.questions.tournament.asked import Asked
from playout.questions.tournament.counting import Counting
from playout.questions.tournament.found import Found, Standing
from playout.runner import jobs
from playout.runner.jobs import Outcome
from playout.runner.plan import Batch


class Job(jobs.Job[Standing]):
    """A tournament as a job with an arm for each table."""

    kind = "tournament"
    extendable = False  # the number of games says which are those of the second table

    def __init__(self, asked: Asked) -> None:
        self.asked: Asked = asked
        self.end = asked.table_games
        self._seating = orders(asked.seats)
        self._counting = Counting(asked, self._seating)

    @classmethod
    def restored(cls, canonical: dict[str, Any], end: int, begin: int = 0) -> Job:
        """The job of a tournament in its canonical form, which says how many games it has."""
        return cls(Asked.restored(canonical))

    def command(self) -> str:
        """The command that asks for it."""
        asked = self.asked
        names = ",".join(player.reference for player in asked.players)
        words = ["playout tournament", asked.game.word, f"--strategies {quote(names)}"]
        words += [*asked.rules.options(), f"--games {self.end * len(asked.tables)}"]
        return " ".join([*words, f"--seed {asked.seed}"])

    def nothing(self) -> list[Standing]:
        """What is counted of no games, for each table."""
        none = np.zeros((0, self.game.width), np.int64)
        # All are alike but for who plays; a table of a hundred thousand is not counted apart.
        return [self._counting.count(0, 0, none)] * len(self.asked.tables)

    def play(self, batch: Batch) -> Standing:
        """Play a batch at its table and count it."""
        asked = self.asked
        first = batch.arm * asked.table_games + batch.first
        here = [asked.players[place] for place in asked.tables[batch.arm]]
        outcomes = play_batch(asked.rules, here, asked.seed, first, batch.count, self._seating)
        return self._counting.count(batch.arm, first, outcomes)

    def warm(self) -> None:
        """Compile every strategy once: many tables have the same ones."""
        asked = self.asked
        for player in asked.players:
            play_batch(asked.rules, [player] * asked.seats, asked.seed, 0, 0)

    def players(self) -> list[Player]:
        """Everybody who plays, somewhere."""
        return list(self.asked.players)

    def result(self, outcome: Outcome[Standing]) -> Found:
        """The standing over all tables."""
        total = outcome.counted[0]
        for standing in outcome.counted[1:]:
            total += standing
        return Found(self.asked, total, outcome.seconds, outcome.complete)
