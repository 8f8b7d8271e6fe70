"""Counters of users: measures that count what happens in a game, whose rules stay as they are.

A counter is a function that looks at a move, and returns how much is counted of it.  A game with
counters is another game, with the same rules: its states have one more field, the counts so far,
which are written after every move, and it has a measure for each counter.  So every question, every
loop and every search counts without knowing of counters.

A counter gets copies, so that it cannot change a game, and no random stream.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

from playout.engine.game.measures import Measure
from playout.engine.game.players import NOTES
from playout.engine.game.protocols import COUNTS, SEEN_NOTES, plain
from playout.engine.native.bits import copy_fields
from playout.engine.native.code_cache import source_digest
from playout.engine.native.jit import jit, specialised
from playout.engine.native.memory import scratch
from playout.engine.native.records import with_attributes
from playout.engine.words.errors import file_name
from playout.engine.words.reading import brief

if TYPE_CHECKING:
    from playout.engine.game.game import Game, Rules

ARGUMENTS = ("before", "move", "after", "seat", "rules", "notes")
"""The arguments that a counter may have: it names those that it needs.

The state before the move and after it; the move; the seat that made it; the rules; the notes of
that seat's strategy, which it may have written when it chose the move.
"""


@dataclass(frozen=True, eq=False)
class Counter:
    """A function that counts, as it is declared."""

    name: str  # of its measure
    function: Callable[..., Any]
    help: str
    per_seat: bool  # counted for the seat that moves
    most: int | Callable[[Rules], int] | None  # that a game can give, if it is known
    better: Literal["", "lowest", "highest"]
    takes: tuple[str, ...]  # of ARGUMENTS, in its own order
    file: str  # that declares it
    line: int

    @property
    def words(self) -> str:
        """The counter in a sentence, with its place."""
        return f"counter '{self.name}' (line {self.line} of {file_name(self.file)})"

    @property
    def measure(self) -> Measure:
        """The measure that it counts."""
        most: Any = self.most if self.most is None or callable(self.most) else _always(self.most)
        return Measure(
            self.name,
            "mean",
            self.help,
            per_seat=self.per_seat,
            most=most,
            better=self.better,
            is_asked_for=True,
        )


def _always(most: int) -> Callable[[Rules], int]:
    return lambda rules: most


def whole(value: Any) -> int:
    """Return what a counter returned, a whole number, or True or False."""
    if not isinstance(value, bool | int | np.bool_ | np.integer):
        raise TypeError(f"returned {brief(repr(value))}, where a whole number is expected")
    return int(value)


@overload(whole)  # type: ignore[untyped-decorator]
def _whole(value: Any) -> Any:
    if not isinstance(value, types.Integer | types.Boolean):
        raise TypingError("a counter returns no whole number")

    def compiled(value: Any) -> Any:
        return int(value)

    return compiled


# ---------------------------------------------------------------------- compiled rules
#
# Templates, whose free names `specialised` binds (engine/play/code_templates.py).


def _unbound(*arguments: Any) -> Any:
    raise NameError("a template has no game yet")


_deal = _play = _actor = _score = _determinize = _counter = _count = _call = _notes = _unbound
_state_type: Any = None
_first = _stride = _size = _a = _b = _c = _d = _e = _f = 0


def _deals(state: Any, rules: Any, stream: Any) -> None:
    _deal(state, rules, stream)
    state.playout_counts[:] = 0


def _plays(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a move, and count; the compiler leaves out the copies of what no counter reads."""
    before, after = scratch(_state_type), scratch(_state_type)
    copy_fields(before, state)
    seat = _actor(state, rules)
    _play(state, rules, move, stream)
    copy_fields(after, state)
    _count(before, move, after, seat, rules, _notes(state), state.playout_counts)


def _scores(state: Any, rules: Any, outcome: Any) -> None:
    _score(state, rules, outcome)
    for k in range(_size):
        outcome[_first + k] = state.playout_counts[k]


def _determinizes(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Deal a world, in which nothing has been counted yet."""
    _determinize(view, rules, stream, state)
    state.playout_counts[:] = 0


def _forgets(state: Any, rules: Any) -> None:
    state.playout_counts[:] = 0


def _heeds(state: Any, view: Any) -> None:
    """Take over the notes of the seat that is about to move."""
    for k in range(len(state.playout_notes)):
        state.playout_notes[k] = view.notes[k]


def _seen_notes(state: Any) -> Any:
    return state.playout_notes


def _no_notes(state: Any) -> Any:
    return 0


def _counts_nothing(
    before: Any, move: int, after: Any, seat: int, rules: Any, notes: Any, counts: Any
) -> None:
    pass


def _counts_one(
    before: Any, move: int, after: Any, seat: int, rules: Any, notes: Any, counts: Any
) -> None:
    """Count what the counters before this one do, and then this one."""
    _count(before, move, after, seat, rules, notes, counts)
    counts[_first + _stride * seat] += whole(_call((before, move, after, seat, rules, notes)))


def _of_1(given: Any) -> Any:
    return _counter(given[_a])


def _of_2(given: Any) -> Any:
    return _counter(given[_a], given[_b])


def _of_3(given: Any) -> Any:
    return _counter(given[_a], given[_b], given[_c])


def _of_4(given: Any) -> Any:
    return _counter(given[_a], given[_b], given[_c], given[_d])


def _of_5(given: Any) -> Any:
    return _counter(given[_a], given[_b], given[_c], given[_d], given[_e])


def _of_6(given: Any) -> Any:
    return _counter(given[_a], given[_b], given[_c], given[_d], given[_e], given[_f])


_CALLS = (_of_1, _of_2, _of_3, _of_4, _of_5, _of_6)
_PLACES = ("_a", "_b", "_c", "_d", "_e", "_f")


class CountingRules:
    """Compiled rules that count; whatever they do not change is that of the game."""

    def __init__(self, rules: Any, **own: Any) -> None:
        self.__name__ = getattr(rules, "__name__", type(rules).__name__)
        self._rules = rules
        vars(self).update(own)

    def __getattr__(self, name: str) -> Any:
        return getattr(vars(self)["_rules"], name)


def counting_rules(game: Game, counters: Sequence[Counter], name: str) -> CountingRules:
    """The rules of a game in compiled code, with counters."""
    rules, state = game.rules, game.state_dtype
    tag = f"{name}_{source_digest(game.source)}"

    def bound(template: Callable[..., Any], tag: str = tag, **names: Any) -> Any:
        return jit(inline=True)(specialised(template, names, tag))

    sizes = [game.seats if counter.per_seat else 1 for counter in counters]
    count = bound(_counts_nothing)
    for k, counter in enumerate(counters):
        places = [ARGUMENTS.index(one) for one in counter.takes]
        names: dict[str, Any] = dict(zip(_PLACES, places, strict=False))
        own = jit(inline=True)(plain(counter.function))
        call = bound(_CALLS[len(places) - 1], f"{tag}_{k}", _counter=own, **names)
        where: dict[str, Any] = {"_first": sum(sizes[:k]), "_stride": int(counter.per_seat)}
        count = bound(_counts_one, f"{tag}_{k}", _count=count, _call=call, **where)
    heeds = any("notes" in counter.takes for counter in counters)
    fields: list[Any] = [(field, state[field]) for field in state.names or ()]
    fields.append((COUNTS, np.int64, (sum(sizes),)))
    fields += [(SEEN_NOTES, np.int64, (NOTES,))] if heeds else []
    written: dict[str, Any] = {"_first": game.width, "_size": sum(sizes)}
    functions = {
        "STATE": np.dtype(fields, align=state.isalignedstruct),
        "deal": bound(_deals, _deal=rules.deal),
        "play": bound(
            _plays,
            _play=rules.play,
            _actor=rules.actor,
            _count=count,
            _notes=bound(_seen_notes if heeds else _no_notes),
            _state_type=with_attributes(state),
        ),
        "score": bound(_scores, _score=rules.score, **written),
        "forget": bound(_forgets),
    }
    if heeds:
        functions["heed"] = bound(_heeds)
    if hasattr(rules, "standing"):
        functions["standing"] = bound(_scores, f"{tag}_so_far", _score=rules.standing, **written)
    if hasattr(rules, "determinize"):
        functions["determinize"] = bound(_determinizes, _determinize=rules.determinize)
    return CountingRules(rules, **functions)
