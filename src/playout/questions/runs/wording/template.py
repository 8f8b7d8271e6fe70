"""The words that the answer of a study of runs may use: its rows, and what they say together."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from typing import Any

from playout.engine.game.game import Measure, Value
from playout.engine.words.errors import PlayoutError, suggest
from playout.questions.runs.effects.effects import Effects
from playout.questions.runs.found import Found
from playout.questions.runs.known_values import exact_value
from playout.questions.runs.seats import Row
from playout.questions.runs.wording.amounts import overlap
from playout.report.estimates import interval_of, size_or_range, too_few
from playout.report.words import (
    about,
    capitalised,
    half_width,
    listed,
    several,
    short,
    turned,
    unit_of,
)
from playout.stats.intervals import Interval

ROUGH = 0.05  # half the width of the interval of a rate, or that part of a mean, that is told
Shown = tuple[bool, Interval]  # whether it is a rate, and its interval


class TemplateRow:
    """A row in a template: factors as attributes, measures rounded, as ``about 8.8 %``."""

    def __init__(self, found: Found, index: int, shown: list[Shown]) -> None:
        self._found, self._index, self._shown = found, index, shown

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)  # Jinja, and copying, ask for what only some objects have
        factors = self._row.factors
        if name in factors:
            return factors[name]
        measure = self._measure(name, factors)
        return self._about(self._found.interval(self._index, measure), measure.is_rate)

    @property
    def intervals(self) -> dict[str, Interval]:
        """The interval of every measure, by its name."""
        return {measure.name: self._interval(measure.name) for measure in self._found.estimated}

    @property
    def _row(self) -> Row:
        return self._found.rows[self._index]

    def _measure(self, name: str, also: Iterable[str] = ()) -> Measure:
        names = [measure.name for measure in self._found.estimated]
        if name not in names:
            raise PlayoutError(f"a row has no '{name}': {suggest(name, [*names, *also])}")
        return self._found.measure(name)

    def value(self, measure: str) -> float:
        """The bare estimate."""
        return self._interval(measure).estimate

    def percent(self, measure: str) -> str:
        """How often it happens, of what happens once a game or not at all, rounded."""
        histogram = self._found.histogram(self._index, self._measure(measure))
        if histogram.maximum > 1:
            raise PlayoutError(f"percent: '{measure}' is more than 1 in some games")
        once = Measure(measure, "rate", "")
        interval = interval_of(once, self._row.rules, histogram, self._found.how)
        return self._about(interval, is_rate=True)

    def exact(self, measure: str) -> str:
        """The exact expectation, if the game knows it, with six digits."""
        chosen = self._measure(measure)
        value = exact_value(self._row, chosen)
        if math.isnan(value):
            raise PlayoutError(f"exact: {self._found.game.name} does not know '{measure}'")
        return f"{100 * value:.6g} %" if chosen.is_rate else short(value, 6)

    def largest(self, measure: str) -> float:
        """The largest value seen."""
        return self._found.histogram(self._index, self._measure(measure)).maximum

    def difference(self, other: TemplateRow, measure: str) -> Interval:
        """other - self, with a 95 % interval.

        The ends are those of the two intervals, squared and added (R. G. Newcombe, "Interval
        estimation for the difference between independent proportions", Statistics in Medicine 17,
        1998, method 10), as if the two were independent.  Both play the same deals, which makes
        the true error of the difference smaller rather than larger.  Rows of one table share the
        same wins, and one loses what the other gains: there the ends are added as they are.
        """
        ours, theirs = self._interval(measure), other._interval(measure)
        add = operator.add if self._row.setup is other._row.setup else math.hypot
        difference = theirs.estimate - ours.estimate
        down = add(theirs.estimate - theirs.low, ours.high - ours.estimate)
        up = add(theirs.high - theirs.estimate, ours.estimate - ours.low)
        return Interval(difference, difference - down, difference + up)

    def change(self, other: TemplateRow, measure: str) -> str:
        """Return the change from here to another row: ``rises by about 2 percentage points``.

        A change that may be none is said to be none that can be measured.
        """
        change = self.difference(other, measure)
        if not change.is_clear:
            return "does not change measurably"
        verb, size = ("rises", change) if change.estimate > 0 else ("falls", turned(change))
        return f"{verb} by {size_or_range(size, unit_of(self._measure(measure)))}"

    def _about(self, interval: Interval, is_rate: bool) -> str:
        """An estimate, rounded; how far off it may be is told above the sentence.

        What never happened has its bound beside it: ``0 % (very likely less than 3 %)``.
        """
        told = about(interval, is_rate)
        if is_rate and interval.estimate in (0, 1) and interval.low < interval.high:
            told = f"{100 * interval.estimate:.0f} % (very likely {told})"
            interval = Interval.exact(interval.estimate)
        self._shown.append((is_rate, interval))
        return told

    def _interval(self, measure: str) -> Interval:
        return self._found.interval(self._index, self._measure(measure))


def uncertainty(shown: list[Shown], found: Found) -> str:
    """A sentence on how far off the estimates are that a template has shown; "" if hardly."""
    off = {True: 0.0, False: 0.0}
    for is_rate, interval in shown:
        reach = half_width(interval) / (1.0 if is_rate else abs(interval.estimate) or math.inf)
        off[is_rate] = max(off[is_rate], reach if math.isfinite(reach) else 0.0)
    parts = []
    if off[True] > ROUGH:
        parts.append(
            f"percentages here may be off by about {100 * off[True]:.0f} percentage points"
        )
    if off[False] > ROUGH:
        parts.append(f"averages here may be off by about {100 * off[False]:.0f} %")
    games = [tally.games for tally in found.tallies]
    if not parts and (not shown or max(games) > 1):
        return ""
    at_most, each = "at most " if min(games) < max(games) else "", " each" if games[1:] else ""
    few = f"{at_most}{several(max(games), 'game')}{each}"
    how = f": {' and '.join(parts)}, up or down" if parts else ""
    return f"{capitalised(too_few(few))} to be precise{how}. "


def template_words(found: Found, effects_measure: str, shown: list[Shown]) -> dict[str, Any]:
    """The words that a template may use; ``effect`` is about ``effects_measure``.

    The estimates that it shows are added to ``shown``.
    """
    table = [TemplateRow(found, k, shown) for k, tally in enumerate(found.tallies) if tally.games]

    def chosen(**where: Any) -> list[TemplateRow]:
        return [r for r in table if all(getattr(r, name) == v for name, v in where.items())]

    def row(**where: Any) -> TemplateRow:
        here = chosen(**where)
        if len(here) != 1:
            raise PlayoutError(
                f"it needs exactly one row with {_condition(where)}, but there are {len(here)}"
            )
        return here[0]

    def some(where: dict[str, Any]) -> list[TemplateRow]:
        here = chosen(**where)
        if not here:
            raise PlayoutError(f"it needs a row with {_condition(where)}, but there is none")
        return here

    def leaders(measure: str, **where: Any) -> list[TemplateRow]:
        here = some(where)
        top = max((r._interval(measure) for r in here), key=lambda interval: interval.estimate)
        return [r for r in here if overlap(r._interval(measure), top)]

    def equal_shares(measure: str = "win") -> str:
        share = found.game.measure(measure)
        if share.kind != "share" or found.asked.by != "seat":
            raise PlayoutError(f"equal_shares: '{measure}' by seat is not a share of a total")
        unclear: dict[int, bool] = {}
        for k, tally in enumerate(found.tallies):
            if tally.games:
                seats, interval = found.rows[k].sides, found.interval(k, share)
                covered = interval.low <= 1 / seats <= interval.high
                unclear[seats] = unclear.get(seats, True) and covered
        where = [str(seats) for seats, all_covered in unclear.items() if all_covered]
        if not where:
            return ""
        seat = "No seat" if len(where) == len(unclear) else f"With {listed(where)} players no seat"
        return f"{seat} can be told from an equal share."

    def effect(
        factor: str, level: Value | None = None, measure: str | None = None, **where: Value
    ) -> str:
        return Effects(found, measure or effects_measure, where).phrase(factor, level)

    return {
        "row": row,
        "rows": chosen,
        "best": lambda m, **where: max(some(where), key=lambda r: r.value(m)),
        "worst": lambda m, **where: min(some(where), key=lambda r: r.value(m)),
        "leaders": leaders,
        "change": TemplateRow.change,
        "difference": TemplateRow.difference,
        "listed": listed,
        "equal_shares": equal_shares,
        "effect": effect,
        "games": max((tally.games for tally in found.tallies), default=0),
        "most": lambda measure: max(r.largest(measure) for r in some({})),
    }


def _condition(where: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in where.items()) or "any values"
