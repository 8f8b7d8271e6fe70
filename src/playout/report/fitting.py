"""A table as lines of text, in as many characters as a screen has.

What does not fit is left out by column, never by letter: no number and no name is ever cut.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from shutil import get_terminal_size
from typing import Literal, TextIO

Role = Literal["key", "plain", "estimate"]
"""What a column is: of what names a row, of a plain number, or of an estimate with its interval."""

ALWAYS, WITH_ROOM, IF_ASKED = 0, 1, 2  # ranks of columns: when people see them

GAP = 2  # characters between two columns
FEW = 3  # rows of which all is shown: in a narrow table they become a list


@dataclass(frozen=True)
class Shown:
    """A column as people see it."""

    head: str
    cells: Sequence[str]
    is_text: bool = False  # flush left; numbers are flush right
    role: Role = "estimate"
    rank: int = ALWAYS
    is_known: bool = False  # an estimate that is the same in all rows, and certain


BLANK = "\N{NO-BREAK SPACE}"
# In these no line is broken, if they have room in one:
KEPT = re.compile(r"\d (?:%|s\b)|--[a-z][a-z-]* [^\s-]\S*")


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
    together = KEPT.sub(
        lambda kept: kept[0].replace(" ", BLANK) if len(kept[0]) <= width else kept[0], text
    )
    lines = "\n".join(
        textwrap.fill(
            line,
            width,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for line in together.split("\n")
    )
    return lines.replace(BLANK, " ")


def fitted(columns: Sequence[Shown], width: int | None = None) -> str:
    """A table in lines of at most ``width`` characters; None: as wide as it is.

    If it is too wide, few rows turn into a list of all their values; of more rows the columns with
    room are shown, and a line below names the others.
    """
    seen = [column for column in columns if column.rank < IF_ASKED]
    if not seen or width is None or _width(seen) <= width:
        return _drawn(seen)
    if _width(folded := _with_folded_heads(seen)) <= width:
        return _drawn(folded)
    rows = len(seen[0].cells)
    same = [c for c in seen if rows > 1 and _is_same(c)]
    above = _said_once(same, width)
    rest = _with_folded_heads([column for column in seen if column not in same])
    if _width(rest) <= width:
        below = _drawn(rest)
    elif rows <= FEW:
        turned = _turned(rest)
        below = _drawn(turned) if _width(turned) <= width else _list(rest, width)
    else:
        below = _with_room(rest, width)
    return f"{above}\n\n{below}" if above else below


def _is_same(column: Shown) -> bool:
    """Whether a column can be said once for all rows."""
    return len(set(column.cells)) == 1 and (column.role == "key" or column.rank != ALWAYS)


def _said_once(same: Sequence[Shown], width: int) -> str:
    """What is the same in all rows: what names them in a line, then a line for each value."""
    keys = ", ".join(f"{column.head} {column.cells[0]}" for column in same if column.role == "key")
    rest = [replace(column, cells=column.cells[:1]) for column in same if column.role != "key"]
    values = _list(rest, width) if rest else ""
    return "\n".join(part for part in (wrapped(keys, width), values) if part)


def _width(columns: Sequence[Shown]) -> int:
    return sum(map(_wide, columns)) + GAP * (len(columns) - 1)


def _wide(column: Shown) -> int:
    return max(len(text) for text in (*column.head.split("\n"), *column.cells))


def _with_folded_heads(columns: Sequence[Shown]) -> list[Shown]:
    """The same columns, their heads broken between words to be as narrow as their cells."""
    folded = []
    for column in columns:
        words = column.head.split()
        wide = max(map(len, (*column.cells, *words, "-")))
        head = "\n".join(textwrap.wrap(column.head, wide, break_long_words=False))
        folded.append(replace(column, head=head))
    return folded


def _drawn(columns: Sequence[Shown]) -> str:
    """Columns side by side: the heads, a line, the rows."""
    if not columns:
        return ""
    widths = [_wide(column) for column in columns]
    heads = [column.head.split("\n") for column in columns]
    high = max(map(len, heads))
    tops = zip(*([""] * (high - len(head)) + head for head in heads), strict=True)
    lines = [*tops, ["-" * wide for wide in widths], *zip(*(c.cells for c in columns), strict=True)]
    gap = " " * GAP
    return "\n".join(
        gap.join(
            text.ljust(wide) if column.is_text else text.rjust(wide)
            for text, wide, column in zip(line, widths, columns, strict=True)
        ).rstrip()
        for line in lines
    )


def _turned(columns: Sequence[Shown]) -> list[Shown]:
    """The table on its side: a column for each row, its values below each other."""
    keys = [column for column in columns if column.role == "key"]
    rest = [column for column in columns if column.role != "key"]
    values = [[column.cells[k] for column in rest] for k in range(len(columns[0].cells))]
    names = Shown("", [_flat(column.head) for column in rest], is_text=True, role="key")
    return [names, *(Shown(named(keys, k), cells) for k, cells in enumerate(values))]


def _list(columns: Sequence[Shown], width: int) -> str:
    """A paragraph for each row: what names it, then a line for each value."""
    keys = [column for column in columns if column.role == "key"]
    rest = [column for column in columns if column.role != "key"]
    wide = max((len(_flat(column.head)) for column in rest), default=0)
    parts = []
    for k in range(len(columns[0].cells)):
        values = [f"  {_flat(column.head):<{wide}}  {column.cells[k]}".rstrip() for column in rest]
        name = named(keys, k)
        parts.append("\n".join([wrapped(name, width, "  "), *values] if name else values))
    return "\n".join(parts)


def named(keys: Sequence[Shown], row: int) -> str:
    """What names a row: ``careful, players 3``."""
    return ", ".join(
        key.cells[row] if key.is_text and len(keys) == 1 else f"{_flat(key.head)} {key.cells[row]}"
        for key in keys
        if key.cells[row]
    )


def _flat(head: str) -> str:
    return head.replace("\n", " ")


def _with_room(columns: Sequence[Shown], width: int) -> str:
    """The columns with room; of those that must be shown the rest below, under the same names."""
    kept, left_out = list(columns), list[Shown]()
    # Plain numbers, as of games, go first; then the last.
    order = sorted(
        (column for column in columns if column.rank == WITH_ROOM and column.role != "key"),
        key=lambda column: (column.role == "plain", columns.index(column)),
    )
    while _width(kept) > width and order:
        kept.remove(order[-1])
        left_out.append(order.pop())
    names = [_flat(column.head) for column in columns if column in left_out]
    note = "for want of room not shown: " + ", ".join(names) if names else ""
    return "\n".join(part for part in (_in_parts(kept, width), wrapped(note, width)) if part)


def _in_parts(columns: Sequence[Shown], width: int) -> str:
    """Tables below each other, all with the columns that name the rows; a list if none has room."""
    keys = [column for column in columns if column.role == "key"]
    parts: list[list[Shown]] = [list(keys)]
    for column in columns:
        if column in keys:
            continue
        if len(parts[-1]) > len(keys) and _width([*parts[-1], column]) > width:
            parts.append(list(keys))
        parts[-1].append(column)
    if any(_width(part) > width for part in parts):
        return _list(columns, width)
    return "\n\n".join(map(_drawn, parts))
