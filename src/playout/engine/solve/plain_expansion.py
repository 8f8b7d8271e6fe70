"""Finds all positions of a game in plain Python, or of any game with strategies in plain Python.

It does the same as expansion.py, a hundred times slower.  A position is known again by its key: the
attributes of the state, by value, and the notes of the seats whose strategies are given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from playout.engine.chance.script import SCRIPT, advance, chance_of, open_script
from playout.engine.game.game import NOTES, Player, Rules
from playout.engine.game.plain_views import with_arrays
from playout.engine.native.records import new_record
from playout.engine.play.batch import guarded_strategy, new_table
from playout.engine.play.failures import legal_moves
from playout.engine.play.plain_table import copied
from playout.engine.solve.graph import ENDED, GIVEN, Graph, Limits
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief

NOBODY = -1
WHOLE = "the state"  # where a value is that is no part of another
_LOOK = 500  # ways that it goes before it looks at the clock
_SIMPLE = (int, float, str, bool, bytes, type(None))


class Illegal(Exception):
    """A strategy made an illegal move."""


def key_of(value: Any, where: str) -> Any:
    """A value that can be looked up, equal for equal states; PlayoutError if there is none."""
    kind = type(value)
    if kind in _SIMPLE:
        return value
    if kind in (list, tuple):
        return (kind is list, *[key_of(item, where) for item in value])
    if kind in (set, frozenset):
        return frozenset(key_of(item, where) for item in value)
    if kind is dict:
        return frozenset((key_of(name, where), key_of(item, where)) for name, item in value.items())
    if isinstance(value, np.void) and {"words", "used"} <= {*(value.dtype.names or ())}:
        raise PlayoutError(
            f"'{where}' of the state is a stream of random numbers: to solve a game, draw from the "
            "stream that deal and play receive"
        )
    if isinstance(value, np.void | np.ndarray | np.generic) and not value.dtype.hasobject:
        return value.tobytes()
    if hasattr(value, "__dict__") and not callable(value):
        return (kind, *[(name, key_of(item, name)) for name, item in sorted(vars(value).items())])
    raise PlayoutError(
        f"{_what(value, where)}: to solve a game, its state must consist of numbers, texts, lists, "
        "tuples, sets and dicts, so that equal positions are recognised"
    )


def _what(value: Any, where: str) -> str:
    """What a state consists of: ``'deck' of the state is ...``; of objects the type says more."""
    kind = type(value)
    has_none = getattr(kind, "__repr__", None) is object.__repr__
    shown = f"of the type {kind.__name__}" if has_none else ""
    subject = WHOLE if where == WHOLE else f"'{where}' of the state"
    return f"{subject} is {shown or brief(repr(value))}"


class PlainExpansion:
    """All positions of a game in which some seats choose and the others are given."""

    def __init__(
        self, rules: Rules, players: Sequence[Player | None], columns: Sequence[int], forgets: bool
    ) -> None:
        """``players`` has one entry for each seat, None for one that chooses."""
        self.rules, self.players, self.record = rules, players, rules.record()
        self.columns, self.forgets = list(columns), forgets
        self.script = new_record(SCRIPT)
        given = [player for player in players if player is not None]
        seated = [player or (given[0] if given else None) for player in players]
        self.table = new_table(rules, [player for player in seated if player is not None])
        self.asking = NOBODY
        self.state: Any = None  # of the step that is made, for messages
        self.chosen = 0
        self.changed: set[str] = set()  # fields that `forget` has changed,
        self.left: dict[str, set[Any]] = {}  # and the values that it has left in them
        self.begins = 0  # positions in which it begins: their moves are tried, too
        self.numbers: dict[Any, int] = {}
        self.places: list[Any] = [None]  # of a position: its state, and the notes of all seats
        self.actors: list[int] = []
        self.worth: list[list[float]] = []
        self.sights: list[int] = []
        self.seen: dict[Any, int] = {}
        self.first_move, self.first_branch = [0], [0]
        self.moves: list[int] = []
        self.gains: list[list[float]] = []
        self.targets: list[int] = []
        self.chances: list[float] = []
        self.choose = [
            guarded_strategy(rules.game, player.strategy) if player else None for player in players
        ]

    def _copy(self, state: Any) -> Any:
        return copied(self.rules.game.name, state) if not self.rules.game.compiled else state.copy()

    def _new_state(self) -> Any:
        game = self.rules.game
        return new_record(game.state_dtype) if game.compiled else game.rules.new_state()

    def _number(self, state: Any, notes: Any) -> int:
        key = key_of(state, WHOLE), notes
        number = self.numbers.setdefault(key, len(self.places))
        if number == len(self.places):
            self.places.append((state, notes))
        return number

    def _score(self, state: Any) -> Any:
        outcome = np.zeros(self.rules.game.width, np.int64)
        self.rules.game.rules.score(state, self.record, outcome)
        return outcome[self.columns]

    def _forget(self, state: Any) -> Any:
        """Let the game forget; returns what its measures lose by it."""
        if not self.forgets:
            return 0.0
        before, fields = self._score(state), self._fields(state)
        self.rules.game.rules.forget(state, self.record)
        for name, value in self._fields(state).items():
            if value != fields.get(name):
                self.changed.add(name)
            if len(left := self.left.setdefault(name, set())) < 2:
                left.add(value)
        return before - self._score(state)

    @property
    def forgotten_fields(self) -> set[str]:
        """The fields of the state that always are the same when the game has forgotten."""
        return {name for name in self.changed if len(self.left[name]) == 1}

    def _fields(self, state: Any) -> dict[str, Any]:
        if isinstance(state, np.void):
            return {name: np.asarray(state[name]).tobytes() for name in state.dtype.names or ()}
        return {name: key_of(value, name) for name, value in vars(state).items()}

    def _view(self, state: Any, seat: int) -> Any:
        """A new view of a seat."""
        view = self.table.fresh[seat]
        if isinstance(view, np.void):
            view = view.copy()
        else:
            view = with_arrays(view, notes=np.zeros(NOTES, np.int64))
        self.rules.game.rules.observe(state, self.record, seat, view)
        return view

    def _sight(self, state: Any, seat: int) -> int:
        """A number for what a seat sees, the same for the same."""
        view = self._view(state, seat)
        if isinstance(view, np.void):
            key: Any = view.tobytes()
        else:
            key = key_of(vars(view), "a view")
        return self.seen.setdefault(key, len(self.seen))

    def _ways(self, step: Callable[[], tuple[Any, Any]]) -> None:
        """Add a move: everything that a step may lead to, with its chances."""
        branches: dict[int, float] = {}
        gained: Any = np.zeros(len(self.columns))
        open_script(self.script)
        while True:
            self.script.drawn = 0
            self.state, notes = step()
            chance = float(chance_of(self.script))
            gained = gained + chance * self._forget(self.state)
            number = self._number(self.state, notes)
            branches[number] = branches.get(number, 0.0) + chance
            self.ways += 1
            if self.ways % _LOOK == 0:
                self.limits.check(self.rules.game.title, len(self.places) - 1, ways=self.ways)
            if not advance(self.script):
                break
        self._add(branches, gained)

    def _add(self, branches: dict[int, float], gained: Any) -> None:
        self.targets += branches
        self.chances += branches.values()
        self.gains.append([float(value) for value in gained])
        self.first_branch.append(len(self.targets))

    def _deal(self) -> tuple[Any, Any]:
        state = self._new_state()
        self.rules.game.rules.deal(state, self.record, self.script)
        return state, self._no_notes

    @property
    def _no_notes(self) -> Any:
        return tuple(b"" for _ in self.players)

    def begin_at(self, states: Sequence[tuple[Any, float]], seat: int, notes: Any) -> None:
        """The same as that of Expansion."""
        known = np.asarray(notes, np.int64)
        own = known.tobytes() if known.any() else b""
        all_notes = (*self._no_notes[:seat], own, *self._no_notes[seat + 1 :])
        branches: dict[int, float] = {}
        gained: Any = np.zeros(len(self.columns))
        for given, chance in states:
            state = self._copy(given)
            gained = gained + chance * self._forget(state)
            number = self._number(state, all_notes)
            branches[number] = branches.get(number, 0.0) + chance
        self.begins = len(self.places) - 1
        self._place(GIVEN, [0])
        self._add(branches, gained)

    def _place(self, actor: int, moves: Sequence[int], worth: Any = None, sight: int = 0) -> None:
        self.actors.append(actor)
        self.moves += moves
        self.first_move.append(len(self.moves))
        self.worth.append([0.0] * len(self.columns) if worth is None else [*map(float, worth)])
        self.sights.append(sight)

    def go(self, limits: Limits) -> None:
        """Find all positions; Illegal if a strategy broke the rules."""
        self.limits, self.ways = limits, 0
        game, rules = self.rules.game, self.record
        if not self.actors:
            self._place(GIVEN, [0])
            self._ways(self._deal)
        while len(self.actors) < len(self.places):
            state, notes = self.places[len(self.actors)]
            if game.rules.is_over(state, rules):
                self._place(ENDED, (), self._score(state))
                continue
            seat = int(game.rules.actor(state, rules))
            if self.players[seat] is None:
                moves = legal_moves(game, state, rules)
                self._place(seat, moves, sight=self._sight(state, seat))
                for move in moves:
                    self._ways(partial(self._made, state, move, notes))
            else:
                begins = len(self.actors) <= self.begins
                tried = legal_moves(game, state, rules) if begins else []
                self._place(GIVEN, [seat, *tried])
                for other in (None, *tried):
                    self._ways(partial(self._answered, state, seat, notes, other))
        limits.check(game.title, len(self.places) - 1, ways=self.ways)

    def _made(self, state: Any, move: int, notes: Any) -> tuple[Any, Any]:
        """The state after a move, and these notes."""
        after = self._copy(state)
        self.rules.game.rules.play(after, self.record, move, self.script)
        return after, notes

    def _answered(self, state: Any, seat: int, notes: Any, other: int | None) -> tuple[Any, Any]:
        """The state after the move of a strategy, or after another move, and the notes then."""
        view, choose = self._view(self._copy(state), seat), self.choose[seat]
        assert choose is not None
        if notes[seat]:
            view.notes[:] = np.frombuffer(notes[seat], np.int64)
        self.asking, self.state = seat, state
        move = choose(view, self.script)
        move = move if other is None else other
        if not self.rules.game.rules.is_legal(state, self.record, move):
            self.chosen = move
            raise Illegal
        self.asking = NOBODY
        written = np.asarray(view.notes)
        kept = written.tobytes() if written.any() else b""
        return self._made(state, move, (*notes[:seat], kept, *notes[seat + 1 :]))

    @property
    def stopped_at(self) -> tuple[Any, int, int]:
        """The state in which a seat made an illegal move, the move and the seat."""
        return self.state, self.chosen, self.asking

    def graph(self) -> Graph:
        """Return the graph of all positions found."""

        def number_of(given: Any) -> int | None:
            state = self._copy(given)
            self._forget(state)
            return self.numbers.get((key_of(state, WHOLE), self._no_notes))

        wide = len(self.columns)
        return Graph(
            actors=np.array(self.actors, np.int16),
            first_move=np.array(self.first_move, np.int64),
            moves=np.array(self.moves, np.int64),
            first_branch=np.array(self.first_branch, np.int64),
            targets=np.array(self.targets, np.int32),
            chances=np.array(self.chances, np.float64),
            worth=np.array(self.worth, np.float64).reshape(-1, wide),
            gains=np.array(self.gains, np.float64).reshape(-1, wide),
            sights=np.array(self.sights, np.uint64),
            number_of=number_of,
        )
