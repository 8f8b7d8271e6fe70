"""The answer about several games: their players, every game, and the costliest decisions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from playout.questions import judged
from playout.questions.review.several.found import Found, Played
from playout.questions.review.several.words import Words
from playout.report import figures
from playout.report.bars import Group, draw_rows
from playout.report.estimates import LEVEL, fixed_intervals, fixed_n
from playout.report.figures import PAGE
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    difference_column,
    measure_column,
    text_column,
    value_column,
)
from playout.report.text_tables import ALWAYS, WITH_ROOM
from playout.report.words import NOTHING, ends, head, setting, several, short, took
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_SHOWN = 10  # decisions in a table
MOST_ROWS = 40  # of the table of games, for people
MANY = 20  # of a measure: changes have one decimal from here on


class Answer(judged.Answer):
    """The result of `review` for several games: who played better, with luck taken out."""

    kind = "reviews"
    unit = "worlds"
    keys = ("player",)
    found: Found

    def sentence(self) -> str:
        """Return the results, who played better, and what luck did."""
        return Words(self.found).sentence()

    def facts(self) -> dict[str, Any]:
        found = self.found
        return {
            **super().facts(),
            "reviewed": len(found.numbers),
            "sources": list(found.asked.sources),
            "worlds": found.asked.worlds,
            "interval": fixed_n(True),
        }

    def caption(self) -> str:
        found, asked = self.found, self.found.asked
        judge = f"the strategy {asked.reviewer.reference}"
        games = several(len(asked.reviews), "game")
        how = f"{judge} plays on in {asked.simulated(asked.worlds)} per decision"
        how += took(found.seconds)
        if asked.is_exact:
            how = f"exact values if {judge} plays on; nothing is simulated"
        others = " + others" if self._has_others else ""
        rest = "; others: of the other players' moves" if others else ""
        without = "; without luck: the result less luck" if self.found.asked.is_from_start else ""
        if asked.everybody[1:]:
            without += "; behind: how much less a player's moves are worth than the best player's"
        without += "; mistakes: decisions in which another move was clearly better"
        bad = " An effect above 0 is bad." if asked.measure.wanted == "lowest" else ""
        first = "anything is dealt or thrown" if asked.is_from_start else "the first decision"
        return (
            f"{setting(asked.rules)}; {games}; {how}.\n"
            f"Averages per game: start + skill{others} + luck = result. start: before {first}; "
            f"skill: effect of the player's own moves, compared with those of {judge}{rest}; luck: "
            f"the rest, 0 on average over many games{without}.{bad}\n"
            f"In brackets: {fixed_intervals(True)}. They tell how well these players play, not "
            "only in these games, and so allow for mistakes too rare to be seen in them."
            f"{'' if asked.is_judged_by_best_play else judged.by_default_players(asked)}"
        )

    # ------------------------------------------------------------------ tables

    @property
    def _has_others(self) -> bool:
        return any(one.others for one in self.found.played)

    def tables(self) -> list[Table]:
        """A row for each player, one for each game of each player, and the costliest decisions.

        Of a player: ``games``, ``decisions``, ``mistakes`` (another move was clearly better); of
        a game on average what it is worth at the ``start``, and what own moves (``skill``), those
        of ``others`` and ``luck`` changed, up to the ``result``; the result ``without_luck``, and
        by what the number of games can be divided without it, ``times_fewer``.  ``behind`` is how
        much less a player's moves are worth than those of the one who played best.
        """
        found = self.found
        rows = [self._row(name) for name in found.ranking] if len(found.numbers) > 1 else []
        every = [self._played(one) for one in found.played]
        costly = self._costliest()
        tables = [Table(rows, self._columns())]
        if every:
            shown = len(every) <= MOST_ROWS
            tables.append(Table(every, self._game_columns(), name="games", is_shown=shown))
        if costly:
            tables.append(Table(costly, self._move_columns(), name="costliest"))
        return tables

    def _row(self, name: str) -> dict[str, Any]:
        found, games = self.found, self.found.of(name)
        best = found.ranking[0]
        behind = found.ahead(best, name) if name != best else Interval.exact(0.0)
        row = {
            "player": name,
            "games": len(games),
            "decisions": sum(len(one.judged) for one in games),
            "mistakes": sum(one.mistakes for one in games),
            "start": found.mean(name, "start"),
            **ends("skill", found.skill(name)),
            "others": found.mean(name, "others"),
            "luck": found.mean(name, "luck"),
            **ends("result", found.result(name)),
            **ends("behind", Words(found).good(best, behind)),
        }
        if self.found.asked.is_from_start:
            row |= ends("without_luck", found.without_luck(name))
            row["times_fewer"] = found.saved(name)
        return row

    def _columns(self) -> list[Column]:
        asked, measure = self.found.asked, self.found.asked.measure
        behind = difference_column("behind", measure, zero=NOTHING)
        without = measure_column("without_luck", measure, "without luck")
        return [
            text_column("player"),
            self._plain("result"),
            self._plain("luck", is_change=True),
            *([without] if asked.is_from_start else []),
            difference_column("skill", measure, zero="0"),
            *([behind] if asked.everybody[1:] else []),
            value_column("mistakes", write=_mistakes, rank=ALWAYS),
            *([self._plain("others", is_change=True, rank=WITH_ROOM)] if self._has_others else []),
            self._plain("start", rank=WITH_ROOM),
        ]

    def _plain(self, name: str, is_change: bool = False, rank: int = ALWAYS) -> Column:
        """The column of a part of the result, without intervals."""
        asked, unit = self.found.asked, self.found.asked.unit
        heading = unit.difference_head(name) if is_change else unit.head(name)
        places = 1 if unit.scale * asked.width > MANY else 2

        def write(row: Fields) -> str:
            value = unit.scale * row[name]
            return short(value, 4) if name == "result" else f"{value:z.{places}f}"

        return value_column(name, heading, write, rank=rank)

    def _played(self, one: Played) -> dict[str, Any]:
        return {
            "game": one.number + 1,
            "source": self.found.asked.sources[one.number],
            "player": one.name,
            "decisions": len(one.judged),
            "mistakes": one.mistakes,
            **{part: getattr(one, part) for part in ("start", "skill", "others", "luck", "result")},
        }

    def _game_columns(self) -> list[Column]:
        return [
            value_column("game", rank=ALWAYS),
            text_column("player", role="plain"),
            self._plain("start"),
            self._plain("skill", is_change=True),
            *([self._plain("others", is_change=True)] if self._has_others else []),
            self._plain("luck", is_change=True),
            self._plain("result"),
        ]

    def _costliest(self) -> list[dict[str, Any]]:
        """The clear mistakes of all games, the costliest first."""
        clear = [
            (judged, one) for one in self.found.played for judged in one.judged if judged.is_mistake
        ]
        clear.sort(key=lambda pair: -pair[0].cost.estimate)
        return [
            {
                "game": one.number + 1,
                "player": one.name,
                "turn": judged.decision.number,
                "move": judged.name(judged.decision.made),
                "best": judged.name(judged.best),
                **ends("cost", judged.cost),
            }
            for judged, one in clear[:MOST_SHOWN]
        ]

    def _move_columns(self) -> list[Column]:
        asked, cost = self.found.asked, difference_column("cost", self.found.asked.measure)
        if asked.is_exact:
            cost = self._plain("cost", is_change=True)
        return [
            value_column("game", rank=ALWAYS),
            text_column("player", role="plain"),
            value_column("turn", "after", rank=ALWAYS),
            text_column("move", role="plain"),
            text_column("best", "better move", role="plain"),
            cost,
        ]

    # ------------------------------------------------------------------ figure

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)] if len(self.found.numbers) > 1 else []

    def plot(self, width: float = PAGE) -> Picture:
        """Return skill and luck of each player as a matplotlib figure, ``width`` inches wide."""
        found, asked = self.found, self.found.asked
        groups = []
        for k, part in enumerate(("skill", "luck")):
            bars = []
            for row in self.tables()[0].rows:
                fields = {**row, "luck_low": -math.inf, "luck_high": math.inf}
                bars.append(judged.bar(fields, part, row["player"], asked.unit, figures.COLOURS[k]))
            groups.append(Group("own moves" if part == "skill" else part, bars))
        return draw_rows(
            groups,
            f"{setting(asked.rules)}: skill and luck",
            f"moves compared with those of {Words(found).judge}; "
            f"{several(len(found.numbers), 'game')}; {100 * LEVEL:g} % intervals",
            asked.unit.difference_head(f"{head(asked.measure.name)}: effect per game"),
            width,
        )


def _mistakes(row: Fields) -> str:
    return f"{row['mistakes']} of {row['decisions']}"
