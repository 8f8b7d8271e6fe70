"""What the studies of Hex share: keys of their files, and how the numbers of their tables look."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import BeforeValidator, Field

from playout.engine.words.reading import read_count
from playout.games.hex.board import MOST_ROWS
from playout.report.estimates import fixed_intervals
from playout.report.fitting import ALWAYS
from playout.report.tables import (
    Column,
    Fields,
    Table,
    text_column,
)
from playout.report.words import NOTHING, about, between, ends, head, interval_in, listed
from playout.stats.intervals import REACH, Interval

Boards = Annotated[int, BeforeValidator(lambda given: read_count(given, "boards"))]
Size = Annotated[int, Field(ge=1, le=MOST_ROWS)]

_PARTS = ("_low", "_high", "_error")  # of columns that go with an estimate


def intervals(complete: bool) -> str:
    """What the intervals of a study's table are."""
    return fixed_intervals(complete)


def template_words() -> dict[str, Any]:
    """What the answers of these studies may say beside their own words."""
    return {"about": _about, "listed": listed}


def _about(value: float, error: float, unit: str = "") -> str:
    """A number for a sentence, rounded to what its standard error supports."""
    reach = REACH * error
    return about(Interval(value, value - reach, value + reach), False, unit)


def table_of(rows: Sequence[dict[str, Any]]) -> Table:
    """The main table of a study; a column's interval is shown beside it (see `told`)."""
    names = [name for name in rows[0] if not name.endswith(_PARTS)] if rows else []
    columns = [
        replace(text_column(name), role="plain")
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


def told(name: str, interval: Interval, error: float, scale: float = 1.0) -> dict[str, float]:
    """An estimate in a row, times ``scale``: m, m_low, m_high, and its standard error m_error."""
    scaled = ends(name, Interval(*(scale * number for number in interval)))
    return {**scaled, f"{name}_error": scale * error}


def error_of_mean(values: npt.NDArray[np.int64]) -> float:
    """The standard error of a mean; NaN of fewer than two values."""
    if len(values) < 2:
        return math.nan
    return float(np.std(values, ddof=1) / math.sqrt(len(values)))
