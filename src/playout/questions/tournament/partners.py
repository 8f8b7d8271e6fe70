"""A tournament of partners: who plays well with whom in games whose players are one team."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.questions.tournament import partner_words, plots
from playout.questions.tournament.found import Found
from playout.questions.tournament.pairings import Pairings
from playout.questions.tournament.words import MARK
from playout.report import figures
from playout.report.estimates import LEVEL
from playout.report.figures import PAGE
from playout.report.tables import (
    Figure,
    Table,
    count_column,
    difference_column,
    measure_column,
    text_column,
)
from playout.report.text_tables import TextColumn
from playout.report.words import ends, interval_in, more_games, unit_of

if TYPE_CHECKING:
    from playout.report.picture import Picture


@dataclass(frozen=True)
class TeamTable(Table):
    """A row for every two strategies; for people, a row for each strategy."""

    names: tuple[str, ...] = ()  # of the strategies, the best first
    pairings: Pairings | None = None
    says: str = "what the strategies of a row and a column reach together"

    @property
    def grid(self) -> list[TextColumn]:
        """For each strategy what it reaches with each."""
        assert self.pairings is not None
        placing = self.pairings.found.asked.placing
        unit, written = unit_of(placing), dict[tuple[str, str], str]()
        for row in self.rows:
            mark = MARK if row["verdict"] in ("better", "worse") else ""
            amount = unit.amount(interval_in(row, placing.name))
            written[row["strategy"], row["other"]] = f"{amount}{mark}"
        return [
            TextColumn(f"together: {unit.head(placing.name)}", self.names, True, role="key"),
            *(TextColumn(o, [written[one, o] for one in self.names]) for o in self.names),
        ]


class Partners:
    """What is shown of strategies that play together."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self._pairings = Pairings(found)

    @property
    def names(self) -> list[str]:
        """The strategies, the best partner first."""
        return [self._pairings.name(k) for k in self._pairings.order]

    def sentence(self) -> str:
        return partner_words.sentence(self._pairings)

    @property
    def only_mixture(self) -> None:
        """Of partners there is no mixture."""

    def caption(self) -> str:
        return partner_words.caption(self._pairings)

    def tables(self) -> list[Table]:
        """A row for each strategy, the best partner first; and a row for every two."""
        pairings, placing = self._pairings, self.found.asked.placing
        columns = [
            text_column("strategy"),
            count_column("games"),
            measure_column(placing.name, placing, f"{placing.name} as partner"),
            measure_column("own", placing, "own kind"),
            difference_column("gain", placing),
        ]
        rows = [
            {
                "strategy": pairings.name(k),
                "games": sum(team.games for pair, team in pairings.teams.items() if k in pair),
                **ends(placing.name, pairings.mean(k)),
                **ends("own", pairings.together(k, k)),
                **ends("gain", pairings.gain(k)),
            }
            for k in pairings.order
        ]
        every = [self._pair(i, j) for i, j in product(pairings.order, repeat=2)]
        names = tuple(self.names)
        return [
            Table(rows, columns),
            TeamTable(every, [], "cross", names=names, pairings=pairings),
        ]

    def _pair(self, i: int, j: int) -> dict[str, Any]:
        pairings = self._pairings
        return {
            "strategy": pairings.name(i),
            "other": pairings.name(j),
            "games": pairings.teams[min(i, j), max(i, j)].games,
            **ends(self.found.asked.placing.name, pairings.together(i, j)),
            **ends("over_own", None if i == j else pairings.over_own(i, j)),
            "verdict": "own kind" if i == j else pairings.verdict(i, j),
        }

    @property
    def enough(self) -> int:
        is_unclear = self._pairings.rivals and self.found.games
        return more_games(self.found.asked.table_games) if is_unclear else 0

    def comparison(self) -> str:
        """The command of another question that says more; there is none."""
        return ""

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """The strategies as partners, and what every two reach together."""
        pairings, asked = self._pairings, self.found.asked
        order, unit = pairings.order, unit_of(asked.placing)
        together = [[unit.scale * pairings.together(i, j).estimate for j in order] for i in order]
        return plots.draw_partners(
            f"{asked.game.title}: who plays well with whom",
            f"{asked.seats} at a table; {self.found.games:,} games; {100 * LEVEL:g} % intervals",
            [figures.readable_name(name) for name in self.names],
            [pairings.mean(k).times(unit.scale) for k in order],
            [pairings.together(k, k).times(unit.scale) for k in order],
            np.array(together),
            unit.head(asked.placing.name),
            width,
        )
