"""The positions of a table, with the best moves in each; and the cells in which they lie."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Moves = tuple[int, ...]  # the best moves of a position, all of them, rising
Value = int | str  # of a field
NUMBER = re.compile(r"(-?[0-9]+)")  # in a text
NICE = (1, 2, 5)
POSITION = "position"  # in place of a field: a row for each position


@dataclass(frozen=True)
class Points:
    """Positions by the values of at most three fields, and the best moves in each."""

    values: Sequence[npt.NDArray[Any]]  # of each field: its values, a position each
    best: npt.NDArray[np.int64]  # of each position: its place in `patterns`
    patterns: Sequence[Moves]
    value: npt.NDArray[np.float64]  # of a position to the seat that chooses; NaN: not known
    lead: npt.NDArray[np.float64]  # how much worse the next best move is
    second: npt.NDArray[np.float64]  # the value of the next best move
    seat: npt.NDArray[Any]  # the seat that chooses
    lone: tuple[tuple[str, Value], ...] = ()  # usual fields that have one value in all


@dataclass(frozen=True)
class Run:
    """Values of the threshold's field, one after the other, with the same best moves."""

    low: Value
    high: Value
    moves: Moves
    value: float = math.nan  # of the first position


@dataclass(frozen=True)
class Cell:
    """The best moves in the positions of a row and a column."""

    down: Value
    across: Value | None
    runs: tuple[Run, ...]  # rising; one if there is no threshold
    value: float
    lead: float
    second: float
    seat: int  # that chooses, in the first position

    @property
    def moves(self) -> Moves:
        """The best moves, of a cell of one position."""
        return self.runs[0].moves

    def start(self, move: int) -> Value | None:
        """The first value from which on a move is best; None: it never is."""
        return next((run.low for run in self.runs if move in run.moves), None)

    def run_of(self, move: int) -> Run:
        """The first run in which a move is best; the first of all if it never is."""
        return next((run for run in self.runs if move in run.moves), self.runs[0])

    def is_simple(self, move: int) -> bool:
        """Whether a move is best from one value on, up to the last."""
        first = next((k for k, run in enumerate(self.runs) if move in run.moves), len(self.runs))
        return all(move in run.moves for run in self.runs[first:])


def cells_of(points: Points, has_across: bool) -> list[Cell]:
    """The cells, row by row; the last field of three, or of two without columns, is run through."""
    places = [_places(column) for column in points.values]
    fixed = 2 if has_across else 1
    order = np.lexsort([column for _, column in reversed(places)])
    if not len(order):
        return []
    keys = np.stack([column[order] for _, column in places[:fixed]])
    best = points.best[order]
    begins = np.ones(len(order), np.bool_)
    begins[1:] = (keys[:, 1:] != keys[:, :-1]).any(0)
    changes = begins.copy()
    changes[1:] |= best[1:] != best[:-1]
    firsts = np.flatnonzero(changes)
    lasts = np.append(firsts[1:], len(order)) - 1
    names = [known for known, _ in places]
    codes = [column[order] for _, column in places]
    cells: list[Cell] = []
    runs: list[Run] = []
    head, along = 0, len(places) > fixed
    for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
        if begins[first]:
            head, runs = first, []
        low, high = (names[-1][codes[-1][k]] if along else 0 for k in (first, last))
        value = float(points.value[order[first]])
        runs.append(Run(low, high, tuple(points.patterns[best[first]]), value))
        if last + 1 == len(order) or begins[last + 1]:
            down = names[0][codes[0][head]]
            across = names[1][codes[1][head]] if has_across else None
            at = order[head]
            value, lead, second = (
                float(one[at]) for one in (points.value, points.lead, points.second)
            )
            seat = int(points.seat[at])
            cells.append(Cell(down, across, tuple(runs), value, lead, second, seat))
    return cells


def _places(column: npt.NDArray[Any]) -> tuple[list[Value], npt.NDArray[np.int64]]:
    """The values of a column, in their order, and the place of each position's among them."""
    if column.dtype == object:
        known = sorted({*column.tolist()}, key=_in_numbers)
        place = {value: k for k, value in enumerate(known)}
        return known, np.array([place[value] for value in column.tolist()], np.int64)
    values, codes = np.unique(column, return_inverse=True)
    return values.tolist(), codes.reshape(-1)


def _in_numbers(value: Any) -> Any:
    """By which texts are sorted: the numbers in them as numbers."""
    parts = NUMBER.split(str(value).replace("/", ","))
    return [int(part) if k % 2 else part for k, part in enumerate(parts)], str(value)


def some(values: list[Value], most: int) -> list[Value]:
    """So many values at most, evenly apart: of whole numbers round ones; the first and the last."""
    if len(values) <= most:
        return values
    steps = (n * 10**k for k in range(9) for n in NICE)
    numbers = [value for value in values if isinstance(value, int)]
    whole = len(numbers) == len(values)
    for step in steps:
        places = range(0, len(values), step)
        few: list[Value] = [n for n in numbers if not n % step] if whole else []
        few = few or [values[k] for k in places]
        few = few if few[0] == values[0] else [values[0], *few]
        few += [values[-1]] if few[-1] != values[-1] else []
        if len(few) <= most:
            break
    return few
