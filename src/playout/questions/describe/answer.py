"""The answer that describes a game: a sentence, a page of numbers, strategies, changes."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.questions.describe import change_words, plots, words
from playout.questions.describe.found import Changed, Found
from playout.questions.describe.lines import PARTS, Line, exactly_as, lines, played_by, tenths
from playout.report import answer
from playout.report.estimates import LEVEL, fixed_n
from playout.report.figures import PAGE
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    difference_column,
    measure_column,
    text_column,
    value_column,
)
from playout.report.text_tables import ALWAYS
from playout.report.words import (
    NOTHING,
    between,
    ends,
    half_width,
    head,
    interval_in,
    number,
    percent,
    side_of,
)
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    import pandas as pd

    from playout.report.picture import Picture

MOST_ROWS = 12  # changes that people see
FEWER = 2.5  # times as wide as it is: an interval that is written with a digit less
CLEAR = 0.05  # an adjusted p-value up to which a change is clear


class Answer(answer.Answer):
    """The result of `describe`: a page of numbers about a game.

    ``answer["value"]`` is the column of the numbers; ``answer.value("forced")`` is one of them.
    """

    kind = "describe"
    keys = ("part", "name")
    found: Found

    @cached_property
    def _lines(self) -> list[Line]:
        return lines(self.found)

    def value(self, name: str) -> Interval:
        """Return a number of the page with its interval, by the name of its row; or NaN."""
        known = {line.name: line.interval for line in self._lines}
        return known.get(name, Interval(math.nan, math.nan, math.nan))

    def levels(self) -> pd.DataFrame:
        """Return the strategies compared, each with its mean and its distance from the first."""
        return self.table("levels")

    def changes(self) -> pd.DataFrame:
        """Return the effect of each rule change on the main measure and on the turns."""
        return self.table("changes")

    def sentence(self) -> str:
        return words.sentence(self.found)

    def caption(self) -> str:
        return words.caption(self.found)

    def facts(self) -> dict[str, Any]:
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "strategies": [player.reference for player in asked.players],
            "measure": asked.measure.name,
            "table_games": self.found.table.games,
            "left_out": words.missing(self.found),
            "interval": fixed_n(self.complete),
            "level": LEVEL,
        }

    def common_settings(self) -> dict[str, Any]:
        asked = self.found.asked
        return {**asked.rules.values, "strategy": line_up(asked.players)}

    def tables(self) -> list[Table]:
        """The numbers of the page; the strategies; the changes; the choices along the game.

        Each row of the page has its ``part`` and ``name``, ``what`` it is, its ``value`` with the
        ends of its interval, its ``unit`` (rates are parts of one), who it was played ``by``, the
        name it is ``known_as``, and the ``exact`` value where it is known.
        """
        tables = [self._page(), *self._exact()]
        if self.found.asked.compared is not None:
            tables.append(self._levels())
        if self.found.asked.changes:
            tables += self._changes()
        if self.found.table.games:
            tables.append(Table(tenths(self.found), [], "choices", is_shown=False))
        return tables

    def _page(self) -> Table:
        by = played_by(self.found)
        rows = [line.fields(by) for line in self._lines] if self.found.table.games else []
        texts = {line.name: line for line in self._lines} if rows else {}
        firsts = {next(r["name"] for r in rows if r["part"] == part) for part in _parts(rows)}

        def part(row: Fields) -> str:
            return PARTS[row["part"]] if row["name"] in firsts else ""

        columns = [
            text_column("part", write=part),
            text_column("what", "quantity"),
            Column("value", "measured", lambda row: texts[row["name"]].text(), rank=ALWAYS),
        ]
        return Table(rows, columns)

    def _exact(self) -> list[Table]:
        """The exact values, beside the counted ones."""
        if not self.found.table.games:
            return []
        known = [line for line in self._lines if not math.isnan(line.exact)]
        rows = [
            {
                "what": line.what,
                "here": line.text(),
                "exact": exactly_as(line.exact, line.interval, line.is_rate),
            }
            for line in known
        ]
        columns = [
            text_column("what", "quantity"),
            value_column("here", "counted"),
            value_column("exact", rank=ALWAYS),
        ]
        title = "Compared with the exact values"
        table = Table(rows, columns, "exact", title, is_written=False, is_data=False)
        return [table] if rows else []

    def _levels(self) -> Table:
        found, measure = self.found, self.found.asked.measure
        rows = [
            {"strategy": player.reference, **ends("mean", mean), **ends("above", above)}
            for player, mean, above in zip(
                found.asked.levels, found.level_means, found.above(0), strict=True
            )
        ]
        first = found.asked.levels[0].reference
        columns = [
            text_column("strategy"),
            measure_column("mean", measure, measure.name),
            difference_column("above", measure, f"above {first}", NOTHING, ALWAYS),
        ]
        below = words.of_levels_below(found)
        is_shown = found.level_games > 0
        return Table(
            rows, columns, "levels", words.of_levels(found), caption=below, is_shown=is_shown
        )

    def _changes(self) -> list[Table]:
        found, measure = self.found, self.found.asked.measure
        rows = [self._change(one) for one in found.changed]
        who = side_of(0, found.asked.rules, "player") if measure.is_of_sides else "player 1"
        who = f"{who}: " if measure.per_seat and found.seats > 1 else ""
        columns = [
            text_column("change", write=_of_change),
            _effect("main", f"{who}{head(measure.name)}", measure.is_rate),
            _effect("turns", "turns", False),
        ]
        differ = [row for row in rows if row["size"] > 0]
        if all(row["main"] == row["turns"] for row in rows):
            del columns[1 if measure.name != "turns" else 2]  # both are the length
        few, hidden = differ[:MOST_ROWS], len(differ[MOST_ROWS:])
        below = change_words.of_changes_below(found, hidden)
        title = change_words.of_changes(found)
        shown = Table(
            few, columns, "largest", title, caption=below, is_written=False, is_data=False
        )
        return [Table(rows, [], "changes", is_shown=False), *([shown] if rows else [])]

    def _change(self, one: Changed) -> dict[str, Any]:
        return {
            "option": one.change.name,
            "before": one.change.before,
            "after": one.change.value,
            **ends("main", one.main.interval),
            "main_p_holm": one.main.holm,
            **ends("turns", one.turns.interval),
            "turns_p_holm": one.turns.holm,
            "size": one.size,
        }

    def figures(self) -> list[Figure]:
        return [Figure(self.plot, in_notebook=True)] if self.found.table.games else []

    def plot(self, width: float = PAGE) -> Picture:
        """Return the length of games and the number of legal moves as a matplotlib figure.

        ``width`` is in inches.
        """
        return plots.draw(self.found, width)


def _parts(rows: list[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(row["part"] for row in rows))


def _of_change(row: Fields) -> str:
    return f"{head(row['option'])} {row['before']} to {row['after']}"


def _short(interval: Interval, rate: bool) -> str:
    """A difference with a digit less than elsewhere: two of them have to fit into a line."""
    if not math.isfinite(half_width(interval)):
        return between(interval, rate, "")
    write, reach = percent if rate else number, FEWER * half_width(interval)
    value, low, high = (write(one, reach) for one in interval)
    return f"{value} ({low} to {high})"


def _effect(name: str, title: str, rate: bool) -> Column:
    """A column of effects; the clear ones have a star."""
    sign = " (% points)" if rate else ""

    def write(row: Fields) -> str:
        star = "*" if row[f"{name}_p_holm"] <= CLEAR else " "
        return _short(interval_in(row, name), rate) + star

    return Column(name, f"{title}{sign}", write, rank=ALWAYS)
