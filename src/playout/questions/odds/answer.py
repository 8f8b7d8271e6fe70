"""The answer about a position: the chance from there, a row for each move, a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.questions import judged
from playout.questions.judged import exact_text
from playout.questions.odds.found import Found
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
    between,
    by_default,
    ends,
    expected,
    head,
    interval_in,
    is_plural,
    is_zero,
    setting,
    several,
    took,
)
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_DRAWN = 30  # moves in a picture


class Answer(judged.Answer):
    """The value of each move of a position, if the strategies play on after it."""

    kind = "odds"
    unit = "worlds"
    keys = ("move",)
    found: Found

    @property
    def chance(self) -> Interval:
        """The mean of the measure if the strategy makes its own move."""
        return self.found.moves.value(self.found.moves.own_column)

    @property
    def best(self) -> str | None:
        """The best move, as people write it, or several that are equal; None if none is clear."""
        return self.found.name(self.found.choices[0]) if self.found.is_decided else None

    def sentence(self) -> str:
        """The chance if the strategy makes its own move, and the best move."""
        if not self.found.is_known:
            return f"{setting(self.found.asked.rules)}: no world was played."
        return f"From here {self._chance_in_words()}; {self._best_in_words()}."

    def _chance_in_words(self) -> str:
        """The chance of the strategy: ``quick wins 43.1 % (42.1 to 44.1) of the worlds``."""
        asked, player = self.found.asked, line_up(self.found.asked.players)
        if asked.measure.is_rate:
            return judged.wins(asked, player, self.chance)
        name, amount = head(asked.measure.name), between(self.chance, False)
        if self.chance.low == self.chance.high:
            amount = f"exactly {exact_text(self.chance.estimate)}"
        if is_plural(asked.measure):
            return f"{player} has {amount} {name} on average"
        return f"{name} is {amount} on average with {player}"

    def _best_in_words(self) -> str:
        """The best move, and whether it is clearly the best."""
        found, moves, unit = self.found, self.found.moves, self.found.asked.unit
        (best, *_), *others = found.choices
        name = found.name(found.choices[0])
        if len(found.asked.moves) == 1:
            return f"the only move is {name}"
        if not others:
            return f"all moves come to the same, {name}"
        unclear = ""
        if not found.is_decided:
            unclear = f"the best of {len(others) + 1} moves cannot be told: "
        if found.share_chosen(found.choices[0]) < 1:
            first = f"{name} is ahead" if unclear else f"best is {name}"
            value, more = unit.amount(moves.value(best)), moves.difference(best, moves.own_column)
            if found.asked.exact is not None:
                value = exact_text(unit.scale * moves.total(best))
            less = more.estimate < 0
            size, both = self._apart(more, -1 if less else 1)
            lead = f"{size} {'less' if less else 'more'}{both}"
            if is_zero(size):
                lead = f"as much as its own move{both}"
            return f"{unclear}{first} with {value}{unit.sign}, {lead}"
        size, both = self._apart(moves.difference(best, others[0][0]), moves.sign)
        first = f"its own, {name}, is" if unclear else f"best is its own move, {name},"
        second = found.name(others[0])
        if is_zero(size):
            apart = f": {size} apart{both}" if both else ""
            return f"{unclear}{first} as good as {second}{apart}"
        return f"{unclear}{first} {size} ahead of {second}{both}"

    def _apart(self, difference: Interval, sign: int) -> tuple[str, str]:
        """A difference with its unit, and its ends in brackets; of an exact one there are none."""
        unit = self.found.asked.unit
        if self.found.asked.exact is not None:
            return f"{exact_text(sign * unit.scale * difference.estimate)}{unit.points}", ""
        size, both = unit.difference(difference, sign)
        return size, f" {both}"

    def caption(self) -> str:
        asked, moves = self.found.asked, len(self.found.asked.judged)
        where = f"{setting(asked.rules)}, seat {nth(asked.seat)} to move"
        if asked.turn is not None:
            where += f" after {several(asked.turn, 'move')} of game {asked.number}"
        games, once, usual = "", "", ""
        if moves > 1:
            games = f", {self.games * moves:,} games"
            once = ", of all moves at once,"
            usual = "; usual: what the strategy does itself"
        default = by_default(asked.players, asked.rules, "played on")
        if asked.exact is not None:
            return (
                f"{where}; {line_up(asked.players)} plays on\n"
                f"exact: computed from all that can come, not sampled{usual}{default}"
            )
        return (
            f"{where}; {line_up(asked.players)} plays on; seed {asked.seed}; "
            f"{several(self.games, 'world')}{games}{took(self.seconds)}\n"
            f"worlds are dealt as seat {nth(asked.seat)} may know them, the same for every move; "
            f"{100 * LEVEL:g} % intervals{once} {STAY_VALID}{usual}"
            f"{self._missed()}{default}"
        )

    def _missed(self) -> str:
        """How many more worlds it takes to be as precise as was asked, if it is not."""
        more = self.found.remaining
        if more is None or not more.estimate:
            return ""
        return f"\n{expected(more, 'worlds', self.found.asked.aim)}"

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
        unit, moves = self.found.asked.unit, self.found.moves
        if row["number"] == self.found.asked.judged[moves.best] or not self.found.is_known:
            return ""
        size, both = self._apart(interval_in(row, "difference"), 1)
        return f"{size.removesuffix(unit.points)}{both}"

    def _value_column(self) -> Column:
        """The value of each move with its interval, or as it is if it is exact."""
        asked = self.found.asked
        if asked.exact is None:
            return measure_column("value", asked.measure)
        unit = asked.unit
        return value_column(
            "value",
            unit.head(asked.measure.name),
            lambda row: exact_text(unit.scale * row["value"]),
            rank=ALWAYS,
        )

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """A matplotlib figure, so many inches wide: the measure after each move, its interval."""
        asked, colours = self.found.asked, figures.COLOURS
        looks = {True: (colours[1], "usual"), False: (colours[0], "")}
        bars = [
            judged.bar(row, "value", row["move"], asked.unit, *looks[row["usual"] == 1])
            for row in self.tables()[0].rows[:MOST_DRAWN]
        ]
        how = f"{several(self.games, 'world')}; {100 * LEVEL:g} % intervals for all moves at once"
        how = how if asked.exact is None else "exact"
        return draw_rows(
            [Group("", bars)],
            f"{setting(asked.rules)}: what is each move worth?",
            f"then {figures.readable_name(line_up(asked.players))}; {how}",
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
