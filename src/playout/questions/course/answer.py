"""The answer on the course of games: a sentence, a table by steps, a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.questions.course import plots, words
from playout.questions.course.caption import caption
from playout.questions.course.found import BAND, Found
from playout.report import answer
from playout.report.estimates import LEVEL, NAMES, chance_interval, quantile_name, read_quantiles
from playout.report.figures import PAGE
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    factor_column,
    interval_column,
    value_column,
)
from playout.report.text_tables import ALWAYS
from playout.report.words import ends, head, unit_of

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_ROWS = 20  # steps that people see
NICE = (1, 2, 5)


class Answer(answer.Answer):
    """The result of `course`: a measure after each step of the game.

    The main table has a row for each step, from 0: ``games`` that reach it, the mean of all games
    with its interval (a game that has ended keeps its last value), the mean of the games still
    running (``..._running``), and quantiles of all games.  Where each seat has a value, there is a
    column for each (``points_seat_0``), ``lead``, how far the leader is ahead, and
    ``lead_changes``, how often another seat took the lead alone.
    """

    kind = "course"
    keys = ("step",)
    found: Found

    def __init__(self, found: Found, quantiles: Sequence[Fraction] = BAND) -> None:
        super().__init__(found)
        self._quantiles = tuple(quantiles)

    def showing(self, *, quantiles: float | str | Sequence[float | str] | None = None) -> Answer:
        """Return the same result with other quantiles instead of the 10th and 90th percentile."""
        return Answer(self.found, read_quantiles(quantiles, BAND))

    def sentence(self) -> str:
        """The measure at first, half-way and at the end; between rivals, how far they are apart."""
        return words.sentence(self.found)

    def caption(self) -> str:
        return caption(self.found)

    def facts(self) -> dict[str, Any]:
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "strategies": [player.reference for player in asked.players],
            "measure": asked.measure.name,
            "by": asked.by,
            "interval": NAMES[self.found.how],
            "level": LEVEL,
        }

    def common_settings(self) -> dict[str, Any]:
        asked = self.found.asked
        return {**asked.rules.values, "strategy": line_up(asked.players)}

    def _row(self, step: int) -> Fields:
        found = self.found
        running = found.running(step)
        fields: dict[str, Any] = {"step": step, "games": running}
        fields["running"] = running / found.games if found.games else math.nan
        for k, steps in enumerate(found.seats):
            name = self._name(k)
            fields |= ends(name, found.interval(steps, step))
            for part in self._quantiles:
                fields[f"{name}_{quantile_name(part)}"] = steps.carried[step].quantile(part)
            fields |= ends(f"{name}_running", found.interval(steps, step, running=True))
        if found.leads is not None:
            lead, changes, _ = found.leads
            fields |= ends("lead", found.interval(lead, step, found.lead))
            for part in self._quantiles:
                fields[f"lead_{quantile_name(part)}"] = lead.carried[step].quantile(part)
            often = int(changes.here[step].total)
            fields |= ends("lead_changes", chance_interval(often, running, found.how))
        return fields

    def _name(self, seat: int) -> str:
        name = self.found.asked.measure.name
        return f"{name}_seat_{seat}" if self.found.asked.measure.per_seat else name

    def tables(self) -> list[Table]:
        """A row for each step; and for people a table of some of them."""
        rows = [self._row(step) for step in range(self.found.last + 1)] if self.found.games else []
        return [Table(rows, [], is_shown=False), self._overview(rows)]

    def _overview(self, rows: Sequence[Fields]) -> Table:
        """Some steps, evenly apart, and the last."""
        found, asked = self.found, self.found.asked
        every = next(
            n * 10**k for k in range(9) for n in NICE if len(rows) <= MOST_ROWS * n * 10**k
        )
        last = rows[-1:] if rows and (len(rows) - 1) % every else []
        columns = [
            factor_column("step", 0),
            value_column("running", "still going (%)", lambda row: f"{100 * row['running']:.3g}"),
        ]
        columns[0] = Column("step", asked.step, role="key", rank=ALWAYS)
        rate, unit = asked.measure.is_rate, unit_of(asked.measure)
        for k in range(len(found.seats)):
            name = self._name(k)
            title = found.name_of(k) if asked.measure.per_seat else head(asked.measure.name)
            columns.append(interval_column(name, rate, title))
            if len(found.seats) == 1 and found.has_band:
                columns.append(self._band(name, unit.scale))
        if found.leads is not None:
            columns.append(interval_column("lead", rate, "lead"))
            columns.append(self._band("lead", unit.scale))
            columns.append(interval_column("lead_changes", True, "lead changes"))
        return Table([*rows[::every], *last], columns, "overview", is_written=False, is_data=False)

    def _band(self, name: str, scale: float) -> Column:
        """The quantiles of all games."""
        parts = [quantile_name(part) for part in self._quantiles]

        def write(row: Fields) -> str:
            values = [row[f"{name}_{part}"] for part in parts]
            return " to ".join(f"{scale * value:.6g}" for value in values)

        shares = " to ".join(f"{float(100 * part):g}" for part in self._quantiles)
        title = f"{shares} % of games"
        if len(parts) == 2 and sum(self._quantiles) == 1:
            title = f"middle {float(100 * (self._quantiles[1] - self._quantiles[0])):g} % of games"
        return Column(name, title, write, role="plain")

    def figures(self) -> list[Figure]:
        return [Figure(self.plot, in_notebook=True)] if self.found.games else []

    def plot(self, width: float = PAGE) -> Picture:
        """Return the measure after each step, with its band, as a matplotlib figure.

        ``width`` is in inches.
        """
        return plots.draw(self.found, self._quantiles, width)
