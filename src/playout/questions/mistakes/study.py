"""Studies of decisions: kind = "mistakes" in a study's TOML file."""

from __future__ import annotations

from typing import Any, Literal

from playout.questions.asked import given_by
from playout.questions.judging_tables import MISTAKES
from playout.questions.mistakes.answer import Answer
from playout.questions.mistakes.asked import Asked, ask
from playout.questions.mistakes.job import Job
from playout.report import study
from playout.report.study import Count, InItsWords, Level, Steps


class Study(study.Study):
    """A study of mistakes, as data; every field can stand in its TOML file."""

    kind: Literal["mistakes"] = "mistakes"
    game: str
    strategy: str = ""  # default: the game's own
    reviewer: str = ""  # default: what search plays as
    rules: dict[str, Level] = {}
    measure: str = ""  # default: the game's first
    games: Count = MISTAKES["games"].default_value
    worlds: Count | None = None  # default: none where values are exact, else 100

    def limited(self, games: int) -> dict[str, Any]:
        return {"games": games}

    def check(self) -> None:
        self._asked()

    def rehearse(self) -> None:
        few = {"games": 2, "worlds": 2}
        study.rehearse(self.model_copy(update=few))

    def _asked(self) -> Asked:
        return ask(self.game, **given_by(self, MISTAKES))

    def steps(self) -> Steps:
        found = yield "", Job(self._asked())
        return StudyAnswer(self, found)


class StudyAnswer(InItsWords, Answer):
    """The answer, in the words of the study."""
