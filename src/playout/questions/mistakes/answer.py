"""The answer about the decisions of many games: a row for each phase and kind, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.questions import judged
from playout.questions.mistakes.asked import MOST_GAMES, MOST_WORLDS, PHASES
from playout.questions.mistakes.found import COST, DECISIONS, SKILL, Found
from playout.questions.mistakes.words import Words
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
    measure_column,
    seat_column,
    text_column,
    value_column,
)
from playout.report.text_tables import ALWAYS
from playout.report.words import (
    NOTHING,
    ends,
    head,
    more_games,
    number,
    setting,
    several,
    took,
)

if TYPE_CHECKING:
    from playout.report.picture import Picture


class Answer(judged.Answer):
    """The result of `mistakes`: the cost of decisions by phase of the game and kind of move."""

    kind = "mistakes"
    keys = ("group",)
    found: Found

    def sentence(self) -> str:
        """Return the cost of the decisions per game, and the costliest kinds."""
        return Words(self.found).sentence()

    @property
    def enough(self) -> int:
        """How many games may make the cost clear; as many as were played, with more worlds."""
        if self.games < 2 or not self.found.of(0, DECISIONS).estimate:
            return 0
        cost = self.found.of(0, COST)
        if Words(self.found).is_unclear(cost):
            return min(MOST_GAMES, more_games(self.games))
        return self.games if cost.high < 0 else 0

    def clearer(self, file: str = "") -> str:
        """The command for more games, or for more simulations of each decision."""
        asked, cost = self.found.asked, self.found.of(0, COST)
        if not self.enough or cost.high >= 0:
            return super().clearer(file)
        more = replace(asked, worlds=min(MOST_WORLDS, 4 * asked.worlds))
        return str(more.command(self.enough))

    def _of_decisions(self, name: str) -> Column:
        """The column of the cost or the skill: empty where nothing was decided."""
        column = difference_column(name, self.found.asked.measure)
        return replace(column, write=lambda row: column.text(row) if row["decisions"] else NOTHING)

    def caption(self) -> str:
        asked = self.found.asked
        if asked.is_exact:
            return self._exact_caption()
        return (
            f"{setting(asked.rules)}, {line_up(asked.players)}; {Words(self.found).judge} plays "
            f"on in {asked.simulated(asked.worlds)} per decision; seed {asked.seed}; "
            f"{several(self.games, 'game')}{took(self.seconds)}.\n"
            f"Differences in {head(asked.measure.name)} per game. cost: lost by the moves actually "
            "played, compared with the best alternative found (a lower bound: one half of the "
            "simulations finds the alternative, the other half judges it; more --worlds find "
            f"more). skill: how much better the moves are than those of {Words(self.found).judge}. "
            "phase 1 to 4: the quarters of the decisions of a game.\n"
            f"In brackets: {fixed_intervals(self.complete)}."
            f"{judged.by_default_players(asked)}"
        )

    def _exact_caption(self) -> str:
        """The caption where nothing is simulated."""
        asked, judge = self.found.asked, Words(self.found).judge
        skill = f"skill: how much better the moves are than those of {judge}. "
        if asked.is_judged_by_best_play:
            skill = ""
        luck = (
            " without luck: the result less the luck of each game, which is 0 on average."
            if asked.weighed
            else ""
        )
        return (
            f"{setting(asked.rules)}, {line_up(asked.players)}; exact values if {judge} plays on; "
            f"seed {asked.seed}; {several(self.games, 'game')}{took(self.seconds)}.\n"
            f"Differences in {head(asked.measure.name)} per game. cost: lost by the moves actually "
            f"played, compared with the best moves. {skill}phase 1 to 4: the quarters of the "
            f"decisions of a game.{luck}\n"
            f"In brackets: {fixed_intervals(self.complete)}."
            f"{judged.by_default_players(asked)}"
        )

    def facts(self) -> dict[str, Any]:
        numbers = {"worlds": self.found.asked.worlds, "interval": fixed_n(self.complete)}
        return {**super().facts(), **numbers}

    def tables(self) -> list[Table]:
        """A row for all decisions, for each quarter of a game, and for each kind of move.

        ``group``; ``decisions`` in a game, what they ``cost`` in a game, and the ``skill`` they
        show, with the ends ``_low`` and ``_high`` of 95 % intervals.

        Where values are exact, the table "luck" has a row for each seat that was judged: its
        ``result`` as the games ended, the same ``without_luck``, and ``times_fewer``, by what the
        number of games can be divided for the same precision.
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
                "decisions", "per game", lambda row: number(row["decisions"], 1.0), rank=ALWAYS
            ),
            self._of_decisions("cost"),
        ]
        if not found.asked.is_judged_by_best_play:  # the skill is then the cost, turned round
            columns.append(self._of_decisions("skill"))
        return [Table(rows, columns), *self._luck()]

    def _luck(self) -> list[Table]:
        """A row for each seat, with its result as the games ended and without their luck."""
        found, asked = self.found, self.found.asked
        rows = [
            {
                "seat": seat if asked.measure.per_seat else "all",
                "strategy": (
                    asked.players[seat].reference
                    if asked.measure.per_seat
                    else line_up(asked.players)
                ),
                **ends("result", found.result(seat)),
                **ends("without_luck", found.without_luck(seat)),
                "times_fewer": found.saved(seat),
            }
            for seat in asked.weighed
        ]
        columns = [
            *([seat_column(rank=ALWAYS)] if len(asked.players) > 1 else []),
            text_column("strategy", role="plain"),
            measure_column("result", asked.measure, head(asked.measure.name)),
            measure_column("without_luck", asked.measure, "without luck"),
        ]
        says = "the results, as the games ended and without luck"
        return [Table(rows, columns, name="luck", says=says)] if rows and self.games else []

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the cost of each phase and kind of move as a matplotlib figure.

        ``width`` is in inches.
        """
        asked, rows = self.found.asked, self.tables()[0].rows

        def bars(some: Sequence[Fields], colour: str) -> list[Bar]:
            return [judged.bar(row, "cost", row["group"], asked.unit, colour) for row in some]

        groups = [Group("phase of the game", bars(rows[1 : 1 + PHASES], figures.COLOURS[0]))]
        if asked.kinds:
            groups.append(Group("kind of move", bars(rows[1 + PHASES :], figures.COLOURS[1])))
        best = f"the best move found, if {asked.reviewer.reference} plays on"
        if asked.is_judged_by_best_play:
            best = "best play"
        return draw_rows(
            groups,
            f"{setting(asked.rules)}: which decisions cost {line_up(asked.players)} most?",
            f"compared with {best}; {several(self.games, 'game')}; {100 * LEVEL:g} % intervals",
            asked.unit.difference_head(f"{head(asked.measure.name)}: cost per game"),
            width,
        )
