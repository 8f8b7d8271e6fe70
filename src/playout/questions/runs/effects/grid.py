"""Which effects rows have: of a full grid of factors, or of changes that are each made alone."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from playout.engine.game.game import Game, Measure, Value
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.spelling import as_typed
from playout.questions.runs.asked import Asked
from playout.questions.runs.seats import Row
from playout.stats.effects import Factor

PER_CHANCE = 0.1  # the effect of a chance is told for so much more


@dataclass(frozen=True)
class Design:
    """The factors of a run, and its rows: of a full grid, or of a baseline and its knock-outs.

    Of a grid ``rows[combination]`` is a row; the last factor varies fastest.  After the row of a
    baseline comes that of each change, which is a factor with two levels.
    """

    factors: tuple[Factor, ...]
    rows: list[int]


def design(asked: Asked, measure: Measure, where: Mapping[str, Value] | None = None) -> Design:
    """Return the rows with these values as a grid or a star; PlayoutError if they are neither."""
    if asked.knock_outs:
        return star(asked, measure, where)
    return grid(asked.game, asked.rows, measure, where)


def with_effects(asked: Asked, names: Sequence[str]) -> list[str]:
    """Return the measures whose effects can be computed."""
    possible = []
    for name in names:
        with suppress(PlayoutError):  # words, a share that is known before
            design(asked, asked.game.quantity(name))
            possible.append(name)
    return possible


def star(asked: Asked, measure: Measure, where: Mapping[str, Value] | None = None) -> Design:
    """The rows of a baseline and of each of its changes; PlayoutError if one is not ``where``.

    Where strategies at one table have rows of their own, it is about the first of them.
    """
    rows = asked.rows
    here = _rows_where(rows, measure, where)
    setups = list(dict.fromkeys(id(row.setup) for row in rows))
    first = {id(rows[k].setup): k for k in reversed(here)}
    if len(first) < len(setups):
        raise PlayoutError(
            f"no effects: a change or the baseline has no row with {_condition(where or {})}"
        )
    base, *changed = (first[setup] for setup in setups)
    factors = []
    # A change names one option; others that differ follow from it.
    for k, (name, _) in zip(changed, asked.knock_outs, strict=True):
        levels = [rows[row].setup.factors[name] for row in (base, k)]
        factors.append(_factor(asked.game, name, levels))
    return Design(tuple(factors), [base, *changed])


def grid(
    game: Game, rows: Sequence[Row], measure: Measure, where: Mapping[str, Value] | None = None
) -> Design:
    """The grid of the rows ``where`` factors have these values; PlayoutError if they are none.

    Of a measure that is counted once in a game, the rows of a setup are one.
    """
    here = _rows_where(rows, measure, where)
    if not measure.per_seat:
        here = [here[k] for k in common([rows[row] for row in here])]
    levels = _levels([rows[row] for row in here])
    if not levels:
        raise PlayoutError(
            "no effects: all rows have the same rules and strategy; give an option at least two "
            f"values, such as {as_typed('players', '1,2')}"
        )
    at: dict[tuple[Value, ...], list[int]] = {
        key: [] for key in itertools.product(*levels.values())
    }
    for row in here:
        at[tuple(rows[row].factors[name] for name in levels)].append(row)
    for key, places in at.items():
        if len(places) != 1:
            number, which = "two have" if places else "none has", zip(levels, key, strict=True)
            raise PlayoutError(
                f"no effects: some combinations are missing; {number} {_condition(dict(which))}"
            )
    factors = tuple(_factor(game, name, values) for name, values in levels.items())
    return Design(factors, [row for places in at.values() for row in places])


def _rows_where(
    rows: Sequence[Row], measure: Measure, where: Mapping[str, Value] | None
) -> list[int]:
    """The rows ``where`` factors have these values; PlayoutError if none has an effect."""
    here = list(range(len(rows)))
    for name, value in (where or {}).items():
        if name not in rows[0].factors:
            known = suggest(name, rows[0].factors)
            raise PlayoutError(f"no effects of '{name}': {known}")
        here = [row for row in here if rows[row].factors[name] == value]
    if not here:
        raise PlayoutError(f"no effects: no row has {_condition(where or {})}")
    if measure.kind == "share" and any(rows[row].of_equals for row in here):
        raise PlayoutError(
            f"no effect on {measure.name}: it is always an equal share if all seats play the same "
            "strategy; use another measure, such as points"
        )
    return here


def common(rows: Sequence[Row]) -> list[int]:
    """Return the first of the rows that count the same games, for what they have in common."""
    first = {_games_of(row): k for k, row in reversed(list(enumerate(rows)))}
    return sorted(first.values())


def _games_of(row: Row) -> tuple[int, bytes]:
    """A setup, and in which games of its seating a row counts."""
    return id(row.setup), b"" if row.counted is None else row.counted.any(axis=1).tobytes()


def _levels(rows: Sequence[Row]) -> dict[str, list[Value]]:
    """Return the factors with their values, without what follows from a line-up or a case."""
    levels = {
        name: list(dict.fromkeys(row.factors[name] for row in rows)) for name in rows[0].factors
    }
    levels = {name: values for name, values in levels.items() if len(values) > 1}
    for name, other in itertools.product(("players", "strategy"), ("seats", "case")):
        if name in levels and other in levels:
            pairs = {(row.factors[other], row.factors[name]) for row in rows}
            if len(pairs) == len(levels[other]):
                del levels[name]
    return levels


def _factor(game: Game, name: str, values: Sequence[Value]) -> Factor:
    options = {option.name: option for option in game.options}
    if name not in options:  # a seat is no quantity, though it has a number
        return Factor(name, tuple(str(value) for value in values))
    return Factor(name, tuple(values), PER_CHANCE if options[name].is_chance else 1.0)


def _condition(where: Mapping[str, Value]) -> str:
    return ", ".join(f"{name}={value}" for name, value in where.items())
