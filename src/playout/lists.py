"""Lists of games, strategies, rule options, measures and studies.

>>> import playout
>>> "risk-battle" in [game.name for game in playout.list_games() if game.seats == 1]
True
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, Generic, Literal, Self, TypeVar

from playout.engine.find import games as registry
from playout.engine.game.game import Value
from playout.engine.who.references import listed_strategies
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_path
from playout.engine.words.signs import for_print
from playout.report.html_tables import for_notebook
from playout.report.tables import Table, text_column
from playout.report.text_tables import wrapped


@dataclass(frozen=True)
class Listed:
    """One entry of a list, with the name by which questions know it."""

    name: str

    @property
    def description(self) -> str:
        """The text beside the name."""
        raise NotImplementedError

    @classmethod
    def of(cls, declared: object, **changed: Any) -> Self:
        """Return the entry for a declaration that has the same fields, except for ``changed``."""
        names = [field.name for field in fields(cls) if field.name not in changed]
        return cls(**{name: getattr(declared, name) for name in names}, **changed)


T = TypeVar("T", bound=Listed)


class Listing(tuple[T, ...], Generic[T]):
    """A tuple of entries, which prints as lines and shows as a table in a notebook."""

    def __repr__(self) -> str:
        wide = max((len(one.name) for one in self), default=0)
        width, space = get_terminal_size().columns, " " * (wide + 2)
        lines = (wrapped(f"{one.name:<{wide}}  {one.description}", width, space) for one in self)
        return for_print("\n".join(lines))

    def _repr_html_(self) -> str:
        names = [field.name for field in fields(self[0])] if self else []
        rows = [{name: _written(getattr(record, name)) for name in names} for record in self]
        columns = [text_column(name) for name in names[:1]]
        columns += [text_column(name, role="plain") for name in names[1:]]
        return for_notebook(Table(rows, columns).html())


def _written(value: object) -> str:
    """Return a value as the text of a table cell."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={number:g}" for name, number in value.items())
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


@dataclass(frozen=True)
class ListedGame(Listed):
    """A game that can be played."""

    title: str
    summary: str
    seats: int  # the most that can play
    cooperative: bool  # all win or lose together
    teams: int  # sides of partners; 0: none
    default_strategy: str
    version: int  # of its behaviour

    @property
    def description(self) -> str:
        """The summary of the game."""
        return self.summary


@dataclass(frozen=True)
class ListedStrategy(Listed):
    """A strategy for a game."""

    summary: str
    parameters: Mapping[str, float]  # tunable numbers and their defaults
    aliases: tuple[str, ...]  # other names that it goes by

    @property
    def description(self) -> str:
        """The summary of the strategy, with its parameters and other names."""
        extra = [f"Parameters: {_written(self.parameters)}."] if self.parameters else []
        extra += [f"Also: {', '.join(self.aliases)}."] if self.aliases else []
        return " ".join([self.summary, *extra])


@dataclass(frozen=True)
class ListedOption(Listed):
    """A rule that can be changed: one of its ``choices``, a number from ``low`` to ``high``, or a
    ``text``.
    """

    default: Value | None  # None: it follows from other options, as `help` says
    help: str
    choices: tuple[str, ...]
    low: int | None
    high: int | None
    text: str | None  # what may be written, if the value is a text: "official|FILE"

    @property
    def allowed(self) -> str:
        """The allowed values: "no | yes", or "1 to 7"."""
        if self.text is not None:
            return self.text.replace("|", " | ")
        return " | ".join(self.choices) or f"{self.low} to {self.high}"

    @property
    def description(self) -> str:
        """The allowed values, the default, and what the option means."""
        default = "" if self.default is None else f"; default: {self.default}"
        return f"{self.allowed}{default}. {self.help}"


@dataclass(frozen=True)
class ListedMeasure(Listed):
    """A number that is counted in every game, or for each seat."""

    kind: Literal["rate", "mean", "share", "category"]
    help: str
    per_seat: bool
    wanted: Literal["", "lowest", "highest"]  # by players; "" if none is better than others
    categories: tuple[str, ...]  # of a category: its values

    @property
    def description(self) -> str:
        """The kind of the measure, and what it counts."""
        values = f" ({' | '.join(self.categories)})" if self.categories else ""
        return f"{self.kind}{' of each seat' if self.per_seat else ''}: {self.help}{values}"


@dataclass(frozen=True)
class ListedStudy(Listed):
    """A study that comes with Playout, for `run_study`."""

    title: str
    question: str
    game: str
    file: Path

    @property
    def description(self) -> str:
        """The question of the study."""
        return self.question or self.title


def list_games() -> Listing[ListedGame]:
    """List all games: Playout's own, and those of other installed packages.

    >>> "the-game" in [game.name for game in playout.list_games()]
    True
    """
    return Listing(map(ListedGame.of, registry.loaded_games()))


def list_strategies(game: str) -> Listing[ListedStrategy]:
    """List the strategies of a game, including those declared in this program.

    >>> dict(playout.list_strategies("pig")[1].parameters)
    {'at': 20}
    """
    return Listing(
        ListedStrategy.of(strategy, parameters=dict(strategy.parameters))
        for strategy in listed_strategies(registry.find_game(game))
    )


def list_options(game: str) -> Listing[ListedOption]:
    """List the rule options of a game, which are keywords of `run` and of all other questions.

    >>> [option.name for option in playout.list_options("pig")]
    ['players', 'goal', 'most_turns']
    """
    records = []
    for option in registry.find_game(game).options:
        ends = (None, None) if option.choices or option.text else (option.low, option.high)
        text = None if option.text is None else option.text.allowed
        records.append(ListedOption.of(option, low=ends[0], high=ends[1], text=text))
    return Listing(records)


def list_measures(game: str) -> Listing[ListedMeasure]:
    """List the measures of a game; the first one is the default of all questions.

    >>> [measure.name for measure in playout.list_measures("pig")]
    ['win', 'points', 'turns', 'throws']
    """
    return Listing(map(ListedMeasure.of, registry.find_game(game).measures))


def list_studies() -> Listing[ListedStudy]:
    """List the studies that come with Playout, in the order in which reports show them.

    >>> "pig-best-play" in [study.name for study in playout.list_studies()]
    True
    """
    files = study_files()
    read = {name: tomllib.loads(path.read_text(encoding="utf-8")) for name, path in files.items()}
    return Listing(
        ListedStudy(
            name,
            study.get("title", ""),
            " ".join(study.get("question", "").split()),
            study.get("game", "hex"),
            files[name],
        )
        for name, study in sorted(read.items(), key=lambda item: item[1].get("order", 100))
    )


def study_files() -> dict[str, Path]:
    """Return the files of the studies that come with Playout, by name."""
    return {path.stem: path for path in sorted(shipped("studies").glob("*.toml"))}


def shipped(name: str, source: str = "") -> Path:
    """A file or folder that is put into the package when it is built; in a checkout its source."""
    package = Path(__file__).parent
    places = [package / name, package.parent.parent / (source or name)]
    return next((place for place in places if place.exists()), places[0])


def find_study(name_or_file: str | Path) -> Path:
    """Return the file of a study, from its name or its path."""
    path = read_path(name_or_file, "study")
    if path.suffix == ".toml":
        return path
    known, name_or_file = study_files(), str(name_or_file)
    if name_or_file not in known:
        near = [f"'{name}'" for name in get_close_matches(name_or_file, known, cutoff=0.75)]
        meant = f": did you mean {' or '.join(near)}?" if near else ";"
        raise PlayoutError(
            f"there is no study '{name_or_file}'{meant} all of them: playout study --list; a file "
            "of your own ends in .toml"
        )
    return known[name_or_file]
