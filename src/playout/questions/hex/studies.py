"""What the studies of Hex share: keys of their files, and how the numbers of their tables look."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import BeforeValidator, Field

from playout.engine.reading import read_count
from playout.games.hex.board import MOST_ROWS
from playout.report.answer import Column, Fields, Table, text_column
from playout.report.estimates import fixed_n
from playout.report.words import NOTHING, digits, head

Boards = Annotated[int, BeforeValidator(lambda given: read_count(given, "boards"))]
Size = Annotated[int, Field(ge=1, le=MOST_ROWS)]

REACH = 1.96  # standard errors either way: a 95 % interval


def intervals(complete: bool) -> str:
    """What the intervals of a study's table are."""
    return f"95 % intervals, {REACH} standard errors either way, {fixed_n(complete)}"


def table_of(rows: Sequence[dict[str, Any]]) -> Table:
    """The main table of a study; a column's standard error is shown as an interval beside it."""
    names = [name for name in rows[0] if not name.endswith("_error")] if rows else []
    columns = [
        text_column(name)
        if isinstance(rows[0][name], str)
        else Column(name, head(name), partial(_written, name))
        for name in names
    ]
    return Table(rows, columns, is_shown=bool(rows))


def _written(name: str, row: Fields) -> str:
    """A number for people: with a 95 % interval if the row has its standard error."""
    value, error = row[name], row.get(f"{name}_error", math.nan)
    if not math.isfinite(value):
        return NOTHING
    if error > 0:
        reach = REACH * error
        places = digits(reach)
        return f"{value:.{places}f} ({value - reach:.{places}f} to {value + reach:.{places}f})"
    return f"{value:,}" if isinstance(value, int) else f"{value:.5g}"


def error_of_mean(values: npt.NDArray[np.int64]) -> float:
    """The standard error of a mean; NaN of fewer than two values."""
    if len(values) < 2:
        return math.nan
    return float(np.std(values, ddof=1) / math.sqrt(len(values)))
