"""The effects of a run's factors, for whoever asked: table, picture, sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from playout.engine.errors import PlayoutError
from playout.engine.game import Value
from playout.report import effect_plots, effect_words
from playout.report.markup import html_table, text_table
from playout.stats.effects import Effect, Sample, effects
from playout.stats.tally import GROUPS
from playout.study.estimates import fixed_n
from playout.study.grid import find_measure, grid
from playout.study.run import Run

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from rich.table import Table

HEADS = ["effect", "of", "with", "change", "p (Holm)"]


class Effects:
    """Main effects, steps and two-way interactions of one measure; a notebook shows the table."""

    def __init__(
        self, run: Run, measure: str | None = None, where: Mapping[str, Value] | None = None
    ) -> None:
        """PlayoutError if the rows ``where`` factors have these values are no full grid."""
        self.run, self.measure = run, find_measure(run.game, measure)
        self.grid = grid(run.game, run.cells, self.measure, where)
        place = run.game.measures.index(self.measure)
        tallies = [run.tallies[row] for row in self.grid.rows]
        if not all(tally.games for tally in tallies):
            raise PlayoutError("effects: some rows have no games")
        units = np.array([[tally.histograms[place].unit] for tally in tallies])
        groups = np.stack([tally.groups for tally in tallies])
        self.sample = Sample.of(groups[:, 1 + place] / units, groups[:, 0])
        self.found = effects(self.grid.factors, self.sample, self.measure.kind != "mean")
        self.words = effect_words.Words(run.game, self.measure, self.sample.fewest)

    def to_pandas(self) -> pd.DataFrame:
        """A row per effect, on the measure's own scale: rates in 0..1.

        ``effect`` is main, step or interaction; ``factor`` goes from ``base`` to ``level``, or by
        ``per`` if it is a slope; so do ``other``, ``other_base``, ``other_level``, ``other_per`` of
        an interaction.  ``low`` and ``high`` are the ends of the 95 % interval, ``p`` is that of no
        effect, ``holm`` the same corrected for all rows.
        """
        import pandas as pd

        return pd.DataFrame([_row(one) for one in self.found])

    def plot(self) -> Figure:
        """A matplotlib figure: every effect with its interval, a line each."""
        return effect_plots.plot(self.found, self.words)

    def sentences(self) -> list[str]:
        """Main effects and interactions in words; the steps of a number if they are uneven."""
        return self.words.sentences(self.found)

    def phrase(self, factor: str, level: Value | None = None) -> str:
        """The main effect of a factor as what it does: ``costs 2.1 points of win rate (...)``.

        Of words ``level`` is the one that is compared with the first; it may be left out of two.
        """
        mine = [e for e in self.found if e.kind == "main" and e.first.factor.name == factor]
        chosen = [e for e in mine if level is None or str(e.first.level) == str(level)]
        if len(chosen) != 1:
            known = ", ".join(one.name for one in self.grid.factors)
            allowed = ", ".join(str(e.first.level) for e in mine)
            what = f"its level can be {allowed}" if mine else f"known: {known}"
            raise PlayoutError(
                f"effects: there is no one effect of '{factor}'"
                + (f" for {level}" if level is not None else "")
                + f"; {what}"
            )
        return self.words.does(chosen[0])

    def __repr__(self) -> str:
        return f"{text_table(HEADS, self.rows(), left=True)}\n{self.caption()}"

    def _repr_html_(self) -> str:
        return (
            f"{html_table(HEADS, self.rows(), 'playout')}"
            f"<p><small>{escape(self.caption())}</small></p>"
        )

    def terminal(self) -> Table:
        """The table for a terminal."""
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for name in HEADS:
            table.add_column(name, justify="right" if name == HEADS[-1] else "left")
        for row in self.rows():
            table.add_row(*row)
        return table

    def rows(self) -> list[list[str]]:
        """The table as text."""
        return [
            [
                one.kind,
                self.words.change(one.first),
                self.words.change(one.second) if one.second else "",
                self.words.shown(one.interval),
                _p(one),
            ]
            for one in self.found
        ]

    def caption(self) -> str:
        """What the numbers are, in a line."""
        number = f"{len(self.found)} effects" if len(self.found) > 1 else "one effect"
        few = "" if self.sample.enough else f" they need at least {GROUPS} games in a row;"
        how = fixed_n(self.run.how == "fixed")
        return (
            f"effects on {self.words.name}; 95 % intervals, {how};{few} "
            f"they come from {GROUPS} groups of games (Student t); each interval is for one "
            "effect: of twenty, one misses; "
            f"p (Holm): of no effect, corrected for {number}"
        )


def _p(effect: Effect) -> str:
    if math.isinf(effect.interval.high):
        return "-"
    return "<0.0001" if effect.holm < 0.0001 else f"{effect.holm:.4f}"


def _row(effect: Effect) -> dict[str, object]:
    one, other = effect.first, effect.second
    return {
        "effect": effect.kind,
        "factor": one.factor.name,
        "level": one.level,
        "base": one.base,
        "per": one.factor.per if one.level is None else None,
        "other": other.factor.name if other else None,
        "other_level": other.level if other else None,
        "other_base": other.base if other else None,
        "other_per": other.factor.per if other and other.level is None else None,
        "estimate": effect.interval.estimate,
        "low": effect.interval.low,
        "high": effect.interval.high,
        "p": effect.p,
        "holm": effect.holm,
    }
