"""Observations: the numbers that a learner sees, in a vector or by name, and their spaces."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from playout.engine.find.games import find_game
from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen
from playout.engine.match.view_sizes import (
    MOST_EXACT,
    OWN,
    flat_numbers,
    largest_whole,
    rounding,
    view_sizes,
)
from playout.engine.native.records import new_record
from playout.engine.words.errors import CutShort, PlayoutError, suggest
from playout.engine.words.reading import read_flag
from playout.engine.words.signs import for_print
from playout.engine.words.spelling import as_typed
from playout.envs.actions import Actions

Vector = npt.NDArray[np.float32]

FORMS = ("vector", "dict")
KINDS = ("int8", "int16", "int32", "int64", "float32", "float64")  # of the numbers of a view
UNSIGNED = {"uint8": "int8", "uint16": "int16", "uint32": "int32", "bool": "int8"}


# `write_view` calls these names; stepping.py makes copies in which they are a game's.
views_at: Any = None  # where in a table the views are, in bytes
view_size: Any = None


@dataclass(frozen=True)
class Part:
    """A part of what a learner sees: numbers, or zeros and ones, of one field of the view."""

    name: str
    start: int  # its first place in the vector
    shape: tuple[int, ...]
    least: float
    most: float

    @property
    def size(self) -> int:
        """The number of its numbers."""
        return math.prod(self.shape)


class Layout:
    """The place of each part in the vector of an observation, for one set of rules."""

    def __init__(self, rules: Rules) -> None:
        """PlayoutError if the game's encoding does not fit its view."""
        self.rules, self.game = rules, rules.game
        self.where = f"game '{self.game.name}', observation of its encoding"
        self._rounded: set[str] = set()  # fields about which a warning was given
        observation = getattr(self.game.encoding, "observation", None)
        parts = self._everything() if observation is None else observation(rules)
        self.seen = tuple(part for part in parts if part.least < part.most)  # what can differ
        self.parts: tuple[Part, ...] = tuple(self._parts())
        if not self.parts:
            raise PlayoutError(f"{self.where}: there is nothing to see")
        self.size = self.parts[-1].start + self.parts[-1].size

    def _parts(self) -> Iterable[Part]:
        start = 0
        for seen in self.seen:
            part = Part(seen.name, start, self._shape(seen), seen.least, seen.most)
            start += part.size
            yield part

    def _shape(self, seen: Seen) -> tuple[int, ...]:
        if not self.game.compiled:
            return self._plain_shape(seen)
        if seen.name not in (self.game.view_dtype.names or ()):
            raise PlayoutError(f"{self.where}: its view has no field '{seen.name}'")
        whole = self.game.view_dtype[seen.name].shape
        used = _used(seen, whole)
        if len(used) > len(whole) or any(
            few > many for few, many in zip(used, whole, strict=False)
        ):
            raise PlayoutError(f"{self.where}: {seen.name} has the shape {whole}, not {used}")
        inner = whole[len(used) :]
        if seen.bits is None:
            return (*used, *inner)
        if seen.words > 1:
            if math.prod(inner[-1:]) != seen.words:
                raise PlayoutError(f"{self.where}: {seen.name} has no {seen.words} words of bits")
            inner = inner[:-1]
        return (*used, *inner, len(seen.bits))

    def _plain_shape(self, seen: Seen) -> tuple[int, ...]:
        if seen.shape is None:
            raise PlayoutError(
                f"{self.where}: how many numbers are in '{seen.name}'? Seen('{seen.name}', (4,)) "
                f"has room for four, Seen('{seen.name}', ()) is a single number"
            )
        if seen.words > 1:
            raise PlayoutError(
                f"{self.where}: '{seen.name}' cannot have words={seen.words} in plain Python: one "
                "whole number has any number of bits, so leave out words="
            )
        return (*seen.shape, *([] if seen.bits is None else [len(seen.bits)]))

    def _everything(self) -> tuple[Seen, ...]:
        """All fields of a view that differ within a game or between seats."""
        if not self.game.compiled:
            return self._plain_fields()
        fixed = _fixed_fields(self.rules)
        names = self.game.view_dtype.names or ()
        return tuple(Seen(name) for name in names if name not in (*OWN, *fixed))

    @cached_property
    def runs(self) -> npt.NDArray[np.int64]:
        """The runs of numbers that compiled code copies: int64[run, 5].

        A row is a kind of numbers, by its place in KINDS; the place of the first among numbers of
        this kind, from the start of a view; how many numbers or bits; the first bit, or -1 for
        numbers; and the mask of a number without a sign, or -1.
        """
        view = self.game.view_dtype
        rows: list[tuple[int, int, int, int, int]] = []
        for seen in self.seen:
            field, offset = view.fields[seen.name][:2]  # type: ignore[index]
            base = field.base
            name = UNSIGNED.get(base.name, base.name)
            if name not in KINDS:
                raise PlayoutError(f"{self.where}: {seen.name} has numbers of the type {base}")
            first = offset // base.itemsize
            mask = 2 ** (8 * base.itemsize) - 1 if base.name in UNSIGNED else -1
            places = np.arange(math.prod(field.shape)).reshape(field.shape)
            used = places[tuple(slice(few) for few in _used(seen, field.shape))]
            rows += _rows(KINDS.index(name), first, mask, seen, np.ravel(used), 8 * base.itemsize)
        return np.array(rows, np.int64).reshape(-1, 5)

    def split(self, vector: Any) -> dict[str, Any]:
        """Return the parts of a vector, or of many (the last axis of an array), without copying."""
        before = vector.shape[:-1]
        return {
            part.name: vector[..., part.start : part.start + part.size].reshape(
                (*before, *part.shape)
            )
            for part in self.parts
        }

    def vector_space(self) -> spaces.Box:
        """Return the space of the vector."""
        bounds = [
            np.repeat(np.array([[part.least], [part.most]], np.float32), part.size, axis=1)
            for part in self.parts
        ]
        low, high = np.concatenate(bounds, axis=1)
        return spaces.Box(low, high, dtype=np.float32)

    def dict_space(self) -> spaces.Dict:
        """Return the space of the parts by name."""
        return spaces.Dict(
            {
                part.name: spaces.Box(part.least, part.most, part.shape, np.float32)
                for part in self.parts
            }
        )

    def write(self, view: Any, out: Vector) -> None:
        """Write what a view shows into a vector, in plain Python, to check the compiled code."""
        for seen, part in zip(self.seen, self.parts, strict=True):
            out[part.start : part.start + part.size] = self._numbers(view, seen, part)

    def _numbers(self, view: Any, seen: Seen, part: Part) -> Any:
        if not self.game.compiled:
            return self._plain_numbers(view, seen, part)
        whole = np.asarray(view[seen.name])
        values = whole[tuple(slice(few) for few in _used(seen, whole.shape))]
        if seen.bits is None:
            return np.ravel(values)
        width = 8 * values.dtype.itemsize
        words = [int(value) % 2**width for value in np.ravel(values)]
        merged = [
            sum(word << width * k for k, word in enumerate(words[at : at + seen.words]))
            for at in range(0, len(words), seen.words)
        ]
        return [merged_set >> bit & 1 for merged_set in merged for bit in seen.bits]

    def _plain_fields(self) -> tuple[Seen, ...]:
        """The fields of views that are numbers, each with room for more than random games had."""
        sizes = view_sizes(self.rules)
        if sizes.large:
            self._rounded |= {name for name, *_ in sizes.large}
            self._warn(rounding(sizes.large))
        return tuple(Seen(name, sizes.shape(name)) for name in sizes.fields)

    def _plain_numbers(self, view: Any, seen: Seen, part: Part) -> list[float]:
        """The numbers or bits of a field of a view, and zeros for those that are not there now.

        More than there is room for are left out, with a warning, as is what is not numbers.
        PlayoutError for a set that is not in whole numbers, or in more than the encoding says.
        """
        name, room = seen.name, math.prod(seen.shape or ())
        numbers = flat_numbers(getattr(view, name, None))
        if seen.bits is not None:
            return self._plain_bits(numbers, seen, room, part)
        if numbers is None or len(numbers) > room:
            has = "is not of numbers" if numbers is None else f"has more than {room} numbers"
            self._warn(
                f"'{name}' of its view {has}, so learners do not see all of it; an encoding with a "
                "function observation(rules) says what they see"
            )
            numbers = (numbers or [])[:room]
        if (most := largest_whole(numbers)) > MOST_EXACT and name not in self._rounded:
            self._rounded.add(name)
            self._warn(rounding([(name, most, part.shape)]))
        return [float(number) for number in numbers] + [0.0] * (room - len(numbers))

    def _plain_bits(
        self, numbers: list[Any] | None, seen: Seen, room: int, part: Part
    ) -> list[float]:
        bits = seen.bits or range(0)
        if numbers is None or not all(isinstance(number, int) for number in numbers):
            has = "is not of whole numbers"
        elif len(numbers) > room:
            has = f"has {len(numbers)} numbers, where the encoding has {room}"
        else:
            shown = [float(number >> bit & 1) for number in numbers for bit in bits]
            return shown + [0.0] * (part.size - len(shown))
        raise PlayoutError(
            f"{self.where}: '{seen.name}' of a view {has}; sets() shows the bits of each number, "
            f"so write each set as one number, sum(1 << k for k in members)"
        )

    def _warn(self, what: str) -> None:
        warnings.warn(f"game '{self.game.name}': {what}", CutShort, stacklevel=2)

    def __str__(self) -> str:
        """A line for each part: where it stands, its name, its shape and its bounds."""
        lines = [f"{self.game.title}: {self.size:,} numbers"]
        for part in self.parts:
            places = f"{part.start}..{part.start + part.size - 1}"
            lines.append(
                f"{places:>12}  {part.name:<14} {part.shape!s:<12} {part.least:g} to {part.most:g}"
            )
        return for_print("\n".join(lines))


def _used(seen: Seen, whole: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many of each axis are seen."""
    return whole[: len(whole) - (seen.words > 1)] if seen.shape is None else seen.shape


def _rows(
    kind: int, first: int, mask: int, seen: Seen, places: Any, width: int
) -> list[tuple[int, int, int, int, int]]:
    """The rows of :attr:`Layout.runs` for one field."""
    if seen.bits is None:
        breaks = np.flatnonzero(np.diff(places) != 1) + 1
        return [(kind, first + int(run[0]), len(run), -1, mask) for run in np.split(places, breaks)]
    rows = []
    for at in range(0, len(places), seen.words):
        for word in range(seen.words):
            low = max(seen.bits.start - word * width, 0)
            high = min(seen.bits.stop - word * width, width)
            if low < high:
                rows.append((kind, first + int(places[at + word]), high - low, low, -1))
    return rows


def _fixed_fields(rules: Rules) -> set[str]:
    """The fields of a view that its game writes once for a game, alike for all seats."""
    game, record = rules.game, rules.record()
    views = []
    for filling, seat in ((0, 0), (255, 0), (0, int(rules["players"]) - 1)):
        view = new_record(game.view_dtype, 1)
        view.view(np.uint8)[:] = filling
        game.rules.introduce(record, seat, view[0])
        views.append(view[0])
    names: Mapping[str, Any] = {name: game.view_dtype[name] for name in game.view_dtype.names or ()}
    return {name for name in names if len({view[name].tobytes() for view in views}) == 1}


def write_view(table: Any, seat: int, encoding: Any, i: int, out: Any) -> None:
    """Write what a view shows into a vector, as :meth:`Layout.write`."""
    _, _, _, runs, memory = encoding
    bytes_, shorts, ints, longs, singles, doubles = memory
    start, at = views_at + seat * view_size, 0
    for run in range(len(runs)):
        kind, place, count = runs[run, 0], runs[run, 1], runs[run, 2]
        first, mask = runs[run, 3], runs[run, 4]
        part = out[at : at + count]  # indices from 0 on need no check, and so are vectors
        if first >= 0:
            word = np.int64(0)
            if kind == 3:
                word = longs[i, start // 8 + place]
            elif kind == 2:
                word = np.int64(ints[i, start // 4 + place])
            elif kind == 1:
                word = np.int64(shorts[i, start // 2 + place])
            else:
                word = np.int64(bytes_[i, start + place])
            for k in range(len(part)):
                part[k] = np.float32(word >> (first + k) & 1)
        elif kind == 3:
            for k in range(len(part)):
                part[k] = np.float32(longs[i, start // 8 + place + k])
        elif kind == 2:
            for k in range(len(part)):
                part[k] = np.float32(np.int64(ints[i, start // 4 + place + k]) & mask)
        elif kind == 1:
            for k in range(len(part)):
                part[k] = np.float32(np.int64(shorts[i, start // 2 + place + k]) & mask)
        elif kind == 0:
            for k in range(len(part)):
                part[k] = np.float32(np.int64(bytes_[i, start + place + k]) & mask)
        elif kind == 4:
            for k in range(len(part)):
                part[k] = singles[i, start // 4 + place + k]
        else:
            for k in range(len(part)):
                part[k] = np.float32(doubles[i, start // 8 + place + k])
        at += count


def write_plain_view(table: Any, seat: int, encoding: Any, i: int, out: Any) -> None:
    """Write what a view of a game in plain Python shows: the layout does it."""
    encoding.runs.write(table.views[seat], out)


def memory_of(tables: Any) -> tuple[Any, ...]:
    """The memory of tables as numbers of each of the kinds of a layout: [table, number]."""
    kinds = (np.int8, np.int16, np.int32, np.int64, np.float32, np.float64)
    return tuple(tables.view(np.uint8).view(kind).reshape(len(tables), -1) for kind in kinds)


def read_word(name: str, word: Any, known: Sequence[str]) -> str:
    """One of the known words; PlayoutError for any other."""
    if word not in known:
        raise PlayoutError(f"{as_typed(name, word)}: {suggest(str(word), known)}")
    return str(word)


class Form:
    """The form of observations, a vector or a dict, and their spaces.

    A masked observation is a dict of ``observation`` and ``action_mask``, as in PettingZoo; without
    the mask it is the vector, or the dict of its parts, alone.
    """

    def __init__(self, layout: Layout, actions: Actions, form: str, masked: bool) -> None:
        self.layout, self.is_dict = layout, read_word("observation", form, FORMS) == "dict"
        self.masked = read_flag(masked, "masked")
        self.actions = spaces.Discrete(actions.count)
        parts = layout.dict_space() if self.is_dict else layout.vector_space()
        mask = spaces.Box(0, 1, (actions.count,), np.int8)
        self.space: spaces.Space[Any] = (
            spaces.Dict({"observation": parts, "action_mask": mask}) if self.masked else parts
        )

    def observation(self, vector: Any, mask: Any) -> Any:
        """An observation, or a batch of them, of a vector and a mask; nothing is copied."""
        parts = self.layout.split(vector) if self.is_dict else vector
        return {"observation": parts, "action_mask": mask} if self.masked else parts


def layout_of(game: str, **options: Any) -> Layout:
    """Return the layout of observations of a game under rule options.

    It prints one line for each part.
    """
    return Layout(find_game(game).with_options(options))
