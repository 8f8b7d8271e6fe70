"""The answer about a position: the chance from there, a row for each move, a picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.questions import judged
from playout.questions.judged import exact_text
from playout.questions.odds.found import Found
from playout.questions.odds.words import SURE, Words, who_plays_on
from playout.questions.position_words import column_name
from playout.report import figures
from playout.report.bars import Group, draw_rows
from playout.report.estimates import LEVEL, NAMES, STAY_VALID
from playout.report.figures import PAGE
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    measure_column,
    text_column,
    value_column,
)
from playout.report.text_tables import ALWAYS
from playout.report.words import (
    by_default,
    ends,
    expected,
    interval_in,
    more_games,
    setting,
    several,
    took,
)
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_DRAWN = 30  # moves in a picture


class Answer(judged.Answer):
    """The result of `odds`: the value of a position, and of each legal move."""

    kind = "odds"
    unit = "worlds"
    keys = ("move",)
    found: Found

    @property
    def chance(self) -> Interval:
        """The value of the position if the strategy makes its own move."""
        return self.found.moves.value(self.found.moves.own_column)

    @property
    def best(self) -> str | None:
        """The best move as text, or several equal ones; None if no move is clearly best."""
        return self.found.name(self.found.choices[0]) if self.found.is_decided else None

    def sentence(self) -> str:
        """The chance if the strategy makes its own move, and the best move."""
        return self._words.sentence()

    @property
    def _words(self) -> Words:
        return Words(self.found)

    def caption(self) -> str:
        asked, moves = self.found.asked, len(self.found.asked.judged)
        where = f"{setting(asked.rules)}, seat {nth(asked.seat)} to move"
        if asked.turn is not None:
            begins = f"at the start of game {asked.number}"
            after = f"after {several(asked.turn, 'move')} of game {asked.number}"
            where += f" {after if asked.turn else begins}"
        games, once, usual = "", "", ""
        if moves > 1:
            games = f", {self.games * moves:,} games"
            rows = len(self.found.choices)
            games += f" ({moves} moves, {rows} different)" if rows < moves else ""
            once = " for all moves at once,"
            mixed = any(0 < self.found.share_chosen(one) < SURE for one in self.found.choices)
            own = (
                "how often the strategy chooses the move" if mixed else "the strategy's own choice"
            )
            usual = f" usual: {own}."
        default = by_default(asked.players, asked.rules, "played on")
        who = who_plays_on(asked.players)
        who += " play on" if " and " in who else " plays on"
        if asked.exact is not None:
            return (
                f"{where}; {who}.\n"
                "Exact: calculated over everything that can happen from here, not simulated."
                f"{usual}{default}"
            )
        return (
            f"{where}; {who}; seed {asked.seed}; "
            f"{asked.simulated(self.games)}{games}{took(self.seconds)}.\n"
            f"{judged.tried(asked, f'seat {nth(asked.seat)}')} "
            f"In brackets: {100 * LEVEL:g} % intervals{once} {STAY_VALID}.{usual}"
            f"{self._missed()}{default}"
        )

    def _missed(self) -> str:
        """How many more simulated deals the precision takes that was asked for."""
        more = self.found.remaining
        if more is None or not more.estimate:
            return ""
        noun = self.found.asked.simulations
        return f"\n{expected(more, noun, self.found.asked.aim)}"

    @property
    def enough(self) -> int:
        found, more = self.found, self.found.remaining
        if more is not None and more.estimate:
            return more_games(self.games, more.estimate)
        is_clear = found.is_decided or not found.choices[1:] or found.asked.exact is not None
        return 0 if is_clear else more_games(self.games)

    def clearer(self, file: str = "") -> str:
        """The command for more simulated deals, or for half of a precision that was reached."""
        asked, more = self.found.asked, self.found.remaining
        if self.enough and asked.precision is not None and not (more and more.estimate):
            half = replace(asked.precision, half_width=asked.precision.half_width / 2)
            return str(replace(asked, precision=half).command(self.enough))
        return super().clearer(file)

    def facts(self) -> dict[str, Any]:
        """The position and the settings; its ``chance``, and the ``lead`` of the best move: how
        far the measure after it is above that after the strategy's own."""
        asked, moves = self.found.asked, self.found.moves
        return {
            **super().facts(),
            "position": asked.position,
            "number": asked.number,
            "turn": asked.turn,
            "seat": asked.seat,
            **ends("chance", self.chance),
            "best": self.best,
            **ends("lead", moves.difference(moves.best, moves.own_column)),
            "interval": "exact"
            if asked.exact is not None
            else f"{NAMES['anytime']}, {100 * LEVEL:g} % of all moves at once (Bonferroni)",
        }

    def common_settings(self) -> dict[str, Any]:
        return {**super().common_settings(), "seat": self.found.asked.seat}

    def tables(self) -> list[Table]:
        """A row for each legal move, the best first; moves that come to the same are one row.

        ``move`` as people write it and its ``number``, of several the first; the mean ``value`` of
        the measure; its ``difference`` from the first row's in the same worlds; and ``usual``, in
        what part of the worlds the strategy makes the move itself.  Values and differences have the
        ends ``_low`` and ``_high`` of 95 % intervals, which hold for all moves at once.
        """
        asked, moves = self.found.asked, self.found.moves
        columns = [text_column("move"), self._value_column()]
        if len(self.found.choices) > 1:
            title = asked.unit.difference_head("difference")
            columns += [
                Column("difference", title, self._difference, rank=ALWAYS),
                value_column("usual", write=_usual, is_text=True, rank=ALWAYS),
            ]
        rows = [
            {
                "move": self.found.name(choice),
                "number": asked.judged[choice[0]],
                **ends("value", moves.value(choice[0])),
                **ends("difference", moves.difference(choice[0], moves.best)),
                "usual": self.found.share_chosen(choice),
            }
            for choice in self.found.choices
        ]
        return [Table(rows, columns)]

    def _difference(self, row: Fields) -> str:
        """How far a move is behind the first: ``-3.1 (-3.8 to -2.5)``."""
        moves = self.found.moves
        if row["number"] == self.found.asked.judged[moves.best] or not self.found.is_known:
            return ""
        return "".join(self._words.apart(interval_in(row, "difference"), 1))

    def _value_column(self) -> Column:
        """The value of each move with its interval, or as it is if it is exact."""
        asked = self.found.asked
        if asked.exact is None:
            return measure_column("value", asked.measure, column_name(asked.measure))
        unit = asked.unit
        return value_column(
            "value",
            unit.head(column_name(asked.measure)),
            lambda row: exact_text(unit.scale * row["value"]),
            rank=ALWAYS,
        )

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the value of each move with its interval as a matplotlib figure.

        ``width`` is in inches.
        """
        asked, colours = self.found.asked, figures.COLOURS
        looks = {True: (colours[1], "usual"), False: (colours[0], "")}
        bars = [
            judged.bar(row, "value", row["move"], asked.unit, *looks[row["usual"] == 1])
            for row in self.tables()[0].rows[:MOST_DRAWN]
        ]
        how = f"{asked.simulated(self.games)}; {100 * LEVEL:g} % intervals for all moves at once"
        how = how if asked.exact is None else "exact"
        return draw_rows(
            [Group("", bars)],
            f"{setting(asked.rules)}: what is each move worth?",
            f"{figures.readable_name(line_up(asked.players))} plays on; {how}",
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
