"""The shared parts of the studies of Hex: keys of their files, their tables and their answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt
from pydantic import BeforeValidator, Field

from playout.engine.words.reading import read_count
from playout.games.hex.board import MOST_ROWS
from playout.report import answer, study
from playout.report.estimates import about_or_between, fixed_intervals
from playout.report.study import Together
from playout.report.tables import Column, Fields, Table, text_column
from playout.report.templates import filled_in
from playout.report.text_tables import ALWAYS
from playout.report.words import (
    NOTHING,
    between,
    ends,
    half_width,
    head,
    interval_in,
    listed,
    took,
)
from playout.runner.jobs import Job
from playout.stats.intervals import REACH, Interval

Boards = Annotated[int, BeforeValidator(lambda value: read_count(value, "boards"))]
Size = Annotated[int, Field(ge=1, le=MOST_ROWS)]

_PARTS = ("_low", "_high", "_error")  # of columns that go with an estimate


def _about(value: float, error: float, unit: str = "") -> str:
    """A number for a sentence, rounded to the digits that its standard error supports."""
    return f"{about_or_between(Interval.around(value, REACH * error), rate=False)}{unit}"


def table_of(rows: Sequence[dict[str, Any]]) -> Table:
    """The main table of a study; a column's interval is shown beside it (see `estimate`)."""
    names = [name for name in rows[0] if not name.endswith(_PARTS)] if rows else []
    columns = [
        text_column(name, role="plain")
        if isinstance(rows[0][name], str)
        else Column(name, head(name), partial(_written, name), rank=ALWAYS)
        for name in names
    ]
    keys = [replace(column, role="key") for column in columns[:1]]
    return Table(rows, [*keys, *columns[1:]], is_shown=bool(rows))


def _written(name: str, row: Fields) -> str:
    """A number for people, with its 95 % interval if the row has one."""
    value = row[name]
    if not math.isfinite(value):
        return NOTHING
    if f"{name}_low" in row:
        return between(interval_in(row, name), rate=False)
    return f"{value:,}" if isinstance(value, int) else f"{value:.5g}"


def estimate(name: str, interval: Interval, error: float, scale: float = 1.0) -> dict[str, float]:
    """An estimate in a row, times ``scale``: m, m_low, m_high, and its standard error m_error.

    Where all values are equal, which does not make it certain, the error is that of its interval.
    """
    error = error or half_width(interval) / REACH
    return {**ends(name, interval.times(scale)), f"{name}_error": scale * error}


def error_of_mean(values: npt.NDArray[np.int64]) -> float:
    """The standard error of a mean; NaN of fewer than two values."""
    if len(values) < 2:
        return math.nan
    return float(np.std(values, ddof=1) / math.sqrt(len(values)))


class Study(study.Study):
    """The base of the studies of Hex."""

    small: ClassVar[dict[str, Any]] = {"rows": 3}  # fields with which its answer is tried out
    few: ClassVar[int] = 3  # games with which it is tried out

    def check(self) -> None:
        """Raise PlayoutError for fields that cannot be played."""

    def rehearse(self) -> None:
        """Make the answer of a few games on a small board."""
        small = self.changed(games=self.few, seed=None)
        study.rehearse(small.model_copy(update=self.small))


A = TypeVar("A", bound=answer.Answer)


def in_turn(
    jobs: Iterable[tuple[str, Job[Any]]], answer_type: Callable[[Any], A], answers: list[A]
) -> Generator[tuple[str, Job[Any]], Any, bool]:
    """Play jobs, each in a file of its own, and put their answers into a list, up to the first job
    that is stopped.

    Returns whether all were finished.
    """
    for name, job in jobs:
        found = yield name, job
        if found.games:
            answers.append(answer_type(found))
        if not found.complete:
            return False
    return True


class Answer(answer.Answer):
    """The answer of a study of Hex: a row for each of several answers."""

    usual = ""  # the template of its sentence, if the study has none
    scale = ""  # of the numbers in its table: "rates in per cent; "

    def __init__(
        self,
        study: Any,
        asked: Any,
        answers: Sequence[Any],
        rows: list[dict[str, Any]],
        complete: bool,
    ) -> None:
        super().__init__(Together(asked, answers, complete))
        self.study, self.answers = study, answers
        self.rows = rows  # of the main table

    def words(self) -> dict[str, Any]:
        """The words of its template, by name."""
        return {"about": _about, "listed": listed, "rows": self.rows}

    def sentence(self) -> str:
        """The sentence of the study's template, or of the last answer."""
        template = self.study.answer or self.usual
        if not template and self.answers:
            return str(self.answers[-1].sentence())
        return filled_in(template, self.words(), self.complete)

    def caption(self) -> str:
        """The intervals, the seed, and how much was counted."""
        counted = " and ".join(f"{number:,} {unit}" for unit, number in self.counted.items())
        return (
            f"{fixed_intervals(self.complete)}; {self.scale}seed {self.seed}; "
            f"{counted}{took(self.seconds)}"
        )
