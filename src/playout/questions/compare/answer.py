"""What a comparison gives to whoever asked: the verdict, the numbers behind it, a picture."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, Any

from playout.report import verdicts
from playout.report.markup import html_table, text_table
from playout.report.tables import head
from playout.stats.intervals import Interval
from playout.study.compare import Compared, Verdict

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from rich.table import Table


class ComparisonResult:
    """The result of a comparison; a notebook shows its verdict and table."""

    def __init__(self, found: Compared) -> None:
        self.found = found

    @property
    def verdict(self) -> Verdict:
        """One of the verdicts of study/compare.py, as "A better" or "undecided"."""
        return self.found.verdict

    @property
    def interval(self) -> Interval:
        """The mean difference A - B in the measure's unit; anytime-valid, at level 1 - error."""
        return self.found.interval

    @property
    def complete(self) -> bool:
        """False if it was stopped before there was a verdict, or all games were played."""
        return self.found.complete

    @property
    def deals(self) -> int:
        """Deals that both sides have had; each was played twice."""
        return self.found.counted.games

    @property
    def games(self) -> int:
        """Games played."""
        return 2 * self.deals

    def row(self) -> dict[str, Any]:
        """All that was found, by name.

        Rates lie in 0..1; ``unpaired`` is about how many deals each side would have needed if each
        game had its own, and ``ratio`` that number over ``deals``.
        """
        asked, found = self.found.asked, self.found
        (a, b), difference, ratio = found.sides, found.interval, found.ratio
        row: dict[str, Any] = {"game": asked.game.name, "a": asked.labels[0], "b": asked.labels[1]}
        row |= {"measure": asked.measure.name, "verdict": found.verdict}
        row |= {"deals": self.deals, "games": self.games}
        for name, one in (("a", a), ("b", b), ("difference", difference)):
            row |= {
                f"{name}_mean" if name in "ab" else name: one.estimate,
                f"{name}_low": one.low,
                f"{name}_high": one.high,
            }
        return row | {
            "ratio": ratio,
            "unpaired": ratio * self.deals,
            "margin": math.nan if asked.margin is None else asked.margin,
            "error": asked.error,
            "seed": asked.seed,
        }

    def to_pandas(self) -> pd.DataFrame:
        """One line with all that was found; see :meth:`row`."""
        import pandas as pd

        return pd.DataFrame([self.row()])

    def json(self) -> str:
        """All that was found, and all looks, as JSON; null for what nobody knows."""
        import json

        row = {**self.row(), "sentence": self.sentence(), "complete": self.complete}
        row = {key: _finite(value) for key, value in row.items()}
        looks = [[look.games, *map(_finite, look.interval)] for look in self.found.looks]
        return json.dumps({**row, "looks": looks}, indent=2)

    def looks(self) -> pd.DataFrame:
        """What was known on the way: ``deals``, ``difference``, and its ``low`` and ``high``."""
        import pandas as pd

        rows = [(look.games, *look.interval) for look in self.found.looks]
        return pd.DataFrame(rows, columns=["deals", "difference", "low", "high"])

    def sentence(self) -> str:
        """The verdict in a sentence."""
        return verdicts.sentence(self.found)

    def caption(self) -> str:
        """What the numbers are."""
        return verdicts.caption(self.found)

    def terminal(self) -> Table:
        """The table for a terminal."""
        from rich import box
        from rich.table import Table

        heads, rows = verdicts.rows(self.found)
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for place, text in enumerate(heads):
            table.add_column(text, justify="left" if place < 2 else "right")
        for row in rows:
            table.add_row(*row)
        return table

    def plot(self) -> Figure:
        """A matplotlib figure: the interval of the difference after each look, and the margin."""
        from matplotlib.figure import Figure

        asked, looks = self.found.asked, self.looks()
        mean = asked.measure.kind == "mean"
        scale = 1.0 if mean else 100.0
        figure = Figure(figsize=(7.2, 4.0), layout="constrained")
        axes = figure.add_subplot()
        if asked.margin is not None:
            reach = scale * asked.margin
            axes.axhspan(-reach, reach, color="#E69F00", alpha=0.25, linewidth=0, label="margin")
        axes.axhline(0.0, color="#555", linewidth=1)
        deals, difference = looks["deals"], scale * looks["difference"]
        low, high = scale * looks["low"], scale * looks["high"]
        level = 100 * (1 - asked.error)
        axes.fill_between(
            deals, low, high, color="#0072B2", alpha=0.2, linewidth=0, label=f"{level:.4g} %"
        )
        axes.plot(deals, difference, color="#0072B2", marker="o", markersize=3)
        if len(looks):
            # One look is a point, of which a filled band shows nothing.
            ends = [[difference.iloc[-1] - low.iloc[-1]], [high.iloc[-1] - difference.iloc[-1]]]
            axes.errorbar(
                [deals.iloc[-1]], [difference.iloc[-1]], yerr=ends, color="#0072B2", capsize=3
            )
        axes.set_xscale("log")
        axes.set_xlabel("deals, each played twice")
        unit = "" if mean else " (percentage points)"
        axes.set_ylabel(f"{head(asked.measure.name)}: A {verdicts.MINUS} B{unit}")
        axes.set_title(f"A: {asked.labels[0]}; B: {asked.labels[1]}: {self.verdict}", fontsize=10)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color="#ddd", linewidth=0.7)
        axes.set_axisbelow(True)
        axes.legend(frameon=False, fontsize=9)
        return figure

    def __repr__(self) -> str:
        heads, rows = verdicts.rows(self.found)
        table = text_table(heads, rows, left=True)
        return "\n".join([self.sentence(), "", table, self.caption()])

    def _repr_html_(self) -> str:
        heads, rows = verdicts.rows(self.found)
        said = escape(self.caption()).replace("\n", "<br>")
        return (
            f"<p>{escape(self.sentence())}</p>{html_table(heads, rows)}<p><small>{said}</small></p>"
        )


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
