"""Tables and pictures as HTML, to be read on a wide screen, on a phone, on paper, and aloud."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from itertools import accumulate
from pathlib import Path

from playout.report.text_tables import (
    ALWAYS,
    IF_ASKED,
    WITH_ROOM,
    Columns,
    TextColumn,
    in_parts,
    row_name,
    split,
    with_room,
)
from playout.report.words import listed

PAPER = 104  # characters in a row of a table that a sheet of A4 has room for
PHONE = 48  # and of one that a phone has room for
SPACE = 2  # characters beside each column, as the style has them
FOLDED = 16  # characters in a line of a text that is folded
LONGEST = 32  # characters of a word in a table; a longer one is broken
BREAKS = re.compile(r"(?<=[,:/])(?=\S)")  # where a text without spaces may be folded
STAYING = 24  # characters of the first columns, which stay where they are when the others scroll
NO_NAMES = ("of", "with")  # heads that say nothing without their columns
MOST_STAYING = 3  # columns; as many have a place in the style


@cache
def style() -> str:
    """The style of all this, for what is inside an element of the class ``playout``."""
    return Path(__file__).with_name("shown.css").read_text(encoding="utf-8")


def for_notebook(html: str) -> str:
    """HTML that brings its style along, which is of no concern to the rest of the notebook."""
    return f'<div class="playout"><style>{style()}</style>{html}</div>'


def heading(level: str, text: str, anchor: str = "") -> str:
    """A heading; with an ``anchor`` it is a link to itself, to be sent to others."""
    text = escape(text)
    if not anchor:
        return f"<{level}>{text}</{level}>"
    return f'<{level} id="{anchor}"><a href="#{anchor}">{text}</a></{level}>'


def html_table(columns: Columns, about: str = "", says: str = "") -> str:
    """A table that scrolls sideways where it has no room, while what names its rows stays.

    On a phone long names stand on a line of their own, above the values of their row.
    What is the same in every row is said above it.  Columns that have no room on paper, estimates
    that are certain and the same in every row, and what is shown only if asked for, are folded
    below it; paper shows all but the last.  ``about`` says whose table it is to those who have it
    read out, ``says`` what stands in it, if that is not told by its heads.
    """
    if not columns or not columns[0].cells:
        return ""
    several = len(columns[0].cells) > 1
    same = [c for c in columns if several and c.role != "estimate" and len(set(c.cells)) == 1]
    keys, others = split([column for column in columns if column not in same])
    main = [c for c in others if not (several and c.is_known and c.rank != ALWAYS)] or others
    main = [column for column in main if column.rank < IF_ASKED]
    optional = [column for column in main if column.rank == WITH_ROOM]
    main = with_room(main, optional, lambda some: _fit_on_paper([*keys, *some]))
    folded = [column for column in others if column not in main]
    values = ", ".join(f"{column.head} {column.cells[0]}" for column in same if column.cells[0])
    html = f"<p>The same in every row: {escape(values)}.</p>" if values else ""
    html += _tables(keys, main, about, says)
    if folded:
        parts = _tables(keys, folded, about, says)
        kind = "" if any(column.rank < IF_ASKED for column in folded) else ' class="asked"'
        html += f"<details{kind}><summary>More columns: {_heads(folded)}</summary>{parts}</details>"
    return html


def _fit_on_paper(columns: Columns) -> bool:
    return sum(map(_width, columns)) <= PAPER


def _tables(keys: Columns, columns: Columns, about: str, says: str) -> str:
    """Tables below each other, each with the keys and as many columns as fit on paper."""
    parts = in_parts(keys, columns, _fit_on_paper)
    return "".join(_table(keys, part, about, escape(says)) for part in parts)


def _width(column: TextColumn) -> int:
    """Characters that a column takes at least, with the space beside it."""
    cells = max(map(len, column.cells))
    if column.is_text and cells > FOLDED:
        cells = max(FOLDED, min(LONGEST, _longest(column)))
    return SPACE + max([cells, *map(len, column.head.split())])


def _longest(column: TextColumn) -> int:
    """Characters of the longest word of a text, or of the longest part of one."""
    words = " ".join(column.cells).split()
    return max((len(piece) for word in words for piece in BREAKS.split(word)), default=0)


def _table(keys: Columns, columns: Columns, about: str, says: str) -> str:
    """A table element, in the region in which it scrolls."""
    by = escape(listed([key.head for key in keys if key.head not in NO_NAMES] or [""]))
    caption = says or " by ".join(part for part in (_heads(columns), by) if part)
    label = f"{escape(about)}: {caption}" if about else caption
    wide = accumulate(map(_width, keys[:MOST_STAYING]))
    stays = max(min(1, len(keys)), sum(place <= STAYING for place in wide))
    cells = [_cells(column, k < stays) for k, column in enumerate([*keys, *columns])]
    head, *rows = (f"<tr>{''.join(line)}</tr>" for line in zip(*cells, strict=True))
    body = f"<tbody>{''.join(rows)}</tbody>"
    kind = "scroll"
    if _leave_no_room(keys, columns):
        kind += " above"
        # The names of a row stand in a line above it, in their place.
        names = (BREAKS.sub("<wbr>", escape(row_name(keys, k))) for k in range(len(rows)))
        body = "".join(
            f'<tbody><tr class="name"><th scope="rowgroup" colspan="{len(columns)}">'
            f"<span>{name}</span></th></tr>{row}</tbody>"
            for name, row in zip(names, rows, strict=True)
        )
    places = enumerate(accumulate(map(_width, keys[:stays][:-1])), 1)
    left = "".join(f"--left-{k}:{place}ch;" for k, place in places)
    return (
        f'<div class="{kind}" role="region" tabindex="0" aria-label="{label}">'
        f'<table style="{left}"><caption><span>{caption}</span></caption>'
        f"<thead>{head}</thead>{body}</table></div>"
    )


def _leave_no_room(keys: Columns, columns: Columns) -> bool:
    """Whether names leave no room on a phone for the first estimate beside them.

    Or for all that must be seen together, which has room without them.
    """
    if not keys or not columns:
        return False
    room = PHONE - sum(map(_width, keys))
    estimates = [k for k, column in enumerate(columns) if column.role == "estimate"]
    first = sum(map(_width, columns[: min(estimates, default=0) + 1]))
    together = sum(_width(column) for column in columns if column.rank == ALWAYS)
    return first > room or room < together <= PHONE


def _heads(columns: Columns) -> str:
    return escape(", ".join(column.head for column in columns))


def _cells(column: TextColumn, stays: bool) -> list[str]:
    """The cells of a column, from its head down."""
    sized = ["text"] * column.is_text + ["stays"] * stays
    sized += ["long"] * (column.is_text and _longest(column) > LONGEST)
    kinds = sized + ["key"] * (column.role == "key")
    kind = f' class="{" ".join(kinds)}"' if kinds else ""
    wide = f' style="min-width:{_width(column) - SPACE}ch"' if sized else ""
    cells = [f'<th scope="col"{kind}{wide}>{escape(column.head)}</th>']
    for text in column.cells:
        words = BREAKS.sub("<wbr>", escape(text)) if column.is_text else escape(text)
        name = "th" if column.role == "key" and text else "td"
        scope = ' scope="row"' if name == "th" else ""
        cells.append(f"<{name}{scope}{kind}>{words}</{name}>")
    return cells
