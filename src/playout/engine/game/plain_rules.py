"""Games in plain Python: ordinary classes, dicts and lists instead of records and compiled rules.

The rules are a class whose objects are the states of the game, or a module with a class ``State``.
The functions are those of engine/game/protocols.py, with the state first; as methods they are

    deal(self, rules, stream)             set up a new game, in a new object
    is_over(self, rules) -> bool          whether the game is over
    actor(self, rules) -> int             the seat to move; optional in a game for one
    legal_moves(self, rules) -> moves     the numbers of all legal moves, at least one
    play(self, rules, move, stream)       make a legal move; dice are thrown with ``stream``
    score(self, rules) -> dict            each measure by its name: a number, a list of one per
                                          seat, or the word of a category
    observe(self, rules, seat, view)      write what a seat may know; without it: everything
    determinize(self, view, rules, stream)  write a whole state that agrees with a view into a new
                                          object; draw what is unknown from the stream;
                                          not needed without ``observe``
    forget(self, rules)                   reset what only counts or shows (protocols.py)
    copy(self)                            a copy of this state; without it: copy.deepcopy

``rules`` has a field for every option, with its value as a user writes it.  ``stream`` is for
``randrange`` and the other functions of rng.py.  A share in a score is a part of one: 1 or 0.5.
Strategies get a :class:`View`.  Everything else works as for compiled games, but a hundred to a
thousand times slower.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.chance.plain_streams import randrange
from playout.engine.game.measures import SHARE, Measure
from playout.engine.game.plain_views import show_whole, write_whole
from playout.engine.game.protocols import check_signature
from playout.engine.words.errors import PlayoutError, RulesError
from playout.engine.words.reading import brief

if TYPE_CHECKING:
    from playout.engine.game.game import Game

NEEDED = {
    "deal": ("state", "rules", "stream"),
    "is_over": ("state", "rules"),
    "legal_moves": ("state", "rules"),
    "play": ("state", "rules", "move", "stream"),
    "score": ("state", "rules"),
}
OPTIONAL = {
    "actor": ("state", "rules"),
    "is_legal": ("state", "rules", "move"),
    "observe": ("state", "rules", "seat", "view"),
    "determinize": ("state", "view", "rules", "stream"),
    "alike": ("state", "view", "rules", "move"),
    "forget": ("state", "rules"),
    "copy": ("state",),
    "standing": ("state", "rules"),
    "ends_turn": ("state", "rules"),
}

_are_whole = frozenset({int}).issuperset  # the type of most moves
MOST_SCORE = 10**15  # of a measure; sums of squares of larger ones are slow


class PlainRules:
    """The rules of a game in plain Python, with the names and arguments of compiled ones."""

    STATE = VIEW = None
    MOST_LEGAL = 0

    def __init__(self, game: Game, source: Any) -> None:
        """``source`` is the class of its states, or a module that has a class ``State``."""
        self.game, self.source = game, source
        self.new_state = source if isinstance(source, type) else getattr(source, "State", None)
        where = (
            f"game '{game.name}': its rules, {getattr(source, '__name__', type(source).__name__)},"
        )
        if not callable(self.new_state):
            raise PlayoutError(f"{where} are no class, and have no class State")
        optional = {**OPTIONAL, "determinize": _arguments_of_determinize(source)}
        for name, wanted in {**NEEDED, **optional}.items():
            function = getattr(source, name, None)
            if function is not None:
                check_signature(where, name, function, wanted)
            elif name in NEEDED or (name == "actor" and game.seats > 1):
                raise PlayoutError(f"{where} has no function {name}({', '.join(wanted)})")
        try:
            state = self.new_state()
        except TypeError as error:
            raise PlayoutError(f"{where} cannot make a state without arguments: {error}") from None
        if not hasattr(source, "observe") and not hasattr(state, "__dict__"):
            raise PlayoutError(f"{where} has no function observe(state, rules, seat, view)")
        self.deal = source.deal
        self._is_over, self._legal_moves = source.is_over, source.legal_moves
        self.own_actor = getattr(source, "actor", _only_seat)
        whole = getattr(source, "show_whole", show_whole)
        self.show = getattr(source, "observe", whole)
        self._names = {measure.name for measure in game.measures}
        self._columns = [
            (measure, measure.unit, measure.unit if measure.is_rate else MOST_SCORE, start)
            for measure, start in zip(game.measures, game.columns, strict=True)
        ]
        for name in ("ends_turn", "heed"):
            if hasattr(source, name):
                setattr(self, name, getattr(source, name))
        if hasattr(source, "determinize"):
            self.determinize = _view_first(source)
        elif not hasattr(source, "observe"):
            self.determinize = write_whole
        if hasattr(source, "alike"):
            self.alike = self._alike
        if hasattr(source, "forget"):
            self.forget = source.forget

    def _alike(self, view: Any, rules: Any, move: int) -> int:
        """Return the move that stands for a legal move (protocols.py)."""
        make: Any = self.new_state
        return int(self.source.alike(make(), view, rules, move))

    def is_over(self, state: Any, rules: Any) -> bool:
        """Whether the game has ended."""
        value = self._is_over(state, rules)
        return value if value is True or value is False else self._truth("is_over", value)

    def _truth(self, name: str, value: Any) -> bool:
        """Return the result of a function; RulesError for None, where a return was forgotten."""
        with suppress(ValueError):  # of an array
            if value is not None:
                return bool(value)
        raise self._returned(name, value, "must be True or False")

    def actor(self, state: Any, rules: Any) -> int:
        """The seat whose move it is."""
        seat = self.own_actor(state, rules)
        if type(seat) is int and 0 <= seat < rules.players:
            return seat
        is_seat = isinstance(seat, int | np.integer) and 0 <= seat < rules.players
        if not is_seat and not self.is_over(state, rules):
            raise PlayoutError(
                f"actor of game '{self.game.name}' returned {brief(repr(seat))}: must be a "
                f"seat from 0 to {rules.players - 1}"
            )
        return int(seat)

    def observe(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Write what a seat may know, and its moves if it is to move."""
        self.show(state, rules, seat, view)
        mine = not self.is_over(state, rules) and self.actor(state, rules) == seat
        view.legal_moves = self.moves(state, rules) if mine else []

    def turn_moves(self, state: Any, rules: Any) -> Sequence[int]:
        """Return all legal moves of a game that is not over, as the game lists them; not a copy."""
        moves: Any = self._legal_moves(state, rules)
        kind = type(moves)
        is_plain = kind is range or (
            (kind is list or kind is tuple) and _are_whole(map(type, moves))
        )
        return moves if is_plain and moves else self._listed(moves)

    def moves(self, state: Any, rules: Any) -> list[int]:
        """Return all legal moves, as the game lists them."""
        return self._listed(self._legal_moves(state, rules))

    def _listed(self, moves: Any) -> list[int]:
        try:
            iterator = iter(moves)
        except TypeError:
            raise self._returned("legal_moves", moves, "must be a list of moves") from None
        listed = list(iterator)
        try:
            whole: list[int] = list(map(operator.index, listed))
        except TypeError:
            raise self._returned("legal_moves", listed, "must be whole numbers") from None
        if not whole:
            why = "no legal move in a game that is not over"
            raise self._returned("legal_moves", listed, why)
        if not (min(whole) >= -(2**63) and max(whole) < 2**63):
            raise self._returned("legal_moves", listed, "must be numbers of 64 bits")
        return whole

    def _returned(self, name: str, value: Any, needed: str) -> RulesError:
        return RulesError(
            f"{name} of game '{self.game.name}' returned {brief(repr(value))}: {needed}"
        )

    def is_legal(self, state: Any, rules: Any, move: int) -> bool:
        """Whether the seat to move may make a move."""
        if hasattr(self.source, "is_legal"):
            return self._truth("is_legal", self.source.is_legal(state, rules, int(move)))
        return int(move) in self.moves(state, rules)

    def legal_moves(self, state: Any, rules: Any, out: Any) -> int:
        """Write all legal moves into ``out``, a list."""
        out[:] = self.moves(state, rules)
        return len(out)

    def play(self, state: Any, rules: Any, move: int, stream: Any) -> None:
        """Make a legal move, which the game gets as an int of Python."""
        self.source.play(state, rules, int(move), stream)

    def score(self, state: Any, rules: Any, outcome: Any) -> None:
        """Write the score, a dict by the names of measures, into the columns of an outcome."""
        self._write(self.source.score(state, rules), rules, outcome)

    def standing(self, state: Any, rules: Any, outcome: Any) -> None:
        """Write the measures of a game that is not over, which may have no winner yet."""
        written = getattr(self.source, "standing", self.source.score)
        self._write(written(state, rules), rules, outcome, is_over=False)

    def _write(self, result: Any, rules: Any, outcome: Any, is_over: bool = True) -> None:
        is_dict = type(result) is dict or isinstance(result, Mapping)
        if not is_dict or result.keys() != self._names:
            names, has = [measure.name for measure in self.game.measures], repr(result)
            if is_dict:
                has = f"with {', '.join(map(str, result))}" if result else "an empty one"
            raise self._wrong(f"must return a dict with {', '.join(names)}, not {brief(has)}")
        for measure, unit, most, start in self._columns:
            value = result[measure.name]
            if not measure.per_seat and type(value) in (int, bool, float):
                outcome[start] = self._whole(measure, value, unit, most)
                continue
            several = type(value) is list
            if not several and isinstance(value, Sequence | np.ndarray):
                several = not isinstance(value, str) and getattr(value, "ndim", 1) > 0
            values = list(value) if several else [value]
            wanted = rules.players if measure.per_seat else 1
            if len(values) != wanted and not several:
                has = f"{measure.name} = {brief(repr(value))}"
                raise self._wrong(f"has {has}: must be a list of {wanted}, one per seat")
            if len(values) != wanted:
                raise self._wrong(f"has {len(values)} values of {measure.name}, not {wanted}")
            counted = [self._whole(measure, number, unit, most) for number in values]
            for column, number in enumerate(counted, start):  # faster than a slice of an array
                outcome[column] = number
            if is_over and measure.is_of_sides:
                self._check_sides(measure, rules.players, counted)

    def _check_sides(self, measure: Measure, players: int, values: Any) -> None:
        """Raise PlayoutError unless partners have equal values, and sides share one win."""
        sides = self.game.sides(players)
        if values[sides:] != values[: players - sides]:
            has = f"has unequal {measure.name} of partners"
            raise self._wrong(f"{has}, {', '.join(f'{n / measure.unit:g}' for n in values)}")
        total = sum(values[:sides])
        if measure.kind == "share" and total != SHARE:
            what = f"{measure.name}{' of the teams' * (sides < players)}"
            raise self._wrong(f"has shares of {what} that add up to {total / SHARE:g}, not to 1")

    def _whole(self, measure: Measure, value: Any, unit: int, most: int) -> int:
        """Return a value of a score, of which ``unit`` parts make one, as the number counted."""
        if measure.categories:
            if value in measure.categories:
                return measure.categories.index(value)
            needed = " or ".join(measure.categories)
        else:
            try:  # in half the time of `suppress`
                parts: float = value * unit
                # A third is not exact as a float.
                if 0 <= parts <= most + 1e-6 and abs(round(parts) - parts) < 1e-6:
                    return round(parts)
            except (TypeError, ValueError, OverflowError):
                pass
            needed = {"share": "a part of one, in 840ths", "rate": "0 or 1"}.get(
                measure.kind, "a whole number from 0 to 10**15"
            )
        raise self._wrong(f"has {measure.name} = {brief(repr(value))}: must be {needed}")

    def _wrong(self, what: str) -> PlayoutError:
        return PlayoutError(f"game '{self.game.name}': its score {what}")


def _only_seat(state: Any, rules: Any) -> int:
    return 0


def _arguments_of_determinize(source: Any) -> tuple[str, ...]:
    """Return the arguments of ``determinize``: the state is first, or last as in compiled rules."""
    function = inspect.getattr_static(source, "determinize", None)
    is_last = isinstance(function, staticmethod) or not isinstance(source, type)
    if callable(function) and not is_last:
        is_last = next(iter(inspect.signature(function).parameters), "") == "view"
    return ("view", "rules", "stream", "state") if is_last else OPTIONAL["determinize"]


def _view_first(source: Any) -> Callable[..., None]:
    """Return ``determinize(view, rules, stream, state)`` of rules that may have the state first.

    It gets a copy of the view, so that a state may take over its lists.
    """
    function: Callable[..., None] = source.determinize
    if _arguments_of_determinize(source)[0] == "view":
        return lambda view, rules, stream, state: function(view.copy(), rules, stream, state)
    return lambda view, rules, stream, state: function(state, view.copy(), rules, stream)


def random(view: Any, rng: Any) -> int:
    """A legal move, all equally likely."""
    moves: list[int] = view.legal_moves
    return moves[randrange(rng, len(moves))]
