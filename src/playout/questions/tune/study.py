"""Studies that search for rules: kind = "tune" in a study's TOML file."""

from __future__ import annotations

from typing import Any, Literal

from playout.questions.asked import given_by
from playout.questions.design_tables import TUNE
from playout.questions.tune.answer import Answer
from playout.questions.tune.asked import Asked, ask
from playout.questions.tune.job import Job
from playout.report import study
from playout.report.study import Count, InItsWords, Level, Steps


class Study(study.Study):
    """A search among settings, as data; every field can stand in its TOML file."""

    kind: Literal["tune"] = "tune"
    game: str
    vary: dict[str, Level | list[Level]] = {}  # an option -> its values, or a text such as "4..9"
    targets: list[str] = []
    maximize: str = ""
    minimize: str = ""
    strategy: str = ""  # default: the game's own
    rules: dict[str, Level] = {}  # of all settings
    error: float = TUNE["error"].default_value
    max_games: Count | None = None

    def limited(self, games: int) -> dict[str, Any]:
        return {"max_games": games}

    def check(self) -> None:
        self._asked()

    def rehearse(self) -> None:
        study.rehearse(self.changed(games=3, seed=None))

    def _asked(self) -> Asked:
        return ask(self.game, **given_by(self, TUNE))

    def steps(self) -> Steps:
        found = yield "", Job(self._asked())
        return StudyAnswer(self, found)


class StudyAnswer(InItsWords, Answer):
    """The answer, in the words of the study."""
