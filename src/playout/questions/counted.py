"""The parts that most questions share: a job of one arm, and the counts of its games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from playout.engine.game.game import Player
from playout.runner import jobs
from playout.runner.jobs import K
from playout.runner.plan import Outcome


@dataclass(frozen=True)
class Found(Generic[K]):
    """The counts of a question."""

    asked: Any
    counted: K
    seconds: float
    complete: bool  # False: stopped before all was played
    fixed: bool = True  # the number of games was fixed before any was played

    @property
    def games(self) -> int:
        """Games played, or units of another kind."""
        return self.counted.games


class Job(jobs.Job[K]):
    """A job of one arm, of the players of its question."""

    found_type: ClassVar[type[Found[Any]]]

    def players(self) -> list[Player]:
        return list(self.asked.players)  # type: ignore[attr-defined]

    def result(self, outcome: Outcome[K]) -> Found[K]:
        (counted,) = outcome.counted
        return self.found_type(
            self.asked, counted, outcome.seconds, outcome.complete, outcome.fixed
        )
