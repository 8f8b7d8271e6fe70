"""The answer about the decisions of many games: a row for each phase and kind, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.questions import judged
from playout.questions.mistakes.asked import PHASES
from playout.questions.mistakes.found import COST, DECISIONS, SKILL, Found
from playout.report import figures
from playout.report.bars import Bar, Group, draw_rows
from playout.report.estimates import LEVEL, fixed_intervals, fixed_n
from playout.report.figures import PAGE
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    difference_column,
    text_column,
    value_column,
)
from playout.report.text_tables import ALWAYS
from playout.report.words import ends, head, interval_in, number, setting, several, took

if TYPE_CHECKING:
    from playout.report.picture import Picture

QUARTERS = ("first", "second", "third", "last")


class Answer(judged.Answer):
    """Which decisions cost a strategy most, by phase of the game and by kind of move."""

    kind = "mistakes"
    keys = ("group",)
    found: Found

    def sentence(self) -> str:
        """What the decisions of a game cost, and which of them most."""
        asked, rows = self.found.asked, self.tables()[0].rows
        if not self.games:
            return f"{setting(asked.rules)}: no game was played."
        who, judge = line_up(asked.players), asked.reviewer.reference
        every = rows[0]
        if asked.measure.per_seat and asked.seat is None:
            who += ", of all seats together,"
        better = "worth less than" if every["skill"] < 0 else "worth more than"
        cost = (
            f"The moves of {who} cost at least {self._size(every, 'cost')} a game, against better "
            f"ones, and are {better} those of {judge} by {self._size(every, 'skill')}"
        )
        worst = [_worst(rows[1 : 1 + PHASES], self._skill)]
        worst += [f"of {_worst(rows[1 + PHASES :], self._skill)}"] if asked.kinds else []
        if every["skill"] == every["skill_low"] == 0:
            return f"{cost}."
        return f"{cost}. Behind {judge} most is that {', and that '.join(worst)}."

    def _size(self, row: Fields, name: str) -> str:
        """The size of an estimate, with as many digits as its interval allows."""
        unit = self.found.asked.unit
        return f"{unit.amount(interval_in(row, name)).removeprefix('-')}{unit.points}"

    @property
    def _skill(self) -> Column:
        return difference_column("skill", self.found.asked.measure)

    def caption(self) -> str:
        asked = self.found.asked
        return (
            f"{setting(asked.rules)}, {line_up(asked.players)}; {asked.reviewer.reference} plays "
            f"on in {several(asked.worlds, 'world')} for each decision; seed {asked.seed}; "
            f"{several(self.games, 'game')}{took(self.seconds)}\n"
            f"of {head(asked.measure.name)}, a game: cost: how far the moves are behind better "
            "ones, which half of the worlds find and the other half judge, a lower bound that "
            "rises with the worlds; skill: what they are "
            f"worth more than the moves of {asked.reviewer.reference}; "
            f"{fixed_intervals(self.complete)}"
        )

    def facts(self) -> dict[str, Any]:
        numbers = {"worlds": self.found.asked.worlds, "interval": fixed_n(self.complete)}
        return {**super().facts(), **numbers}

    def tables(self) -> list[Table]:
        """A row for all decisions, for each quarter of a game, and for each kind of move.

        ``group``; ``decisions`` in a game, what they ``cost`` in a game, and the ``skill`` they
        show, with the ends ``_low`` and ``_high`` of 95 % intervals.
        """
        found = self.found
        rows = [
            {
                "group": name,
                **ends("decisions", found.of(k, DECISIONS)),
                **ends("cost", found.of(k, COST)),
                **ends("skill", found.of(k, SKILL)),
            }
            for k, name in enumerate(found.asked.groups)
        ]
        columns = [
            text_column("group", "decisions"),
            value_column(
                "decisions", "a game", lambda row: number(row["decisions"], 1.0), rank=ALWAYS
            ),
            difference_column("cost", found.asked.measure),
            self._skill,
        ]
        return [Table(rows, columns)]

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """A matplotlib figure, so many inches wide: what each phase and kind of move costs."""
        asked, rows = self.found.asked, self.tables()[0].rows

        def bars(some: Sequence[Fields], colour: str) -> list[Bar]:
            return [judged.bar(row, "cost", row["group"], asked.unit, colour) for row in some]

        groups = [Group("phase of the game", bars(rows[1 : 1 + PHASES], figures.COLOURS[0]))]
        if asked.kinds:
            groups.append(Group("kind of move", bars(rows[1 + PHASES :], figures.COLOURS[1])))
        return draw_rows(
            groups,
            f"{setting(asked.rules)}: which decisions cost {line_up(asked.players)} most?",
            f"against the best move found if {asked.reviewer.reference} plays on; "
            f"{several(self.games, 'game')}; {100 * LEVEL:g} % intervals",
            asked.unit.difference_head(f"{head(asked.measure.name)}: cost a game"),
            width,
        )


def _worst(rows: Sequence[Fields], skill: Column) -> str:
    """The group in which most is lost against the reviewer, by the estimates."""
    row = min(rows, key=lambda one: one["skill"])
    group = f"'{row['group']}'"
    if row["group"].startswith("phase "):
        group = f"in the {QUARTERS[int(row['group'][-1]) - 1]} quarter of the game"
    return f"{group}, {skill.text(row)}"
