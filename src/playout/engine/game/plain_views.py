"""The views of games in plain Python, and copies that lead to no state.

A strategy gets a copy of its view at every move.  Most of what it costs to play a game in plain
Python was to make these: so what cannot change is not copied, and flat lists are copied at once.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from playout.engine.chance.plain_streams import next_word
from playout.engine.chance.rng import STREAM
from playout.engine.game.players import PARAMETERS
from playout.engine.native.records import Named
from playout.engine.words.errors import RulesError, error_text
from playout.engine.words.numbering import nth

FLAT = frozenset({int, float, str, bool, type(None)})  # types whose values cannot change
_are_flat = FLAT.issuperset
_new = SimpleNamespace.__new__


class View(Named):
    """The view of a seat in a game in plain Python, with the fields that ``observe`` writes.

    Every view also has ``seat``; each option of the rules under its name; ``legal_moves``, the
    moves of this seat if it is to move; and ``parameters``, ``notes`` and ``lookup`` as in compiled
    games.
    """

    __slots__ = ("_arrays", "_game", "_lent", "_shown")  # not fields of it

    def __init__(self, game: str = "", /, **fields: Any) -> None:
        """``game`` is the name of the game, for messages."""
        super().__init__(**fields)
        self._game = game
        # For one move only, of a strategy with so many parameters; None: of a table.
        self._lent: int | None = None
        self._shown: tuple[str, ...] = ()  # the attributes of a state that it shows whole
        self._arrays: Mapping[str, Any] = {}  # fields that few look at: not copied before that

    def copy(self) -> View:
        """Return a copy of the view that shares nothing with it."""
        arrays = {name: getattr(self, name) for name in self._arrays}
        other = View(self._game, **{**arrays, **vars(self)})
        other._shown = self._shown
        separate_fields(other)
        return other

    def __getattr__(self, name: str) -> Any:
        if name not in self._arrays:
            return super().__getattr__(name)
        array = self._arrays[name]
        if self._lent is not None:
            array = array[: self._lent] if name == "parameters" else array
            array = vars(self)[name] = array.copy()
        return array

    def __repr__(self) -> str:
        return repr(SimpleNamespace(**vars(self.copy())))

    def __reduce__(self) -> Any:
        return _view, (self._game, vars(self.copy()))


def _view(game: str, fields: Mapping[str, Any]) -> View:
    return View(game, **fields)


def begun(view: View) -> View:
    """Return another view with the same fields, which copies its arrays when first looked at."""
    other = _new(View)
    other.__dict__.update(view.__dict__)
    other._game, other._arrays = view._game, view._arrays
    other._shown, other._lent = (), PARAMETERS
    return other


def shown(own: View, show: Callable[..., None], state: Any, rules: Any, seat: int) -> View:
    """Return a view to give to a strategy for one move, from which nothing leads to the state.

    It has the fields of the view of a table, and copies of what ``show(state, rules, seat, view)``
    writes.  It repeats `begun` and `separate`: to call them takes 5 % of the time of a short game.
    """
    view = _new(View)
    fields = view.__dict__
    fields.update(own.__dict__)
    view._game, view._arrays = own._game, own._arrays
    view._shown, view._lent = (), PARAMETERS
    show(state, rules, seat, view)
    try:
        for name in view._shown or fields:  # other fields are options
            value = fields[name]
            kind = type(value)
            if kind is list and _are_flat(map(type, value)):
                fields[name] = value[:]
            elif kind not in FLAT:
                fields[name] = separate(value)
    except Exception as error:  # a user's object may raise anything
        raise _view_error(view, error) from error
    return view


def separate_fields(view: View) -> None:
    """Copy the fields of a view, so that nothing leads from them to another."""
    fields = view.__dict__
    try:
        fields.update({name: separate(value) for name, value in fields.items()})
    except Exception as error:  # a user's object may raise anything
        raise _view_error(view, error) from error


def _view_error(view: View, error: Exception) -> RulesError:
    needed = "write a method observe that leaves it out"
    return copy_error(view._game, "view", view, error, needed)


def lent(view: View, parameters: int) -> View:
    """Return a copy of the view of a table, for one move of a strategy with so many parameters."""
    given = begun(view)
    given._shown, given._lent = view._shown, parameters
    separate_fields(given)
    if "parameters" in vars(view):
        given.parameters = given.parameters[:parameters]
    return given


def take_notes(view: View, given: View) -> None:
    """Take over the notes that a strategy has written into the view that it was given."""
    view._arrays = {**view._arrays, "notes": given.notes}


def with_arrays(view: View, **arrays: Any) -> View:
    """Return a view with the same values, none of which can change, and with these arrays."""
    other = begun(view)
    other._arrays, other._lent = {**view._arrays, **arrays}, None
    return other


def show_whole(state: Any, rules: Any, seat: int, view: View) -> None:
    """Write everything of a state into a view: the ``observe`` of a game that has none."""
    fields = state.__dict__
    view.__dict__.update(fields)
    view._shown = tuple(fields)


def write_whole(view: View, rules: Any, stream: Any, state: Any) -> None:
    """Write the state that a view shows whole: the ``determinize`` of a game that hides nothing.

    Nothing else that a view has gets into it.  What a state holds to draw random numbers from is
    another one, so that chance to come is not known.
    """
    fields = vars(state)
    fields.clear()
    for name in view._shown:
        value = getattr(view, name)
        if isinstance(value, np.void) and value.dtype == STREAM:
            fields[name] = stream
        elif isinstance(value, random.Random):
            fields[name] = random.Random(next_word(stream))
        elif isinstance(value, np.random.Generator):
            fields[name] = np.random.default_rng(next_word(stream))
        else:
            fields[name] = separate(value)


def check_turn(view: View) -> None:
    """Raise RulesError if a strategy is to choose a move, but its seat has none."""
    if not view.legal_moves:
        raise RulesError(
            f"game '{view._game}': seat {nth(view.seat)} is to move, but then is_over says that "
            "the game has ended, or actor names another seat; only play may change a state"
        )


def separate(value: Any) -> Any:
    """Return a copy that shares nothing that can change, many times faster than copy.deepcopy."""
    kind = type(value)
    if kind in FLAT:
        return value
    if kind is list:
        return value[:] if FLAT.issuperset(map(type, value)) else list(map(separate, value))
    if kind is dict:
        return {key: separate(item) for key, item in value.items()}
    if kind is np.ndarray and not value.dtype.hasobject:
        return value.copy()
    if kind is set and FLAT.issuperset(map(type, value)):
        return set(value)
    if isinstance(value, tuple) and FLAT.issuperset(map(type, value)):
        return value  # it cannot be changed
    return copy.deepcopy(value)


def copy_error(game: str, what: str, whole: Any, error: Exception, needed: str) -> RulesError:
    """Return the error for a view or a state that cannot be copied, with the attribute at fault."""
    part, reason = f"its {what}", error
    for name, value in getattr(whole, "__dict__", {}).items():
        try:
            separate(value)
        except Exception as own:
            part, reason = f"'{name}' of its {what}", own
            break
    deep = isinstance(reason, RecursionError)
    why = "it is nested too deeply" if deep else error_text(reason)
    return RulesError(f"game '{game}': {part} cannot be copied ({why}); {needed}")
