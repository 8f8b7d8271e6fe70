"""Tables and pictures of answers: rows for programs, and columns that say how people see them.

A row of a table is a dict of plain values, for programs; a column says how one of them is written
for people.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import Measure
from playout.engine.words.numbering import nth
from playout.engine.words.signs import for_print
from playout.report import figures
from playout.report.figures import PAGE, PHONE
from playout.report.html_tables import heading, html_table
from playout.report.svg_shrink import inline
from playout.report.text_tables import (
    ALWAYS,
    IF_ASKED,
    WITH_ROOM,
    Role,
    TextColumn,
    fitted,
    screen_width,
    wrapped,
)
from playout.report.words import between, head, interval_in, unit_of
from playout.runner.atomic_file import write_text, written

if TYPE_CHECKING:
    import pandas as pd
    from rich.text import Text

    from playout.report.picture import Picture

Fields = Mapping[str, Any]  # a row: names and plain values
CLOSER = "To look closer:"  # before the command of a table


@dataclass(frozen=True)
class Column:
    """One column of a table, as people see it."""

    name: str  # of the field; an interval also has the fields name_low and name_high
    head: str = ""  # above it, if not its name
    write: Callable[[Fields], str] | None = None  # a row's value as text, if not as it is
    is_text: bool = False  # flush left; numbers are flush right
    role: Role = "estimate"
    rank: int = WITH_ROOM  # ALWAYS, WITH_ROOM or IF_ASKED: when people see it
    measure: str = ""  # what people ask for to see it, if that is not its name

    def text(self, row: Fields) -> str:
        """A row's value as text."""
        return str(row[self.name]) if self.write is None else self.write(row)


def text_column(name: str, head: str = "", **more: Any) -> Column:
    """A column of words, which name the rows."""
    return Column(name, head, **{"is_text": True, "role": "key", "rank": ALWAYS, **more})


def factor_column(name: str, value: object) -> Column:
    """A column of words or numbers that name the rows; ``value`` is one of them."""
    return seat_column() if name == "seat" else text_column(name, is_text=isinstance(value, str))


def seat_column(**more: Any) -> Column:
    """A column of seats, which people count from 1; a word, as "all", stays as it is."""

    def write(row: Fields) -> str:
        return row["seat"] if isinstance(row["seat"], str) else str(nth(row["seat"]))

    return text_column("seat", write=write, is_text=False, **more)


def value_column(
    name: str, head: str = "", write: Callable[[Fields], str] | None = None, **more: Any
) -> Column:
    """A column of plain values."""
    return Column(name, head, write, **{"role": "plain", **more})


def count_column(name: str, **more: Any) -> Column:
    """A column of large whole numbers."""
    return value_column(name, write=lambda row: f"{row[name]:,}", **more)


def interval_column(
    name: str, rate: bool, head: str = "", sign: str | None = None, **more: Any
) -> Column:
    """A column of estimates with both ends of their intervals; rates in per cent."""
    return Column(name, head, lambda row: between(interval_in(row, name), rate, sign), **more)


def measure_column(name: str, measure: Measure, head: str = "", rank: int = ALWAYS) -> Column:
    """A column of values of a measure with their intervals; its head has the sign of rates.

    The ``head`` is by default the name of the measure.
    """
    head = unit_of(measure).head(head or measure.name)
    return interval_column(name, measure.is_rate, head, "", rank=rank)


def difference_column(
    name: str, measure: Measure, head: str = "", zero: str | None = None, rank: int = ALWAYS
) -> Column:
    """A column of differences of a measure with their intervals: of rates in points.

    ``zero`` is written for a difference that is certainly 0.
    """

    def write(row: Fields) -> str:
        interval = interval_in(row, name)
        return zero if zero and not any(interval) else between(interval, measure.is_rate, "")

    return Column(name, unit_of(measure).difference_head(head or name), write, rank=rank)


@dataclass(frozen=True)
class Figure:
    """A picture: an SVG for pages, and a matplotlib figure for all other files.

    Both are drawn for a width in inches: that of a page, or of a phone.
    """

    draw: Callable[[float], Picture]
    name: str = ""  # the end of its file's name, as "effects"
    drawing: Callable[[float], str] | None = None  # an SVG of its own, if not that of the figure
    text: Callable[[int | None], str | Text] | None = None  # for a terminal of so many characters
    in_notebook: bool = False  # a notebook shows it without being asked

    def svg(self, width: float = PAGE, transparent: bool = False) -> str:
        """The SVG element, on white, or without a background where that can be."""
        if self.drawing is None:
            return figures.svg(self.draw(width), transparent)
        return self.drawing(width)

    def html(self, alt: str) -> str:
        """A figure element with two SVGs, one of class ``wide`` and one ``narrow``, for a phone.

        The page shows one of them.  Words and axes have the colour of the page's own words.
        ``alt`` is what is read to those who cannot see it.
        """
        drawn = [
            inline(self.svg(width, transparent=True), name, alt)
            for name, width in (("wide", PAGE), ("narrow", PHONE))
        ]
        return f"<figure>{''.join(drawn)}</figure>"

    @property
    def ending(self) -> str:
        """How its file in a report ends."""
        return ".png" if self.drawing is None else ".svg"

    def save(self, path: Path) -> None:
        """Write it to a .png, .svg or .pdf."""
        if path.suffix == ".svg":
            write_text(path, self.svg())
        else:
            with written(path) as file:
                self.draw(PAGE).savefig(file, dpi=150)


@dataclass(frozen=True)
class Table:
    """Rows for programs, and columns that say how people see them."""

    rows: Sequence[Fields]
    columns: Sequence[Column]
    name: str = ""  # the end of its file's name, as "cross"; "" for the main table
    title: str = ""  # above it
    sentences: Sequence[str] = ()  # its results in words
    caption: str = ""  # below it
    says: str = ""  # what stands in it, where its heads do not tell that to those who hear it
    figure: Figure | None = None  # its numbers as a picture
    drawing: str | Callable[[int | None], str] = ""  # text that a terminal shows above it
    command: str = ""  # a command for the next step, in a line of its own
    is_shown: bool = True  # False: it is for files and programs alone
    is_written: bool = True  # False: it has no file of its own
    is_data: bool = True  # False: programs have its rows in another table

    @property
    def grid(self) -> list[TextColumn]:
        """Its columns as people see them."""
        return [
            TextColumn(
                column.head or head(column.name),
                [column.text(row) for row in self.rows],
                column.is_text,
                column.role,
                column.rank,
                self._is_known(column),
            )
            for column in self.columns
        ]

    def _is_known(self, column: Column) -> bool:
        """Whether an estimate is the same in all rows, and certain.

        A median may have the same ends in all rows by chance; it is shown only if asked for.
        """
        names = f"{column.name}_low", f"{column.name}_high"
        ends = [row[name] for row in self.rows for name in names if name in row]
        is_main = column.role == "estimate" and column.rank < IF_ASKED
        return is_main and len(set(ends)) == 1

    def choosing(self, names: Collection[str]) -> Table:
        """The same table, showing the estimates of these names alone, or ["all"]."""
        chosen = [bool({c.name, c.measure, "all"} & {*names}) for c in self.columns]
        if not any(chosen):
            return self
        columns = [
            column
            if column.role != "estimate"
            else replace(column, rank=ALWAYS if is_chosen else IF_ASKED)
            for column, is_chosen in zip(self.columns, chosen, strict=True)
        ]
        return replace(self, columns=columns)

    def to_pandas(self) -> pd.DataFrame:
        """All fields of all rows."""
        import pandas as pd

        return pd.DataFrame(list(self.rows))

    def text(self, width: int | None = None) -> str:
        """The table in lines of so many characters, with its title, caption and sentences."""
        sentences = "\n".join(wrapped(f"- {one}", width, "  ") for one in self.sentences)
        caption = wrapped(self.caption, width)
        table = fitted(self.grid, width)
        drawing = self.drawing if isinstance(self.drawing, str) else self.drawing(width)
        command = f"{CLOSER} {self.command}" if self.command else ""
        parts = self.title, drawing, table, caption, sentences, command
        return "\n".join(part for part in parts if part)

    def __str__(self) -> str:
        return for_print(self.text(screen_width()))

    def html(self, about: str = "", anchor: str = "") -> str:
        """The table as HTML, with its title, sentences, figure and caption.

        ``about`` says what it belongs to where it is read out; links lead to the ``anchor``.
        """
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.sentences)
        about = ": ".join(part for part in (about, self.title) if part)
        return (
            (heading("h3", self.title, anchor) if self.title else "")
            + (f"<ul>{items}</ul>" if items else "")
            + (self.figure.html(f"{about}. {' '.join(self.sentences)}") if self.figure else "")
            + html_table(self.grid, about, self.says)
            + small(self.caption)
            + (f"<p>{CLOSER}</p><pre>{escape(self.command)}</pre>" if self.command else "")
        )


def small(text: str) -> str:
    """Lines below a table."""
    lines = escape(text).replace("\n", "<br>")
    return f"<p><small>{lines}</small></p>" if lines else ""
