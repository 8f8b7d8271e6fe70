"""What each question may be told: a parameter is written once, in the table of its question.

From the tables come the options of the commands, the command that asks a question again, its
canonical form in files, the form in a browser, and the study that asks the same.  The typed
functions of :mod:`playout.api`, and the typed fields of studies, are held against them by a test.
Nothing is imported here that takes long, for ``playout --help``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, Literal


@dataclass(frozen=True)
class Parameter:
    """One thing that a question may be told, or that its command may be told about the answer."""

    name: str  # the keyword in Python, and the field of a form and of a study
    unit: str = "N"  # what stands for its value in the help
    help: str = ""  # of the option, with "{default}" where its default is shown; "": no option
    default: Any = None  # if nobody says; None: it follows from other parameters, or there is none
    kind: Literal["text", "texts", "number", "file", "flag", "switch"] = "text"
    options: tuple[str, ...] = ()  # its names on the command line, if not --name
    strategies: bool = False  # names of strategies are completed
    required: bool = False
    reader: Literal["", "count", "seed", "chance"] = ""  # "": the question reads it by its game
    field: str = ""  # of what is asked, if that has not its name
    asked: bool = True  # False: it is about the answer, or says how to play
    form: str = ""  # how a form is read: a method of web/forms.py; "": a browser cannot say it
    study: bool = False  # a study says it too

    @property
    def option(self) -> str:
        """Its first name on the command line."""
        return self.options[0] if self.options else f"--{self.name.replace('_', '-')}"

    @property
    def key(self) -> str:
        """Its name in what is asked."""
        return self.field or self.name

    def read(self, given: Any) -> Any:
        """The value of what is given; None says the default, but a fresh seed of a seed."""
        from playout.engine.words import reading  # it needs NumPy, which takes a while

        value = self.default if given is None and self.reader != "seed" else given
        if not self.reader or (value is None and self.reader != "seed"):
            return value
        if self.reader == "seed":
            return reading.seed_or_fresh(value)
        readers = {"count": reading.read_count, "chance": reading.read_chance}
        return readers[self.reader](value, self.name)


@dataclass(frozen=True)
class Question:
    """The table of a question: all its parameters, in the order in which the help has them."""

    kind: str  # in questions.KINDS
    about: str  # the help of the command, its first sentence for lists
    parameters: tuple[Parameter, ...]
    limit: str  # the parameter that says how much is played at most: files do not fix it
    command: tuple[str, ...] = ()  # parameters in the order of the command that asks again
    file: tuple[str, ...] = ()  # what is asked, in the order of files
    name: str = ""  # of the command, if it is not the kind
    seated: str = ""  # why there is no option --seats
    of_a_game: bool = True  # a game is named, whose rules are parameters too

    def __getitem__(self, name: str) -> Parameter:
        return next(one for one in self.parameters if one.name == name)

    @property
    def asked(self) -> list[Parameter]:
        """Those that are about the question itself."""
        return [one for one in self.parameters if one.asked]

    def read(self, given: Mapping[str, object]) -> tuple[Any, dict[str, Any]]:
        """The values of all its parameters, by name, and what else is given: rule options."""
        own = {one.name: one for one in self.asked}
        words = {name: one.read(given.get(name, one.default)) for name, one in own.items()}
        others = {name: value for name, value in given.items() if name not in own}
        return SimpleNamespace(**words), others


# ------------------------------------------------------------------ what several questions have

SEED = Parameter(
    "seed",
    help="Seed of the run; the same seed gives the same numbers.",
    default=1,
    reader="seed",
    form="seed",
)
WORKERS = Parameter(
    "workers",
    help="What plays the games: a number of threads (default: one for each processor), "
    "processes:8, or a Dask cluster: tcp://host:8786, or local:8 on this machine.",
    asked=False,
)
CHECKED = Parameter(
    "checked",
    help="Check every index in compiled code: a strategy that reads or writes out of range is "
    "named with the line. Slower; the numbers are the same.",
    kind="flag",
    asked=False,
)
SAVE = Parameter(
    "save",
    "FILE",
    "Save the games in this file; if it exists, go on with it.",
    kind="file",
    asked=False,
)
CSV = Parameter(
    "csv",
    "FILE",
    "Write the table as CSV to this file too, or only print it: --csv -.",
    kind="file",
    asked=False,
)
PLOT = Parameter(
    "plot",
    "FILE",
    "Draw a picture to this file: .png, .svg or .pdf.",
    kind="file",
    asked=False,
)
JSON = Parameter(
    "json",
    help="Print one JSON object instead of sentences and tables.",
    kind="flag",
    asked=False,
)

PLAYED = (SEED, WORKERS, CHECKED, SAVE, CSV, PLOT, JSON)  # of every question that is played

STRATEGY = Parameter(
    "strategy",
    "NAME,...",
    "Who plays (default: the game's default strategy).",
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
GAMES = Parameter("games", reader="count", form="text", study=True)

LUCK = Question(
    "luck",
    """Say how much of an outcome is luck, and how much is skill.

    The variance of a measure is divided into four parts: the deal, the strategy, both together,
    and the rest; where dice are thrown, their chance is a fifth.  Every strategy plays the same
    deals, and plays each of them several times, with random streams of its own.  Every rule option
    of the game is an option here: --players 2 --min-cards 3.
    """,
    (
        replace(STRATEGIES, help="Two strategies or more: a,b,c; or all.", required=True),
        replace(
            GAMES,
            help="Deals, as 5000; every strategy plays each of them (default: {default}).",
            default="10k",
            field="deals",
        ),
        Parameter(
            "repeats",
            help="How often each strategy plays each deal (default: {default}).",
            default=2,
            form="text",
        ),
        replace(MEASURE, help="The measure whose variance is divided (default: the game's first)."),
        Parameter(
            "against",
            "NAME",
            "The strategy on all other seats, if players are rivals (default: the game's default).",
            strategies=True,
            form="player",
        ),
        *PLAYED,
    ),
    limit="games",
    command=("strategies", "against", "measure", "repeats", "rules", "games", "seed"),
    file=("players", "against", "measure", "repeats", "rules", "seed"),
    seated="luck has --strategies a,b,c, and seats them itself",
)

QUESTIONS = {one.kind: one for one in (LUCK,)}
