"""A tournament of rivals: standings with ratings, who came before whom, pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from shlex import quote
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.questions.tournament import pattern_tables, pattern_words, plots, words
from playout.questions.tournament.found import Found
from playout.questions.tournament.ladders import Climb
from playout.questions.tournament.patterns import Patterns
from playout.questions.tournament.ranking import Ranking
from playout.questions.tournament.words import MARK
from playout.report import figures
from playout.report.estimates import LEVEL
from playout.report.figures import PAGE
from playout.report.tables import (
    Figure,
    Table,
    count_column,
    interval_column,
    text_column,
)
from playout.report.text_tables import ALWAYS, TextColumn
from playout.report.words import (
    ends,
    half_width,
    interval_in,
    more_games,
    percent,
)
from playout.stats.contests.ratings import rating_intervals
from playout.stats.intervals import mean_interval

if TYPE_CHECKING:
    from playout.report.picture import Picture


WIDE = 78  # characters of a cross table; a wider one has numbers for names


@dataclass(frozen=True)
class CrossTable(Table):
    """The cross table: a row for each pair of strategies; for people, a row for each strategy."""

    names: tuple[str, ...] = ()  # of the strategies, the best first
    says: str = "how often the strategy of a row finished ahead of that of a column (%)"

    @property
    def grid(self) -> list[TextColumn]:
        """For each strategy how often it came before each of them, in per cent."""
        first, cells = max(map(len, self.names)), sum(max(7, len(one) + 2) for one in self.names)
        is_wide = first + cells > WIDE
        written = dict[tuple[str, str], str]()
        for row in self.rows:
            ahead = interval_in(row, "ahead")
            mark = MARK if row["differ"] else ""
            text = (
                f"{100 * ahead.estimate:.0f}"
                if is_wide and not math.isnan(ahead.estimate)
                else percent(ahead.estimate, half_width(ahead))
            )
            written[row["strategy"], row["other"]] = text + mark
        heads, rows = self.names, self.names
        if is_wide:
            heads = tuple(str(k) for k in range(1, len(heads) + 1))
            rows = tuple(f"{k:>2} {one}" for k, one in enumerate(self.names, 1))
        return [
            TextColumn("row ahead of column (%)", rows, is_text=True, role="key"),
            *(
                TextColumn(head, [written.get((one, other), "") for one in self.names])
                for head, other in zip(heads, self.names, strict=True)
            ),
        ]


class Rivals:
    """What is shown of strategies that play against each other."""

    def __init__(self, found: Found) -> None:
        self.found = found
        asked, standing = found.asked, found.counted
        self._ranking = Ranking(found)
        top = asked.placing.top(asked.rules)
        self._values = [mean_interval(one, top=top) for one in standing.values]
        played = [one.n for one in standing.wins]
        self._ratings = rating_intervals(standing.groups / standing.pairs[0].unit, played)
        self._patterns = Patterns(self._ranking)

    @property
    def names(self) -> list[str]:
        """The strategies, the best first."""
        return self._ranking.names

    def sentence(self) -> str:
        """Return which strategy wins most often, whether it is clearly the best, and what else is
        clear: cycles, a mixture that no strategy beats, and what more of a parameter does.
        """
        return " ".join([words.sentence(self._ranking), *pattern_words.sentences(self._patterns)])

    @property
    def only_mixture(self) -> bool | None:
        """Whether there is one mixture alone that no strategy beats; None if that is not clear."""
        return self._patterns.only_mixture

    def caption(self) -> str:
        return words.caption(self.found, self._ratings)

    def tables(self) -> list[Table]:
        """The standings, a row for each strategy, the best first; the cross table; patterns."""
        placing = self.found.asked.placing
        values = interval_column(placing.name, rate=placing.is_rate)
        win = "win of each player" if self.found.asked.has_seats else ""
        columns = [
            text_column("strategy"),
            count_column("games"),
            interval_column("win", rate=True, head=win, rank=ALWAYS),
            *([] if placing.name == "win" else [values]),
            pattern_tables.rating_column("rating", "rating (Elo)"),
        ]
        rows = [
            {
                "strategy": self._ranking.name(k),
                "games": self.found.counted.wins[k].n,
                **ends("win", self._ranking.wins[k]),
                **({} if placing.name == "win" else ends(placing.name, self._values[k])),
                **ends("rating", self._ratings[k]),
            }
            for k in self._ranking.order
        ]
        pairs = [self._pair(i, j) for i, j in permutations(self._ranking.order, 2)]
        return [
            Table(rows, columns),
            CrossTable(pairs, [], "cross", names=tuple(self.names)),
            *pattern_tables.tables(self._patterns),
        ]

    def _pair(self, i: int, j: int) -> dict[str, Any]:
        return {
            "strategy": self._ranking.name(i),
            "other": self._ranking.name(j),
            "games": self.found.counted.pair(i, j).n,
            **ends("ahead", self._ranking.ahead(i, j)),
            "p_holm": self._ranking.p_holm(i, j),
            "differ": self._ranking.differ(i, j),
            "verdict": self._verdict(i, j),
        }

    def _verdict(self, i: int, j: int) -> str:
        if not self._ranking.differ(i, j):
            return "not clear"
        return "better" if self._patterns.beats(i, j) else "worse"

    @property
    def enough(self) -> int:
        return (
            more_games(self.found.asked.table_games)
            if self._ranking.rivals and self.found.games
            else 0
        )

    def comparison(self) -> str:
        """The command that compares the only two strategies that may be the best; or ""."""
        asked, ranking = self.found.asked, self._ranking
        first, rivals = ranking.order[0], ranking.rivals
        if len(rivals) != 1 or int(asked.rules["players"]) % 2 or not self.found.games:
            return ""
        sides = f"--a {quote(ranking.name(first))} --b {quote(ranking.name(rivals[0]))}"
        rules = " ".join(asked.rules.command_options())
        return f"playout compare {asked.game.word} {sides} {rules}".rstrip()

    def figures(self) -> list[Figure]:
        ladders = [
            Figure(
                partial(self._plot_ladder, climb), f"{climb.ladder.name}-{climb.ladder.parameter}"
            )
            for climb in self._patterns.climbs
        ]
        return [Figure(self.plot), *ladders]

    def _plot_ladder(self, climb: Climb, width: float = PAGE) -> Picture:
        return plots.draw_ladder(climb, [self._ratings[k] for k in climb.ladder.places], width)

    def plot(self, width: float = PAGE) -> Picture:
        """Return the win shares with intervals, and the cross table, as a matplotlib figure.

        ``width`` is in inches.
        """
        asked, order = self.found.asked, self._ranking.order
        n = len(order)
        ahead, clear = np.full((n, n), np.nan), np.zeros((n, n), bool)
        for a, b in permutations(range(n), 2):
            ahead[a, b] = 100 * self._ranking.ahead(order[a], order[b]).estimate
            clear[a, b] = self._ranking.differ(order[a], order[b])
        return plots.draw(
            f"{asked.game.title}: {n} strategies against each other",
            f"{words.places(asked)} at a table; {self.found.games:,} games; {100 * LEVEL:g} % "
            "intervals",
            [figures.readable_name(name) for name in self.names],
            [self._ranking.wins[k] for k in order],
            ahead,
            clear,
            100 / asked.seats,
            width,
        )
