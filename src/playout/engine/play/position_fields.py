"""The fields of many positions, by the names that they have in a position as text.

The item k of a list is ``scores.k``, item j of list k of a table ``steps.k.j``, both from 0 on; the
whole list is ``scores``, as text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.chance.rng import STREAM, start
from playout.engine.game.game import Game
from playout.engine.native.records import new_record
from playout.engine.play.plain_positions import format_attributes
from playout.engine.play.positions import field_texts, format_position, leaves
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief

Column = npt.NDArray[Any]  # the values of a field: numbers, or texts
SAMPLE = 500  # states, of which the words are looked at
CHANCE = "chance"  # a word that says how many random numbers were drawn, and is no field


class PositionFields:
    """The fields of many positions, as columns."""

    def __init__(
        self, parts: Mapping[str, Column], wholes: Mapping[str, Callable[[], Column]]
    ) -> None:
        """``parts`` are numbers and items of lists, ``wholes`` write whole lists as texts."""
        self.parts, self._wholes = dict(parts), wholes
        self._known: dict[str, Column] = {}

    def column(self, name: str) -> Column:
        """The values of a field; PlayoutError for a name that is none."""
        if name in self.parts:
            return self.parts[name]
        if name in self._wholes:
            if name not in self._known:
                self._known[name] = self._wholes[name]()
            return self._known[name]
        every = [*self._wholes, *self.parts]
        known = [one for one in every if {*one.split(".")[1:]} <= {"0"}]
        items = (
            "" if len(known) == len(every) else "; .0 is the first item of a list, .1 the second"
        )
        shown = f"{suggest(brief(name), known)}{items}"
        raise PlayoutError(f"there is no field '{brief(name)}': {shown}")

    def taken(self, chosen: Any) -> PositionFields:
        """Return the same for some positions."""

        def of(name: str) -> Callable[[], Column]:
            return lambda: self.column(name)[chosen]

        parts = {name: column[chosen] for name, column in self.parts.items()}
        return PositionFields(parts, {name: of(name) for name in self._wholes})


def fields_of(game: Game, states: Any, rules: Any) -> PositionFields:
    """The fields of states: an array of records, or a list of states in plain Python."""
    if not game.compiled and not hasattr(game.drawing, "format_position"):
        return _of_attributes(states)
    words = None
    if hasattr(game.drawing, "format_position"):
        some = range(0, len(states), max(1, len(states) // SAMPLE))
        words = {
            word.partition("=")[0]
            for k in some
            for word in position_text(game, states[k], rules).split()
        }
    if game.compiled and (words is None or words <= {*(game.state_dtype.names or ())}):
        return _of_records(states, words)
    return _of_texts([position_text(game, state, rules) for state in states])


def position_text(game: Game, state: Any, rules: Any) -> str:
    """A position as text, but for the place in the stream of chance."""
    stream = new_record(STREAM)
    start(stream, 0, 0, 0)
    text = format_position(game, state, rules, stream)
    return " ".join(word for word in text.split() if not word.startswith(f"{CHANCE}="))


def _of_records(states: Any, words: set[str] | None) -> PositionFields:
    parts: dict[str, Column] = {}
    wholes: dict[str, Callable[[], Column]] = {}
    for name, column in leaves(states).items():
        if words is not None and name.partition(".")[0] not in words:
            continue
        if column.ndim == 1:
            parts[name] = column
            continue
        for place in product(*map(range, column.shape[1:])):
            item = column.reshape(len(column), -1)[:, np.ravel_multi_index(place, column.shape[1:])]
            parts[".".join(map(str, (name, *place)))] = item
        wholes[name] = _written(column)
    return PositionFields(parts, wholes)


def _written(column: Column) -> Callable[[], Column]:
    """A writer of lists as texts, which writes each list once."""

    def write() -> Column:
        lists, places = np.unique(column, axis=0, return_inverse=True)
        texts = np.array([text or "0" for text in field_texts(lists)], object)
        return texts[places.reshape(-1)] if len(texts) else texts

    return write


def _of_attributes(states: Sequence[Any]) -> PositionFields:
    """Of states in plain Python: their attributes, and what is in lists, tuples and dicts."""
    found: dict[str, list[Any]] = defaultdict(lambda: [None] * len(states))
    for k, state in enumerate(states):
        for name, value in _items(vars(state)):
            found[name][k] = value
    parts = {name: _column(values) for name, values in found.items()}
    names = {name: None for state in states[:1] for name in vars(state) if name not in parts}

    def whole(name: str) -> Callable[[], Column]:
        def write() -> Column:
            lines = [dict(_pairs(format_attributes(state))) for state in states]
            return np.array([line.get(name, "-") for line in lines], object)

        return write

    return PositionFields(parts, {name: whole(name) for name in names})


def _items(values: Any, above: str = "") -> Any:
    """The numbers and texts in a value, with their names."""
    inside = values.items() if isinstance(values, Mapping) else enumerate(values)
    for name, value in inside:
        if isinstance(value, list | tuple | Mapping):
            yield from _items(value, f"{above}{name}.")
        elif isinstance(value, np.ndarray):
            yield from _items(value.tolist() if value.ndim else [value.item()], f"{above}{name}.")
        elif isinstance(value, set | frozenset):
            yield f"{above}{name}", ",".join(sorted(map(str, value))) or "-"
        else:
            yield f"{above}{name}", value.item() if isinstance(value, np.generic) else value


def _of_texts(texts: Sequence[str]) -> PositionFields:
    """Of positions that a game writes in its own way: the items of lists, and the words."""
    lines = [dict(_pairs(text)) for text in texts]
    found: dict[str, list[Any]] = defaultdict(lambda: [None] * len(lines))
    for k, line in enumerate(lines):
        for name, value in line.items():
            found[name][k] = value
    parts: dict[str, Column] = {}
    wholes: dict[str, Callable[[], Column]] = {}
    for name, values in found.items():
        if not any("," in value or "/" in value for value in values if value is not None):
            parts[name] = _column([_number(value) for value in values])
            continue
        wholes[name] = lambda values=values: np.array(  # type: ignore[misc]
            ["-" if value is None else value for value in values], object
        )
        items: dict[str, list[Any]] = defaultdict(lambda: [None] * len(lines))
        for k, value in enumerate(values):
            rows = [] if value is None else value.split("/")
            for r, row in enumerate(rows):
                for c, item in enumerate(row.split(",")):
                    place = f"{r}.{c}" if any("/" in (v or "") for v in values[:1]) else f"{c}"
                    items[f"{name}.{place}"][k] = _number(item)
        parts |= {place: _column(column) for place, column in items.items()}
    return PositionFields(parts, wholes)


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(name, value) for name, _, value in (word.partition("=") for word in text.split())]


def _number(text: str | None) -> Any:
    return int(text) if text is not None and text.lstrip("-").isdecimal() else text


def _column(values: list[Any]) -> Column:
    """Values as a column: of whole numbers if all are; what is left out is 0 there, or ``-``."""
    kinds = {type(value) for value in values} - {type(None)}
    if kinds == {int}:
        return np.array([0 if value is None else value for value in values], np.int64)
    return np.array(["-" if value is None else str(value) for value in values], object)


def value_of(text: str, name: str) -> str:
    """The value of a word of a position as text, "" if it has none."""
    return dict(_pairs(text)).get(name, "")


def with_field(text: str, name: str, value: object) -> str:
    """A position as text with another value of a field, which may be an item of a list."""
    words = dict(_pairs(text))
    whole, *places = name.split(".")
    if name in words or not places or not all(place.isdecimal() for place in places):
        words[name] = str(value)
    else:
        row, item = (0, int(places[0])) if len(places) == 1 else (int(places[0]), int(places[1]))
        rows = [line.split(",") for line in words.get(whole, "0").split("/")]
        rows += [["0"] for _ in range(row + 1 - len(rows))]
        rows[row] += ["0"] * (item + 1 - len(rows[row]))
        rows[row][item] = str(value)
        words[whole] = "/".join(",".join(line) for line in rows)
    return " ".join(f"{key}={each}" for key, each in words.items())
