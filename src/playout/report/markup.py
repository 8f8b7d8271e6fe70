"""Rows of text as a table: for a console, and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Rows = Sequence[Sequence[str]]


def text_table(heads: Sequence[str], rows: Rows, *, left: bool = False) -> str:
    """Columns flush right, or left, two spaces between them."""
    wide = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    put = str.ljust if left else str.rjust
    lines = (
        "  ".join(put(text, n) for text, n in zip(row, wide, strict=True)) for row in [heads, *rows]
    )
    return "\n".join(line.rstrip() if left else line for line in lines)


def html_table(heads: Sequence[str], rows: Rows, kind: str = "") -> str:
    """A table element, of the class ``kind`` if that is said."""
    top = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows
    )
    opened = f'<table class="{kind}">' if kind else "<table>"
    return f"{opened}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
