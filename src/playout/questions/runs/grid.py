"""Whether rows are a full grid: every combination of the factors once."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import Game, Measure, Value
from playout.stats.effects import Factor
from playout.study.tables import Cell

PER_CHANCE = 0.1  # the effect of a chance is told for so much more


@dataclass(frozen=True)
class Grid:
    """The factors of a run, and which row has which combination of their levels."""

    factors: tuple[Factor, ...]
    rows: list[int]  # rows[combination] is a row; the last factor varies fastest


def find_measure(game: Game, name: str | None) -> Measure:
    """A measure by its name; without one the first."""
    names = [measure.name for measure in game.measures]
    if name is not None and name not in names:
        raise PlayoutError(f"there is no measure '{name}': {suggest(name, names)}")
    return game.measures[names.index(name) if name else 0]


def grid(
    game: Game,
    cells: Sequence[Cell],
    measure: Measure,
    where: Mapping[str, Value] | None = None,
) -> Grid:
    """The grid of the rows ``where`` factors have these values; PlayoutError if they are none.

    Of a measure that is counted once in a game, the rows of a table are one.
    """
    here = list(range(len(cells)))
    for name, value in (where or {}).items():
        if name not in cells[0].factors:
            known = suggest(name, cells[0].factors)
            raise PlayoutError(f"effects: there is no factor '{name}': {known}")
        here = [row for row in here if cells[row].factors[name] == value]
    if not here:
        raise PlayoutError(f"effects: there is no row with {_said(where or {})}")
    if not measure.per_seat:
        here = [here[k] for k in common([cells[row] for row in here])]
    levels = _levels([cells[row] for row in here])
    if not levels:
        raise PlayoutError(
            "effects: nothing varies between the rows; a factor with two values is needed, "
            "as players 1,2"
        )
    at: dict[tuple[Value, ...], list[int]] = {
        key: [] for key in itertools.product(*levels.values())
    }
    for row in here:
        at[tuple(cells[row].factors[name] for name in levels)].append(row)
    for key, rows in at.items():
        if len(rows) != 1:
            number, which = "two have" if rows else "none has", dict(zip(levels, key, strict=True))
            raise PlayoutError(f"effects: the rows are no full grid; {number} {_said(which)}")
    factors = tuple(_factor(game, name, values) for name, values in levels.items())
    return Grid(factors, [row for rows in at.values() for row in rows])


def common(cells: Sequence[Cell]) -> list[int]:
    """Of the rows that count the same games of a table the first: for what they have in common."""
    first = {_games_of(cell): k for k, cell in reversed(list(enumerate(cells)))}
    return sorted(first.values())


def _games_of(cell: Cell) -> tuple[int, bytes]:
    """A table, and in which rows of its seating a cell counts the game."""
    return id(cell.table), b"" if cell.counted is None else cell.counted.any(axis=1).tobytes()


def _levels(cells: Sequence[Cell]) -> dict[str, list[Value]]:
    """What varies, and its values; without what follows from a line-up or a case."""
    levels = {
        name: list(dict.fromkeys(cell.factors[name] for cell in cells)) for name in cells[0].factors
    }
    levels = {name: values for name, values in levels.items() if len(values) > 1}
    for name, other in itertools.product(("players", "strategy"), ("seats", "case")):
        if name in levels and other in levels:
            pairs = {(cell.factors[other], cell.factors[name]) for cell in cells}
            if len(pairs) == len(levels[other]):
                del levels[name]
    return levels


def _factor(game: Game, name: str, values: Sequence[Value]) -> Factor:
    options = {option.name: option for option in game.options}
    if name not in options:  # a seat is no quantity, though it has a number
        return Factor(name, tuple(str(value) for value in values))
    return Factor(name, tuple(values), PER_CHANCE if options[name].is_chance else 1.0)


def _said(where: Mapping[str, Value]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in where.items())
