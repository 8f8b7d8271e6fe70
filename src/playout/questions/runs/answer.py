"""What a run gives to whoever asked: the table, the picture, the numbers behind them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, get_args

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import Value
from playout.report import plots, tables
from playout.report.effects import Effects
from playout.report.markup import html_table, text_table
from playout.study.run import Run
from playout.study.spec import Kind, Plot

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Result:
    """The result of a run; a notebook shows it as a table."""

    def __init__(self, run: Run) -> None:
        self.run = run

    @property
    def complete(self) -> bool:
        """False if the run was stopped before all its games were played."""
        return self.run.complete

    @property
    def games(self) -> int:
        """Games counted, over all rows."""
        return self.run.games

    def to_pandas(self) -> pd.DataFrame:
        """One row a cell: its factors, ``games``, and m, m_low, m_high for every measure m.

        m is the estimate, m_low and m_high are the ends of its 95 % confidence interval; rates
        lie in 0..1.
        """
        return tables.frame(self.run)

    def distribution(self, measure: str) -> pd.DataFrame:
        """The exact counts behind a measure: a row per cell and value, with columns
        the factors, the measure and ``count``."""
        import pandas as pd

        names = [m.name for m in self.run.game.measures]
        if measure not in names:
            raise PlayoutError(f"there is no measure '{measure}': {suggest(measure, names)}")
        place = names.index(measure)
        return pd.DataFrame(
            [
                {**cell.factors, measure: tally.histograms[place].value(k), "count": int(count)}
                for cell, tally in zip(self.run.cells, self.run.tallies, strict=True)
                for k, count in enumerate(tally.histograms[place].counts)
                if count
            ]
        )

    def effects(self, measure: str | None = None, **where: Value) -> Effects:
        """Main effects and two-way interactions of the factors on a measure (default: the first).

        ``where`` keeps the rows whose factors have these values: ``effects("win", players=2)``.
        The rows have to be a full grid: every combination of the factors' values once.
        """
        return Effects(self.run, measure, where)

    def plot(
        self, measure: str | None = None, x: str | None = None, kind: Kind = "lines"
    ) -> Figure:
        """A matplotlib figure.  kind: ``lines``, ``bars`` or ``distribution``."""
        if kind not in get_args(Kind):
            raise PlayoutError(f"there is no plot '{kind}': {suggest(kind, get_args(Kind))}")
        names = plots.varying(self.run)
        numeric = [name for name in names if name != "strategy"]
        chosen = measure or self.run.game.measures[0].name
        along = x or (numeric or names or ["players"])[0]
        return plots.plot(self.run, Plot(kind=kind, measure=chosen, x=along))

    def __repr__(self) -> str:
        heads, body = tables.formatted(self.run)
        return f"{text_table(heads, body)}\n{tables.caption(self.run)}"

    def _repr_html_(self) -> str:
        return table_html(self.run)


def table_html(run: Run) -> str:
    """The table as HTML."""
    heads, body = tables.formatted(run)
    return (
        f"{html_table(heads, body, 'playout')}<p><small>{escape(tables.caption(run))}</small></p>"
    )
