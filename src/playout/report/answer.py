"""Answers: the class from which every output of a question is made.

The terminal, ``--json``, ``--csv``, notebooks and reports use nothing else of a question.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, overload

from playout.engine.game.game import Game
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief, read_each, read_flag, read_path, read_whole, whole
from playout.engine.words.resources import why_unwritten
from playout.engine.words.signs import for_print
from playout.report.csv import write_csv
from playout.report.estimates import LEVEL
from playout.report.excel import write_excel
from playout.report.html_tables import for_notebook
from playout.report.tables import Figure, Table, small
from playout.report.text_tables import screen_width, wrapped
from playout.report.words import PARTIAL
from playout.runner.identity import VERSION
from playout.runner.jobs import Found

if TYPE_CHECKING:
    import pandas as pd

MAIN = "rows"  # what programs call the main table
WIDEST = 100_000  # characters of a line, at most
Form = Literal["wide", "long"]


class Answer(ABC):
    """The result of a question, for people and programs.

    >>> answer = playout.run("pig", goal=50, games=100)
    >>> len(answer), answer.games, answer.complete
    (1, 100, True)

    Printing it shows a sentence, tables and a caption; a notebook also shows pictures.
    ``len(answer)`` is the number of rows of the main table, and ``for row in answer`` yields them
    as dicts; ``answer[0]`` is the first row, and ``answer["win"]`` a column as a list.  Answers can
    be compared, copied and pickled.  Two answers are equal if they have the same question and the
    same counts, whatever time they took.
    """

    kind: ClassVar[str]  # in questions.KINDS
    keys: ClassVar[tuple[str, ...]] = ()  # columns that name a row of a table without heads
    bounds: ClassVar[Mapping[str, tuple[str, str]]] = {}  # estimate -> its ends, if not _low, _high
    unit: ClassVar[str] = "games"  # what `games` are: boards, replications
    csv_table: str = MAIN  # the table that --csv writes
    found: Found

    def __init__(self, found: Found) -> None:
        self.found = found

    @property
    def game(self) -> Game:
        """The game."""
        return self.found.asked.game

    @property
    def complete(self) -> bool:
        """Whether everything was played; False if it was stopped early."""
        return self.found.complete

    @property
    def is_empty(self) -> bool:
        """Whether it was stopped before there was anything to report."""
        return not self.games and not self.complete

    @property
    def exit_code(self) -> int:
        """The exit code of a command that has printed all of it."""
        return 0

    @property
    def games(self) -> int:
        """The number of games played (for some questions: deals, boards, positions)."""
        return self.found.games

    @property
    def seconds(self) -> float:
        """The time it took, in seconds; NaN if a part came from a file."""
        return self.found.seconds

    @property
    def seed(self) -> int:
        """The seed of all random numbers."""
        return self.found.asked.seed

    @abstractmethod
    def sentence(self) -> str:
        """Return the result in a sentence or two."""

    @abstractmethod
    def tables(self) -> list[Table]:
        """Return all tables, the main one first."""

    def facts(self) -> dict[str, Any]:
        """Return further values by name: the parameters of the question, and single results."""
        return {}

    def common_settings(self) -> dict[str, Any]:
        """Return the rule options, strategies and settings that all rows share."""
        return {}

    @abstractmethod
    def caption(self) -> str:
        """Return the caption of the tables: kind of interval, seed, number of games."""

    def figures(self) -> list[Figure]:
        """Return the pictures, the main one first."""
        return []

    @property
    def counted(self) -> dict[str, int]:
        """The number of games with its unit, such as {"games": 10000}."""
        return {self.unit: self.games}

    def shortfall(self) -> str:
        """Return a sentence about an aim that was missed, such as a precision; or ""."""
        return ""

    @property
    def enough(self) -> int:
        """How many games in all, or deals, may make clear what is not clear yet; 0 if all is."""
        return 0

    def clearer(self, file: str = "") -> str:
        """The command that may make clear what is not clear yet; "" if there is none.

        With the name of the saved run's ``file`` it extends that.
        """
        if not self.enough:
            return ""
        if file:
            return f"playout extend {file} --games {self.enough}"
        return str(self.found.asked.command(self.enough))

    def commands(self) -> list[str]:
        """Return commands that look at parts of this result more closely."""
        return []

    def replay(self) -> str:
        """Return the command that prints one of the games move by move; or ""."""
        return ""

    def extra_files(self) -> dict[str, Callable[[Path], None]]:
        """Return more files of a report: the end of each name, and a function to write it."""
        return {}

    # ---------------------------------------------- for people

    @property
    def note(self) -> str:
        """The caption; after an early stop it begins by saying so."""
        return self.partial + self.caption()

    @property
    def partial(self) -> str:
        """The words that mark the result of a stopped run; "" if it is complete."""
        return "" if self.complete else PARTIAL

    def visible_tables(self) -> tuple[list[Table], list[Table]]:
        """Return the tables that people see: those without a title, and those with one."""
        visible = [table for table in self.tables() if table.is_shown]
        own = [table for table in visible if not table.title]
        return own, [table for table in visible if table.title]

    def to_text(self, width: int | None = None, measures: Collection[str] = ()) -> str:
        """Return the result as text, as the terminal shows it.

        Args:
            width: Characters per line; None for no limit.
            measures: Names of the measures to show, or ["all"].  By default each table shows its
                main measures, and others as far as there is room.

        Characters that ``sys.stdout`` cannot write are replaced by ASCII, so the text can be
        printed.
        """
        if width is not None:
            width = read_whole("width", width, 1, WIDEST)
        measures = [brief(name) for name in read_each("measures", measures)]
        own, titled = ([t.choosing(measures) for t in tables] for tables in self.visible_tables())
        parts = [wrapped(self.sentence(), width), *(table.text(width) for table in own)]
        parts += [wrapped(self.note, width), *(table.text(width) for table in titled)]
        return for_print("\n\n".join(part for part in parts if part))

    def __repr__(self) -> str:
        width = screen_width()
        drawn = [str(figure.text(width)) for figure in self.figures() if figure.text is not None]
        return for_print("\n\n".join([*drawn, self.to_text(width)]))

    def _repr_html_(self) -> str:
        return for_notebook(self.html())

    def html(self) -> str:
        """Return the result as HTML, without the style sheet that a notebook needs."""
        sentence = self.sentence()
        drawn = [figure.html(sentence) for figure in self.figures() if figure.in_notebook]
        own, titled = self.visible_tables()
        parts = [*drawn, *(table.html() for table in own), small(self.note)]
        parts += [table.html() for table in titled]
        return f"<p>{escape(sentence)}</p>{''.join(parts)}"

    # ---------------------------------------------- for programs

    def factors(self) -> list[str]:
        """Return the columns of the main table that identify a row."""
        keys = [column.name for column in self.tables()[0].columns if column.role == "key"]
        return list(self.keys) or keys

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values for JSON, as ``--json`` prints it.

        "rows" has the main table; every other table has its own name.  Numbers that are not finite
        are None.
        """
        head = {
            **self._origin(),
            "complete": self.complete,
            "games": self.games,
            "seconds": self.seconds,
            "sentence": self.sentence(),
        }
        shown = [table for table in self.tables() if table.is_data]
        tables = {table.name or MAIN: list(table.rows) for table in shown}
        plain: dict[str, Any] = finite({**head, **self.facts(), **tables})
        return plain

    data = to_dict

    def _origin(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "game": self.game.name,
            "game_version": self.game.version,
            "playout": VERSION,
            "seed": self.seed,
        }

    def table(self, name: str = MAIN) -> pd.DataFrame:
        """Return a table as a data frame: the main one, or one by its name.

        PlayoutError if there is no such table.
        """
        tables = {table.name or MAIN: table for table in self.tables()}
        if not isinstance(name, str) or name not in tables:
            raise PlayoutError(f"there is no table '{brief(name)}': {suggest(name, tables)}")
        return tables[name].to_pandas()

    def to_pandas(self, *, form: Form = "wide", index: bool = False) -> pd.DataFrame:
        """Return the main table as a data frame.

        Args:
            form: "wide" for one row per row of the table, or "long" for one row per estimate, with
                the columns ``measure``, ``estimate``, ``low`` and ``high``.
            index: Whether the factors, and in the long form the measure, become the index.

        ``attrs`` has the kind of question, the game, versions, the seed, whether the result is
        complete, the kind and level of the intervals, and as ``fixed`` the settings that all rows
        share.
        """
        if not isinstance(form, str) or form not in ("wide", "long"):
            raise PlayoutError(f"form = {brief(repr(form))}: {suggest(form, ['wide', 'long'])}")
        frame, names = self.table(), self.factors()
        if form == "long":
            frame, names = self._long(frame), [*names, "measure"]
        facts = self.facts()
        frame.attrs = finite(
            {
                **self._origin(),
                "complete": self.complete,
                "interval": facts.get("interval"),
                "level": facts.get("level", LEVEL),
                "fixed": self.common_settings(),
            }
        )
        return frame.set_index(names) if read_flag(index, "index") and names else frame

    def _long(self, frame: pd.DataFrame) -> pd.DataFrame:
        """A row for each estimate of each row."""
        import pandas as pd

        factors, columns = self.factors(), [*frame.columns]
        usual = {name: (f"{name}_low", f"{name}_high") for name in columns if name not in factors}
        bounds = {
            name: ends
            for name, ends in {**usual, **self.bounds}.items()
            if {name, *ends} <= {*columns}
        }
        if not bounds:
            raise PlayoutError(
                "form='long': the rows of this answer have no intervals; use form='wide'"
            )
        rows = [
            [*(row[factor] for factor in factors), name, row[name], row[low], row[high]]
            for row in frame.to_dict("records")
            for name, (low, high) in bounds.items()
        ]
        return pd.DataFrame(rows, columns=[*factors, "measure", "estimate", "low", "high"])

    @overload
    def to_csv(self, path: None = None, *, form: Form = ...) -> str: ...

    @overload
    def to_csv(self, path: str | Path, *, form: Form = ...) -> None: ...

    def to_csv(self, path: str | Path | None = None, *, form: Form = "wide") -> str | None:
        """Write the main table to a CSV file; without a ``path`` return it as text."""
        file = None if path is None else read_path(path)
        try:
            return write_csv(self.to_pandas(form=form), file)
        except OSError as error:
            raise PlayoutError(f"{path}: cannot be written ({why_unwritten(error)})") from None

    def to_excel(self, path: str | Path) -> None:
        """Write all tables to an Excel workbook (.xlsx), one sheet for each.

        The last sheet has the question.  PlayoutError if XlsxWriter is not installed (``pip install
        "playout[excel]"``).
        """
        about = {**self._origin(), "complete": self.complete, "games": self.games}
        about |= {"sentence": self.sentence(), "caption": self.caption()}
        about |= {name: v for name, v in self.facts().items() if isinstance(v, str | int | float)}
        try:
            write_excel(self.tables(), about, read_path(path))
        except OSError as error:
            raise PlayoutError(f"{path}: cannot be written ({why_unwritten(error)})") from None

    def __len__(self) -> int:
        return len(self.tables()[0].rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter([dict(row) for row in self.tables()[0].rows])

    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, key: str) -> list[Any]: ...

    def __getitem__(self, key: int | str) -> Any:
        rows = list(self)
        if isinstance(key, slice):
            return rows[key]
        if not isinstance(key, str):
            try:
                place = whole(key)
            except ValueError:
                raise PlayoutError(
                    f"answer[{brief(repr(key))}]: must be the number of a row or the name of a "
                    "column"
                ) from None
            return rows[place]
        names = rows[0] if rows else {}
        if key not in names:
            raise PlayoutError(f"there is no column '{key}': {suggest(key, names)}")
        return [row[key] for row in rows]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return type(self) is type(other) and self._compared() == other._compared()

    def _compared(self) -> Any:
        """The parts that are the same in two equal answers; the counts follow from them."""
        asked = self.found.asked.canonical()
        return finite([asked, self.complete, self.games, self.facts(), list(self)])

    def __hash__(self) -> int:
        return hash((type(self), self.seed, self.games))


def common_items(every: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the items that all of these settings share."""
    first, *others = every
    return {
        name: value
        for name, value in first.items()
        if all(name in other and other[name] == value for other in others)
    }


def finite(data: Any) -> Any:
    """Plain values for JSON: of Python's own types, None for what is not a finite number."""
    if isinstance(data, Mapping):
        return {str(key): finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [finite(value) for value in data]
    if hasattr(data, "item"):
        data = data.item()
    return None if isinstance(data, float) and not math.isfinite(data) else data
