"""The answer of a comparison: the verdict, the numbers behind it, a picture."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from playout.questions.compare import plots, words
from playout.questions.compare.found import UNDECIDED, Found, Verdict
from playout.report import answer
from playout.report.answer import common_items
from playout.report.estimates import NAMES
from playout.report.figures import PAGE
from playout.report.tables import Column, Fields, Figure, Table, text_column
from playout.report.text_tables import ALWAYS
from playout.report.words import MINUS, NOTHING, between, ends, interval_in, more_games
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    import pandas as pd

    from playout.report.picture import Picture

LEAST = 100  # pairs of games, fewer of which hardly make anything clearer


class Answer(answer.Answer):
    """The result of `compare`: a verdict, with the difference and its interval."""

    kind = "compare"
    keys = ("a", "b")
    bounds: ClassVar = {"a_mean": ("a_low", "a_high"), "b_mean": ("b_low", "b_high")}
    found: Found

    @property
    def verdict(self) -> Verdict:
        """The verdict: "A better", "B better", "A higher", "B higher", "equal" or "undecided"."""
        return self.found.verdict

    @property
    def interval(self) -> Interval:
        """The mean difference A - B, with its anytime-valid interval at level 1 - ``error``."""
        return self.found.interval

    @property
    def deals(self) -> int:
        """The number of deals; each was played by both sides."""
        return self.found.counted.games

    @property
    def remaining(self) -> Interval | None:
        """About how many more deals a verdict needs; None if there is a verdict.

        It has the median, and the ends between which the number lies with a chance of 80 %.
        """
        return self.found.remaining

    @property
    def enough(self) -> int:
        if self.verdict != UNDECIDED or not self.deals:
            return 0
        more = 0.0 if self.remaining is None else self.remaining.estimate
        wanted = more_games(self.deals, more if math.isfinite(more) else 0.0)
        return max(LEAST, wanted)

    def row(self) -> dict[str, Any]:
        """Return all results by name.

        Rates are 0..1.  ``unpaired`` is about how many deals each side would have needed without
        sharing them, and ``ratio`` is that number divided by ``deals``.
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
        return words.sentence(self.found)

    def does(self) -> str:
        """Return what A does compared with B, to follow A's name in the sentence of a study."""
        return words.does(self.found)

    def caption(self) -> str:
        return words.caption(self.found)

    def facts(self) -> dict[str, Any]:
        """All results by name, and both sides as given."""
        asked = self.found.asked
        sides = zip("ab", asked.names, asked.sides, strict=True)
        return self.row() | {
            "sides_asked": {
                name: {"strategy": strategy, "rules": dict(side.rules.values)}
                for name, strategy, side in sides
            },
            "interval": NAMES["anytime"],
            "level": 1 - asked.error,
            **ends("remaining", self.remaining),
        }

    def common_settings(self) -> dict[str, Any]:
        """The rules and the strategy that both sides have, and the measure."""
        asked = self.found.asked
        sides = zip(asked.sides, asked.names, strict=True)
        both = common_items({**side.rules.values, "strategy": name} for side, name in sides)
        return {**both, "measure": asked.measure.name}

    def tables(self) -> list[Table]:
        """All results in one row; both sides and their difference; all looks."""
        looks = [
            {"deals": look.games, **ends("difference", look.interval)} for look in self.found.looks
        ]
        return [
            Table([self.row()], [], is_shown=False),
            self.sides(),
            Table(looks, [], name="looks", is_shown=False, is_written=False),
        ]

    def sides(self, pair: str = "") -> Table:
        """Return a table with both sides and their difference; in a study, with the pair's name."""
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

        def write(row: Fields) -> str:
            interval = interval_in(row, "value")
            if row["side"] in "AB":
                return between(interval, measure.is_rate)
            return " ".join(words.difference(found, interval)) if self.deals else NOTHING

        columns = [
            text_column("side"),
            text_column("label", "with"),
            Column("value", words.measured(found.asked), write, rank=ALWAYS),
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
        """Return the interim results as a data frame: deals, difference, and its low and high."""
        import pandas as pd

        rows = [(look.games, *look.interval) for look in self.found.looks]
        return pd.DataFrame(rows, columns=["deals", "difference", "low", "high"])

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the interval of the difference after each look as a matplotlib figure.

        It also shows the margin.  ``width`` is in inches.
        """
        return plots.draw(self.found, width)
