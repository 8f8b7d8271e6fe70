"""What is told of the decisions of many games: a row for each phase and kind, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.questions.mistakes.asked import PHASES
from playout.questions.mistakes.found import COST, DECISIONS, SKILL, Found
from playout.report import answer, figures
from playout.report.bars import Bar, Group, draw_rows
from playout.report.estimates import LEVEL, fixed_intervals, fixed_n
from playout.report.figures import PAGE
from playout.report.fitting import ALWAYS
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    text_column,
)
from playout.report.words import (
    between,
    ends,
    half_width,
    head,
    interval_in,
    number,
    setting,
    several,
    took,
)
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture

PARTS_OF = ("first", "second", "third", "last")


class Answer(answer.Answer):
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
        told = (
            f"The moves of {who} cost at least {self._about(every, 'cost')} a game, against better "
            f"ones, and are {better} those of {judge} by {self._about(every, 'skill')}"
        )
        worst = [self._worst(rows[1 : 1 + PHASES])]
        worst += [f"of {self._worst(rows[1 + PHASES :])}"] if asked.kinds else []
        if every["skill"] == every["skill_low"] == 0:
            return f"{told}."
        return f"{told}. Behind {judge} most is that {', and that '.join(worst)}."

    def _worst(self, rows: Sequence[Fields]) -> str:
        """The group in which most is lost against the reviewer, by the estimates."""
        row = min(rows, key=lambda one: one["skill"])
        return f"{_named(row['group'])}, {self._ends(row, 'skill')}"

    def _about(self, row: Fields, name: str) -> str:
        """The size of an estimate, with as many digits as its interval allows."""
        scale, points = self._scale()
        interval = interval_in(row, name)
        return f"{number(abs(scale * interval.estimate), scale * half_width(interval))}{points}"

    def _scale(self) -> tuple[float, str]:
        return (100.0, " points") if self.found.asked.measure.is_rate else (1.0, "")

    def caption(self) -> str:
        """What the numbers are."""
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
        """What was asked."""
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "strategies": [player.reference for player in asked.players],
            "reviewer": asked.reviewer.reference,
            "measure": asked.measure.name,
            "worlds": asked.worlds,
            "interval": fixed_n(self.complete),
        }

    def fixed(self) -> dict[str, Any]:
        """The rules, who plays and who judges."""
        asked = self.found.asked
        who = {"strategy": line_up(asked.players), "reviewer": asked.reviewer.reference}
        return {**asked.rules.values, **who, "measure": asked.measure.name}

    def tables(self) -> list[Table]:
        """A row for all decisions, for each quarter of a game, and for each kind of move.

        ``group``; ``decisions`` in a game, what they ``cost`` in a game, and the ``skill`` they
        show, with the ends ``_low`` and ``_high`` of 95 % intervals.
        """
        rows = [
            {
                "group": name,
                **ends("decisions", self.found.of(k, DECISIONS)),
                **ends("cost", self.found.of(k, COST)),
                **ends("skill", self.found.of(k, SKILL)),
            }
            for k, name in enumerate(self.found.asked.groups)
        ]
        _, points = self._scale()
        sign = f" ({points.strip()})" if points else ""
        columns = [
            text_column("group", "decisions"),
            Column(
                "decisions",
                "a game",
                lambda row: f"{row['decisions']:.1f}",
                role="plain",
                rank=ALWAYS,
            ),
            Column("cost", f"cost{sign}", lambda row: self._ends(row, "cost"), rank=ALWAYS),
            Column("skill", f"skill{sign}", lambda row: self._ends(row, "skill"), rank=ALWAYS),
        ]
        return [Table(rows, columns)]

    def _ends(self, row: Fields, name: str) -> str:
        scale, _ = self._scale()
        return between(Interval(*(scale * one for one in interval_in(row, name))), False)

    def figures(self) -> list[Figure]:
        """The costs as bars."""
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """A matplotlib figure, so many inches wide: what each phase and kind of move costs."""
        asked, rows = self.found.asked, self.tables()[0].rows
        scale, points = self._scale()

        def bars(some: Any, colour: str) -> list[Bar]:
            return [
                Bar(
                    row["group"],
                    Interval(*(scale * one for one in interval_in(row, "cost"))),
                    f"{scale * row['cost']:.3g}",
                    colour,
                )
                for row in some
            ]

        groups = [Group("phase of the game", bars(rows[1 : 1 + PHASES], figures.COLOURS[0]))]
        if asked.kinds:
            groups.append(Group("kind of move", bars(rows[1 + PHASES :], figures.COLOURS[1])))
        return draw_rows(
            groups,
            f"{setting(asked.rules)}: which decisions cost {line_up(asked.players)} most?",
            f"against the best move found if {asked.reviewer.reference} plays on; "
            f"{several(self.games, 'game')}; {100 * LEVEL:g} % intervals",
            f"{head(asked.measure.name)}: cost a game{f' ({points.strip()})' if points else ''}",
            width,
        )


def _many(row: Fields) -> str:
    return f"{row['decisions']:.1f}"


def _named(group: str) -> str:
    """A group in a sentence."""
    if group.startswith("phase "):
        return f"in the {PARTS_OF[int(group[-1]) - 1]} quarter of the game"
    return f"'{group}'"
