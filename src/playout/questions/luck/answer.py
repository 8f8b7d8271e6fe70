"""What is told about skill and luck: the parts of the variance, the strategies, a picture."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from playout.questions.luck import words
from playout.questions.luck.found import Found
from playout.report import answer, figures
from playout.report.answer import Column, Figure, Table, interval_column, text_column
from playout.report.estimates import LEVEL
from playout.report.words import between, ends, head, interval_in
from playout.stats.components import PARTS, components
from playout.stats.intervals import Interval, rate_interval

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Plot

LEAST_LABELLED = 6  # per cent: a narrower part of the bar has no room for its number


class Answer(answer.Answer):
    """How much of an outcome's variance is deal, strategy, both together, and the rest."""

    kind = "luck"
    found: Found

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self.components = components(found.sums, found.asked.unit, LEVEL)
        self._is_rate = found.asked.measure.is_rate
        self._means = self.components.means
        if self._is_rate:
            # The mean share of a deal varies no more than a rate, which has a safe interval.
            scale, totals = found.asked.unit * found.asked.repeats, found.sums.totals.sum(axis=1)
            self._means = tuple(rate_interval(int(t) / scale, found.deals) for t in totals)

    @property
    def names(self) -> list[str]:
        """The strategies, in the order in which they were named."""
        return [player.label for player in self.found.asked.players]

    def means(self) -> pd.DataFrame:
        """A row for each ``strategy``: its ``mean``, ``mean_low``, ``mean_high``, and ``rest_sd``,
        ``rest_sd_low``, ``rest_sd_high``: by how much its repeats of one deal differ."""
        return self.table("strategies")

    def sentence(self) -> str:
        """What each part has of the variance, the largest first."""
        return words.sentence(self.found, self.components)

    def caption(self) -> str:
        """What the numbers are."""
        return words.caption(self.found, self.components)

    def facts(self) -> dict[str, Any]:
        """What was asked, and what kind of intervals there are."""
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "measure": asked.measure.name,
            "against": None if asked.against is None else asked.against.label,
            "deals": self.found.deals,
            "repeats": asked.repeats,
            "interval": words.interval(self.found, self.components),
        }

    def tables(self) -> list[Table]:
        """A row for each part, and one for each strategy.

        The parts: ``part`` (strategy, deal, interaction, rest, total), with ``share`` of the total
        variance, ``variance`` and ``sd``, its root, in units of the measure (1 for a win), and the
        ends ``_low`` and ``_high`` of their 95 % intervals.  Variances and shares are unbiased
        estimates, which may fall a little below 0; of these the root is given as 0.  See
        :meth:`means` for the strategies.
        """
        # The sign stands once above the column, as it does for the measure itself.
        measure = head(self.found.asked.measure.name) + (" (%)" if self._is_rate else "")
        parts = [
            Column("part", "part", lambda row: words.NAMES[row["part"]], is_text=True),
            Column("share", "share of variance", _share, "%"),
            interval_column("sd", self._is_rate, f"standard deviation of {measure}", ""),
        ]
        strategies = [
            text_column("strategy"),
            interval_column("mean", self._is_rate, measure, ""),
            interval_column("rest_sd", self._is_rate, "standard deviation of its repeats", ""),
        ]
        return [
            Table(self._part_rows(), parts),
            Table(self._strategy_rows(), strategies, name="strategies"),
        ]

    def _part_rows(self) -> list[dict[str, Any]]:
        parts = self.components
        # The whole is its own share; of nothing there is none.
        whole = 1.0 if parts.total.estimate > 0 else math.nan
        names = (*PARTS, "total")
        shares = (*parts.shares, Interval(whole, whole, whole))
        variances = (*parts.variances, parts.total)
        return [
            {
                "part": name,
                **ends("share", share),
                **ends("variance", variance),
                **ends("sd", _root(variance)),
            }
            for name, share, variance in zip(names, shares, variances, strict=True)
        ]

    def _strategy_rows(self) -> list[dict[str, Any]]:
        rests = map(_root, self.components.own_rest)
        return [
            {"strategy": name, **ends("mean", mean), **ends("rest_sd", rest)}
            for name, mean, rest in zip(self.names, self._means, rests, strict=True)
        ]

    def figures(self) -> list[Figure]:
        """The shares as one bar."""
        return [Figure(self.plot)]

    def plot(self) -> Plot:
        """A matplotlib figure: the shares as one bar, their intervals in its legend."""
        figure = figures.empty(2.4)
        axes = figure.subplots()
        left = 0.0
        for name, share, colour in zip(
            PARTS, self.components.shares, figures.COLOURS, strict=False
        ):
            # An estimate below zero, or of nothing, has no width.
            wide = 0.0 if math.isnan(share.estimate) else max(0.0, 100 * share.estimate)
            label = f"{words.NAMES[name]}: {between(share, True)}"
            axes.barh(0, wide, left=left, color=colour, edgecolor="white", label=label)
            if wide > LEAST_LABELLED:
                text = f"{wide:.0f} %"
                axes.text(left + wide / 2, 0, text, ha="center", va="center", color="white")
            left += wide
        axes.set_xlim(0, max(100.0, left))
        axes.set_yticks([])
        axes.set_xlabel(f"share of the variance of {head(self.found.asked.measure.name)} (%)")
        figures.tidy(axes, grid="", open_sides=("top", "right", "left"))
        figure.legend(loc="outside upper left", ncols=2, frameon=False, fontsize=8)
        return figure


def _share(row: answer.Fields) -> str:
    """The share of a part; that of the total would say nothing."""
    return "" if row["part"] == "total" else between(interval_in(row, "share"), True)


def _root(variance: Interval) -> Interval:
    """The root of a variance and of its ends; of what is below 0 it is 0."""
    return Interval(*(math.nan if math.isnan(v) else math.sqrt(max(0.0, v)) for v in variance))
