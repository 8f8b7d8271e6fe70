"""The declaration of a game, and complete rules of it.

A game's package fills one :class:`Game`; no other place lists its parts again.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from typing import Any

import numpy as np

from playout.engine.game.counters import Counter
from playout.engine.game.declaration_checks import check_names, check_parts
from playout.engine.game.drawings import MoveNames, complete_drawing
from playout.engine.game.measure_names import (
    chance_of,
    measure_of,
    measure_or_rate_of,
    quantity_of,
)
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
from playout.engine.game.policy import Policy as Policy
from playout.engine.game.protocols import (
    Hints,
    Splitting,
    Vectors,
    plain,
)
from playout.engine.native.code_cache import source_digest
from playout.engine.native.records import Named, new_record
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.question_texts import QuestionText as QuestionText
from playout.engine.words.reading import brief, real_or_nan
from playout.engine.words.user_code import user_code


def view_dtype(*fields: Any) -> np.dtype[Any]:
    """Return the record type of a view: the game's own fields, and three that every view has.

    ``parameters`` has the strategy's tunable numbers, in the order of their declaration.  ``notes``
    is the strategy's own memory: zero at the start of every game, kept between its moves, and
    written by no other code.  A strategy uses the notes before OF_SEARCH; the others are for what a
    search concludes from the play of others.  ``lookup`` leads to the strategy's table
    (engine/play/lookup.py).  PlayoutError if two fields have the same name.
    """
    common = [
        ("parameters", np.float64, (PARAMETERS,)),
        ("notes", np.int64, (NOTES,)),
        ("lookup", np.int64, (2,)),
    ]
    names = [field[0] for field in (*fields, *common)]
    for name in names:
        if names.count(name) > 1:
            raise PlayoutError(
                f"VIEW: two fields of a view are named '{name}'; every view has parameters, notes "
                "and lookup"
            )
    return np.dtype([*fields, *common], align=True)


class _Fixed(Named):
    """Values that a game in plain Python only reads: they are the same in the next game."""

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

    @property
    def sides(self) -> int:
        """How many sides play against each other: the teams, or every player alone.

        The seats k with equal ``k % sides`` are partners.
        """
        return self.game.sides(self.number("players"))

    @property
    def partners(self) -> int:
        """How many players each side has; 1 if every player is a side."""
        return self.number("players") // self.sides

    def of_sides(self, measure: Measure, values: Any) -> Any:
        """Return ``values[..., seat]`` of a measure for each side: ``[..., side]``.

        Partners win alike; other values of theirs add up.
        """
        each = values.reshape(*values.shape[:-1], self.partners, self.sides)
        return each[..., 0, :] if measure.is_of_sides else each.sum(axis=-2)

    def label(self, name: str) -> Value:
        """Return a value as tables and sentences show it: itself, or the label of a text."""
        text, value = self.game.option(name).text, self.values[name]
        return value if text is None else text.label(str(value))

    def number(self, name: str) -> int:
        """Return the value of an option, unless it is a text, as compiled code sees it.

        A whole number is itself, a word is its place in the list, and a chance p is
        round(p * 2**CHANCE_BITS).
        """
        option, value = self.game.option(name), self.values[name]
        if option.choices:
            return option.choices.index(str(value))
        return round(float(value) * 2**CHANCE_BITS) if option.is_chance else int(value)

    def record(self) -> Any:
        """Return the rules as a record for compiled code: an int64 per option, several per text.

        For a game in plain Python it is an object with every value as a user writes it.
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
        """Return the options, without the players, that a user has to write to get these rules.

        None of them can be left out.  They are not simply those that differ from their defaults,
        because a default may follow from another option.
        """
        return dict(self._changed)

    @cached_property
    def _changed(self) -> dict[str, Value]:
        needed, before = dict(self.values), 0
        while len(needed) != before:
            before = len(needed)
            for name in self.values:
                rest = {key: value for key, value in needed.items() if key != name}
                if name != "players" and self._follow_from(rest):
                    needed = rest
        return {name: value for name, value in needed.items() if name != "players"}

    def needed_options(self) -> dict[str, Value]:
        """Return the players and the changed options: together they give these rules again."""
        return {"players": self["players"], **self.changed_options()}

    def command_options(self) -> list[str]:
        """Return these rules as words of a command: ["--players 2", "--min-cards 3"]."""
        needed = self.needed_options().items()
        return [f"--{name.replace('_', '-')} {quote(str(value))}" for name, value in needed]

    def _follow_from(self, values: Mapping[str, Value]) -> bool:
        """Return whether these values, with defaults for all others, give these rules."""
        try:
            return self.game.with_options(values).values == self.values
        except PlayoutError:
            return False


Reviewer = Callable[[Rules], str]
"""The strongest strategy that judges a whole game by these rules at once."""

Exact = Callable[[Rules, Sequence[Player]], Mapping[str, Any]]
"""``exact(rules, players)``: the expected values of measures, by name, if they are known.

A measure per seat has a value for each seat; player k has seat k.  A share is a part of one.  A run
shows these values beside its counts.  A value that takes long may be a function without arguments,
which is called if the value is shown.
"""
ExactMoves = Callable[[Any, Rules, Sequence[Player], Measure], Mapping[int, float] | None]
"""``exact_moves(view, rules, players, measure)``: the expected value of a measure after each legal
move of the seat to move, whose view it is, if it is known.  None: it is not, and odds goes through
all positions that can follow if they are few; {}: there are too many of them to try.

The players, one for each seat, go on after the move.  Of a measure per seat it is that of the seat
to move.
"""


@dataclass(frozen=True, eq=False)
class Game:
    """The declaration of a game.

    ``rules`` and ``drawing`` are modules with the functions that protocols.py lists; the rules also
    have ``STATE`` and ``VIEW``, the types of their records, and ``MOST_LEGAL``, the largest number
    of legal moves in a position.  PlayoutError says what is missing.  A game without an option
    ``players`` is for one player.
    """

    name: str  # the name in commands and calls
    title: str  # the name for people
    version: int  # of its behaviour: raised when the same seed plays other games than before
    summary: str  # the game in one line
    options: tuple[Option, ...]  # the rules that users can change
    measures: tuple[Measure, ...]  # the numbers that are counted, the main one first
    rules: Any  # the module of the rules; if not `compiled` also a class (plain_rules.py)
    how_to_play: tuple[str, ...] = ()  # the rules for people, six to ten lines
    questions: tuple[QuestionText, ...] = ()  # questions about its own rules, in words
    drawing: Any = None  # the module that draws the game; drawings.py adds missing functions
    resolve: Callable[[dict[str, Any]], dict[str, Value]] = dict  # replaces None in options, checks
    strategies: tuple[str, ...] = ()  # modules that declare strategies
    aliases: tuple[Alias, ...] = ()  # names for strategies with parameters
    default_strategy: str = "random"  # the strategy if a user names none: fast and good
    ladder: tuple[str, ...] = ()  # strategies from weak to strong, for `describe`; (): all of them
    opponents: tuple[str, ...] = ()  # for people: an easy, a good and the best one, and others
    # where one of these cannot play; (): of `ladder`
    table_players: int = 0  # at a table that a browser sets up at once; 0: two, if two can play
    blueprint: str = ""  # the base strategy of `search`; "": the default strategy
    reviewer: Reviewer | None = None  # who judges at once; None: the base strategy of `search`
    deviations: float = 2.0  # standard errors by which a move must be better, for `search`
    cooperative: bool = False  # all seats win or lose together
    teams: int = 0  # sides whose seats win or lose together: those with equal seat % teams are
    # partners, if it divides a larger number of players; 0: each seat plays for itself
    compiled: bool = True  # False: the rules are plain Python, with ordinary classes and lists
    moves: MoveNames = ()  # names of moves, if the drawing has none (drawings.py)
    chance_in_play: bool = False  # whether moves use dice, coins or shuffles: `play` has a stream
    forget_keeps: tuple[str, ...] = ()  # measures that `forget` of the rules keeps; (): all
    splitting: Splitting | None = None  # how unfinished games are copied (worlds/splitting.py)
    vectors: Vectors | None = None  # some strategies for many games at once (vectors/vectors.py)
    hints: Hints | None = None  # hints that players give each other (play/hints.py)
    encoding: Any = None  # observations and actions for learners (observation_spec.py)
    belief: str = ""  # the module of beliefs about other players (protocols.py, Belief)
    solver: str = ""  # the module that solves deals (protocols.py, Solver)
    exact: Exact | None = None  # expected values that are known exactly
    exact_moves: ExactMoves | None = None  # the same after each move of a position, for odds
    policy: Policy | None = None  # the table of best play (policy.py)
    encode: Callable[..., int] | None = None  # makes the number of a move, for messages
    built_on: tuple[str, ...] = ()  # packages whose versions also decide its games
    uncounted: Game | None = None  # the same game without counters of users (counters.py)
    counters: tuple[Counter, ...] = ()  # the counters of users
    seats: int = field(init=False)  # the largest number of players
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
        if self.compiled:
            check_parts(self)
        else:
            source = self.rules.source if isinstance(self.rules, PlainRules) else self.rules
            if self.drawing is None:  # the class also has the functions that draw
                object.__setattr__(self, "drawing", source)
            check_parts(self)
            object.__setattr__(self, "rules", PlainRules(self, source))
        object.__setattr__(self, "drawing", complete_drawing(self.drawing, self.moves))

    @property
    def word(self) -> str:
        """The name of the game as a word of a command, without blanks."""
        return quote(self.name)

    @property
    def placing(self) -> Measure | None:
        """The measure that ranks the seats; None if players win or lose together."""
        return next((measure for measure in self.measures if measure.first), None)

    @property
    def counts_seats(self) -> bool:
        """Whether each seat has measures of its own: players play against each other."""
        return any(measure.per_seat for measure in self.measures)

    def sides(self, players: int) -> int:
        """Return how many sides so many players form: the teams, or each player alone."""
        return self.teams if 0 < self.teams < players and players % self.teams == 0 else players

    @cached_property
    def source(self) -> Path:
        """The package of the game, or its file."""
        if self.uncounted is not None:
            return self.uncounted.source
        path = Path(inspect.getsourcefile(plain(self.rules.deal)) or "")
        return path.parent if (path.parent / "__init__.py").is_file() else path

    @cached_property
    def is_ours(self) -> bool:
        """Whether the game comes with Playout, so that Playout's tests check its rules."""
        return Path(__file__).parents[2] in self.source.parents

    @cached_property
    def code_tag(self) -> str:
        """A name for the compiled code of the game, which changes with its source."""
        return f"{self.name}_{source_digest(self.source)}"

    def includes(self, strategy: Strategy) -> bool:
        """Return whether a strategy comes with the game, or with Playout."""
        return strategy.is_ours or _lies_in(strategy.file, self.source)

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The type of the states."""
        dtype: np.dtype[Any] = self.rules.STATE
        return dtype

    @property
    def view_dtype(self) -> np.dtype[Any]:
        """The type of the views."""
        dtype: np.dtype[Any] = self.rules.VIEW
        return dtype

    def option(self, name: str) -> Option:
        """Return the option of this name; PlayoutError if there is none."""
        for option in self.options:
            if option.name == name:
                return option
        allowed = [option.name for option in self.options]
        raise PlayoutError(f"{self.name} has no rule option '{name}': {suggest(name, allowed)}")

    def measure(self, name: str | None = None) -> Measure:
        """Return the measure of this name, cards_left or cards-left; None for the first."""
        return measure_of(self.measures, name)

    def quantity(self, name: str | None = None, players: int = 0) -> Measure:
        """Return a measure that is a number; PlayoutError for a category."""
        return quantity_of(self.measures, name, players)

    def measure_or_rate(self, name: str | None = None) -> Measure:
        """Return the measure of this name, or the rate of a value of a category (ending_stuck).

        A condition, such as ``cards_left <= 5``, gives the rate of the games that meet it.
        """
        return measure_or_rate_of(self.measures, name)

    def chance(self, text: object) -> Measure:
        """Return the rate of the games that meet a condition, such as ``cards_left <= 5``."""
        return chance_of(self.measures, text)

    def counted(self, measure: Measure) -> Measure:
        """Return the measure that is counted: for a rate of some values, their measure."""
        return measure if measure.condition is None else self.measure(measure.condition.measure)

    def place(self, measure: Measure) -> int:
        """Return the index of a measure, from 0; histograms have the same order."""
        return self.measures.index(self.counted(measure))

    def column(self, measure: Measure) -> int:
        """Return the first column of a measure in ``outcomes[game, column]``."""
        return self.columns[self.place(measure)]

    def with_options(self, options: Mapping[str, object] | None = None) -> Rules:
        """Return complete rules from rule options; None means a default.

        PlayoutError if these rules cannot be played.
        """
        values = {option.name: option.default for option in self.options}
        for name, value in (options or {}).items():
            option = self.option(name)
            if value is not None:
                values[name] = option.read(value)
        return _rules(self, self._resolved(values))

    def _resolved(self, values: dict[str, Any]) -> Mapping[str, Value]:
        """Return the values of all options; PlayoutError if ``resolve`` does not return them."""
        where = f"game '{self.name}': its resolve"
        with user_code(where, self.source):
            resolved = self.resolve(values)
        if not isinstance(resolved, Mapping) or set(resolved) != set(values):
            raise PlayoutError(
                f"{where} must return the values of all options ({', '.join(values)}), and not "
                f"{brief(repr(resolved))}"
            )
        for name, value in resolved.items():
            if value is None:
                raise PlayoutError(
                    f"{where} leaves option '{name}' without a value, which has no default"
                )
        return resolved

    def expected(
        self, rules: Rules, players: Sequence[Player], measures: Collection[str] | None = None
    ) -> Mapping[str, Sequence[float]]:
        """Return the known values of measures: one number each, or one for each seat.

        ``measures`` are the names of those that are wanted (default: all).  PlayoutError if
        ``exact`` returns something else.
        """
        if self.exact is None:
            return {}
        where, seats = f"game '{self.name}': its exact", rules.number("players")
        with user_code(where, self.source):
            known = self.exact(rules, players)
        if not isinstance(known, Mapping):
            raise PlayoutError(
                f"{where} must return numbers by names of measures, not {brief(repr(known))}"
            )
        values = {}
        for name, value in known.items():
            if measures is not None and name not in measures:
                continue
            if callable(value):
                with user_code(where, self.source):
                    value = value()
            numbers = list(map(real_or_nan, np.ravel(value).tolist()))
            wanted = seats if self.measure(name).per_seat else 1
            if len(numbers) != wanted or not np.isfinite(numbers).all():
                needed = "must be a number" if wanted == 1 else f"must be {wanted} numbers"
                raise PlayoutError(f"{where}: {name} = {brief(repr(value))}: {needed}")
            values[name] = numbers
        return values


def _rules(game: Game, values: Mapping[str, Value]) -> Rules:
    """Return rules whose values cannot be changed."""
    return Rules(game, MappingProxyType(dict(values)))


@cache
def _lies_in(file: str, place: Path) -> bool:
    """Return whether a file is that place, or lies in it."""
    path = Path(file).resolve()
    return place.resolve() in (path, *path.parents)
