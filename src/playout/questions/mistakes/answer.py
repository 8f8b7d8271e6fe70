"""The answer about the decisions of many games: a row for each phase and kind, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
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
from playout.report.words import (
    ends,
    head,
    interval_in,
    is_plural,
    number,
    setting,
    several,
    took,
    turned,
)
from playout.stats.intervals import Interval

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
        who = line_up(asked.players)
        if asked.measure.per_seat and asked.seat is None:
            who += ", of all seats together,"
        if not rows[0]["decisions"]:
            return f"{setting(asked.rules)}: {self._nothing_to_decide(line_up(asked.players))}"
        cost = self._cost_in_words(who, interval_in(rows[0], "cost"))
        skill = self._skill_in_words(interval_in(rows[0], "skill"))
        groups = [_worst(rows[1 : 1 + PHASES]), _worst(rows[1 + PHASES :])]
        worst = [
            f"{_where(row)}, by {self._size(turned(interval_in(row, 'skill')))}"
            for row in groups
            if row is not None
        ]
        if not worst:
            return f"{cost}, {skill}."
        return (
            f"{cost}, {skill}. They fall behind {asked.reviewer.reference} most "
            f"{', and '.join(worst)}."
        )

    def _nothing_to_decide(self, who: str) -> str:
        """That nobody whose decisions are judged had any."""
        seat = self.found.asked.seat
        where = "" if seat is None else f" in seat {nth(seat)}"
        games = several(self.games, "game")
        return f"{who}{where} had one legal move at every turn of {games}: nothing to decide."

    def _cost_in_words(self, who: str, cost: Interval) -> str:
        """What the moves cost, which is clear only if its interval is above 0."""
        if cost.low > 0:
            size = self._size(cost, " a game")
            return f"The moves of {who} cost at least {size}, compared with better ones"
        if cost.high < 0:
            return (
                f"The moves of {who} show no cost in these worlds, of which one half prefers moves "
                f"that are worse in the other half, by {self._size(turned(cost), ' a game')}"
            )
        return f"The moves of {who} show no clear cost in these worlds"

    def _skill_in_words(self, skill: Interval) -> str:
        """How good the moves are beside those of the reviewer."""
        judge = self.found.asked.reviewer.reference
        if not any(skill):
            return f"and are just those of {judge}"
        if skill.low <= 0 <= skill.high:
            return f"and are neither clearly better nor clearly worse than those of {judge}"
        if skill.low > 0:
            return f"and are better than those of {judge} by {self._size(skill)}"
        return f"and are worse than those of {judge} by {self._size(turned(skill))}"

    def _size(self, difference: Interval, each: str = "") -> str:
        """A difference for a sentence: ``about 40 percentage points``, ``about 12 cards left``,
        with what it is counted in, ``about 12 a game in score``."""
        measure, size = self.found.asked.measure, self.found.asked.unit.about(difference)
        if measure.is_rate:
            return f"{size}{each}"
        name = head(measure.name)
        return f"{size} {name}{each}" if is_plural(measure) else f"{size}{each} in {name}"

    @property
    def _skill(self) -> Column:
        return difference_column("skill", self.found.asked.measure)

    def caption(self) -> str:
        asked = self.found.asked
        return (
            f"{setting(asked.rules)}, {line_up(asked.players)}; {asked.reviewer.reference} plays "
            f"on in {several(asked.worlds, 'world')} for each decision; seed {asked.seed}; "
            f"{several(self.games, 'game')}{took(self.seconds)}\n"
            f"{head(asked.measure.name)} a game; cost: by how much better moves are better, which "
            "half of the worlds find and the other half judge: at least so much, below 0 where few "
            "worlds find worse ones; skill: by how much the moves are better than those of "
            f"{asked.reviewer.reference}; "
            f"{fixed_intervals(self.complete)}"
            f"{judged.by_default_players(asked)}"
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


def _worst(rows: Sequence[Fields]) -> Fields | None:
    """The group in which most is lost against the reviewer; None if that is clear of none."""
    clear = [row for row in rows if row["skill_high"] < 0]
    return min(clear, key=lambda row: row["skill"], default=None)


def _where(row: Fields) -> str:
    """A group in a sentence: ``in the third quarter of the game``, ``with '6 to 10 steps'``."""
    if row["group"].startswith("phase "):
        return f"in the {QUARTERS[int(row['group'][-1]) - 1]} quarter of the game"
    return f"with '{row['group']}'"
