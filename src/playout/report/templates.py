"""The answer in a sentence, made from the numbers: a Jinja template with a few words to use."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from typing import Any

import jinja2
import jinja2.sandbox
import numpy as np

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import Measure, Value
from playout.engine.registry import find_game
from playout.report.effects import Effects
from playout.report.tables import digits, intervals, shown
from playout.stats.intervals import Interval
from playout.stats.tally import GROUPS, Histogram, Tally
from playout.study.estimates import interval_of
from playout.study.run import Run
from playout.study.spec import Spec, cells


class Row:
    """A cell in a template: factors as attributes, measures as ``8.83 % (8.65 to 9.01)``."""

    def __init__(self, run: Run, index: int) -> None:
        self._run, self._index = run, index
        self.intervals = intervals(run, index)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)  # Jinja, and copying, ask for what only some objects have
        factors = self._run.cells[self._index].factors
        if name in factors:
            return factors[name]
        measure = self._run.game.measures[self._place(name, factors)]
        return shown(measure, self.intervals[name])

    def _place(self, name: str, also: Iterable[str] = ()) -> int:
        """The place of a measure among the game's."""
        names = [measure.name for measure in self._run.game.measures]
        if name not in names:
            raise PlayoutError(f"a row has no '{name}': {suggest(name, [*names, *also])}")
        return names.index(name)

    def value(self, measure: str) -> float:
        """The bare estimate."""
        return self._interval(measure).estimate

    def percent(self, measure: str) -> str:
        """How often it happens, of what happens once a game or not at all, with its interval."""
        histogram = self._run.tallies[self._index].histograms[self._place(measure)]
        if histogram.maximum > 1:
            raise PlayoutError(f"percent: '{measure}' is more than 1 in some games")
        once = Measure(measure, "rate", "")
        rules = self._run.cells[self._index].rules
        return shown(once, interval_of(once, rules, histogram, self._run.how))

    def upper(self, measure: str) -> str:
        """The upper end of a rate's interval, in per cent."""
        high = 100 * self._interval(measure).high
        return f"{high:.{digits(high)}f} %"

    def largest(self, measure: str) -> float:
        """The largest value seen."""
        return self._run.tallies[self._index].histograms[self._place(measure)].maximum

    def change(self, other: Row, measure: str) -> str:
        """other - self in words, with a 95 % interval: ``rises by 2.1 points (1.9 to 2.3)``.

        The ends are those of the two intervals, squared and added (R. G. Newcombe, "Interval
        estimation for the difference between independent proportions", Statistics in Medicine 17,
        1998, method 10), as if the two were independent.  Both play the same deals, which makes
        the true error of the difference smaller rather than larger.  Rows of one table share the
        same wins, and one loses what the other gains: there the ends are added as they are.
        """
        rate = self._run.game.measures[self._place(measure)].kind != "mean"
        mine, theirs = self._run.cells[self._index], self._run.cells[other._index]
        add = operator.add if mine.table is theirs.table else math.hypot
        return _change(self.intervals[measure], other.intervals[measure], rate, add)

    def _interval(self, measure: str) -> Interval:
        return list(self.intervals.values())[self._place(measure)]


def rehearse(spec: Spec) -> None:
    """Make the answer of invented numbers, so that a mistake in it is found before the games."""
    game, asked = find_game(spec.game), cells(spec)
    ones = np.ones((1 + len(game.measures), GROUPS), np.int64)
    tally = Tally((Histogram(np.ones(2, np.int64)),) * len(game.measures), ones)
    answer(Run(spec, game, asked, [tally] * len(asked), [0.0] * len(asked), 0.0, True))


def answer(run: Run) -> str:
    """The answer of a run's spec, filled in."""
    table = [Row(run, index) for index in range(len(run.cells)) if run.tallies[index].games]

    def chosen(**where: Any) -> list[Row]:
        return [r for r in table if all(getattr(r, name) == v for name, v in where.items())]

    def row(**where: Any) -> Row:
        found = chosen(**where)
        if len(found) != 1:
            raise PlayoutError(
                f"it asks for the one row with {_said(where)}; there are {len(found)}"
            )
        return found[0]

    def some(where: dict[str, Any]) -> list[Row]:
        found = chosen(**where)
        if not found:
            raise PlayoutError(f"it asks for a row with {_said(where)}; there is none")
        return found

    def effect(
        factor: str, level: Value | None = None, measure: str | None = None, **where: Value
    ) -> str:
        return Effects(run, measure or run.spec.effects or None, where).phrase(factor, level)

    words = {
        "row": row,
        "rows": chosen,
        "best": lambda m, **where: max(some(where), key=lambda r: r.value(m)),
        "worst": lambda m, **where: min(some(where), key=lambda r: r.value(m)),
        "change": Row.change,
        "effect": effect,
        "games": max((tally.games for tally in run.tallies), default=0),
        "most": lambda measure: max(r.largest(measure) for r in some({})),
    }
    return filled_in(run.spec.answer, words, run.complete)


def filled_in(template: str, words: dict[str, Any], complete: bool) -> str:
    """An answer's template with its words; one sentence if that cannot be done."""
    # A study is data, perhaps somebody else's: its answer may count, but not run what it likes.
    environment = jinja2.sandbox.SandboxedEnvironment(undefined=jinja2.StrictUndefined)
    try:
        return " ".join(environment.from_string(template).render(words).split())
    except Exception as error:  # a template can fail in every way that code can
        if not complete:
            return "It was stopped before there were enough games for an answer."
        raise PlayoutError(f"answer: {error}") from None


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
