"""Frozen declarations: what a game, a rule option, a measure and a strategy are.

A game's package fills one :class:`Game`; nothing else lists its parts a second time.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from typing import Any

import numpy as np

from playout.engine.game.declaration import check_names, check_parts
from playout.engine.game.drawings import complete_drawing
from playout.engine.game.measures import SHARE as SHARE
from playout.engine.game.measures import Measure as Measure  # part of a declaration, like the rest
from playout.engine.game.options import CHANCE_BITS as CHANCE_BITS
from playout.engine.game.options import Option as Option
from playout.engine.game.options import Text as Text
from playout.engine.game.options import Value as Value
from playout.engine.game.plain_rules import PlainRules
from playout.engine.game.players import NOTES as NOTES
from playout.engine.game.players import OF_SEARCH as OF_SEARCH
from playout.engine.game.players import PARAMETERS as PARAMETERS
from playout.engine.game.players import Alias as Alias
from playout.engine.game.players import Player as Player
from playout.engine.game.players import Strategy as Strategy
from playout.engine.game.players import line_up as line_up
from playout.engine.game.protocols import (
    Hints,
    Splitting,
    Vectors,
    plain,
)
from playout.engine.native.records import Named, new_record
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief, real_or_nan
from playout.engine.words.user_code import user_code


def view_dtype(*fields: Any) -> np.dtype[Any]:
    """The record type of a view: the game's own fields, and the three that every view has.

    ``parameters`` are the strategy's tunable numbers, in the order of their declaration.
    ``notes`` is the strategy's own scratch memory: zero at the start of every game, kept
    between its moves, written by nobody else.  Those from OF_SEARCH on are for what the others'
    play tells a search; a strategy uses those before.
    ``lookup`` leads to the strategy's table (engine/play/lookup.py).
    PlayoutError if two fields have the same name.
    """
    every = [
        ("parameters", np.float64, (PARAMETERS,)),
        ("notes", np.int64, (NOTES,)),
        ("lookup", np.int64, (2,)),
    ]
    names = [field[0] for field in (*fields, *every)]
    for name in names:
        if names.count(name) > 1:
            raise PlayoutError(
                f"VIEW: two fields of a view are named '{name}'; every view has parameters, notes "
                "and lookup"
            )
    return np.dtype([*fields, *every], align=True)


class _Fixed(Named):
    """Values that a game in plain Python reads: what it wrote would be there in the next game."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"the rules do not change during a run: {name} cannot be set")


@dataclass(frozen=True)
class Rules:
    """A complete, checked set of rules of one game."""

    game: Game
    values: Mapping[str, Value]

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    def __hash__(self) -> int:
        return hash((self.game.name, frozenset(self.values.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle holds the values, and the game by its name."""
        return _rules, (self.game, dict(self.values))

    def label(self, name: str) -> Value:
        """The value as tables and sentences show it: itself, or the label of a text."""
        text, value = self.game.option(name).text, self.values[name]
        return value if text is None else text.label(str(value))

    def number(self, name: str) -> int:
        """The value of any option but a text as compiled code sees it.

        A whole number is itself, a word is its place in the list, and a chance p is
        round(p * 2**CHANCE_BITS).
        """
        option, value = self.game.option(name), self.values[name]
        if option.choices:
            return option.choices.index(str(value))
        return round(float(value) * 2**CHANCE_BITS) if option.is_chance else int(value)

    def record(self) -> Any:
        """The rules as a record for compiled code: one int64 field per option, several of a text.

        For a game in plain Python an object, with every value as a user writes it.
        """
        if not self.game.compiled:
            return _Fixed(**self.values)
        fields = self.game.rules_dtype.names or ()
        record = new_record(self.game.rules_dtype)
        for name in fields:
            text = self.game.option(name).text
            if text is None:
                setattr(record, name, self.number(name))
            else:
                numbers = text.numbers(str(self.values[name]))
                record[name][: len(numbers)] = numbers
        return record

    def changed_options(self) -> dict[str, Value]:
        """The options that a user must give, besides the players, to get these rules.

        None of them can be left out.  They are not simply the ones that differ from their defaults,
        because a default may follow from another option.
        """
        return dict(self._changed)

    @cached_property
    def _changed(self) -> dict[str, Value]:
        kept, before = dict(self.values), 0
        while len(kept) != before:
            before = len(kept)
            for name in self.values:
                rest = {key: value for key, value in kept.items() if key != name}
                if name != "players" and self._follow_from(rest):
                    kept = rest
        return {name: value for name, value in kept.items() if name != "players"}

    def needed_options(self) -> dict[str, Value]:
        """The players, and the values that make these rules: what to ask for to get them again."""
        return {"players": self["players"], **self.changed_options()}

    def command_options(self) -> list[str]:
        """These rules as words of a command: ["--players 2", "--min-cards 3"]."""
        given = self.needed_options().items()
        return [f"--{name.replace('_', '-')} {quote(str(value))}" for name, value in given]

    def _follow_from(self, values: Mapping[str, Value]) -> bool:
        """Whether these values, with defaults for all others, make these rules."""
        try:
            return self.game.with_options(values).values == self.values
        except PlayoutError:
            return False


Exact = Callable[[Rules, Sequence[Player]], Mapping[str, float | Sequence[float]]]
"""``exact(rules, players)``: the expected values of measures, by name, if they are known.

Of a measure per seat it is a value for each seat; player k has seat k.  A share is a part of one.
A run shows them beside what it counted.
"""


@dataclass(frozen=True, eq=False)
class Game:
    """Everything the engine needs to know of a game.

    ``rules`` and ``drawing`` are modules, with the functions that protocols.py lists; the
    rules have besides ``STATE`` and ``VIEW``, the types of its records, and ``MOST_LEGAL``, the
    most moves that there can be in one position.  The declaration is checked: PlayoutError says
    what is missing.  ``resolve`` may be left out if no default follows from another option,
    ``strategies`` if none come with the game.  Without an option ``players`` a game is for one.
    """

    name: str
    title: str
    version: int  # of its behaviour: raised when the same seed plays other games than before
    summary: str
    options: tuple[Option, ...]
    measures: tuple[Measure, ...]
    rules: (
        Any  # the module of its rules; without `compiled` also a class (engine/game/plain_rules.py)
    )
    drawing: Any = None  # the module that shows it; what it lacks, engine/game/drawings.py adds
    resolve: Callable[[dict[str, Any]], dict[str, Value]] = dict  # fills in what is None, checks
    strategies: tuple[str, ...] = ()  # modules that declare its strategies
    aliases: tuple[Alias, ...] = ()  # names for strategies with parameters
    default_strategy: str = "random"  # if the user names none: fast, and reasonably good
    blueprint: str = ""  # what `search` plays as, if the user names nothing; else the default one
    deviations: float = 2.0  # standard errors that another move must be ahead for it, likewise
    cooperative: bool = False  # all seats win or lose together: every measure is of all of them
    compiled: bool = True  # False: its rules are plain Python, of ordinary classes and lists
    moves: tuple[str, ...] = ()  # names of the moves 0, 1, 2 ..., if it draws none itself
    chance_in_play: bool = False  # moves throw dice, toss coins or shuffle: play uses its stream
    splitting: Splitting | None = (
        None  # how unfinished games are copied (engine/worlds/splitting.py)
    )
    vectors: Vectors | None = (
        None  # some strategies for many games at once (engine/vectors/vectors.py)
    )
    hints: Hints | None = None  # what players say to each other (engine/play/hints.py)
    encoding: Any = None  # how learners see it and move (engine/game/observation_spec.py)
    belief: str = ""  # the module of what others' play tells (engine/game/protocols.py, Belief)
    solver: str = (
        ""  # the module that says whether a deal can be won (engine/game/protocols.py, Solver)
    )
    exact: Exact | None = None  # what is known of a game without playing it
    encode: Callable[..., int] | None = None  # makes the number of a move, for messages
    built_on: tuple[str, ...] = ()  # what else decides its games: names of packages, with versions
    seats: int = field(init=False)  # the most that can play
    rules_dtype: np.dtype[Any] = field(init=False)
    columns: tuple[int, ...] = field(init=False)  # where each measure begins in an outcome
    width: int = field(init=False)  # columns of an outcome

    def __post_init__(self) -> None:
        check_names(self)
        if "players" not in [option.name for option in self.options]:
            alone = Option("players", 1, "players at the table", 1, 1, each="player")
            object.__setattr__(self, "options", (alone, *self.options))
        object.__setattr__(self, "seats", self.option("players").high)
        object.__setattr__(self, "cooperative", self.cooperative or self.seats == 1)
        measures = tuple(replace(measure, game=self.name) for measure in self.measures)
        object.__setattr__(self, "measures", measures)
        fields = [
            (option.name, np.int64, (option.text.length,) if option.text else ())
            for option in self.options
        ]
        object.__setattr__(self, "rules_dtype", np.dtype(fields, align=True))
        wide = [self.seats if measure.per_seat else 1 for measure in self.measures]
        object.__setattr__(self, "columns", tuple(accumulate(wide[:-1], initial=0)))
        object.__setattr__(self, "width", sum(wide))
        check_parts(self)
        if not self.compiled:
            source = self.rules.source if isinstance(self.rules, PlainRules) else self.rules
            object.__setattr__(self, "rules", PlainRules(self, source))
            if self.drawing is None:
                object.__setattr__(self, "drawing", source)
        object.__setattr__(self, "drawing", complete_drawing(self.drawing, self.moves))

    @property
    def word(self) -> str:
        """Its name as a word of a command: that of a file may have blanks."""
        return quote(self.name)

    @property
    def placing(self) -> Measure | None:
        """The measure that ranks the seats; None if players play together."""
        return next((measure for measure in self.measures if measure.first), None)

    @property
    def counts_seats(self) -> bool:
        """Whether it has measures for each seat: players play against each other."""
        return any(measure.per_seat for measure in self.measures)

    @cached_property
    def source(self) -> Path:
        """Where its source lies: its package, or its file if it is not in a package."""
        path = Path(inspect.getsourcefile(plain(self.rules.deal)) or "")
        return path.parent if (path.parent / "__init__.py").is_file() else path

    @cached_property
    def is_ours(self) -> bool:
        """Whether it comes with Playout, whose tests hold it to what rules promise."""
        return Path(__file__).parents[2] in self.source.parents

    def includes(self, strategy: Strategy) -> bool:
        """Whether a strategy comes with the game, or with Playout."""
        return strategy.is_ours or _lies_in(strategy.file, self.source)

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The type of its states."""
        found: np.dtype[Any] = self.rules.STATE
        return found

    @property
    def view_dtype(self) -> np.dtype[Any]:
        """The type of its views."""
        found: np.dtype[Any] = self.rules.VIEW
        return found

    def option(self, name: str) -> Option:
        """The option of that name."""
        for option in self.options:
            if option.name == name:
                return option
        allowed = [option.name for option in self.options]
        raise PlayoutError(f"{self.name} has no rule option '{name}': {suggest(name, allowed)}")

    def measure(self, name: str | None = None) -> Measure:
        """The measure of that name, ``cards_left`` or ``cards-left``; without one the first."""
        if isinstance(name, str | None) and not name:
            return self.measures[0]
        for measure in self.measures:
            if measure.name == str(name).strip().replace("-", "_"):
                return measure
        known = suggest(name, [measure.name for measure in self.measures])
        raise PlayoutError(f"there is no measure '{brief(name)}': {known}")

    def quantity(self, name: str | None = None) -> Measure:
        """The measure of that name, as :meth:`measure`; PlayoutError if its values are words."""
        measure = self.measure(name)
        if measure.kind == "category":
            words = ", ".join(measure.categories)
            numbers = [one.name for one in self.measures if one.kind != "category"]
            raise PlayoutError(
                f"measure = {measure.name}: its values are words ({words}); a number is needed "
                f"here; {suggest('', numbers)}"
            )
        return measure

    def measure_or_rate(self, name: str | None = None) -> Measure:
        """The measure of that name, or the rate of a category's value: ``ending_stuck``."""
        wanted = ("" if name is None else str(name)).strip().replace("-", "_")
        rates = (rate for measure in self.measures for rate in measure.rates)
        return next((rate for rate in rates if rate.name == wanted), None) or self.measure(name)

    def counted(self, measure: Measure) -> Measure:
        """The measure that is counted for this one: of the rate of a category's value that one."""
        if measure.category is None:
            return measure
        return next(one for one in self.measures if measure in one.rates)

    def place(self, measure: Measure) -> int:
        """The index of a measure, from 0; histograms have the same order."""
        return self.measures.index(self.counted(measure))

    def column(self, measure: Measure) -> int:
        """The column of ``outcomes[game, column]`` where a measure begins."""
        return self.columns[self.place(measure)]

    def with_options(self, options: Mapping[str, object] | None = None) -> Rules:
        """Complete rules from a user's options, of which None says the default.

        Raises PlayoutError if they cannot be played.
        """
        given = [(self.option(name), value) for name, value in (options or {}).items()]
        read = {option.name: option.read(value) for option, value in given if value is not None}
        values = {option.name: read.get(option.name, option.default) for option in self.options}
        return _rules(self, self._resolved(values))

    def _resolved(self, values: dict[str, Any]) -> Mapping[str, Value]:
        """All values of the options; PlayoutError if a user's ``resolve`` does not give them."""
        where = f"game '{self.name}': its resolve"
        with user_code(where, self.source):
            found = self.resolve(values)
        if not isinstance(found, Mapping) or set(found) != set(values):
            raise PlayoutError(
                f"{where} must return the values of all options ({', '.join(values)}), and not "
                f"{brief(repr(found))}"
            )
        for name, value in found.items():
            if value is None:
                raise PlayoutError(
                    f"{where} leaves option '{name}' without a value, which has no default"
                )
        return found

    def expected(self, rules: Rules, players: Sequence[Player]) -> Mapping[str, Sequence[float]]:
        """What ``exact`` knows of measures: one number, or one for each seat.

        PlayoutError if a user's function does not say so.
        """
        if self.exact is None:
            return {}
        where, seats = f"game '{self.name}': its exact", rules.number("players")
        with user_code(where, self.source):
            found = self.exact(rules, players)
        if not isinstance(found, Mapping):
            raise PlayoutError(
                f"{where} must return numbers by names of measures, and not {brief(repr(found))}"
            )
        values = {}
        for name, value in found.items():
            several = [real_or_nan(one) for one in np.ravel(value).tolist()]
            wanted = seats if self.measure(name).per_seat else 1
            if len(several) != wanted or not np.isfinite(several).all():
                needed = "a number is needed" if wanted == 1 else f"{wanted} numbers are needed"
                raise PlayoutError(f"{where}: {name} = {brief(repr(value))}: {needed}")
            values[name] = several
        return values


def _rules(game: Game, values: Mapping[str, Value]) -> Rules:
    """Rules that nobody changes any more."""
    return Rules(game, MappingProxyType(dict(values)))


@cache
def _lies_in(file: str, place: Path) -> bool:
    """Whether a file is that place, or lies in it."""
    path = Path(file).resolve()
    return place.resolve() in (path, *path.parents)
