"""What is told of a position: the chance from there, a row for each move, a picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.questions.odds import words
from playout.questions.odds.found import Found
from playout.report import answer, figures
from playout.report.bars import Bar, Group, draw_rows
from playout.report.estimates import LEVEL, NAMES
from playout.report.figures import PAGE
from playout.report.fitting import ALWAYS
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    interval_column,
    text_column,
)
from playout.report.words import ends, head, interval_in, setting, several
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_DRAWN = 30  # moves in a picture


class Answer(answer.Answer):
    """What each move of a position is worth, if the strategies go on after it."""

    kind = "odds"
    unit = "worlds"
    keys = ("move",)
    found: Found

    @property
    def chance(self) -> Interval:
        """The mean of the measure if the strategy goes on as it would."""
        return self.found.value(self.found.own)

    @property
    def best(self) -> str | None:
        """The best move, as people write it; None if it is not clear which one that is."""
        return self.found.asked.move(self.found.order[0]) if self.found.decided else None

    def sentence(self) -> str:
        """The chance from there, and which move is best."""
        return words.sentence(self.found)

    def caption(self) -> str:
        """What the numbers are."""
        return words.caption(self.found)

    def facts(self) -> dict[str, Any]:
        """What was asked, and what the strategy makes of it itself."""
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "strategies": [player.reference for player in asked.players],
            "measure": asked.measure.name,
            "position": asked.position,
            "number": asked.number,
            "turn": asked.turn,
            "seat": asked.seat,
            **ends("chance", self.chance),
            "best": self.best,
            "interval": f"{NAMES['anytime']}, {100 * LEVEL:g} % of all moves at once (Bonferroni)",
        }

    def fixed(self) -> dict[str, Any]:
        """The rules, who goes on, and what is looked at."""
        asked = self.found.asked
        who = {"strategy": line_up(asked.players), "measure": asked.measure.name}
        return {**asked.rules.values, **who, "seat": asked.seat}

    def tables(self) -> list[Table]:
        """A row for each legal move, the best first.

        ``move`` as people write it and its ``number``; the mean ``value`` of the measure;
        its ``difference`` from the first row's in the same worlds; and ``usual``, in what part of
        the worlds the strategy makes the move itself.  Values and differences have the ends
        ``_low`` and ``_high`` of 95 % intervals, which hold for all moves at once.
        """
        asked, found = self.found.asked, self.found
        sign = " (%)" if asked.measure.is_rate else ""
        points = " (points)" if asked.measure.is_rate else ""
        columns = [
            text_column("move"),
            replace(
                interval_column(
                    "value", asked.measure.is_rate, head(asked.measure.name) + sign, ""
                ),
                rank=ALWAYS,
            ),
            Column("difference", f"difference{points}", self._difference, rank=ALWAYS),
            Column("usual", "usual", _usual, is_text=True, role="plain", rank=ALWAYS),
        ]
        if len(asked.moves) == 1:
            columns = columns[:2]
        best = found.order[0]
        rows = [
            {
                "move": asked.move(k),
                "number": asked.moves[k],
                **ends("value", found.value(k)),
                **ends("difference", found.difference(k, best)),
                "usual": int(found.counted.chosen[k]) / max(1, found.games),
            }
            for k in found.order
        ]
        return [Table(rows, columns)]

    def _difference(self, row: Fields) -> str:
        """How far a move is behind the first."""
        first = self.found.asked.moves[self.found.order[0]]
        if row["number"] == first or not self.found.games:
            return ""
        return words.difference(self.found.asked, interval_in(row, "difference"))

    def figures(self) -> list[Figure]:
        """The moves as points with their intervals."""
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """A matplotlib figure, so many inches wide: the measure after each move, its interval."""
        asked, rows = self.found.asked, self.tables()[0].rows[:MOST_DRAWN]
        scale = 100.0 if asked.measure.is_rate else 1.0
        sign = " (%)" if asked.measure.is_rate else ""
        bars = [
            Bar(
                row["move"],
                Interval(*(scale * one for one in interval_in(row, "value"))),
                f"{scale * row['value']:.3g}",
                figures.COLOURS[0 if row["usual"] < 1 else 1],
                "usual" if row["usual"] == 1 else "",
            )
            for row in rows
        ]
        return draw_rows(
            [Group("", bars)],
            f"{setting(asked.rules)}: what is each move worth?",
            f"then {figures.said(line_up(asked.players))}; {several(self.games, 'world')}; "
            f"{100 * LEVEL:g} % intervals for all moves at once",
            head(asked.measure.name) + sign,
            width,
            points=True,
            zero=False,
        )


def _usual(row: Fields) -> str:
    """Whether the strategy makes a move itself: always, in a part of the worlds, or never."""
    if row["usual"] in (0, 1):
        return "usual" if row["usual"] else ""
    return f"{100 * row['usual']:.2g} %"
