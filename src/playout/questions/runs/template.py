"""The words that the answer of a study of runs may use: its rows, and what they say together."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from typing import Any

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import Measure, Value
from playout.questions.runs.effects import Effects
from playout.questions.runs.found import Found
from playout.questions.runs.seats import Row
from playout.report.estimates import interval_of
from playout.report.words import digits, shown
from playout.stats.intervals import Interval


class TemplateRow:
    """A row in a template: factors as attributes, measures as ``8.83 % (8.65 to 9.01)``."""

    def __init__(self, found: Found, index: int) -> None:
        self._found, self._index = found, index

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)  # Jinja, and copying, ask for what only some objects have
        factors = self._row.factors
        if name in factors:
            return factors[name]
        measure = self._measure(name, factors)
        return shown(measure, self._found.interval(self._index, measure))

    @property
    def intervals(self) -> dict[str, Interval]:
        """The interval of every measure, by its name."""
        return {measure.name: self._interval(measure.name) for measure in self._found.game.measures}

    @property
    def _row(self) -> Row:
        return self._found.rows[self._index]

    def _measure(self, name: str, also: Iterable[str] = ()) -> Measure:
        names = [measure.name for measure in self._found.game.measures]
        if name not in names:
            raise PlayoutError(f"a row has no '{name}': {suggest(name, [*names, *also])}")
        return self._found.game.measure(name)

    def value(self, measure: str) -> float:
        """The bare estimate."""
        return self._interval(measure).estimate

    def percent(self, measure: str) -> str:
        """How often it happens, of what happens once a game or not at all, with its interval."""
        histogram = self._found.histogram(self._index, self._measure(measure))
        if histogram.maximum > 1:
            raise PlayoutError(f"percent: '{measure}' is more than 1 in some games")
        once = Measure(measure, "rate", "")
        return shown(once, interval_of(once, self._row.rules, histogram, self._found.how))

    def upper(self, measure: str) -> str:
        """The upper end of a rate's interval, in per cent."""
        high = 100 * self._interval(measure).high
        return f"{high:.{digits(high)}f} %"

    def largest(self, measure: str) -> float:
        """The largest value seen."""
        return self._found.histogram(self._index, self._measure(measure)).maximum

    def change(self, other: TemplateRow, measure: str) -> str:
        """other - self in words, with a 95 % interval: ``rises by 2.1 points (1.9 to 2.3)``.

        The ends are those of the two intervals, squared and added (R. G. Newcombe, "Interval
        estimation for the difference between independent proportions", Statistics in Medicine 17,
        1998, method 10), as if the two were independent.  Both play the same deals, which makes
        the true error of the difference smaller rather than larger.  Rows of one table share the
        same wins, and one loses what the other gains: there the ends are added as they are.
        """
        rate = self._measure(measure).is_rate
        same = self._row.setup is other._row.setup
        add = operator.add if same else math.hypot
        return _change(self._interval(measure), other._interval(measure), rate, add)

    def _interval(self, measure: str) -> Interval:
        return self._found.interval(self._index, self._measure(measure))


def words(found: Found, effects_measure: str) -> dict[str, Any]:
    """The words of a template over what was found; ``effect`` is told of that measure."""
    table = [TemplateRow(found, k) for k, tally in enumerate(found.tallies) if tally.games]

    def chosen(**where: Any) -> list[TemplateRow]:
        return [r for r in table if all(getattr(r, name) == v for name, v in where.items())]

    def row(**where: Any) -> TemplateRow:
        here = chosen(**where)
        if len(here) != 1:
            raise PlayoutError(
                f"it asks for the one row with {_said(where)}; there are {len(here)}"
            )
        return here[0]

    def some(where: dict[str, Any]) -> list[TemplateRow]:
        here = chosen(**where)
        if not here:
            raise PlayoutError(f"it asks for a row with {_said(where)}; there is none")
        return here

    def effect(
        factor: str, level: Value | None = None, measure: str | None = None, **where: Value
    ) -> str:
        return Effects(found, measure or effects_measure, where).phrase(factor, level)

    return {
        "row": row,
        "rows": chosen,
        "best": lambda m, **where: max(some(where), key=lambda r: r.value(m)),
        "worst": lambda m, **where: min(some(where), key=lambda r: r.value(m)),
        "change": TemplateRow.change,
        "effect": effect,
        "games": max((tally.games for tally in found.tallies), default=0),
        "most": lambda measure: max(r.largest(measure) for r in some({})),
    }


def _said(where: dict[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in where.items()) or "any values"


def _change(
    one: Interval, other: Interval, rate: bool, add: Callable[[float, float], float] = math.hypot
) -> str:
    scale, unit = (100.0, " points") if rate else (1.0, "")
    difference = scale * (other.estimate - one.estimate)
    down = add(other.estimate - other.low, one.high - one.estimate)
    up = add(other.high - other.estimate, one.estimate - one.low)
    low, high = difference - scale * down, difference + scale * up
    places = digits((high - low) / 2)
    if low <= 0 <= high:
        return (
            f"does not change measurably (by {difference:+.{places}f}{unit}, "
            f"{low:+.{places}f} to {high:+.{places}f})"
        )
    verb = "rises" if difference > 0 else "falls"
    near, far = sorted((abs(low), abs(high)))
    return f"{verb} by {abs(difference):.{places}f}{unit} ({near:.{places}f} to {far:.{places}f})"
