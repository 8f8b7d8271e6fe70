"""Frozen declarations: what a game, a rule option, a measure and a strategy are.

A game's package fills one :class:`Game`; nothing else lists its parts a second time.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Literal

import numpy as np

from playout.engine.errors import PlayoutError, suggest

Value = int | float | str

PARAMETERS = 8  # most tunable numbers a strategy may have
NOTES = 32  # words of scratch memory a strategy keeps through one game
SHARE = 840  # a win in parts: of a win that up to eight seats share, everyone has whole ones
CHANCE_BITS = 53  # compiled code has a chance p as the whole number round(p * 2**CHANCE_BITS)


def view_dtype(*fields: Any) -> np.dtype[Any]:
    """The record type of a view: the game's own fields, and the two that every view has.

    ``parameters`` are the strategy's tunable numbers, in the order of their declaration.
    ``notes`` is the strategy's own scratch memory: zero at the start of every game, kept
    between its moves, written by nobody else.
    """
    every = [("parameters", np.float64, (PARAMETERS,)), ("notes", np.int64, (NOTES,))]
    return np.dtype([*fields, *every], align=True)


def whole(given: object) -> int:
    """A whole number from what a user gave: any integer type, its text, or 2.0; else ValueError.

    True is no number here, although Python takes it for 1: it is a mistake in every option.
    """
    if isinstance(given, str):
        return int(given)
    if isinstance(given, float | np.floating) and given.is_integer():
        return int(given)
    if isinstance(given, bool | np.bool_):
        raise ValueError
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError from None


def real(given: object) -> float:
    """A number from what a user gave: any real type, or its text; else ValueError.

    As in :func:`whole`, True is no number.
    """
    if isinstance(given, bool | np.bool_):
        raise ValueError
    try:
        return float(given) + 0.0  # type: ignore[arg-type]  # 0.0 for -0.0
    except (TypeError, OverflowError):
        raise ValueError from None


@dataclass(frozen=True)
class Option:
    """One rule that a user may change: a whole number in a range, a word from a list, a chance."""

    name: str
    default: Value | None  # None: it follows from other options, as `help` says
    help: str
    low: int = 0
    high: int = 2**31 - 1
    choices: tuple[str, ...] = ()
    is_chance: bool = False  # a real number, low = 0, high = 1
    each: str = ""  # of a number: what there is one more of, as "card in a full hand"

    def read(self, given: object) -> Value:
        """The option's value from what a user gave (a number, or text)."""
        if self.choices:
            if isinstance(given, str) and given in self.choices:
                return str(given)
            raise PlayoutError(f"{self.name} = {given!r}: {suggest(str(given), self.choices)}")
        try:
            number = real(given) if self.is_chance else whole(given)
        except ValueError:
            kind = "a number" if self.is_chance else "a whole number"
            raise PlayoutError(f"{self.name} = {given!r}: {kind} is needed") from None
        if not self.low <= number <= self.high:
            allowed = f"allowed are {self.low} to {self.high}"
            if self.low == self.high:
                allowed = f"only {self.low} is allowed"
            raise PlayoutError(f"{self.name} = {number}: {allowed} ({self.help})")
        return number


@dataclass(frozen=True)
class Measure:
    """One bounded whole number that is counted for every game, or in every game for each seat."""

    name: str
    kind: Literal["rate", "mean", "share"]  # a rate is 0 or 1; a share 0 .. SHARE, and SHARE is 1
    help: str
    per_seat: bool = False
    first: Literal["", "lowest", "highest"] = ""  # seats are placed by it: who comes first
    most: Callable[[Rules], int] | None = None  # of a mean: no game gives more under these rules
    better: Literal["", "lowest", "highest"] = ""  # what players want of it, if it places nobody
    seat: int | None = None  # of a measure of the table: the one seat whose result it is

    @property
    def wanted(self) -> Literal["", "lowest", "highest"]:
        """What players want of it; empty if it is neither good nor bad."""
        return self.first or self.better

    def top(self, rules: Rules) -> float | None:
        """The largest value, in the measure's unit, that a game can give; None: not known."""
        if self.kind != "mean":
            return 1.0
        return None if self.most is None else float(self.most(rules))


@dataclass(frozen=True)
class Rules:
    """A complete, checked set of rules of one game."""

    game: Game
    values: Mapping[str, Value]

    def __getitem__(self, name: str) -> Value:
        return self.values[name]

    def number(self, name: str) -> int:
        """The value as compiled code sees it.

        The whole number itself; of a word its place in the list; of a chance p, p * 2**CHANCE_BITS.
        """
        option, value = self.game.option(name), self.values[name]
        if option.choices:
            return option.choices.index(str(value))
        return round(float(value) * 2**CHANCE_BITS) if option.is_chance else int(value)

    def record(self) -> Any:
        """The rules as a record for compiled code: one int64 field per option."""
        fields = self.game.rules_dtype.names or ()
        record = np.zeros(1, self.game.rules_dtype).view(np.recarray)[0]
        for name in fields:
            setattr(record, name, self.number(name))
        return record

    def changed(self) -> dict[str, Value]:
        """The values that make these rules out of the game's own, given the players.

        None of them can be left out: a default may follow from another option.
        """
        kept, before = dict(self.values), 0
        while len(kept) != before:
            before = len(kept)
            for name in self.values:
                rest = {key: value for key, value in kept.items() if key != name}
                if name != "players" and self._follow_from(rest):
                    kept = rest
        return {name: value for name, value in kept.items() if name != "players"}

    def _follow_from(self, values: Mapping[str, Value]) -> bool:
        """Whether somebody who gives these values gets these rules."""
        try:
            return self.game.rules(values).values == self.values
        except PlayoutError:
            return False


@dataclass(frozen=True, eq=False)
class Strategy:
    """A way of playing: a plain function ``(view, rng) -> move``, and what is known of it."""

    game: str
    name: str
    function: Callable[[Any, Any], int]
    parameters: Mapping[str, float]  # tunable numbers and their defaults
    compiled: bool  # False: plain Python that may use any library, on the slow path
    summary: str  # first line of its docstring
    check: Callable[[Rules], None] | None = None  # raises PlayoutError for rules it cannot play
    aliases: tuple[str, ...] = ()  # other names that it goes by
    hint: Callable[[Any, int], int] | None = None  # what it tells the others (engine/hints.py)
    file: str = ""  # where it was declared; its functions may come from elsewhere
    module: str = ""  # the same as a module's name


@dataclass(frozen=True)
class Player:
    """A strategy with values for its parameters: what sits down on a seat."""

    strategy: Strategy
    values: tuple[float, ...]
    reference: str  # how a user names it: "chains:extra=2", "mine.py:bold"

    @property
    def label(self) -> str:
        """How tables name it."""
        return self.reference


@dataclass(frozen=True, eq=False)
class Game:
    """Everything the engine needs to know of a game.

    ``module`` holds the rule functions, under the same names in every game: ``introduce``,
    ``deal``, ``is_over``, ``actor``, ``observe``, ``is_legal``, ``play``, ``score``.
    ``drawing`` holds ``text``, ``svg``, ``format_move`` and ``parse_move``.  ``wide`` holds
    ``kernel(rules, players)``, which is None or plays ``(record, seed, first, outcomes)``: for
    players who use no chance and by rules where it does not matter who sits where.
    """

    name: str
    title: str
    version: int  # of its behaviour: rises when the same seed would play another game
    summary: str
    options: tuple[Option, ...]
    measures: tuple[Measure, ...]
    resolve: Callable[[dict[str, Any]], dict[str, Value]]  # fills in what is None, checks
    state_dtype: np.dtype[Any]
    view_dtype: np.dtype[Any]
    module: ModuleType
    drawing: ModuleType
    strategies: tuple[str, ...]  # modules that declare its strategies
    default_strategy: str  # plays when nobody says who: quick, and not foolish
    seats: int  # the most that can play
    cooperative: bool = False  # all seats win or lose together: every measure is of all of them
    splitting: ModuleType | None = None  # how unfinished games are copied (engine/splitting.py)
    wide: ModuleType | None = None  # plays some strategies many games at once (engine/wide.py)
    hints: ModuleType | None = None  # what players say to each other (engine/hints.py)
    rules_dtype: np.dtype[Any] = field(init=False)
    columns: tuple[int, ...] = field(init=False)  # of an outcome: where each measure begins
    width: int = field(init=False)  # columns of an outcome

    def __post_init__(self) -> None:
        fields = [(option.name, np.int64) for option in self.options]
        object.__setattr__(self, "rules_dtype", np.dtype(fields, align=True))
        wide = [self.seats if measure.per_seat else 1 for measure in self.measures]
        object.__setattr__(self, "columns", tuple(accumulate(wide[:-1], initial=0)))
        object.__setattr__(self, "width", sum(wide))

    @property
    def placing(self) -> Measure | None:
        """The measure that says who comes before whom; None if players play together."""
        return next((measure for measure in self.measures if measure.first), None)

    @property
    def counts_seats(self) -> bool:
        """Whether it has measures for each seat: players play against each other."""
        return any(measure.per_seat for measure in self.measures)

    @property
    def folder(self) -> Path:
        """Where its source lies."""
        return Path(str(self.module.__file__)).parent

    def option(self, name: str) -> Option:
        """The option of that name."""
        for option in self.options:
            if option.name == name:
                return option
        allowed = [option.name for option in self.options]
        raise PlayoutError(f"{self.name} has no rule option '{name}': {suggest(name, allowed)}")

    def rules(self, given: Mapping[str, object] | None = None) -> Rules:
        """Complete rules from what a user gave; raises PlayoutError if they cannot be played."""
        read = {name: self.option(name).read(value) for name, value in (given or {}).items()}
        values = {option.name: read.get(option.name, option.default) for option in self.options}
        return Rules(self, MappingProxyType(self.resolve(values)))
