"""The parameters of questions: each is written once, in the table of its question.

From the tables come the options of the commands, the command that asks a question again, its
canonical form in files, the form in a browser, and the study that asks the same.  The typed
functions of :mod:`playout.api`, and the typed fields of studies, are held against them by a test.
Nothing is imported here that takes long, for ``playout --help``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, Literal


@dataclass(frozen=True)
class Parameter:
    """A parameter of a question, or an option of its command about the answer."""

    name: str  # the keyword in Python, and the field of a form and of a study
    unit: str = "N"  # what stands for its value in the help
    help: str = ""  # of the option, with "{default}" where its default is shown; "": no option
    default: Any = None  # if left out; None: it follows from other parameters, or there is none
    kind: Literal["text", "texts", "number", "file", "flag", "switch"] = "text"
    options: tuple[str, ...] = ()  # its names on the command line, if not --name
    strategies: bool = False  # names of strategies are completed
    command_default: Any = None  # the default of the command, if it has another one
    required: bool = False
    reader: Literal["", "count", "seed", "chance", "confidence", "seconds"] = (
        ""  # "": it depends on the game
    )
    field: str = ""  # of what is asked, if that has not its name
    asked: bool = True  # False: it is about the answer, or says how to play
    form: str = ""  # how a form is read: a method of web/forms.py; "": a browser cannot say it
    study: bool = False  # a study says it too
    from_one: bool = False  # a seat: from 1 on a command line and in a form, else from 0

    @property
    def option(self) -> str:
        """Its first name on the command line."""
        return self.options[0] if self.options else f"--{self.name.replace('_', '-')}"

    @property
    def field_name(self) -> str:
        """Its name in what is asked."""
        return self.field or self.name

    @property
    def default_value(self) -> Any:
        """The default, read."""
        return self.read(self.default)

    def read(self, given: Any) -> Any:
        """The value of what is given; None says the default, but a fresh seed of a seed."""
        from playout.engine.words import reading  # it needs NumPy, which takes a while

        if self.reader == "seed":
            return reading.seed_or_fresh(given)
        value = self.default if given is None else given
        if value is None or not self.reader:
            return value
        readers: dict[str, Callable[[Any, str], Any]] = {
            "count": reading.read_count,
            "chance": reading.read_chance,
            "confidence": lambda value, _: reading.read_confidence(value),
            "seconds": lambda value, _: reading.read_seconds(value),
        }
        return readers[self.reader](value, self.name)


@dataclass(frozen=True)
class Question:
    """The table of a question: all its parameters, in the order in which the help has them."""

    kind: str  # in questions.KINDS
    about: str  # the help of the command, its first sentence for lists
    parameters: tuple[Parameter, ...]
    limit: str  # the parameter that says how much is played at most: files do not fix it
    command_parameters: str = (
        ""  # parameters in the order of the command that asks again, with blanks between
    )
    file_fields: str = ""  # names of fields, in the order of files
    name: str = ""  # of the command, if it is not the kind
    seated: str = ""  # why there is no option --seats
    of_a_game: bool = True  # a game is named, whose rules are parameters too

    def __getitem__(self, name: str) -> Parameter:
        return next(one for one in self.parameters if one.name == name)

    @property
    def asked(self) -> list[Parameter]:
        """The parameters of the question itself."""
        return [one for one in self.parameters if one.asked]

    def read(self, given: Mapping[str, object]) -> tuple[Any, dict[str, Any]]:
        """The values of all its parameters, by name, and what else is given: rule options."""
        own = {one.name: one for one in self.asked}
        words = {name: one.read(given.get(name, one.default)) for name, one in own.items()}
        others = {name: value for name, value in given.items() if name not in own}
        return SimpleNamespace(**words), others


# ------------------------------------------------------------------ what several questions have


def count(name: str, help: str, default: Any, **more: Any) -> Parameter:
    """A number of games, worlds or whatever else is counted."""
    return Parameter(name, "N", help, default, reader="count", form="count", study=True, **more)


def output(name: str, help: str, **more: Any) -> Parameter:
    """An option of a command about the answer, or about how the games are played."""
    return Parameter(name, help=help, asked=False, **more)


def flag(name: str, help: str) -> Parameter:
    """An option of a command that has no value."""
    return output(name, help, kind="flag")


def file(name: str, help: str) -> Parameter:
    """A file that a command writes."""
    return output(name, help, unit="FILE", kind="file")


SEED = Parameter(
    "seed",
    help="Seed of all randomness: the same seed gives the same numbers.",
    default=1,
    reader="seed",
    form="seed",
    study=True,
)
WORKERS = output(
    "workers",
    "Where to run: a number of threads (default: one per core), processes:8, or a Dask "
    "cluster (tcp://host:8786, or local:8 on this machine).",
)
CHECKED = flag(
    "checked",
    "Check every array index in compiled code. If a strategy reads or writes out of "
    "range, the error names the line. Slower, with the same numbers.",
)
DRY_RUN = flag(
    "dry_run",
    "Play for about two seconds, then estimate how many games and how much time are "
    "needed. Saves nothing.",
)
SAVE = file("save", "Save the run in this file. If the file already exists, resume its run.")
CSV = file("csv", "Also write the table as CSV to this file. To print only the CSV: --csv -")
XLSX = file("xlsx", "Also write all tables to this Excel workbook (.xlsx), one sheet each.")
PLOT = file("plot", "Save a chart (.png, .svg or .pdf).")
HTML = file("html", "Save the answer as a web page (.html).")
JSON = flag("json", "Print one JSON object instead of text and tables.")

MEASURES = output(
    "measures",
    "Measures to show in the table, e.g. win,points, or all (default: the main ones, "
    "and others if there is room).",
    unit="NAME,...",
)

HISTOGRAM = output(
    "histogram",
    "Show how often each value of this measure occurred; --plot and --csv then save the "
    "histogram. Repeatable.",
    unit="MEASURE",
    kind="texts",
)
QUANTILES = output(
    "quantiles",
    "Quantiles to show instead of the median and the 95th percentile, e.g. 0.1,0.5,0.9.",
    unit="P,...",
)
CHANCE = output(
    "chance",
    "Show how often a condition holds, e.g. cards_left<=5, points=2..5 or ending=stuck "
    "(with <=, <, =, > or >=). Repeatable.",
    unit="CONDITION",
    kind="texts",
)
COURSE_QUANTILES = replace(
    QUANTILES, help="Edges of the band, as quantiles of all games (default: 0.1,0.9)."
)
EFFECTS = flag(
    "effects", "Show the effect of each option with several values on the first measure."
)
EFFECTS_OF = output(
    "effects_of",
    "Show the effect of each option with several values on this measure.",
    unit="MEASURE",
)
VIEWS = (HISTOGRAM, QUANTILES, CHANCE, EFFECTS, EFFECTS_OF)  # of what a run has counted

COUNTED = (SEED, WORKERS, CHECKED, DRY_RUN, SAVE)  # of every question that plays games
PLAYED = (*COUNTED, CSV, XLSX, PLOT, HTML, JSON)

STRATEGY = Parameter(
    "strategy",
    "NAME,...",
    "Strategy to play (default: the game's default strategy).",
    options=("--strategy", "--strategies"),
    strategies=True,
    field="players",
    form="player",
    study=True,
)
STRATEGIES = replace(
    STRATEGY, name="strategies", options=("--strategies", "--strategy"), form="rivals"
)
MEASURE = Parameter("measure", "MEASURE", form="text", study=True)
REVIEWER = Parameter(
    "reviewer",
    "NAME",
    "Strategy that judges the moves by playing on in the simulated deals (default: the "
    "game's default strategy).",
    strategies=True,
    form="player",
    study=True,
)
SEAT = Parameter(
    "seat", help="Judge only the decisions of this seat, 1, 2, ...", form="seat", from_one=True
)
