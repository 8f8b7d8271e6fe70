"""What a tournament tells: standings with ratings, who came before whom, a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.questions.tournament.found import Found
from playout.report import answer, figures
from playout.report.answer import Figure, Table, count_column, interval_column, text_column
from playout.report.estimates import LEVEL, fixed_n
from playout.report.words import between, ends, half_width, head, interval_in, percent
from playout.stats.intervals import Interval, mean_interval, rate_interval, share_interval
from playout.stats.multiple import holm, rate_p_value
from playout.stats.ratings import rating_intervals

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Plot

FALSE_ALARMS = 0.05  # chance that any two equal strategies are said to differ, over all pairs
MARK = "*"  # behind the numbers of two that differ


@dataclass(frozen=True)
class CrossTable(Table):
    """Who came before whom: a row for each two strategies, for people a row for each strategy."""

    names: tuple[str, ...] = ()  # of the strategies, the best first

    @property
    def heads(self) -> list[str]:
        """What stands above the columns."""
        return ["ahead of (%)", *self.names]

    @property
    def lines(self) -> list[list[str]]:
        """For each strategy how often it came before each of them, in per cent."""
        written = dict[tuple[str, str], str]()
        for row in self.rows:
            ahead = interval_in(row, "ahead")
            mark = MARK if row["differ"] else ""
            written[row["strategy"], row["other"]] = (
                percent(ahead.estimate, half_width(ahead)) + mark
            )
        return [
            [one, *(written.get((one, other), "") for other in self.names)] for one in self.names
        ]

    @property
    def texts(self) -> list[bool]:
        """Which columns are words: the names of the strategies."""
        return [True, *(False for _ in self.names)]


class Answer(answer.Answer):
    """The answer of a tournament; a notebook shows its tables."""

    kind = "tournament"
    found: Found

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        asked, standing = found.asked, found.standing
        count = len(asked.players)
        # Who has several seats at every table has one win at most, as in report/estimates.py.
        seats = max(1, asked.seats // count)
        self._wins = [share_interval(one, seats) for one in standing.wins]
        self._values = [mean_interval(one) for one in standing.values]
        self._ratings = rating_intervals(standing.groups / standing.pairs[0].unit)
        # Over all pairs, so that of many equal ones hardly ever any two are told apart.
        pairs = list(combinations(range(count), 2))
        adjusted = holm([self._p_value(i, j) for i, j in pairs])
        self._adjusted = dict(zip(pairs, adjusted, strict=True))
        # The best first, of equals in the order in which they were named; who played nothing, last.
        self._order = sorted(range(count), key=self._rank)

    def _rank(self, k: int) -> tuple[bool, float]:
        estimate = self._wins[k].estimate
        return math.isnan(estimate), -estimate

    @property
    def names(self) -> list[str]:
        """The strategies, the best first."""
        return [self._name(k) for k in self._order]

    def _name(self, k: int) -> str:
        return self.found.asked.players[k].label

    def cross(self) -> pd.DataFrame:
        """A row for each two strategies: ``strategy``, ``other``, the ``games`` in which both sat
        at a table, and ``ahead``, ``ahead_low``, ``ahead_high``: how often the first came before
        the other, ties as halves, with its 95 % interval; ``p_holm``, the p-value of a half
        adjusted for all pairs (Holm-Bonferroni), and whether they ``differ``: it is at most 0.05.
        """
        return self.table("cross")

    def tables(self) -> list[Table]:
        """The standings, a row for each strategy, the best first; and the cross table.

        Standings have ``strategy``, the ``games`` that it has played, and estimate, low and high of
        ``win`` (share of a game, 0..1), of the measure that places (``points``) and of ``rating``;
        the ends are those of 95 % intervals.  See :meth:`cross` for the other.
        """
        placing = self.found.asked.placing.name
        columns = [
            text_column("strategy"),
            count_column("games"),
            interval_column("win", rate=True),
            interval_column(placing, rate=False),
            interval_column("rating", rate=False),
        ]
        rows = [
            {
                "strategy": self._name(k),
                "games": self.found.standing.wins[k].n,
                **ends("win", self._wins[k]),
                **ends(placing, self._values[k]),
                **ends("rating", self._ratings[k]),
            }
            for k in self._order
        ]
        pairs = [self._pair(i, j) for i, j in permutations(self._order, 2)]
        return [Table(rows, columns), CrossTable(pairs, [], "cross", names=tuple(self.names))]

    def _pair(self, i: int, j: int) -> dict[str, Any]:
        """A row of the cross table."""
        return {
            "strategy": self._name(i),
            "other": self._name(j),
            "games": self.found.standing.pair(i, j).n,
            **ends("ahead", self._ahead(i, j)),
            "p_holm": self._p_holm(i, j),
            "differ": self._differ(i, j),
        }

    def _ahead(self, i: int, j: int) -> Interval:
        """How often i came before j."""
        histogram = self.found.standing.pair(i, j)
        return rate_interval(float(histogram.total), histogram.n)

    def _p_value(self, i: int, j: int) -> float:
        """Of the hypothesis that neither comes before the other more often."""
        histogram = self.found.standing.pair(i, j)
        return rate_p_value(float(histogram.total), histogram.n)

    def _p_holm(self, i: int, j: int) -> float:
        return self._adjusted[min(i, j), max(i, j)]

    def _differ(self, i: int, j: int) -> bool:
        return self._p_holm(i, j) <= FALSE_ALARMS

    def sentence(self) -> str:
        """Who wins most often, and whether that strategy is better than all others."""
        if not self.games:
            return "No game was played."
        first, *others = self._order
        win, seats = between(self._wins[first], True), self.found.asked.seats
        each = " with each of its seats" if seats > len(self._order) else ""
        name, equal = self._name(first), f"equal players {self._equal()} %"
        rivals = [
            self._name(k)
            for k in others
            if not (self._differ(first, k) and self._ahead(first, k).estimate > 0.5)
        ]
        if not rivals:
            before = "it comes before every other strategy more often than not"
            return f"{name} wins most: {win}{each}, {equal}; {before}."
        told = " or ".join(rivals) if len(rivals) < 3 else f"{len(rivals)} of the others"
        return (
            f"In these games {name} wins most often: {win}{each}, {equal}; "
            f"whether it is better than {told} is not decided."
        )

    def _equal(self) -> str:
        """What players of equal strength win, in per cent of all games."""
        return f"{100 / self.found.asked.seats:.4g}"

    def facts(self) -> dict[str, Any]:
        """The rules, and how many tables and games at each of them there are."""
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "tables": len(asked.tables),
            "table_games": asked.table_games,
            "interval": fixed_n(self.complete),
        }

    def caption(self) -> str:
        """What the numbers are."""
        asked = self.found.asked
        seats, tables = asked.seats, len(asked.tables)
        if len(asked.players) > seats:
            design = f"{tables:,} tables, one for every set of {seats} strategies"
        else:
            few, more = seats // len(asked.players), seats % len(asked.players)
            each = f"{few} or {few + 1}" if more else f"{few}"
            design = (
                f"{tables:,} {'tables' if tables > 1 else 'table'}, {each} of {seats} seats each"
            )
        return (
            f"{design}, moving through all seats and orders; seed {asked.seed}; "
            f"{self.games:,} games in {self.seconds:.1f} s\n"
            f"{100 * LEVEL:g} % intervals, {fixed_n(self.complete)}; win: share of one seat, of "
            f"equal players {self._equal()} %\n"
            "rating: Bradley and Terry's, on Elo's scale, of who comes before whom by "
            f"{head(asked.placing.name)}, ties as halves\n"
            f"{MARK}: not 50 %, at {100 * FALSE_ALARMS:g} % over all {len(self._adjusted):,} pairs "
            "(Holm-Bonferroni)"
        )

    def figures(self) -> list[Figure]:
        """Win shares and the cross table."""
        return [Figure(self.plot)]

    def plot(self) -> Plot:
        """A matplotlib figure: win shares with intervals, and who came before whom."""
        n = len(self._order)
        figure = figures.empty(max(3.0, 1.3 + 0.34 * n), width=6.0 + 0.55 * n)
        ratio = [3.2, 1.2 + 0.55 * n]
        shares, cross = figure.subplots(1, 2, gridspec_kw={"width_ratios": ratio})
        self._draw_shares(shares)
        self._draw_cross(cross)
        shares.set_ylim(n - 0.5, -0.5)  # as the rows beside it
        return figure

    def _draw_shares(self, axes: Axes) -> None:
        wins = [self._wins[k] for k in self._order]
        estimates = 100 * np.array([one.estimate for one in wins])
        reach = 100 * np.array([[w.estimate - w.low, w.high - w.estimate] for w in wins]).T
        axes.axvline(100 / self.found.asked.seats, color="#999", linewidth=1, linestyle="--")
        places = np.arange(len(wins))
        axes.errorbar(estimates, places, xerr=reach, fmt="o", color=figures.COLOURS[0], capsize=3)
        axes.set_yticks(places, self.names)
        axes.set_xlabel("win (%), dashed: equal players")
        axes.set_xlim(left=0)
        figures.tidy(axes, "x")

    def _draw_cross(self, axes: Axes) -> None:
        n = len(self._order)
        grid = np.full((n, n), np.nan)
        for a, b in permutations(range(n), 2):
            grid[a, b] = 100 * self._ahead(self._order[a], self._order[b]).estimate
        axes.imshow(grid, cmap="RdBu", vmin=0, vmax=100, aspect="auto")
        for a, b in zip(*np.nonzero(np.isfinite(grid)), strict=True):
            ink = "white" if abs(grid[a, b] - 50) > 30 else "#222"
            axes.text(b, a, f"{grid[a, b]:.0f}", ha="center", va="center", color=ink, fontsize=8)
        axes.set_xticks(np.arange(n), self.names, rotation=40, ha="right")
        axes.set_yticks([])
        axes.set_title("comes before ... (%)", fontsize=10)
