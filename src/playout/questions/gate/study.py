"""Studies that expect something: [[expect]] in a study's TOML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from playout.engine.words.errors import PlayoutError
from playout.questions.answers import load_study
from playout.questions.asked import given_by
from playout.questions.design_tables import GATE
from playout.questions.gate.answer import Answer
from playout.questions.gate.asked import Asked, ask
from playout.questions.gate.expectations import names_recorded
from playout.questions.gate.job import Job
from playout.report import study
from playout.report.study import Count, InItsWords, Level, Steps


def _expected(value: Any) -> Any:
    if not isinstance(value, list) or not all(isinstance(one, str | dict) for one in value):
        raise ValueError("must be tables [[expect]], or a list of targets, such as ['win=50%±2']")
    return value


Expected = Annotated[list[str | dict[str, Any]], BeforeValidator(_expected)]


class Study(study.Study):
    """A gate, as data; every field can stand in its TOML file."""

    kind: Literal["gate"] = "gate"
    game: str
    expect: Expected = []
    strategy: str = ""  # default: the game's own
    rules: dict[str, Level] = {}  # of all expectations
    error: float = GATE["error"].default_value
    max_games: Count = GATE["max_games"].default_value

    def limited(self, games: int) -> dict[str, Any]:
        return {"max_games": games}

    def check(self) -> None:
        self.asked(record=any(map(names_recorded, self.expect)))  # it may not be recorded yet

    def rehearse(self) -> None:
        study.rehearse(self.changed(games=3, seed=None))

    def asked(self, record: bool = False) -> Asked:
        """The question, checked; to ``record`` the games of this version."""
        return ask(self.game, record=record, **given_by(self, GATE))

    def steps(self) -> Steps:
        found = yield "", Job(self.asked())
        return StudyAnswer(self, found)


def load(path: Path) -> Study:
    """The gate in a file; PlayoutError for any mistake in it."""
    study = load_study(path, rehearsed=False, usual="gate")
    if not isinstance(study, Study):
        raise PlayoutError(
            f"{path}: expects nothing (it is a study of the kind {study.kind}); add a table "
            "[[expect]] with a line such as target = 'win(seat 1)=50%±2'"
        )
    return study


class StudyAnswer(InItsWords, Answer):
    """The answer, in the words of the study."""
