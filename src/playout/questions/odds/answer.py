"""The answer about a position: the chance from there, a row for each move, a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.questions import judged
from playout.questions.odds import words
from playout.questions.odds.found import Found
from playout.report import figures
from playout.report.bars import Group, draw_rows
from playout.report.estimates import LEVEL, NAMES
from playout.report.figures import PAGE
from playout.report.fitting import ALWAYS
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    measure_column,
    text_column,
    value_column,
)
from playout.report.words import ends, interval_in, setting, several
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_DRAWN = 30  # moves in a picture


class Answer(judged.Answer):
    """What each move of a position is worth, if the strategies go on after it."""

    kind = "odds"
    unit = "worlds"
    keys = ("move",)
    found: Found

    @property
    def chance(self) -> Interval:
        """The mean of the measure if the strategy goes on as it would."""
        return self.found.moves.value(self.found.moves.own)

    @property
    def best(self) -> str | None:
        """The best move, as people write it; None if it is not clear which one that is."""
        return self.found.moves.name(self.found.moves.best) if self.found.is_decided else None

    def sentence(self) -> str:
        """The chance from there, and which move is best."""
        return words.sentence(self.found)

    def caption(self) -> str:
        """What the numbers are."""
        return words.caption(self.found)

    def facts(self) -> dict[str, Any]:
        """The question, and what the strategy makes of the position itself."""
        asked = self.found.asked
        return {
            **super().facts(),
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
        return {**super().fixed(), "seat": self.found.asked.seat}

    def tables(self) -> list[Table]:
        """A row for each legal move, the best first.

        ``move`` as people write it and its ``number``; the mean ``value`` of the measure;
        its ``difference`` from the first row's in the same worlds; and ``usual``, in what part of
        the worlds the strategy makes the move itself.  Values and differences have the ends
        ``_low`` and ``_high`` of 95 % intervals, which hold for all moves at once.
        """
        asked, moves = self.found.asked, self.found.moves
        columns = [text_column("move"), measure_column("value", asked.measure)]
        if len(asked.moves) > 1:
            title = asked.unit.difference_head("difference")
            columns += [
                Column("difference", title, self._difference, rank=ALWAYS),
                value_column("usual", write=_usual, is_text=True, rank=ALWAYS),
            ]
        rows = [
            {
                "move": moves.name(k),
                "number": asked.moves[k],
                **ends("value", moves.value(k)),
                **ends("difference", moves.difference(k, moves.best)),
                "usual": moves.usual(k),
            }
            for k in moves.order
        ]
        return [Table(rows, columns)]

    def _difference(self, row: Fields) -> str:
        """How far a move is behind the first: ``-3.1 (-3.8 to -2.5)``."""
        unit, moves = self.found.asked.unit, self.found.moves
        if row["number"] == self.found.asked.moves[moves.best] or not self.found.games:
            return ""
        size, both = unit.difference(interval_in(row, "difference"))
        return f"{size.removesuffix(unit.points)} {both}"

    def figures(self) -> list[Figure]:
        """The moves as points with their intervals."""
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """A matplotlib figure, so many inches wide: the measure after each move, its interval."""
        asked, colours = self.found.asked, figures.COLOURS
        bars = []
        for row in self.tables()[0].rows[:MOST_DRAWN]:
            is_usual = row["usual"] == 1
            note = "usual" if is_usual else ""
            bars.append(
                judged.bar(row, "value", row["move"], asked.unit, colours[int(is_usual)], note)
            )
        return draw_rows(
            [Group("", bars)],
            f"{setting(asked.rules)}: what is each move worth?",
            f"then {figures.readable_name(line_up(asked.players))}; "
            f"{several(self.games, 'world')}; {100 * LEVEL:g} % intervals for all moves at once",
            asked.unit.head(asked.measure.name),
            width,
            points=True,
            zero=False,
        )


def _usual(row: Fields) -> str:
    """Whether the strategy makes a move itself: always, in a part of the worlds, or never."""
    if row["usual"] in (0, 1):
        return "usual" if row["usual"] else ""
    return f"{100 * row['usual']:.2g} %"
