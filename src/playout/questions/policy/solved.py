"""The positions of a table, by solving the game."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.play.position_fields import PositionFields, fields_of, position_text
from playout.engine.solve.decisions import Decisions, decisions
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed, named
from playout.questions.policy.asked import Asked
from playout.questions.policy.axes import Axis
from playout.questions.policy.points import POSITION, Moves, Points, Value
from playout.questions.solving import announced, solver_of
from playout.report.words import listed

MOST_LISTED = 100_000  # positions in a list of all
MOST_NAMED = 6  # fields in a sentence

Chosen = npt.NDArray[np.int64]
Fields = tuple[str, ...]


def points_of(asked: Asked) -> tuple[Points, Fields, bool, int, int]:
    """Positions, the fields of the table, whether it has columns, how many are tied, and all.

    PlayoutError if the game cannot be solved, or has no such table.
    """
    title = asked.game.title
    if asked.usual.too_large:
        example = asked.usual.example or asked.game.default_strategy
        raise PlayoutError(
            f"{title} is too large to be solved exactly; to see the moves of a strategy, which "
            f"need not be the best, add {as_typed('strategy', example)}"
        )
    if getattr(asked.game.rules, "MOST_LEGAL", 0) == 1:
        raise PlayoutError(
            f"{title} has no table of best play, because no player ever has a choice"
        )
    with announced(asked) as tell:
        solver = solver_of(asked, asked.players, tell)
        made = decisions(solver)
        rules = asked.rules.record()
        fields = fields_of(asked.game, made.states, rules)
        everywhere, chosen = fields, _where(asked, fields, len(made.value))
        fields = fields.taken(chosen)
        names, has_across, threshold = _laid(asked, fields)
        kept = np.arange(len(chosen))
        for axis in (*names, threshold):
            if axis is not None:
                kept = kept[axis.chosen(fields.column(axis.field)[kept])]
        if not len(kept):
            shown = listed([str(axis) for axis in (*names, threshold) if axis and axis.text])
            raise PlayoutError(f"{shown}: no seat has a choice in any position with these values")
        fields, chosen = fields.taken(kept), chosen[kept]
        used = tuple(axis.field for axis in (*names, threshold) if axis)
        lone = _lone(asked, everywhere, fields, used)
        columns = [fields.column(axis.field) for axis in names]
        threshold = _needed(asked, fields, columns, names, threshold)
        if names:
            columns += [fields.column(threshold.field)] if threshold else []
        else:
            columns = [_all_positions(asked, made, chosen)]
    used = tuple(axis.field for axis in (*names, threshold) if axis) or (POSITION,)
    best, patterns = _best(made, chosen)
    numbers = (made.value[chosen], made.lead[chosen], made.second[chosen], made.seat[chosen])
    points = Points(columns, best, patterns, *numbers, lone)
    return points, used, has_across, made.tied, solver.graph.positions


def _where(asked: Asked, fields: PositionFields, count: int) -> Chosen:
    """The positions that have all fixed values."""
    chosen = np.arange(count)
    for axis in asked.conditions:
        column = fields.column(axis.field)
        left = chosen[axis.chosen(column[chosen])]
        if not len(left):
            raise PlayoutError(
                f"{as_typed('where', axis)}: no seat has a choice in such a position; in positions "
                f"with a choice, {axis.field} is {_span(column[chosen])}"
            )
        chosen = left
    return chosen


def _laid(asked: Asked, fields: PositionFields) -> tuple[list[Axis], bool, Axis | None]:
    """The fields down and across, whether there is one across, and that of thresholds."""
    usual = asked.usual
    down, across, threshold = asked.axes
    fixed = {axis.field for axis in asked.conditions}
    taken = fixed | {axis.field for axis in (down, across, threshold) if axis}
    if threshold is None and usual.threshold and usual.threshold not in taken:
        threshold = Axis(usual.threshold)
    if down is None or down.field == usual.down:
        names = [name for name in (usual.down, usual.across) if name and name not in fixed]
        names = [name for name in names if _varies(fields.column(name))]
        if not usual.down:
            names = [name for name in _varying(fields) if name not in taken]
            names = names if len(names) <= 2 else []
        down = down or (Axis(names[0]) if names else None)
        rest = [name for name in names if down and name != down.field and name not in taken]
        across = across or (Axis(rest[0]) if rest else None)
    if threshold and threshold.field in {axis.field for axis in (down, across) if axis}:
        threshold = None
    if down is None:
        down, threshold = threshold, None
    return [axis for axis in (down, across) if axis], across is not None, threshold


def _lone(
    asked: Asked, everywhere: PositionFields, fields: PositionFields, used: Fields
) -> tuple[tuple[str, Value], ...]:
    """The usual fields of rows and columns that have no place, as the positions agree in them."""
    others = {*used, *(axis.field for axis in asked.conditions)}
    names = [name for name in (asked.usual.down, asked.usual.across) if name and name not in others]
    names = [name for name in names if _varies(everywhere.column(name))]
    columns = {name: fields.column(name) for name in names}
    return tuple((name, column[0]) for name, column in columns.items() if not _varies(column))


def _needed(
    asked: Asked,
    fields: PositionFields,
    columns: list[Any],
    names: list[Axis],
    threshold: Axis | None,
) -> Axis | None:
    """The field by which the positions of a cell differ, if there are several.

    PlayoutError if they differ by more than one.
    """
    if not names:
        return None
    cell = _codes(columns)
    if len(np.unique(cell)) == len(cell):
        return threshold if asked.threshold else None
    if threshold is not None and _tells(cell, fields.column(threshold.field)):
        return threshold
    inner = [name for name in _varying(fields) if _differs(cell, fields.column(name))]
    if threshold is None:
        for name in inner:
            if _tells(cell, fields.column(name)):
                return Axis(name)
    shown = listed([str(axis.field) for axis in names])
    spans = [f"{name} ({_span(fields.column(name))})" for name in inner[:MOST_NAMED]]
    more = "" if len(inner) <= MOST_NAMED else f" and {len(inner) - MOST_NAMED} more"
    if not inner:
        raise PlayoutError(
            f"{shown}: there is no table, because the moves also depend on what the strategies "
            "have noted"
        )
    value = f"{inner[0]}={fields.column(inner[0])[0]}"
    raise PlayoutError(
        f"{shown}: positions with the same values also differ in {', '.join(spans)}{more}; choose "
        f"one value, such as {as_typed('where', value)}, or other fields"
    )


def _codes(columns: list[Any]) -> npt.NDArray[np.int64]:
    """A number for each combination of values."""
    code = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        values, places = np.unique(
            column.astype(str) if column.dtype == object else column, return_inverse=True
        )
        code = np.unique(code * len(values) + places.reshape(-1), return_inverse=True)[1].reshape(
            -1
        )
    return code


def _tells(cell: npt.NDArray[np.int64], column: Any) -> bool:
    """Whether a field tells all positions of each cell apart."""
    code = _codes([cell, column])
    return len(np.unique(code)) == len(code)


def _differs(cell: npt.NDArray[np.int64], column: Any) -> bool:
    """Whether a field differs within a cell."""
    code = _codes([cell, column])
    return len(np.unique(code)) > len(np.unique(cell))


def _varies(column: Any) -> bool:
    return len(column) > 1 and bool((column != column[0]).any())


def _varying(fields: PositionFields) -> list[str]:
    return [name for name, column in fields.parts.items() if _varies(column)]


def _span(column: Any) -> str:
    """The values of a field for a sentence."""
    if column.dtype != object:
        low, high = int(column.min()), int(column.max())
        return f"{low}" if low == high else f"{low} to {high}"
    values = sorted({*column.tolist()})
    return listed(values, "or") if len(values) <= 3 else f"{values[0]}, {values[1]}, ..."


def _all_positions(asked: Asked, made: Decisions, chosen: Chosen) -> Any:
    """The positions as text."""
    if len(chosen) > MOST_LISTED:
        raise PlayoutError(
            f"{asked.game.title} has {len(chosen):,} positions with a choice, too many for a list; "
            f"name a field for the rows and one for the columns, such as {named('down')} score and "
            f"{named('across')} turn"
        )
    rules = asked.rules.record()
    known = getattr(asked.game.drawing, "known_position", None)  # without what comes later
    texts = [
        str(known(made.states[k], rules, int(made.seat[k])))
        if known
        else position_text(asked.game, made.states[k], rules)
        for k in chosen.tolist()
    ]
    return np.array([text or "-" for text in texts], object)


def _best(made: Decisions, chosen: Chosen) -> tuple[npt.NDArray[np.int64], list[Moves]]:
    """The best moves of positions, as places among all combinations of moves."""
    places = np.flatnonzero(made.is_best)
    position = np.searchsorted(made.first, places, side="right") - 1
    begin = np.searchsorted(position, chosen)
    count = np.searchsorted(position, chosen, side="right") - begin
    moves = made.moves[places]
    singles, codes = np.unique(moves[begin], return_inverse=True)
    patterns: dict[Moves, int] = {(int(move),): k for k, move in enumerate(singles.tolist())}
    best = codes.reshape(-1).astype(np.int64)
    for k in np.flatnonzero(count > 1).tolist():
        several = tuple(sorted(moves[begin[k] : begin[k] + count[k]].tolist()))
        best[k] = patterns.setdefault(several, len(patterns))
    return best, list(patterns)
