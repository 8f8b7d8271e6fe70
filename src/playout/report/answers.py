"""The answer in a sentence, made from the numbers: a Jinja template with a few words to use."""

from __future__ import annotations

from typing import Any

import jinja2

from playout.engine.errors import PlayoutError
from playout.report.tables import digits, intervals, shown
from playout.stats.intervals import Interval
from playout.study.run import Run


class Row:
    """A cell in a template: factors as attributes, measures as ``8.83 % (8.65 to 9.01)``."""

    def __init__(self, run: Run, index: int) -> None:
        self._run, self._index = run, index
        self.intervals = intervals(run.game, run.tallies[index])

    def __getattr__(self, name: str) -> Any:
        factors = self._run.cells[self._index].factors
        if name in factors:
            return factors[name]
        for measure in self._run.game.measures:
            if measure.name == name:
                return shown(measure, self.intervals[name])
        raise AttributeError(name)

    def value(self, measure: str) -> float:
        """The bare estimate."""
        return self.intervals[measure].estimate

    def upper(self, measure: str) -> str:
        """The upper end of a rate's interval, in per cent."""
        high = 100 * self.intervals[measure].high
        return f"{high:.{digits(high)}f} %"

    def largest(self, measure: str) -> int:
        """The largest value seen."""
        names = [m.name for m in self._run.game.measures]
        return self._run.tallies[self._index].histograms[names.index(measure)].maximum


def answer(run: Run) -> str:
    """The answer of a run's spec, filled in."""
    table = [Row(run, index) for index in range(len(run.cells)) if run.tallies[index].games]

    def chosen(**where: Any) -> list[Row]:
        return [r for r in table if all(getattr(r, name) == v for name, v in where.items())]

    def row(**where: Any) -> Row:
        found = chosen(**where)
        if len(found) != 1:
            raise PlayoutError(f"the answer asks for one row {where}; there are {len(found)}")
        return found[0]

    def best(measure: str, **where: Any) -> Row:
        return max(chosen(**where), key=lambda r: r.value(measure))

    def worst(measure: str, **where: Any) -> Row:
        return min(chosen(**where), key=lambda r: r.value(measure))

    environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
    words = {
        "row": row,
        "rows": chosen,
        "best": best,
        "worst": worst,
        "change": lambda a, b, measure: _change(run, a, b, measure),
        "games": max((tally.games for tally in run.tallies), default=0),
        "most": lambda measure: max(r.largest(measure) for r in table),
    }
    try:
        return " ".join(environment.from_string(run.spec.answer).render(words).split())
    except (jinja2.TemplateError, AttributeError, TypeError, ValueError) as error:
        raise PlayoutError(f"answer: {error}") from None


def _change(run: Run, a: Row, b: Row, measure: str) -> str:
    """b - a in words, with a 95 % interval: ``rises by 2.1 points (1.9 to 2.3)``.

    The errors of the two are added as if they were independent.  Both play the same deals, which
    makes the true error of the difference smaller rather than larger.
    """
    one, other = a.intervals[measure], b.intervals[measure]
    rate = next(m for m in run.game.measures if m.name == measure).kind == "rate"
    scale, unit = (100.0, " points") if rate else (1.0, "")
    difference = scale * (other.estimate - one.estimate)
    reach = scale * (_half(one) ** 2 + _half(other) ** 2) ** 0.5
    places = digits(reach)
    if abs(difference) <= reach:
        return (
            f"does not change measurably (by {difference:+.{places}f} ± {reach:.{places}f}{unit})"
        )
    verb = "rises" if difference > 0 else "falls"
    low, high = abs(difference) - reach, abs(difference) + reach
    return f"{verb} by {abs(difference):.{places}f}{unit} ({low:.{places}f} to {high:.{places}f})"


def _half(interval: Interval) -> float:
    return (interval.high - interval.low) / 2
