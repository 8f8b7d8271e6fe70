"""Answers: one class, from which everything is made that people and programs see of a question.

The terminal, ``--json``, ``--csv``, notebooks and reports know nothing else of a question.  A row
of a table is a dict of plain values, for programs; a column says how one of them is written for
people.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import Game
from playout.report import figures
from playout.report.markup import html_table, rich_table, text_table
from playout.report.words import PARTIAL, between, finite, head, interval_in
from playout.runner.identity import VERSION
from playout.runner.jobs import Found

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Plot
    from rich.text import Text

MAIN = "rows"  # what machines call the main table
Fields = Mapping[str, Any]  # a row: names and plain values


@dataclass(frozen=True)
class Column:
    """One column of a table, as people see it."""

    name: str  # of the field; an interval also has the fields name_low and name_high
    head: str  # what stands above it
    write: Callable[[Fields], str]  # a row's value as text
    unit: str = ""  # of the text: "%", "s"
    is_text: bool = False  # flush left; numbers are flush right


def text_column(name: str, title: str | None = None) -> Column:
    """A column of words."""
    return Column(name, _head(name, title), lambda row: str(row[name]), is_text=True)


def value_column(name: str, title: str | None = None) -> Column:
    """A column of numbers that are written as they are."""
    return Column(name, _head(name, title), lambda row: str(row[name]))


def count_column(name: str, title: str | None = None) -> Column:
    """A column of large whole numbers."""
    return Column(name, _head(name, title), lambda row: f"{row[name]:,}")


def interval_column(
    name: str, rate: bool, title: str | None = None, sign: str | None = None
) -> Column:
    """A column of estimates with both ends of their intervals; rates in per cent."""

    def write(row: Fields) -> str:
        return between(interval_in(row, name), rate, sign)

    return Column(name, _head(name, title), write, "%" if rate else "")


def _head(name: str, title: str | None) -> str:
    return head(name) if title is None else title


@dataclass(frozen=True)
class Figure:
    """A picture: an SVG for pages, and a matplotlib figure for all other files."""

    draw: Callable[[], Plot]
    name: str = ""  # what follows the answer's name in the name of its file: "effects"
    drawing: Callable[[], str] | None = None  # an SVG of its own, if not that of the figure
    text: Callable[[], str | Text] | None = None  # the same for a terminal, if possible
    in_notebook: bool = False  # a notebook shows it without being asked

    def svg(self) -> str:
        """The SVG element."""
        return figures.svg(self.draw()) if self.drawing is None else self.drawing()

    @property
    def ending(self) -> str:
        """How its file in a report ends."""
        return ".png" if self.drawing is None else ".svg"

    def save(self, path: Path) -> None:
        """Write it to a .png, .svg or .pdf."""
        if path.suffix == ".svg":
            path.write_text(self.svg(), encoding="utf-8")
        else:
            self.draw().savefig(path, dpi=150)


@dataclass(frozen=True)
class Table:
    """Rows for programs, and columns that say how people see them."""

    rows: Sequence[Fields]
    columns: Sequence[Column]
    name: str = ""  # what follows the answer's name in its file's: "cross"; "" for the main table
    title: str = ""  # stands above it
    sentences: Sequence[str] = ()  # what it says, in words
    caption: str = ""  # what its numbers are
    figure: Figure | None = None  # the same as a picture
    is_shown: bool = True  # False: it is for files and programs alone
    is_written: bool = True  # False: it has no file of its own

    @property
    def heads(self) -> list[str]:
        """What stands above the columns."""
        return [column.head for column in self.columns]

    @property
    def lines(self) -> list[list[str]]:
        """The rows as text."""
        return [[column.write(row) for column in self.columns] for row in self.rows]

    @property
    def texts(self) -> list[bool]:
        """Which columns are words, flush left."""
        return [column.is_text for column in self.columns]

    def to_pandas(self) -> pd.DataFrame:
        """All fields of all rows."""
        import pandas as pd

        return pd.DataFrame(list(self.rows))

    def __str__(self) -> str:
        sentences = "\n".join(f"- {sentence}" for sentence in self.sentences)
        table = text_table(self.heads, self.lines, self.texts)
        return "\n".join(part for part in (self.title, table, self.caption, sentences) if part)

    def rich(self) -> Any:
        """The table for a terminal, as rich draws it."""
        return rich_table(self.heads, self.lines, self.texts)

    def html(self) -> str:
        """The table as HTML, with its title, sentences, figure and caption."""
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.sentences)
        return (
            (f"<h3>{escape(self.title)}</h3>" if self.title else "")
            + (f"<ul>{items}</ul>" if items else "")
            + (f"<figure>{self.figure.svg()}</figure>" if self.figure else "")
            + html_table(self.heads, self.lines, self.texts)
            + small(self.caption)
        )


class Answer(ABC):
    """What was found for a question, in the form that people and programs get it."""

    kind: ClassVar[str]  # in questions.KINDS
    unit: ClassVar[str] = "games"  # what `games` are: boards, replications
    found: Found

    def __init__(self, found: Found) -> None:
        self.found = found

    @property
    def game(self) -> Game:
        """What was played."""
        return self.found.asked.game

    @property
    def complete(self) -> bool:
        """False if it was stopped before all was played."""
        return self.found.complete

    @property
    def games(self) -> int:
        """How many games were played, or boards looked at."""
        return self.found.games

    @property
    def seconds(self) -> float:
        """How long that took, from start to end."""
        return self.found.seconds

    @property
    def seed(self) -> int:
        """The seed of all its random numbers."""
        return self.found.asked.seed

    @abstractmethod
    def sentence(self) -> str:
        """The answer in a sentence."""

    @abstractmethod
    def tables(self) -> list[Table]:
        """Its tables, the main one first."""

    @abstractmethod
    def caption(self) -> str:
        """What its numbers are: the kind of intervals, the seed, how much was played."""

    def figures(self) -> list[Figure]:
        """Its pictures, the main one first."""
        return []

    def facts(self) -> dict[str, Any]:
        """More values for programs, by name: of the question, and single numbers."""
        return {}

    @property
    def counted(self) -> dict[str, int]:
        """How much was played, with its unit: {"games": 10000}."""
        return {self.unit: self.games}

    def shortfall(self) -> str:
        """What was wanted and not reached although all was played, in a sentence; or ""."""
        return ""

    def commands(self) -> list[str]:
        """The commands that make parts of it again."""
        return []

    def replay(self) -> str:
        """The command that prints one of its games, move by move; or ""."""
        return ""

    def extra_files(self) -> dict[str, Callable[[Path], None]]:
        """More files of a report: the end of each name -> the function that writes it."""
        return {}

    # ---------------------------------------------- made of the above

    @property
    def note(self) -> str:
        """The caption; it says so if not all was played."""
        return self.partial + self.caption()

    @property
    def partial(self) -> str:
        """What stands before an answer that was stopped; "" before a complete one."""
        return "" if self.complete else PARTIAL

    def data(self) -> dict[str, Any]:
        """All of it as plain values for JSON: None stands for what is not a finite number.

        ``rows`` are those of the main table; every other table stands under its own name.
        """
        head = {
            "kind": self.kind,
            "game": self.game.name,
            "game_version": self.game.version,
            "playout": VERSION,
            "seed": self.seed,
            "complete": self.complete,
            "games": self.games,
            "seconds": self.seconds,
            "sentence": self.sentence(),
        }
        tables = {table.name or MAIN: list(table.rows) for table in self.tables()}
        plain: dict[str, Any] = finite({**head, **self.facts(), **tables})
        return plain

    def table(self, name: str = MAIN) -> pd.DataFrame:
        """One of its tables by its name, as a data frame; without one the main table."""
        tables = {table.name or MAIN: table for table in self.tables()}
        if name not in tables:
            raise PlayoutError(f"there is no table '{name}': {suggest(name, tables)}")
        return tables[name].to_pandas()

    def to_pandas(self) -> pd.DataFrame:
        """The main table as a data frame."""
        return self.table()

    def shown(self) -> tuple[list[Table], list[Table]]:
        """The tables that people see: its own, which the note is about, and those with a title."""
        shown = [table for table in self.tables() if table.is_shown]
        own = [table for table in shown if not table.title]
        return own, [table for table in shown if table.title]

    def __repr__(self) -> str:
        drawn = [str(figure.text()) for figure in self.figures() if figure.text is not None]
        own, titled = self.shown()
        parts = [*drawn, self.sentence(), *map(str, own), self.note, *map(str, titled)]
        return "\n\n".join(part for part in parts if part)

    def _repr_html_(self) -> str:
        drawn = [figure.svg() for figure in self.figures() if figure.in_notebook]
        own, titled = self.shown()
        parts = [*drawn, *(table.html() for table in own), small(self.note)]
        parts += [table.html() for table in titled]
        return f"<p>{escape(self.sentence())}</p>{''.join(parts)}"


def small(text: str) -> str:
    """Lines below a table."""
    lines = escape(text).replace("\n", "<br>")
    return f"<p><small>{lines}</small></p>" if lines else ""
