"""Which rows of a run make a line of a picture, and where its points lie."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from playout.engine.game.game import Measure, Value
from playout.questions.runs.found import Found
from playout.questions.runs.plots.words import Names
from playout.report.words import Unit
from playout.stats.intervals import Interval


@dataclass(frozen=True)
class Drawn:
    """The rows that are drawn of a measure, over the factor ``x``."""

    found: Found
    measure: Measure
    x: str
    telling: tuple[str, ...]  # the factors that tell lines apart
    names: Names

    @classmethod
    def of(cls, found: Found, measure: Measure, x: str, lines: str) -> Drawn:
        """Lines are told apart by ``lines``, and every further factor that varies."""
        telling = sorted(_telling(found, x), key=lambda name: name != lines)
        return cls(found, measure, x, tuple(telling), Names(found))

    @cached_property
    def places(self) -> list[Value]:
        """The values of x."""
        return values_of(self.found, self.x)

    @cached_property
    def series(self) -> dict[str, list[int]]:
        """The rows of each line, by its label."""
        series: dict[str, list[int]] = {}
        for index, row in enumerate(self.found.rows):
            if self.found.tallies[index].games:
                label = self.names.label(row.factors, self.telling)
                series.setdefault(label, []).append(index)
        return series

    @property
    def shown(self) -> tuple[str, ...]:
        """The factors that the picture tells by its axis and lines."""
        return (self.x, *self.telling)

    def place(self, row: int) -> Value:
        """The value of x of a row."""
        return self.found.rows[row].factors[self.x]

    def lines_at(self, place: Value) -> list[int]:
        """The numbers of the lines that have a point there."""
        lines = enumerate(self.series.values())
        return [k for k, rows in lines if any(self.place(row) == place for row in rows)]

    def interval(self, row: int) -> Interval:
        """The estimate of a row, rates in per cent."""
        unit = Unit(self.measure.is_rate)
        return self.found.interval(row, self.measure).times(unit.scale)

    def equal(self, row: int) -> float:
        """The share of equal players in per cent; NaN if the measure is no share."""
        players = len(self.found.rows[row].players)
        return 100.0 / players if self.measure.kind == "share" else math.nan


def values_of(found: Found, name: str) -> list[Value]:
    """The values of a factor, each once."""
    return list(dict.fromkeys(row.factors[name] for row in found.rows))


def _telling(found: Found, x: str) -> list[str]:
    """The factors beside x that tell rows apart: a line-up need not be said if all else does."""
    varying = [name for name in found.rows[0].factors if len(values_of(found, name)) > 1]
    names = [name for name in varying if name != x]
    # Rows that stand for their setups are told by line-ups rather than by one of their strategies.
    alone = "seats" in names and len({id(row.setup) for row in found.rows}) == len(found.rows)
    for name in (*(["strategy"] if alone else []), "seats", "players"):
        fewer = [other for other in names if other != name]
        keys = [tuple(row.factors[other] for other in (x, *fewer)) for row in found.rows]
        if name in names and len(set(keys)) == len(keys):
            names = fewer
    return names
