"""Compound games as jobs."""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Player
from playout.games.hex.board import FREE
from playout.games.hex.compound import play_compound
from playout.games.hex.race import sampling
from playout.questions.hex.compound.asked import Asked
from playout.questions.hex.compound.found import Found, Played
from playout.questions.hex.positions import size_of
from playout.runner import jobs
from playout.runner.jobs import Outcome
from playout.runner.plan import Batch


class Job(jobs.Job[Played]):
    """Compound games as a job of one arm, in which no strategy plays."""

    kind = "hex-compound"
    first = 1

    def __init__(self, asked: Asked, begin: int = 0) -> None:
        self.asked: Asked = asked
        self.begin, self.end = begin, asked.games
        self._how = sampling(asked.boards, asked.confidence)

    @classmethod
    def restored(cls, canonical: dict[str, Any], end: int, begin: int = 0) -> Job:
        """The job of compound games in their canonical form."""
        return cls(Asked.restored(canonical, end), begin)

    def command(self) -> str:
        """The command that asks for it; "" if it takes a file with a position."""
        asked = self.asked
        if (asked.stones != FREE).any():
            return ""
        words = [f"playout compound --size {size_of(asked.stones)} --games {self.end}"]
        words.append(f"--boards {asked.boards}")
        words += [] if asked.confidence is None else [f"--confidence {asked.confidence!r}"]
        words += [] if asked.p == 0.5 else [f"--p {asked.p!r}"]
        return " ".join([*words, f"--seed {asked.seed}"])

    def nothing(self) -> list[Played]:
        """No games."""
        return [Played(())]

    def play(self, batch: Batch) -> Played:
        """Play some games."""
        asked = self.asked
        if not batch.count:
            # Whoever asks for no game wants everything compiled, which needs one: a quick one.
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
