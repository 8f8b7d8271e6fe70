"""A study: a question as data, with what a report says of it, and how it is played.

What all studies have is here; what a kind of study may ask stands in the folder of its question
(``questions/*/study.py``).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, StrictInt, ValidationInfo

from playout.engine.game.game import Value
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_count, read_seed
from playout.engine.words.spelling import capitalised
from playout.report.answer import Answer
from playout.report.progress import Screen
from playout.report.templates import filled_in
from playout.runner.jobs import Asked, Job, Workers
from playout.runner.saved_runs import play_saved
from playout.runner.workers import Threads

Steps = Generator[tuple[str, Job[Any]], Any, Answer]
"""How a study is played: it yields each of its jobs, with an ending for the name of the job's file,
is sent what was found (the last time perhaps incomplete), and returns its answer."""


def _level(value: Any) -> Any:
    if isinstance(value, list) and value and all(isinstance(name, str) for name in value):
        return ",".join(value)  # a line-up
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"{value!r} is neither a number nor a word")
    return value


Level = Annotated[Value, BeforeValidator(_level)]


def _count(value: Any, field: ValidationInfo) -> int:
    return read_count(value, field.field_name or "games")


Count = Annotated[int, BeforeValidator(_count)]
Seed = Annotated[int, BeforeValidator(read_seed)]


class Study(BaseModel):
    """The keys that every study's file may have; a question adds its own."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str = "run"
    seed: Seed = 1
    # For reports:
    order: StrictInt = 100  # its place among the studies that ship with Playout
    main: Count | None = None  # with so many games (see `limited`) it runs when none is named
    title: str = ""
    question: str = ""
    answer: str = ""  # a Jinja template over what was found
    notes: str = ""

    def changed(self, games: int | None, seed: int | None) -> Self:
        """The same study with another seed, or another number of games."""
        changes = {} if games is None else self.limited(games)
        return self.model_copy(update=changes if seed is None else {**changes, "seed": seed})

    @abstractmethod
    def limited(self, games: int) -> dict[str, Any]:
        """The fields that change with the number of games."""

    @abstractmethod
    def check(self) -> None:
        """Raise PlayoutError if it cannot be played, or its report cannot be made."""

    @abstractmethod
    def rehearse(self) -> None:
        """Make its answer of a few games, so that a mistake in it is found before it is played."""

    @abstractmethod
    def steps(self) -> Steps:
        """Yield the jobs of the study, and return its answer."""


class InItsWords(Answer):
    """An answer in the words of its study, if that has any: a template over its rows."""

    def __init__(self, study: Study, found: Any) -> None:
        super().__init__(found)
        self.study = study

    def sentence(self) -> str:
        told: str = super().sentence()  # type: ignore[safe-super]  # of the answer beside it
        if not self.study.answer:
            return told
        words = {"sentence": told, "rows": [dict(row) for row in self]}
        return filled_in(self.study.answer, words, self.complete)


def short_title(study: Study, name: str, game: str) -> str:
    """The title of a study, or its name, beside that of its game, which it need not repeat."""
    title = study.title or name
    first, _, rest = title.partition(": ")
    if title.startswith(f"{game}: "):
        first, rest = game, title.removeprefix(f"{game}: ")
    return capitalised(rest) if rest and first in game else title


@dataclass(frozen=True)
class Together:
    """The results of a study that has several answers."""

    asked: Asked
    answers: Sequence[Answer]
    complete: bool

    @property
    def games(self) -> int:
        """How many games were played, or boards looked at, in all."""
        return sum(answer.games for answer in self.answers)

    @property
    def seconds(self) -> float:
        """How long that took, in all; NaN if a file had some of it already."""
        return sum(answer.seconds for answer in self.answers)


def play_study(
    study: Study, workers: Workers, save: Path | None = None, shown: Screen | None = None
) -> Answer:
    """Play all of a study; with ``save``, FOLDER/NAME.run, each of its jobs is kept beside that.

    Stopped with Ctrl-C, it answers with what it has so far, if that is anything.  An error that
    ends it carries that answer as its ``partial``.
    """
    screen = shown or Screen()
    failures: list[PlayoutError] = []

    def found(name: str, job: Job[Any]) -> Any:
        path = save and save.with_name(f"{save.stem}{name}{save.suffix}")
        try:
            with screen(job) as watch:
                return play_saved(job, workers, path, watch=watch)
        except PlayoutError as error:
            if error.partial is None:
                raise
            failures.append(error)
            return error.partial

    answer = answer_of(study, found)
    if failures:
        failures[-1].partial = answer
        raise failures[-1]
    return answer


def answer_of(study: Study, found: Callable[[str, Job[Any]], Any]) -> Answer:
    """The answer of a study; ``found`` gives the result of each job, by the ending of its file."""
    steps = study.steps()
    try:
        name, job = next(steps)
        while True:
            name, job = steps.send(found(name, job))
    except StopIteration as end:
        answer: Answer = end.value
        return answer


def rehearse(study: Study) -> None:
    """Play a small study and make its sentence."""
    with Threads(1) as workers:
        answer = play_study(study, workers)
    if not answer.complete:  # it was stopped with Ctrl-C, and so is the study
        raise KeyboardInterrupt
    answer.sentence()
