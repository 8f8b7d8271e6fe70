"""Skill and luck as a sentence, tables and a picture."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, Any

from playout.report.markup import html_table, text_table
from playout.report.plots import COLOURS, WIDTH
from playout.report.tables import head, number, percent
from playout.stats.components import PARTS, components
from playout.stats.intervals import Interval, rate_interval
from playout.stats.tally import GROUPS
from playout.study.estimates import LEVEL, fixed_n
from playout.study.luck import Replayed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from rich.table import Table

# What each part is, for people.
SAID = {
    "strategy": "the strategy",
    "deal": "the deal",
    "interaction": "which deal suits which strategy",
    "rest": "the rest",
}
Texts = tuple[list[str], list[list[str]]]  # heads and rows


class Luck:
    """How much of an outcome's variance is deal, strategy, both together, and the rest."""

    def __init__(self, replayed: Replayed) -> None:
        self.replayed = replayed
        self.components = components(replayed.sums, replayed.asked.unit, LEVEL)
        self._rate = replayed.asked.measure.kind != "mean"
        self._means_found = self.components.means
        if self._rate:
            # The mean share of a deal varies no more than a rate, which has a safe interval.
            scale, deals = replayed.asked.unit * replayed.asked.repeats, replayed.sums.games
            totals = replayed.sums.totals.sum(axis=1)
            self._means_found = tuple(rate_interval(int(t) / scale, deals) for t in totals)

    @property
    def complete(self) -> bool:
        """False if it was stopped before all deals were played."""
        return self.replayed.complete

    @property
    def games(self) -> int:
        """Games played: of every deal, one for each strategy and repeat."""
        return self.replayed.games

    @property
    def names(self) -> list[str]:
        """The strategies, in the order in which they were named."""
        return [player.label for player in self.replayed.asked.players]

    def to_pandas(self) -> pd.DataFrame:
        """A row for each ``part`` (strategy, deal, interaction, rest, total), with ``share`` of the
        total variance, ``variance`` and ``sd``, its root, in units of the measure (1 for a win),
        and the ends ``_low`` and ``_high`` of their 95 % intervals.

        Variances and shares are unbiased estimates, which may fall a little below 0; of these the
        root is given as 0.
        """
        import pandas as pd

        return pd.DataFrame(self._parts())

    def means(self) -> pd.DataFrame:
        """A row for each ``strategy``: its ``mean``, ``mean_low``, ``mean_high``, and ``rest_sd``,
        ``rest_sd_low``, ``rest_sd_high``: by how much its repeats of one deal differ."""
        import pandas as pd

        return pd.DataFrame(self._means())

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON; what is not a finite number is None."""
        asked = self.replayed.asked
        return {
            "game": asked.game.name,
            "rules": dict(asked.rules.values),
            "measure": asked.measure.name,
            "against": None if asked.against is None else asked.against.label,
            "deals": self.replayed.sums.games,
            "repeats": asked.repeats,
            "games": self.games,
            "seed": asked.seed,
            "complete": self.complete,
            "interval": self._interval(),
            "parts": [_plain(row) for row in self._parts()],
            "strategies": [_plain(row) for row in self._means()],
            "sentence": self.sentence(),
        }

    def _parts(self) -> list[dict[str, Any]]:
        found = self.components
        # The whole is its own share; of nothing there is none.
        whole = 1.0 if found.total.estimate > 0 else math.nan
        names = (*PARTS, "total")
        shares = (*found.shares, Interval(whole, whole, whole))
        table = []
        for name, share, variance in zip(
            names, shares, (*found.variances, found.total), strict=True
        ):
            row: dict[str, Any] = {"part": name}
            for key, interval in (("share", share), ("variance", variance), ("sd", _sd(variance))):
                row |= _ends(key, interval)
            table.append(row)
        return table

    def _means(self) -> list[dict[str, Any]]:
        rests = map(_sd, self.components.own_rest)
        return [
            {"strategy": name, **_ends("mean", mean), **_ends("rest_sd", rest)}
            for name, mean, rest in zip(self.names, self._means_found, rests, strict=True)
        ]

    def sentence(self) -> str:
        """The answer: what each part has of the variance."""
        what = head(self.replayed.asked.measure.name)
        total = self.components.total.estimate
        if math.isnan(total):
            return "Too few deals were played to say anything."
        if not total > 0:
            return f"Of {what} there is nothing to divide: it was the same in every game."
        # The largest first: what a reader wants to know.
        shares = dict(zip(PARTS, self.components.shares, strict=True))
        if len(self.names) == 1:
            shares = {name: shares[name] for name in ("deal", "rest")}
        order = sorted(shares, key=lambda name: -shares[name].estimate)
        said = [f"{_shown(shares[name], True, ' %')} is {SAID[name]}" for name in order[:1]]
        said += [f"{_shown(shares[name], True, ' %')} {SAID[name]}" for name in order[1:]]
        return f"Of the variance of {what}, {', '.join(said)}."

    def _tables(self) -> tuple[Texts, Texts]:
        what = head(self.replayed.asked.measure.name) + (" (%)" if self._rate else "")
        parts = [
            [
                SAID.get(row["part"], "total"),
                _shown(_of(row, "share"), True, " %"),
                _shown(_of(row, "sd"), self._rate),
            ]
            for row in self._parts()
        ]
        parts[-1][1] = ""
        means = [
            [
                row["strategy"],
                _shown(_of(row, "mean"), self._rate),
                _shown(_of(row, "rest_sd"), self._rate),
            ]
            for row in self._means()
        ]
        return (
            (["part", "share of variance", f"standard deviation of {what}"], parts),
            (["strategy", what, "standard deviation of its repeats"], means),
        )

    def caption(self) -> str:
        """What the numbers are, in a few lines."""
        asked, sums = self.replayed.asked, self.replayed.sums
        partial = "" if self.complete else "PARTIAL RESULT (stopped): "
        where = "every seat plays the strategy"
        if asked.against is not None:
            where = f"one seat plays the strategy, moving; all others {asked.against.label}"
        deals = f"{sums.games:,} {'deal' if sums.games == 1 else 'deals'}"
        strategies = f"{sums.strategies} {'strategy' if sums.strategies == 1 else 'strategies'}"
        return (
            f"{partial}{deals} x {strategies} x {asked.repeats:,} repeats, {where}; "
            f"seed {asked.seed}; {self.games:,} games in {self.replayed.seconds:.1f} s\n"
            f"{self._interval()}; the rest: what differs between repeats of one deal"
        )

    def _interval(self) -> str:
        if math.isinf(self.components.total.high):
            return "no intervals: too few deals"
        means = "; rates: Clopper-Pearson" if self._rate else ""
        how = f"jackknife over {GROUPS} groups of deals, Student t{means}"
        return f"{100 * LEVEL:g} % intervals, {fixed_n(self.complete)} ({how})"

    def terminal(self) -> list[Table]:
        """The tables for a terminal: the parts, and each strategy."""
        from rich import box
        from rich.table import Table

        tables = []
        for heads, rows in self._tables():
            table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
            for place, text in enumerate(heads):
                table.add_column(text, justify="right" if place else "left")
            for row in rows:
                table.add_row(*row)
            tables.append(table)
        return tables

    def plot(self) -> Figure:
        """A matplotlib figure: the shares as one bar, their intervals in its legend."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(WIDTH, 2.4), layout="constrained")
        axes = figure.subplots()
        # An estimate below zero has no width.
        shares = [max(0.0, 100 * share.estimate) for share in self.components.shares]
        shares = [0.0 if math.isnan(share) else share for share in shares]
        left = 0.0
        for k, (name, share) in enumerate(zip(PARTS, shares, strict=True)):
            told = f"{SAID[name]}: {_shown(self.components.shares[k], True, ' %')}"
            axes.barh(0, share, left=left, color=COLOURS[k], edgecolor="white", label=told)
            if share > 6:
                middle = left + share / 2
                axes.text(middle, 0, f"{share:.0f} %", ha="center", va="center", color="white")
            left += share
        axes.set_xlim(0, max(100.0, left))
        axes.set_yticks([])
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.set_xlabel(f"share of the variance of {head(self.replayed.asked.measure.name)} (%)")
        figure.legend(loc="outside upper left", ncols=2, frameon=False, fontsize=8)
        return figure

    def __repr__(self) -> str:
        parts = [text_table(heads, rows) for heads, rows in self._tables()]
        return "\n\n".join([*parts, self.sentence(), self.caption()])

    def _repr_html_(self) -> str:
        parts = [html_table(heads, rows) for heads, rows in self._tables()]
        said = escape(self.caption()).replace("\n", "<br>")
        return "".join(parts) + f"<p>{escape(self.sentence())}</p><p><small>{said}</small></p>"


def _sd(variance: Interval) -> Interval:
    """The root of a variance and of its ends; of what is below 0 it is 0."""
    return Interval(*(math.nan if math.isnan(v) else math.sqrt(max(0.0, v)) for v in variance))


def _ends(name: str, interval: Interval) -> dict[str, float]:
    estimate, low, high = interval
    return {name: estimate, f"{name}_low": low, f"{name}_high": high}


def _of(row: dict[str, Any], name: str) -> Interval:
    return Interval(row[name], row[f"{name}_low"], row[f"{name}_high"])


def _shown(interval: Interval, rate: bool, unit: str = "") -> str:
    """An interval for people; a rate as per cent; "-" of nothing."""
    estimate, low, high = interval
    write = percent if rate else number
    if math.isnan(estimate):
        return "-"
    if math.isinf(high):
        return f"{write(estimate, math.inf)}{unit}"
    reach = (high - low) / 2
    return f"{write(estimate, reach)}{unit} ({write(low, reach)} to {write(high, reach)})"


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in row.items()
    }
