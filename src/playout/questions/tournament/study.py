"""Studies that rank strategies: kind = "tournament" in a study's TOML file."""

from __future__ import annotations

from typing import Any, Literal

from playout.questions.asked import given_by
from playout.questions.parameter_tables import TOURNAMENT
from playout.questions.tournament.answer import Answer
from playout.questions.tournament.asked import Asked, ask
from playout.questions.tournament.job import Job
from playout.report import study
from playout.report.study import Count, InItsWords, Level, Steps


class Study(study.Study):
    """A tournament, as data; every field can stand in its TOML file."""

    kind: Literal["tournament"] = "tournament"
    game: str
    strategies: str | list[str] = "all"
    games: Count = TOURNAMENT["games"].default_value
    rules: dict[str, Level] = {}

    def limited(self, games: int) -> dict[str, Any]:
        return {"games": games}

    def check(self) -> None:
        self._asked()

    def rehearse(self) -> None:
        # So few games that each table still has one.
        least = len(self._asked().tables)
        study.rehearse(self.changed(games=least, seed=None))

    def _asked(self) -> Asked:
        return ask(self.game, **given_by(self, TOURNAMENT))

    def steps(self) -> Steps:
        found = yield "", Job(self._asked())
        return StudyAnswer(self, found)


class StudyAnswer(InItsWords, Answer):
    """The answer, in the words of the study."""
