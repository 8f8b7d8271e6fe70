"""What a comparison tells: the verdict, the numbers behind it, a picture."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from playout.questions.compare import words
from playout.questions.compare.found import Found, Verdict
from playout.report import answer, figures
from playout.report.answer import Column, Figure, Table, text_column
from playout.report.estimates import NAMES
from playout.report.words import MINUS, NOTHING, between, ends, head, interval_in
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Plot


class Answer(answer.Answer):
    """The answer of a comparison; a notebook shows its verdict and table."""

    kind = "compare"
    found: Found

    @property
    def verdict(self) -> Verdict:
        """One of the verdicts of questions/compare/found.py, as "A better" or "undecided"."""
        return self.found.verdict

    @property
    def interval(self) -> Interval:
        """The mean difference A - B in the measure's unit; anytime-valid, at level 1 - error."""
        return self.found.interval

    @property
    def deals(self) -> int:
        """Deals that both sides have had; each was played twice."""
        return self.found.counted.games

    def row(self) -> dict[str, Any]:
        """All that was found, by name.

        Rates lie in 0..1; ``unpaired`` is about how many deals each side would have needed if each
        game had its own, and ``ratio`` that number over ``deals``.
        """
        asked, found = self.found.asked, self.found
        a, b = found.sides
        return {
            "game": asked.game.name,
            "a": asked.labels[0],
            "b": asked.labels[1],
            "measure": asked.measure.name,
            "verdict": found.verdict,
            "deals": self.deals,
            "games": self.games,
            "a_mean": a.estimate,
            "a_low": a.low,
            "a_high": a.high,
            "b_mean": b.estimate,
            "b_low": b.low,
            "b_high": b.high,
            **ends("difference", found.interval),
            "ratio": found.ratio,
            "unpaired": found.ratio * self.deals,
            "margin": math.nan if asked.margin is None else asked.margin,
            "error": asked.error,
            "seed": asked.seed,
        }

    def sentence(self) -> str:
        """The verdict in a sentence."""
        return words.sentence(self.found)

    def caption(self) -> str:
        """What the numbers are."""
        return words.caption(self.found)

    def facts(self) -> dict[str, Any]:
        """All that was found, by name; and both sides as they were asked for."""
        asked = self.found.asked
        sides = zip("ab", asked.names, asked.sides, strict=True)
        return self.row() | {
            "sides_asked": {
                name: {"strategy": strategy, "rules": dict(side.rules.values)}
                for name, strategy, side in sides
            },
            "interval": NAMES["anytime"],
            "level": 1 - asked.error,
        }

    def tables(self) -> list[Table]:
        """All that was found in one row; both sides and their difference; all looks."""
        looks = [
            {"deals": look.games, **ends("difference", look.interval)} for look in self.found.looks
        ]
        return [
            Table([self.row()], [], is_shown=False),
            self.sides(),
            Table(looks, [], name="looks", is_shown=False, is_written=False),
        ]

    def sides(self, pair: str = "") -> Table:
        """A row for each side, and one for the difference; of a study, with the pair's name."""
        found, measure = self.found, self.found.asked.measure
        rows = [
            {"side": side, "label": label, **ends("value", interval)}
            for side, label, interval in zip(
                ("A", "B", f"A {MINUS} B"),
                (*found.asked.labels, ""),
                (*found.sides, found.interval),
                strict=True,
            )
        ]

        def write(row: answer.Fields) -> str:
            interval = interval_in(row, "value")
            if row["side"] in "AB":
                return between(interval, measure.is_rate)
            return " ".join(words.difference(found, interval)) if self.deals else NOTHING

        columns = [
            text_column("side", ""),
            text_column("label", ""),
            Column("value", head(measure.name), write),
        ]
        return Table(
            rows,
            columns,
            name=f"sides of {pair}" if pair else "sides",
            title=pair,
            sentences=(self.sentence(),) if pair else (),
            caption=self.note if pair else "",
            is_written=False,
        )

    def looks(self) -> pd.DataFrame:
        """What was known on the way: ``deals``, ``difference``, and its ``low`` and ``high``."""
        import pandas as pd

        rows = [(look.games, *look.interval) for look in self.found.looks]
        return pd.DataFrame(rows, columns=["deals", "difference", "low", "high"])

    def figures(self) -> list[Figure]:
        """How the interval of the difference went."""
        return [Figure(self.plot)]

    def plot(self) -> Plot:
        """A matplotlib figure: the interval of the difference after each look, and the margin."""
        asked, looks = self.found.asked, self.looks()
        mean = not asked.measure.is_rate
        scale = 1.0 if mean else 100.0
        blue = figures.COLOURS[0]
        figure = figures.empty(4.0)
        axes = figure.add_subplot()
        if asked.margin is not None:
            reach = scale * asked.margin
            orange = figures.COLOURS[4]
            axes.axhspan(-reach, reach, color=orange, alpha=0.25, linewidth=0, label="margin")
        axes.axhline(0.0, color="#555", linewidth=1)
        deals, difference = looks["deals"], scale * looks["difference"]
        low, high = scale * looks["low"], scale * looks["high"]
        level = 100 * (1 - asked.error)
        axes.fill_between(
            deals, low, high, color=blue, alpha=0.2, linewidth=0, label=f"{level:.4g} %"
        )
        axes.plot(deals, difference, color=blue, marker="o", markersize=3)
        if len(looks):
            # One look is a point, of which a filled band shows nothing.
            reach_of_last = [
                [difference.iloc[-1] - low.iloc[-1]],
                [high.iloc[-1] - difference.iloc[-1]],
            ]
            axes.errorbar(
                [deals.iloc[-1]], [difference.iloc[-1]], yerr=reach_of_last, color=blue, capsize=3
            )
        axes.set_xscale("log")
        axes.set_xlabel("deals, each played twice")
        unit = "" if mean else " (percentage points)"
        axes.set_ylabel(f"{head(asked.measure.name)}: A {MINUS} B{unit}")
        axes.set_title(f"A: {asked.labels[0]}; B: {asked.labels[1]}: {self.verdict}", fontsize=10)
        figures.tidy(axes)
        axes.legend(frameon=False, fontsize=9)
        return figure
