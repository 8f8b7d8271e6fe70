"""Our numbers beside somebody else's, with the distance in standard errors of both."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import Game, Value
from playout.questions.runs.found import Found
from playout.report.answer import Column, Table, factor_column, value_column
from playout.report.fitting import ALWAYS

ERROR = "se"  # the key of a standard error
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
            raise PlayoutError("published: one measure and its standard error 'se' are needed")


def published(found: Found, theirs: Published) -> Table:
    """A row for each of theirs that has a row of ours with the same factors."""
    rows, factors = [], list[str]()
    names = [measure.name for measure in found.measures]
    for row in theirs:
        factors = [name for name in row if name not in (*names, ERROR)]
        measure = found.game.measure(next(name for name in names if name in row))
        for k, ours in enumerate(found.rows):
            alike = all(ours.factors[name] == row[name] for name in factors)
            histogram = found.histogram(k, measure)
            if alike and found.tallies[k].games > 1:
                error = (histogram.variance / histogram.n + float(row[ERROR]) ** 2) ** 0.5
                rows.append(
                    {
                        **{name: row[name] for name in factors},
                        "measure": measure.name,
                        "here": histogram.mean,
                        "published": row[measure.name],
                        "difference": (histogram.mean - float(row[measure.name])) / error,
                    }
                )

    def write(name: str, form: str) -> Any:
        return lambda row: format(row[name], form)

    columns = [
        *(factor_column(name, rows[0][name]) for name in factors if rows),
        Column("here", "here", write("here", ".3f"), rank=ALWAYS),
        replace(value_column("published"), rank=ALWAYS),
        Column(
            "difference",
            "difference in standard errors",
            write("difference", "+.1f"),
            rank=ALWAYS,
        ),
    ]
    return Table(
        rows, columns, name="published", title="Beside the published numbers", is_written=False
    )
