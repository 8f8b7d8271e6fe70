"""The answer of a table of best play: a sentence, the table, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from playout.engine.words.numbering import nth
from playout.questions.policy import plots, words
from playout.questions.policy.found import Found
from playout.questions.policy.points import POSITION, Cell, Value, some
from playout.questions.position_words import column_name
from playout.report import answer
from playout.report.figures import PAGE
from playout.report.tables import Column, Fields, Figure, Table, text_column, value_column
from playout.report.text_tables import ALWAYS, GAP
from playout.report.words import unit_of

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_ROWS = 21  # of a field that the user did not name: shown at most
WIDE = 78  # characters of a table whose columns the user did not name


class Answer(answer.Answer):
    """The result of `policy`: the best move in each cell of a table of positions.

    The main table has a row for each cell, with the values of the fields down and across.  A table
    of thresholds has the ``threshold`` from which the later move is best, whether that describes
    the cell completely (``is_simple``), and a full description (``moves``).  Other tables have the
    best ``moves``, their ``value``, and their lead over the next move (``ahead``); and the ``seat``
    to move where all values are those of one player.
    """

    kind = "policy"
    unit = "positions"
    found: Found

    @property
    def keys(self) -> tuple[str, ...]:  # type: ignore[override]
        """The fields that name a row."""
        return (self.found.down, *([self.found.across] if self.found.has_across else []))

    @property
    def is_exact(self) -> bool:
        """Whether best play is exact apart from rounding; otherwise within a billionth."""
        return self.found.how != "strategy"

    def sentence(self) -> str:
        return words.sentence(self.found)

    def caption(self) -> str:
        return words.caption(self.found, self._thinned())

    def _origin(self) -> dict[str, Any]:
        origin = super()._origin()
        del origin["seed"]  # nothing is drawn
        return origin

    def facts(self) -> dict[str, Any]:
        asked, found = self.found.asked, self.found
        switch = found.switch
        return {
            "rules": dict(asked.rules.values),
            "strategies": [asked.name_of(seat) for seat in range(len(asked.players))],
            "measure": asked.measure.name,
            "position": asked.position,
            "where": [str(axis) for axis in asked.conditions],
            "down": found.down,
            "across": found.across or None,
            "threshold_of": found.threshold or None,
            "threshold_move": None if switch is None else found.name((switch[1],)),
            "known": {"exact": "exact", "digits": "nine digits", "strategy": "strategy"}[found.how],
        }

    def common_settings(self) -> dict[str, Any]:
        asked = self.found.asked
        return {**asked.rules.values, "strategy": asked.line, "measure": asked.measure.name}

    # ---------------------------------------------- tables

    def _row(self, cell: Cell) -> Fields:
        found = self.found
        row: dict[str, Any] = {found.down: cell.down}
        if found.has_across:
            row[found.across] = cell.across
        if found.threshold:
            if found.switch is not None:
                later = found.switch[1]
                row |= {"threshold": cell.start(later), "is_simple": cell.is_simple(later)}
            return {**row, "moves": words.runs_text(found, cell)}
        row["best"] = found.name(cell.moves)
        if found.how != "strategy":
            row |= {"value": cell.value, "ahead": cell.lead}
        if self._is_of_one:
            row["seat"] = cell.seat
        return row

    def tables(self) -> list[Table]:
        """A row for each cell; and for people the fields down and across, some of their values."""
        rows = [self._row(cell) for cell in self.found.cells]
        if self.found.has_across:
            return [Table(rows, [], is_shown=False), self._two_ways()]
        shown = {*self._shown()[0]}
        if len(shown) == len(rows):
            return [Table(rows, self._columns())]
        few = [row for row in rows if row[self.found.down] in shown]
        return [
            Table(rows, [], is_shown=False),
            Table(few, self._columns(), "overview", is_written=False, is_data=False),
        ]

    @property
    def _is_of_one(self) -> bool:
        """Whether all values are those of one player: the best move may have a low one."""
        return self.found.asked.measure.seat is not None and self.found.how != "strategy"

    def _columns(self) -> list[Column]:
        """The columns of a list."""
        found, measure = self.found, self.found.asked.measure
        cells = {cell.down: cell for cell in found.cells}
        is_text = isinstance(found.cells[0].down, str)
        columns = [text_column(found.down, found.head(found.down), is_text=is_text)]

        def write(row: Fields) -> str:
            return words.cell_text(found, cells[row[found.down]])

        if found.threshold:
            name = "moves" if found.switch is None else "threshold"
            top = "moves" if found.switch is None else f"{found.name((found.switch[1],))} at"
            return [*columns, Column(name, top, write, found.switch is None, rank=ALWAYS)]
        if self._is_of_one:
            columns.append(value_column("seat", "to move", _player, is_text=True))
        what = "move" if found.how == "strategy" else "best move"
        columns.append(text_column("best", what, role="plain"))
        if found.how != "strategy":
            rate, unit = measure.is_rate, unit_of(measure)
            ahead = unit.difference_head("ahead of the next")
            ahead = unit.head("next best") if self._is_of_one else ahead

            def write_ahead(row: Fields) -> str:
                cell = cells[row[found.down]]
                return (
                    words.amount(cell.second, rate) if self._is_of_one else words.ahead(cell, rate)
                )

            columns += [
                Column(
                    "value",
                    unit.head(column_name(measure)),
                    lambda row: words.amount(row["value"], rate),
                    rank=ALWAYS,
                ),
                Column("ahead", ahead, write_ahead, role="plain"),
            ]
        return columns

    def _two_ways(self) -> Table:
        """The fields down and across, and in each cell what is best."""
        found = self.found
        cells = {(cell.down, cell.across): cell for cell in found.cells}
        downs, acrosses = self._shown()
        rows: list[dict[str, Any]] = []
        for down in downs:
            row: dict[str, Any] = {found.down: down}
            for across in acrosses:
                row[f"{found.across}={across}"] = words.cell_text(found, cells.get((down, across)))
            rows.append(row)
        is_text = isinstance(downs[0], str)
        columns = [text_column(found.down, self._corner, is_text=is_text)]
        words_inside = found.switch is None and found.asked.show != "value"
        for across in acrosses:
            name = f"{found.across}={across}"
            columns.append(Column(name, str(across), is_text=words_inside, rank=ALWAYS))
        by = f"{found.head(found.down)} and {found.head(found.across)}"
        says = f"{words.about_cells(found)}, by {by}"
        return Table(rows, columns, "overview", says=says, is_written=False, is_data=False)

    @property
    def _corner(self) -> str:
        """The names of the fields down and across."""
        return f"{self.found.head(self.found.down)}↓ {self.found.head(self.found.across)}→"

    @property
    def _values(self) -> tuple[list[Value], list[Value]]:
        """All values of the fields down and across."""
        downs = list(dict.fromkeys(cell.down for cell in self.found.cells))
        every = {cell.across: None for cell in self.found.cells if cell.across is not None}
        return downs, sorted(every, key=lambda one: (isinstance(one, str), one))

    def _shown(self) -> tuple[list[Value], list[Value]]:
        """The values that people see."""
        found, (downs, acrosses) = self.found, self._values
        named = {axis.field for axis in found.asked.axes if axis}
        if found.down not in named:
            downs = some(downs, MOST_ROWS)
        if found.has_across and found.across not in named:
            first = max(len(str(one)) for one in [*downs, self._corner])
            inside = max(len(words.cell_text(found, cell)) for cell in found.cells)
            wide = max(inside, *(len(str(one)) for one in acrosses))
            acrosses = some(acrosses, max(2, (WIDE - first) // (wide + GAP)))
        return downs, acrosses

    def _thinned(self) -> Sequence[str]:
        """Return a line about the rows that are not shown."""
        pairs = zip(self._shown(), self._values, ("rows", "columns"), strict=True)
        parts = [
            f"{len(few)} of {len(every):,} {what}"
            for few, every, what in pairs
            if len(few) < len(every)
        ]
        if not parts:
            return ()
        line = f"Shown: {' and '.join(parts)}; for all of them: --csv FILE"
        if self.found.down != POSITION:
            line += f", or --down {self.found.down}"
            line += f" --across {self.found.across}" if self.found.has_across else ""
        return (line,)

    # ---------------------------------------------- pictures

    def figures(self) -> list[Figure]:
        return [Figure(self.plot, in_notebook=True)]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the table as a map of colours in a matplotlib figure, ``width`` inches wide."""
        return plots.draw(self.found, width)


def _player(row: Fields) -> str:
    return f"player {nth(row['seat'])}"
