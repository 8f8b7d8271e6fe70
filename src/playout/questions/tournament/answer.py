"""Tournaments as tables and pictures."""

from __future__ import annotations

import math
from html import escape
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.engine.game import Measure
from playout.report.markup import html_table, text_table
from playout.report.tables import head, percent, shown
from playout.stats.intervals import Interval, mean_interval, rate_interval, share_interval
from playout.stats.multiple import holm, rate_p_value
from playout.stats.ratings import rating_intervals
from playout.study.estimates import fixed_n
from playout.study.tournament import Played

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from rich.table import Table

_SHARE = Measure("win", "share", "")
_RATING = Measure("rating", "mean", "")
LEVEL = 0.05  # chance that any two equal strategies are said to differ, over all pairs
MARK = "*"
Texts = tuple[list[str], list[list[str]]]  # heads and rows


class Standings:
    """The result of a tournament; a notebook shows its tables."""

    def __init__(self, played: Played) -> None:
        self.played = played
        placing = played.asked.game.placing
        assert placing is not None
        self._placing = placing
        standing = played.standing
        # Who has several seats at every table has one win at most, as in tables.interval_of.
        seats = max(1, len(played.asked.tables[0]) // len(played.asked.players))
        self._wins = [share_interval(one, seats) for one in standing.wins]
        self._values = [mean_interval(one) for one in standing.values]
        unit = standing.pairs[0].unit
        self._ratings = rating_intervals(standing.groups / unit)
        # Over all pairs, so that of many equal ones hardly ever any two are told apart.
        pairs = list(combinations(range(len(self._wins)), 2))
        tested = holm([self._p_value(i, j) for i, j in pairs])
        self._adjusted = dict(zip(pairs, tested, strict=True))
        # The best first, of equals in the order in which they were named; who played nothing, last.
        self._order = sorted(range(len(self._wins)), key=self._rank)

    def _rank(self, k: int) -> tuple[bool, float]:
        estimate = self._wins[k].estimate
        return math.isnan(estimate), -estimate

    @property
    def complete(self) -> bool:
        """False if it was stopped before all games were played."""
        return self.played.complete

    @property
    def games(self) -> int:
        """Games played, at all tables."""
        return self.played.standing.games

    @property
    def names(self) -> list[str]:
        """The strategies, the best first."""
        return [self.played.asked.players[k].label for k in self._order]

    def to_pandas(self) -> pd.DataFrame:
        """A row for each strategy, the best first: ``strategy``, ``games`` that it has played, and
        estimate, low and high of ``win`` (share of a game, 0..1), of the measure that places
        (``points``) and of ``rating``; the ends are those of 95 % intervals."""
        import pandas as pd

        rows = []
        for k in self._order:
            row: dict[str, Any] = {
                "strategy": self.played.asked.players[k].label,
                "games": self.played.standing.wins[k].n,
            }
            for name, (estimate, low, high) in self._measures(k).items():
                row |= {name: estimate, f"{name}_low": low, f"{name}_high": high}
            rows.append(row)
        return pd.DataFrame(rows)

    def cross(self) -> pd.DataFrame:
        """A row for each two strategies: ``strategy``, ``other``, the ``games`` in which both sat
        at a table, and ``ahead``, ``ahead_low``, ``ahead_high``: how often the first came before
        the other, ties as halves, with its 95 % interval; ``p_holm``, the p-value of a half
        adjusted for all pairs (Holm-Bonferroni), and whether they ``differ``: it is at most 0.05.
        """
        import pandas as pd

        rows = []
        for i in self._order:
            for j in self._order:
                if i != j:
                    found = self._pair(i, j)
                    rows.append(
                        {
                            "strategy": self.played.asked.players[i].label,
                            "other": self.played.asked.players[j].label,
                            "games": self._histogram(i, j).n,
                            "ahead": found.estimate,
                            "ahead_low": found.low,
                            "ahead_high": found.high,
                            "p_holm": self._p_holm(i, j),
                            "differ": self._differ(i, j),
                        }
                    )
        return pd.DataFrame(rows)

    def _measures(self, k: int) -> dict[str, Interval]:
        return {
            "win": self._wins[k],
            self._placing.name: self._values[k],
            "rating": self._ratings[k],
        }

    def _histogram(self, i: int, j: int) -> Any:
        return self.played.standing.pairs[i * len(self._wins) + j]

    def _pair(self, i: int, j: int) -> Interval:
        histogram = self._histogram(i, j)
        return rate_interval(float(histogram.total), histogram.n)

    def _p_value(self, i: int, j: int) -> float:
        """Of the hypothesis that neither comes before the other more often."""
        histogram = self._histogram(i, j)
        return rate_p_value(float(histogram.total), histogram.n)

    def _p_holm(self, i: int, j: int) -> float:
        return self._adjusted[min(i, j), max(i, j)]

    def _differ(self, i: int, j: int) -> bool:
        return self._p_holm(i, j) <= LEVEL

    def _standings(self) -> Texts:
        heads = ["strategy", "games", "win", head(self._placing.name), "rating"]
        rows = []
        for k, name in zip(self._order, self.names, strict=True):
            win, value, rating = self._measures(k).values()
            games = f"{self.played.standing.wins[k].n:,}"
            pairs = ((_SHARE, win), (self._placing, value), (_RATING, rating))
            rows.append([name, games, *(shown(*pair) for pair in pairs)])
        return heads, rows

    def _cross(self) -> Texts:
        rows = []
        for i, name in zip(self._order, self.names, strict=True):
            rows.append([name, *("" if i == j else self._told(i, j) for j in self._order)])
        return ["ahead of (%)", *self.names], rows

    def _told(self, i: int, j: int) -> str:
        pair = self._pair(i, j)
        mark = MARK if self._differ(i, j) else ""
        return percent(pair.estimate, _reach(pair)) + mark

    def caption(self) -> str:
        """What the numbers are."""
        asked = self.played.asked
        seats, tables = len(asked.tables[0]), len(asked.tables)
        partial = "" if self.complete else "PARTIAL RESULT (stopped): "
        if len(asked.players) > seats:
            design = f"{tables:,} tables, one for every set of {seats} strategies"
        else:
            few, more = seats // len(asked.players), seats % len(asked.players)
            each = f"{few} or {few + 1}" if more else f"{few}"
            design = (
                f"{tables:,} {'tables' if tables > 1 else 'table'}, {each} of {seats} seats each"
            )
        return (
            f"{partial}{design}, moving through all seats and orders; seed {asked.seed}; "
            f"{self.games:,} games in {self.played.seconds:.1f} s\n"
            f"95 % intervals, {fixed_n(self.complete)}; win: share of one seat, of equal players "
            f"{100 / seats:.4g} %\n"
            "rating: Bradley and Terry's, on Elo's scale, of who comes before whom by "
            f"{head(self._placing.name)}, ties as halves\n"
            f"{MARK}: not 50 %, at {100 * LEVEL:g} % over all {len(self._adjusted):,} pairs "
            "(Holm-Bonferroni)"
        )

    def terminal(self) -> list[Table]:
        """The tables for a terminal: standings, and who came before whom."""
        from rich import box
        from rich.table import Table

        tables = []
        for heads, rows in (self._standings(), self._cross()):
            table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
            for place, text in enumerate(heads):
                table.add_column(text, justify="right" if place else "left")
            for row in rows:
                table.add_row(*row)
            tables.append(table)
        return tables

    def plot(self) -> Figure:
        """A matplotlib figure: win shares with intervals, and who came before whom."""
        from matplotlib.figure import Figure

        names, n = self.names, len(self._order)
        high = max(3.0, 1.3 + 0.34 * n)
        wide = 6.0 + 0.55 * n
        figure = Figure(figsize=(wide, high), layout="constrained")
        ratio = [3.2, 1.2 + 0.55 * n]
        shares, cross = figure.subplots(1, 2, gridspec_kw={"width_ratios": ratio})
        places = np.arange(n)
        wins = [self._wins[k] for k in self._order]
        estimates = 100 * np.array([one.estimate for one in wins])
        ends = 100 * np.array([[w.estimate - w.low, w.high - w.estimate] for w in wins]).T
        fair = 100 / len(self.played.asked.tables[0])
        shares.axvline(fair, color="#999", linewidth=1, linestyle="--")
        shares.errorbar(estimates, places, xerr=ends, fmt="o", color="#0072B2", capsize=3)
        shares.set_yticks(places, names)
        shares.set_xlabel("win (%), dashed: equal players")
        shares.set_xlim(left=0)
        shares.spines[["top", "right"]].set_visible(False)
        shares.grid(axis="x", color="#ddd", linewidth=0.7)
        shares.set_axisbelow(True)
        grid = np.full((n, n), np.nan)
        for a, i in enumerate(self._order):
            for b, j in enumerate(self._order):
                if i != j:
                    grid[a, b] = 100 * self._pair(i, j).estimate
        cross.imshow(grid, cmap="RdBu", vmin=0, vmax=100, aspect="auto")
        for a, b in zip(*np.nonzero(np.isfinite(grid)), strict=True):
            ink = "white" if abs(grid[a, b] - 50) > 30 else "#222"
            cross.text(b, a, f"{grid[a, b]:.0f}", ha="center", va="center", color=ink, fontsize=8)
        cross.set_xticks(places, names, rotation=40, ha="right")
        cross.set_yticks([])
        cross.set_title("comes before ... (%)", fontsize=10)
        shares.set_ylim(n - 0.5, -0.5)
        return figure

    def __repr__(self) -> str:
        parts = [text_table(heads, rows) for heads, rows in (self._standings(), self._cross())]
        return "\n\n".join([*parts, self.caption()])

    def _repr_html_(self) -> str:
        parts = [html_table(heads, rows) for heads, rows in (self._standings(), self._cross())]
        said = escape(self.caption()).replace("\n", "<br>")
        return "".join(parts) + f"<p><small>{said}</small></p>"


def _reach(interval: Interval) -> float:
    return (interval.high - interval.low) / 2
