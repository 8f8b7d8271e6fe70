"""Answers as workbooks of Excel: a sheet for each table, and one that says what was asked."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from playout.engine.words.errors import PlayoutError
from playout.report.tables import Table
from playout.runner.atomic_file import written

LONGEST = 31  # characters of the name of a sheet
MOST_ROWS = 2**20  # of a sheet, the heads among them
MOST_TEXT = 32_767  # characters of a cell
EXACT = 2**53  # a cell holds whole numbers up to this
WIDEST = 40  # characters: how wide a column begins
ABOUT = "about"  # the last sheet
DAY = datetime(2000, 1, 1)  # when a workbook says it was made: the same numbers, the same bytes


def check_excel(path: object = "to_excel") -> None:
    """Raise PlayoutError if the library that writes workbooks is not installed."""
    if find_spec("xlsxwriter") is None:
        raise PlayoutError(
            f"{path}: writing Excel files needs XlsxWriter; install it with: pip install "
            '"playout[excel]"'
        )


def write_excel(tables: Sequence[Table], facts: dict[str, Any], path: Path) -> None:
    """Write a workbook; numbers are numbers, and no text is a formula or a link."""
    check_excel(path)
    import xlsxwriter

    frames = [(table.name or "rows", table.to_pandas()) for table in tables if table.is_written]
    for name, frame in frames:
        if len(frame) >= MOST_ROWS:
            raise PlayoutError(
                f"{path}: the table '{name}' has {len(frame):,} rows, but a sheet of Excel holds "
                f"at most {MOST_ROWS - 1:,}; write it as CSV"
            )
    how = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with written(path) as file, xlsxwriter.Workbook(str(file), how) as book:
        book.set_properties({"created": DAY})
        bold = book.add_format({"bold": True})
        names: set[str] = set()
        for name, frame in frames:
            sheet = book.add_worksheet(_sheet_name(name, names))
            lines = [list(frame.columns), *frame.itertuples(index=False, name=None)]
            _write(sheet, lines, bold)
            sheet.freeze_panes(1, 0)
        sheet = book.add_worksheet(_sheet_name(ABOUT, names))
        _write(sheet, [[name, value] for name, value in facts.items()], None)


def _sheet_name(name: str, taken: set[str]) -> str:
    """A name that a sheet can have, and no other has."""
    plain = re.sub(r"[\[\]:*?/\\']", " ", name)[:LONGEST].strip() or "table"
    number = 1
    while plain.lower() in taken:
        number += 1
        plain = f"{plain[: LONGEST - 4]} {number}"
    taken.add(plain.lower())
    return plain


def _write(sheet: Any, lines: Sequence[Sequence[Any]], heads: Any) -> None:
    wide: dict[int, int] = {}
    for row, line in enumerate(lines):
        for column, value in enumerate(line):
            cell = _cell(value)
            if cell is None:
                continue
            sheet.write(row, column, cell, heads if row == 0 else None)
            wide[column] = max(wide.get(column, 0), len(str(cell)) if row == 0 else 8)
            if isinstance(cell, str):
                wide[column] = max(wide[column], len(cell))
    for column, size in wide.items():
        sheet.set_column(column, column, min(WIDEST, size + 2))


def _cell(value: Any) -> Any:
    """A value as a cell holds it: a number, a text, yes or no; None of what is no number."""
    plain = value.item() if isinstance(value, np.generic) else value
    if plain is None or isinstance(plain, bool):
        return plain
    if isinstance(plain, float):
        return plain if math.isfinite(plain) else None
    if isinstance(plain, int):
        return plain if abs(plain) <= EXACT else str(plain)
    return str(plain)[:MOST_TEXT]
