"""The fields of a table of best play, and which of their values it has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed

MOST_VALUES = 10_000
_RANGE = re.compile(r"(-?[0-9]{1,18})(?:\.\.(-?[0-9]{1,18})(?::([0-9]{1,9}))?)?")


@dataclass(frozen=True)
class Axis:
    """A field of positions, and the values of it that are shown."""

    field: str  # as in a position: turn_total, scores.0
    text: str = ""  # its values, as a user writes them; "": all

    def __str__(self) -> str:
        return f"{self.field}={self.text}" if self.text else self.field

    @property
    def numbers(self) -> list[int] | None:
        """Its values, if they are whole numbers; None for a text."""
        parts = [_RANGE.fullmatch(part) for part in self.text.split(",")]
        values: list[int] = []
        for part in parts:
            if part is None:
                return None
            low = int(part[1])
            values += range(low, int(part[2] or low) + 1, int(part[3] or 1))
        return values

    def chosen(self, column: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """The values of a column of positions."""
        if not self.text:
            return np.ones(len(column), np.bool_)
        if column.dtype == object:
            return np.asarray(column == self.text, np.bool_)
        numbers = self.numbers
        if numbers is None:
            raise PlayoutError(
                f"{self}: {self.field} is a number, so write numbers, as in {self.field}=0..9"
            )
        return np.isin(column, numbers)


def read_axis(name: str, given: object, usual: str = "") -> Axis | None:
    """A field with its values; the values alone are those of the ``usual`` field.

    PlayoutError if it is none.
    """
    if given is None or given == "":
        return None
    if not isinstance(given, str):
        raise PlayoutError(f"{as_typed(name, given)}: must be a text such as score=0..9")
    field, equals, text = (part.strip() for part in given.partition("="))
    if not equals and _RANGE.fullmatch(field.partition(",")[0]):
        if not usual:
            raise PlayoutError(f"{as_typed(name, given)}: add the field, as in score={field}")
        field, text = usual, field
    if not field or (equals and not text) or " " in given.strip():
        raise PlayoutError(
            f"{as_typed(name, given)}: must be a field of a position, alone or with values: score, "
            "or score=0..90:10"
        )
    _check_ranges(name, text)
    return Axis(field, text)


def _check_ranges(name: str, text: str) -> None:
    count = 0
    for part in text.split(","):
        if found := _RANGE.fullmatch(part):
            low, high, step = int(found[1]), int(found[2] or found[1]), int(found[3] or 1)
            if not step:
                raise PlayoutError(f"{as_typed(name, part)}: the step must be at least 1")
            count += len(range(low, high + 1, step))
            if low > high or count > MOST_VALUES:
                raise PlayoutError(
                    f"{as_typed(name, part)}: a range must go up, such as 0..99:5, and have at "
                    f"most {MOST_VALUES:,} values"
                )
        elif ".." in part and re.search("[0-9]", part):  # else a text, such as ../..
            raise PlayoutError(f"{as_typed(name, part)}: write a range as 0..99 or 0..99:5")
