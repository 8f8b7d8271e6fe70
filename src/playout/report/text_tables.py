"""A table as lines of text, in as many characters as a screen has.

What does not fit is left out by column, never by letter: no number and no name is ever cut.  (The
tables of Rich cut or fold cells, so they are no help here.)  HTML is laid out by the same rules,
with other widths (html_tables.py).
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from shutil import get_terminal_size
from typing import Literal, TextIO

Role = Literal["key", "plain", "estimate"]
"""The kind of a column: names of rows, plain numbers, or estimates with their intervals."""

ALWAYS, WITH_ROOM, IF_ASKED = 0, 1, 2  # ranks of columns: when people see them

GAP = 2  # characters between two columns
PLAIN_HEADS = ("part", "quantity")  # of cells that need no head in the name of a row
FEW = 3  # rows of which all is shown: in a narrow table they become a list


@dataclass(frozen=True)
class TextColumn:
    """A column as people see it: all of its cells are text."""

    head: str
    cells: Sequence[str]
    is_text: bool = False  # flush left; numbers are flush right
    role: Role = "estimate"
    rank: int = ALWAYS
    is_known: bool = False  # an estimate that is the same in all rows, and certain


Columns = Sequence[TextColumn]
Fit = Callable[[Columns], bool]  # whether columns have room beside each other
BLANK = "\N{NO-BREAK SPACE}"
# No line is broken within these, if they have room in one:
TOGETHER = re.compile(r"\d (?:%|s\b)|\bseed \d|--[a-z][a-z-]* [^\s-]\S*")


def screen_width(output: TextIO | None = None) -> int | None:
    """Characters in a line of the terminal; None if the output is a file, a pipe or a notebook."""
    output = output or sys.stdout  # None if it was closed before the program began
    return get_terminal_size().columns if output is not None and output.isatty() else None


def wrapped(text: str, width: int | None, indent: str = "") -> str:
    """Lines broken between words; ``indent`` stands before all but the first of each.

    A number stays with its per cent sign, or with its seconds, an option of a command with its
    value.
    """
    if width is None:
        return text
    text = TOGETHER.sub(lambda m: m[0].replace(" ", BLANK) if len(m[0]) <= width else m[0], text)
    lines = "\n".join(
        textwrap.fill(
            line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        for line in text.split("\n")
    )
    return lines.replace(BLANK, " ")


def fitted(columns: Columns, width: int | None = None) -> str:
    """A table as :func:`_fitted` draws it; a line below explains heads such as p95."""
    text = _fitted(columns, width)
    heads = (re.search(r"\bp([0-9.]+)$", column.head) for column in columns)
    parts = [head[1] for head in heads if head and re.search(rf"\bp{head[1]}\b", text)]
    if not parts:
        return text
    parts = sorted({*parts}, key=float)
    first, *others = (f"p{part}: {part} %" for part in parts)
    return "; ".join([f"{text}\n{first} of the games have at most this value", *others])


def _fitted(columns: Columns, width: int | None = None) -> str:
    """A table in lines of at most ``width`` characters; None: as wide as it is.

    If it is too wide, few rows turn into a list of all their values; of more rows the columns with
    room are shown, and a line below names the others.
    """
    columns = [column for column in columns if column.rank < IF_ASKED]
    if not columns or width is None or _width(columns) <= width:
        return _drawn(columns)
    if _width(folded := _with_folded_heads(columns)) <= width:
        return _drawn(folded)
    rows = len(columns[0].cells)
    # What all rows have in common is said once.
    alike = [column for column in columns if rows > 1 and len(set(column.cells)) == 1]
    same = [column for column in alike if column.role == "key" or column.rank != ALWAYS]
    above = _common(same, width)
    rest = _with_folded_heads([column for column in columns if column not in same])
    if _width(rest) <= width:
        below = _drawn(rest)
    elif rows <= FEW:
        turned = _turned(rest)
        below = _drawn(turned) if _width(turned) <= width else _list(rest, width)
    else:
        below = _with_room(rest, width)
    return f"{above}\n\n{below}" if above else below


def _common(same: Columns, width: int) -> str:
    """Return rows as a list: names in one line, then a line for each value."""
    keys, rest = split([replace(column, cells=column.cells[:1]) for column in same])
    names = ", ".join(f"{column.head} {column.cells[0]}" for column in keys)
    values = _list(rest, width) if rest else ""
    return "\n".join(part for part in (wrapped(names, width), values) if part)


def _width(columns: Columns) -> int:
    return sum(map(_wide, columns)) + GAP * (len(columns) - 1)


def _wide(column: TextColumn) -> int:
    return max(len(text) for text in (*column.head.split("\n"), *column.cells))


def _with_folded_heads(columns: Columns) -> list[TextColumn]:
    """The same columns, their heads broken between words to be as narrow as their cells."""
    folded = []
    for column in columns:
        words = column.head.split()
        wide = max(map(len, (*column.cells, *words, "-")))
        head = "\n".join(textwrap.wrap(column.head, wide, break_long_words=False))
        folded.append(replace(column, head=head))
    return folded


def _drawn(columns: Columns) -> str:
    """Columns side by side: the heads, a line, the rows; "" if there are no rows."""
    if not columns or not columns[0].cells:
        return ""
    widths = [_wide(column) for column in columns]
    heads = [column.head.split("\n") for column in columns]
    high = max(map(len, heads))
    tops = zip(*([""] * (high - len(head)) + head for head in heads), strict=True)
    lines = [*tops, ["-" * wide for wide in widths], *zip(*(c.cells for c in columns), strict=True)]
    return "\n".join(aligned(lines, [column.is_text for column in columns]))


def aligned(lines: Sequence[Sequence[str]], is_text: Sequence[bool]) -> list[str]:
    """Lines of cells below each other: text flush left, numbers flush right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    gap = " " * GAP
    return [
        gap.join(
            cell.ljust(wide) if left else cell.rjust(wide)
            for cell, wide, left in zip(line, widths, is_text, strict=False)
        ).rstrip()
        for line in lines
    ]


def split(columns: Columns) -> tuple[list[TextColumn], list[TextColumn]]:
    """The columns that name the rows, and the others."""
    keys = [column for column in columns if column.role == "key"]
    return keys, [column for column in columns if column.role != "key"]


def _turned(columns: Columns) -> list[TextColumn]:
    """The table on its side: a column for each row, its values below each other."""
    keys, rest = split(columns)
    values = [[column.cells[k] for column in rest] for k in range(len(columns[0].cells))]
    names = TextColumn("", [_flat(column.head) for column in rest], is_text=True, role="key")
    return [names, *(TextColumn(row_name(keys, k), cells) for k, cells in enumerate(values))]


def _list(columns: Columns, width: int) -> str:
    """A paragraph for each row: its name, then a line for each value."""
    keys, rest = split(columns)
    wide = max((len(_flat(column.head)) for column in rest), default=0)
    parts = []
    for k in range(len(columns[0].cells)):
        values = [f"  {_flat(column.head):<{wide}}  {column.cells[k]}".rstrip() for column in rest]
        name = row_name(keys, k)
        parts.append("\n".join([wrapped(name, width, "  "), *values] if name else values))
    return "\n".join(parts)


def row_name(keys: Columns, row: int) -> str:
    """The name of a row: ``careful, players 3``."""
    return ", ".join(
        key.cells[row]
        if key.is_text and (len(keys) == 1 or key.head in PLAIN_HEADS)
        else f"{_flat(key.head)} {key.cells[row]}"
        for key in keys
        if key.cells[row]
    )


def _flat(head: str) -> str:
    return head.replace("\n", " ")


def with_room(columns: Columns, optional: Columns, fit: Fit) -> list[TextColumn]:
    """The columns, without as many of the last ``optional`` ones as it takes to make them fit."""
    remaining = list(columns)
    for column in reversed(optional):
        if fit(remaining):
            break
        remaining.remove(column)
    return remaining


def in_parts(keys: Columns, columns: Columns, fit: Fit) -> list[list[TextColumn]]:
    """Columns in parts, each of which fits beside the keys, or is one column."""
    parts: list[list[TextColumn]] = [[]]
    for column in columns:
        if parts[-1] and not fit([*keys, *parts[-1], column]):
            parts.append([])
        parts[-1].append(column)
    return parts


def _with_values(keys: Columns, part: Columns) -> list[TextColumn]:
    """A later part of a table: only the rows in which it has something.

    All rows, if some have no name of their own, but that of the row above.
    """
    if not all(cell for key in keys for cell in key.cells):
        return [*keys, *part]
    rows = [k for k in range(len(part[0].cells)) if any(column.cells[k] for column in part)]
    return [replace(column, cells=[column.cells[k] for k in rows]) for column in (*keys, *part)]


def _with_room(columns: Columns, width: int) -> str:
    """The columns with room, those that must be shown in parts; a line below names the others."""

    def fit(some: Columns) -> bool:
        return _width(some) <= width

    keys, others = split(columns)
    optional = [column for column in others if column.rank == WITH_ROOM]
    # Plain numbers, as of games, go first; then the last.
    remaining = with_room(columns, sorted(optional, key=lambda c: c.role == "plain"), fit)
    parts = [
        _with_values(keys, part) if k else [*keys, *part]
        for k, part in enumerate(in_parts(keys, split(remaining)[1], fit))
    ]
    table = "\n\n".join(map(_drawn, parts)) if all(map(fit, parts)) else _list(remaining, width)
    names = [_flat(column.head) for column in others if column not in remaining]
    hidden = f"{len(names)} column{'s' if names[1:] else ''} hidden: {', '.join(names)}"
    note = f"{hidden} (a wider window shows more)" if names else ""
    return "\n".join(part for part in (table, wrapped(note, width)) if part)
