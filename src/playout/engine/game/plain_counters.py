"""Games in plain Python with counters of users (counters.py)."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.game.counters import Counter, whole
from playout.engine.game.plain_views import View, copy_error, separate, show_whole
from playout.engine.game.players import NOTES
from playout.engine.game.protocols import COUNTS, OURS, SEEN_NOTES
from playout.engine.words.errors import PlayoutError, RulesError
from playout.engine.words.user_code import error_at

if TYPE_CHECKING:
    from playout.engine.game.game import Game

_NO_NOTES = np.zeros(NOTES, np.int64)  # where no strategy has chosen the move
_NO_NOTES.flags.writeable = False
_SAMPLE = 64  # moves, of which one is looked at twice: whether a counter has changed the state


class Counting:
    """The source of rules in plain Python (plain_rules.py) that count.

    The counts so far are an attribute of the state.
    """

    def __init__(self, game: Game, counters: Sequence[Counter], name: str) -> None:
        """``name`` is that of the game with the counters."""
        source = game.rules.source
        self.__name__ = getattr(source, "__name__", type(source).__name__)
        self._source, self._rules, self._game = source, game.rules, name
        self._counters, self._moves = tuple(counters), 0
        taken = {argument for counter in counters for argument in counter.takes}
        self._needs_before = "before" in taken
        self._needs_seat = "seat" in taken or any(counter.per_seat for counter in counters)
        self.State: Callable[[], Any] = game.rules.new_state
        try:
            setattr(self.State(), COUNTS, [])
        except AttributeError:
            raise PlayoutError(
                f"{counters[0].words}: the states of {game.name} have no room for counts, because "
                "their class has __slots__"
            ) from None
        if "notes" in taken:
            self.heed = _heed
        if hasattr(source, "standing"):
            self.standing = self._standing
        if hasattr(game.rules, "determinize"):
            self.determinize = self._determinize

    def __getattr__(self, name: str) -> Any:
        return getattr(vars(self)["_source"], name)

    @staticmethod
    def show_whole(state: Any, rules: Any, seat: int, view: View) -> None:
        """Write a state into a view, without the counts."""
        show_whole(state, rules, seat, view)
        for name in OURS:
            vars(view).pop(name, None)
        view._shown = tuple(name for name in view._shown if name not in OURS)

    def deal(self, state: Any, rules: Any, stream: Any) -> None:
        """Set up a new game, with nothing counted yet."""
        self._source.deal(state, rules, stream)
        self._begin(state, rules)

    def _begin(self, state: Any, rules: Any) -> list[Any]:
        counts = [[0] * rules.players if one.per_seat else 0 for one in self._counters]
        setattr(state, COUNTS, counts)
        return counts

    def play(self, state: Any, rules: Any, move: int, stream: Any) -> None:
        """Make a move, and count."""
        given = {"move": move, "after": state, "rules": rules}
        seat = given["seat"] = self._rules.actor(state, rules) if self._needs_seat else 0
        if self._needs_before:
            given["before"] = self._copy(state)
        self._source.play(state, rules, move, stream)
        given["notes"] = getattr(state, SEEN_NOTES, _NO_NOTES)
        counts = getattr(state, COUNTS, None) or self._begin(state, rules)
        is_sample = self._moves % _SAMPLE == 0
        self._moves += 1
        for k, counter in enumerate(self._counters):
            seen = _contents(state) if is_sample else None
            value = _value(counter, [given[name] for name in counter.takes])
            if seen is not None and _contents(state) != seen:
                raise RulesError(
                    f"{counter.words} changes the position: a counter may only look at it"
                )
            if counter.per_seat:
                counts[k][seat] += value
            else:
                counts[k] += value

    def _copy(self, state: Any) -> Any:
        """A copy of a state to look at, many times faster than copy.deepcopy."""
        if "copy" in vars(type(state)):
            return state.copy()
        other = object.__new__(type(state))
        try:
            vars(other).update({name: separate(value) for name, value in vars(state).items()})
        except Exception as error:  # a user's object may raise anything
            needed = "a counter without 'before' needs no copy"
            raise copy_error(self._game, "state", state, error, needed) from error
        return other

    def score(self, state: Any, rules: Any) -> Any:
        """The score, with the counts."""
        return self._counted(self._source.score(state, rules), state, rules)

    def _standing(self, state: Any, rules: Any) -> Any:
        return self._counted(self._source.standing(state, rules), state, rules)

    def _counted(self, score: Any, state: Any, rules: Any) -> Any:
        if not isinstance(score, Mapping):
            return score
        counts = getattr(state, COUNTS, None) or self._begin(state, rules)
        return {**score, **{one.name: n for one, n in zip(self._counters, counts, strict=True)}}

    def _determinize(self, view: Any, rules: Any, stream: Any, state: Any) -> None:
        """Deal a world, in which nothing has been counted yet."""
        self._rules.determinize(view, rules, stream, state)
        self._begin(state, rules)

    def forget(self, state: Any, rules: Any) -> None:
        """Set the counts back, and nothing else: a counter may look at it."""
        self._begin(state, rules)


def _value(counter: Counter, arguments: Sequence[Any]) -> int:
    """Return what a counter counts of a move."""
    try:
        value = counter.function(*arguments)
    except Exception as error:  # a user's function may raise anything
        raise RulesError(f"{counter.words} raised {error_at(error, counter.file)}") from error
    try:
        return whole(value)
    except TypeError as error:
        raise RulesError(f"{counter.words} {error}") from None


def _heed(state: Any, view: Any) -> None:
    """Take over the notes of the seat that is about to move."""
    setattr(state, SEEN_NOTES, view.notes.copy())


def _contents(state: Any) -> bytes | None:
    """Return the contents of a state; None if they cannot be compared."""
    with suppress(Exception):  # a user's object may raise anything
        return pickle.dumps(vars(state))
    return None
