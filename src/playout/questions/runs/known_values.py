"""Our numbers beside others, published or exact, with the distance in standard errors."""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from playout.engine.chance.seating import seated
from playout.engine.game.game import Game, Measure, Value
from playout.engine.words.errors import NotExact, PlayoutError, suggest
from playout.questions.runs.found import Found
from playout.questions.runs.seats import Row
from playout.report.tables import Column, Table, factor_column, text_column, value_column
from playout.report.text_tables import ALWAYS, FEW
from playout.report.words import NOTHING, exactly, head, number, percent
from playout.stats.intervals import Interval

ERROR = "se"  # the key of a standard error
CHANCE = "Differences between -2 and +2 standard errors can be chance."
Published = Sequence[Mapping[str, Value]]


def check_published(theirs: Published, game: Game, factors: Collection[str]) -> None:
    """Whether all names are known, and each row has one measure with its standard error."""
    measures = [measure.name for measure in game.measures if measure.kind != "category"]
    allowed = [*factors, *measures, ERROR]
    for row in theirs:
        for name in row:
            if name not in allowed:
                known = suggest(name, allowed)
                raise PlayoutError(f"there is no factor or measure '{name}': {known}")
        numbers = [row[name] for name in row if name in (*measures, ERROR)]
        if len(numbers) != 2 or ERROR not in row or any(isinstance(n, str) for n in numbers):
            raise PlayoutError("published: each row needs one measure and its standard error 'se'")


_DIFFERENCE = Column(
    "difference",
    "difference in standard errors",
    lambda row: NOTHING if math.isnan(row["difference"]) else f"{row['difference']:+z.1f}",
    rank=ALWAYS,
)


def published(found: Found, theirs: Published) -> Table:
    """A row for each of theirs that has a row of ours with the same factors."""
    names = [measure.name for measure in found.game.measures]
    # A row may leave out a factor that another one has.
    others = [name for row in theirs for name in row if name not in (*names, ERROR)]
    rows, factors = [], list(dict.fromkeys(others))
    for row in theirs:
        measure = found.game.measure(next(name for name in names if name in row))
        for k, ours in enumerate(found.rows):
            alike = all(ours.factors[name] == row[name] for name in factors if name in row)
            histogram = found.histogram(k, measure)
            if alike and found.tallies[k].games > 1:
                error = (histogram.variance / histogram.n + float(row[ERROR]) ** 2) ** 0.5
                apart = histogram.mean - float(row[measure.name])
                rows.append(
                    {
                        **{name: ours.factors[name] for name in factors},
                        "measure": measure.name,
                        "here": histogram.mean,
                        "published": row[measure.name],
                        "difference": _in_errors(apart, error),
                    }
                )

    columns = [
        *(factor_column(name, rows[0][name]) for name in factors if rows),
        Column("here", "simulated", lambda row: f"{row['here']:.3f}", rank=ALWAYS),
        value_column("published", rank=ALWAYS),
        _DIFFERENCE,
    ]
    return Table(
        rows,
        columns,
        name="published",
        title="Compared with the published values",
        caption=CHANCE if rows else "",
        is_written=False,
    )


def exact_value(row: Row, measure: Measure) -> float:
    """The exact expectation of a measure of a row, in its unit; NaN if it is not known."""
    setup, game = row.setup, row.rules.game
    values = []
    for k in range(len(setup.seating)):
        counted = slice(None) if row.counted is None else row.counted[k]
        known = game.expected(row.rules, seated(setup.seating, setup.players, k), [measure.name])
        if measure.name not in known:
            return math.nan
        value = np.array(known[measure.name])
        values += value[counted if measure.per_seat else slice(None)].tolist()
    return math.fsum(values) / len(values)


def known_interval(found: Found, row: int, measure: Measure) -> Interval:
    """The exact value of a measure of a row, if its game knows it; else its estimate."""
    interval = found.interval(row, measure)
    if not found.by_construction(row, measure):
        with suppress(PlayoutError):
            return interval.unless_known(exact_value(found.rows[row], measure))
    return interval


def exact(found: Found) -> Table | None:
    """What was counted beside what the game knows exactly; None if it knows nothing.

    Of few rows all their measures; of more the first, or, of rows by seat, those of a seat.
    """
    rows = []
    for k, row in enumerate(found.rows):
        for measure in _compared(found):
            counts = found.histogram(k, measure)
            if counts.n < 2 or found.by_construction(k, measure):
                continue
            try:
                value = exact_value(row, measure)
            except PlayoutError as failed:  # what was counted is told all the same
                warnings.warn(str(failed), NotExact, stacklevel=2)
                return None
            if math.isnan(value):
                continue
            # Of a rate the exact one says the error, also of what was never seen.
            variance = value * (1 - value) if measure.kind == "rate" else counts.variance
            error, difference = math.sqrt(variance / counts.n), counts.mean - value
            difference = _in_errors(difference, error)
            values = {"measure": measure.name, "here": counts.mean, "exact": value}
            rows.append({**row.factors, **values, "se": error, "difference": difference})
    if not rows:
        return None
    vary = [name for name in found.rows[0].factors if len({row[name] for row in rows}) > 1]
    columns = [
        *(factor_column(name, rows[0][name]) for name in vary),
        text_column("measure", write=lambda row: head(str(row["measure"]))),
        Column("here", "simulated", lambda row: _with_digits(found, row, "here", 1), rank=ALWAYS),
        Column("exact", write=lambda row: _with_digits(found, row, "exact", 100), rank=ALWAYS),
        _DIFFERENCE,
    ]
    title = "Compared with the exact values"
    return Table(rows, columns, name="exact", title=title, caption=CHANCE, is_written=False)


_ROUNDING = 1e-9  # of what is exact


def _in_errors(difference: float, error: float) -> float:
    """A difference in standard errors; NaN if nothing varied and there is one all the same."""
    if error > 0:
        return difference / error
    return math.nan if abs(difference) > _ROUNDING else difference


def _compared(found: Found) -> Sequence[Measure]:
    """The measures that are told beside their exact values."""
    measures, asked = found.estimated, found.asked
    if asked.by == "seat" and len(found.rows) > 1:
        return [measure for measure in measures if measure.per_seat]
    if len(found.rows) <= FEW:
        return measures
    return list(dict.fromkeys((measures[0], asked.measure)))


def _with_digits(found: Found, row: Mapping[str, Any], name: str, finer: int) -> str:
    """A value with the digits that its standard error allows, or a ``finer`` one."""
    is_rate, reach = found.measure(row["measure"]).is_rate, 2 * row["se"] / finer
    if reach == 0:
        return f"{exactly(100 * row[name])} %" if is_rate else exactly(row[name])
    return f"{percent(row[name], reach)} %" if is_rate else number(row[name], reach)
