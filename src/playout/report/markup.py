"""Rows of text as a table: for a console, for a terminal that knows its width, and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

Lines = Sequence[Sequence[str]]


def text_table(heads: Sequence[str], lines: Lines, texts: Sequence[bool]) -> str:
    """Columns two spaces apart: words flush left, numbers flush right."""
    widths = [max(map(len, column)) for column in zip(heads, *lines, strict=True)]
    flush = [str.ljust if is_text else str.rjust for is_text in texts]
    return "\n".join(
        "  ".join(flush[k](text, widths[k]) for k, text in enumerate(line)).rstrip()
        for line in [heads, *lines]
    )


def rich_table(heads: Sequence[str], lines: Lines, texts: Sequence[bool]) -> Table:
    """The table for a terminal."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for text, is_text in zip(heads, texts, strict=True):
        table.add_column(text, justify="left" if is_text else "right")
    for line in lines:
        table.add_row(*line)
    return table


def html_table(heads: Sequence[str], lines: Lines, texts: Sequence[bool]) -> str:
    """A table element."""
    kinds = [' class="text"' if is_text else "" for is_text in texts]
    top = "".join(f"<th{kind}>{escape(t)}</th>" for kind, t in zip(kinds, heads, strict=True))
    body = "".join(
        "<tr>"
        + "".join(f"<td{kind}>{escape(t)}</td>" for kind, t in zip(kinds, line, strict=True))
        + "</tr>"
        for line in lines
    )
    return f'<table class="playout"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'
