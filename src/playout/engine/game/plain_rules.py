"""Games in plain Python: ordinary classes, dicts and lists instead of records and compiled rules.

The rules are a class whose objects are the states of the game, or a module with a class ``State``.
The functions are those of engine/game/protocols.py, with the state first; as methods they are

    deal(self, rules, stream)             set up a new game, in an object that was just made
    is_over(self, rules) -> bool          whether the game has ended
    actor(self, rules) -> int             the seat to move; a game for one may leave it out
    legal_moves(self, rules) -> moves     the numbers of all legal moves, at least one
    play(self, rules, move, stream)       make a legal move; dice are thrown with ``stream``
    score(self, rules) -> dict            each measure by its name: a number, a list of one per
                                          seat, or the word of a category
    observe(self, rules, seat, view)      write what a seat may know; left out: everything
    forget(self, rules)                   set back what only counts or shows (protocols.py)
    copy(self)                            another object of this state; left out: copy.deepcopy

``rules`` has a field for every option, with its value as a user writes it.  ``stream`` is for
``randrange`` and the other functions of rng.py.  A share in a score is a part of one, as 1 or 0.5.
Strategies get a :class:`View`.  Everything else works as for compiled games, but a hundred to a
thousand times slower.
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.chance.rng import randrange
from playout.engine.game.measures import SHARE, Measure
from playout.engine.game.protocols import check_signature
from playout.engine.native.records import Named
from playout.engine.words.errors import PlayoutError, RulesError, error_text
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
    "determinize": ("view", "rules", "stream", "state"),
    "forget": ("state", "rules"),
    "copy": ("state",),
}

MOST_SCORE = 10**15  # of a measure; sums of squares of larger ones are slow


class View(Named):
    """The view of a seat in a game in plain Python, with the fields that ``observe`` writes.

    Every view also has ``seat``; each option of the rules under its name; ``legal_moves``, the
    moves of this seat if it is to move; ``parameters``, ``notes`` and ``lookup`` as in compiled
    games.
    """

    __slots__ = ("_game",)  # not one of its fields

    def __init__(self, game: str = "", /, **fields: Any) -> None:
        """``game`` is the name of the game, for messages."""
        super().__init__(**fields)
        self._game = game

    def copy(self) -> View:
        """Return another view with the same contents, which shares nothing with this one."""
        try:
            fields = {name: _separate(value) for name, value in vars(self).items()}
        except Exception as error:  # a user's object may raise anything
            needed = "a method observe that leaves it out is needed"
            raise copy_error(self._game, "view", self, error, needed) from error
        return View(self._game, **fields)


def check_turn(view: View) -> None:
    """Raise RulesError if a strategy is to choose a move, but its seat has none."""
    if not view.legal_moves:
        raise RulesError(
            f"game '{view._game}': seat {view.seat} is to move, but then is_over says that the "
            "game has ended, or actor names another seat; only play may change a state"
        )


def _separate(value: Any) -> Any:
    """Return a copy that shares nothing, several times faster than copy.deepcopy."""
    kind = type(value)
    if kind in (int, float, str, bool, type(None)):
        return value
    if kind is list:
        return [_separate(item) for item in value]
    if kind is dict:
        return {key: _separate(item) for key, item in value.items()}
    return (
        value.copy() if kind is np.ndarray and not value.dtype.hasobject else copy.deepcopy(value)
    )


def copy_error(game: str, what: str, whole: Any, error: Exception, needed: str) -> RulesError:
    """Return the error for a view or a state that cannot be copied, with the attribute at fault."""
    part, reason = f"its {what}", error
    for name, value in getattr(whole, "__dict__", {}).items():
        try:
            _separate(value)
        except Exception as own:
            part, reason = f"'{name}' of its {what}", own
            break
    deep = isinstance(reason, RecursionError)
    why = "it is nested too deeply" if deep else error_text(reason)
    return RulesError(f"game '{game}': {part} cannot be copied ({why}); {needed}")


class PlainRules:
    """The rules of a game in plain Python under the names and arguments of compiled ones."""

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
        for name, wanted in {**NEEDED, **OPTIONAL}.items():
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
        if hasattr(source, "determinize"):
            self.determinize = source.determinize
        if hasattr(source, "forget"):
            self.forget = source.forget

    def is_over(self, state: Any, rules: Any) -> bool:
        """Whether the game has ended."""
        return self._truth("is_over", self.source.is_over(state, rules))

    def _truth(self, name: str, value: Any) -> bool:
        """Return the result of a function; RulesError for None, where a return was forgotten."""
        with suppress(ValueError):  # of an array
            if value is not None:
                return bool(value)
        raise self._returned(name, value, "True or False is needed")

    def actor(self, state: Any, rules: Any) -> int:
        """The seat whose move it is."""
        if not hasattr(self.source, "actor"):
            return 0
        seat = self.source.actor(state, rules)
        is_seat = isinstance(seat, int | np.integer) and 0 <= seat < rules.players
        if not is_seat and not self.is_over(state, rules):
            raise PlayoutError(
                f"it is the turn of seat {brief(seat)}: the seats are 0 to {rules.players - 1} "
                f"(actor of game '{self.game.name}')"
            )
        return int(seat)

    def observe(self, state: Any, rules: Any, seat: int, view: Any) -> None:
        """Write what a seat may know, and its moves if it is to move."""
        if hasattr(self.source, "observe"):
            self.source.observe(state, rules, seat, view)
        else:
            vars(view).update(vars(state))  # strategies get copies
        mine = not self.is_over(state, rules) and self.actor(state, rules) == seat
        view.legal_moves = self.moves(state, rules) if mine else []

    def moves(self, state: Any, rules: Any) -> list[int]:
        """Return all legal moves, as the game lists them."""
        moves = self.source.legal_moves(state, rules)
        try:
            iterator = iter(moves)
        except TypeError:
            raise self._returned("legal_moves", moves, "a list of moves is needed") from None
        listed = list(iterator)
        try:
            moves = list(map(operator.index, listed))
        except TypeError:
            raise self._returned("legal_moves", listed, "whole numbers are needed") from None
        if not moves:
            why = "no legal move in a game that is not over"
            raise self._returned("legal_moves", listed, why)
        if not (min(moves) >= -(2**63) and max(moves) < 2**63):
            raise self._returned("legal_moves", listed, "numbers of 64 bits are needed")
        return moves

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
        result, measures = self.source.score(state, rules), self.game.measures
        names = [measure.name for measure in measures]
        if not isinstance(result, Mapping) or sorted(result) != sorted(names):
            has = repr(result)
            if isinstance(result, Mapping):
                has = f"one of {', '.join(map(str, result))}"
            raise self._wrong(f"must return a dict of {', '.join(names)}, not {brief(has)}")
        for measure, start in zip(measures, self.game.columns, strict=True):
            value = result[measure.name]
            several = isinstance(value, Sequence | np.ndarray) and not isinstance(value, str)
            several = several and getattr(value, "ndim", 1) > 0
            values = list(value) if several else [value]
            wanted = rules.players if measure.per_seat else 1
            if len(values) != wanted and not several:
                has = f"{measure.name} = {brief(repr(value))}"
                raise self._wrong(f"has {has}, where a list of {wanted} is needed, one per seat")
            if len(values) != wanted:
                raise self._wrong(f"has {len(values)} values of {measure.name}, not {wanted}")
            for k, number in enumerate(values):
                outcome[start + k] = self._whole(measure, number)
            if measure.kind == "share" and measure.per_seat:
                parts = sum(outcome[start : start + wanted])
                if parts != SHARE:
                    raise self._wrong(
                        f"has shares of {measure.name} that add up to {parts / SHARE:g}, not to 1"
                    )

    def _whole(self, measure: Measure, value: Any) -> int:
        """Return a value of a score as the whole number that is counted."""
        is_share = measure.kind == "share"
        needed = {"share": "a part of one, in 840ths", "rate": "0 or 1"}.get(
            measure.kind, "a whole number from 0 to 10**15"
        )
        if measure.categories:
            if value in measure.categories:
                return measure.categories.index(value)
            needed = " or ".join(measure.categories)
        else:
            with suppress(TypeError, ValueError, OverflowError):
                parts: float = value * SHARE if is_share else value
                # A third is not exact as a float.
                most = {"share": SHARE, "rate": 1}.get(measure.kind, MOST_SCORE)
                if 0 <= parts <= most + 1e-6 and abs(round(parts) - parts) < 1e-6:
                    return round(parts)
        raise self._wrong(f"has {measure.name} = {brief(repr(value))}, where {needed} is needed")

    def _wrong(self, what: str) -> PlayoutError:
        return PlayoutError(f"game '{self.game.name}': its score {what}")


def shuffled(stream: Any, items: Iterable[Any]) -> list[Any]:
    """Return a list of the items in a uniformly random order (Fisher and Yates)."""
    if not hasattr(stream, "dtype"):
        raise PlayoutError(f"shuffled(stream, items): {brief(repr(stream))} is no stream")
    order = list(items)
    for k in range(len(order) - 1, 0, -1):
        other = int(randrange(stream, k + 1))
        order[k], order[other] = order[other], order[k]
    return order


def random(view: Any, rng: Any) -> int:
    """A legal move, all equally likely."""
    moves: list[int] = view.legal_moves
    return moves[int(randrange(rng, len(moves)))]
