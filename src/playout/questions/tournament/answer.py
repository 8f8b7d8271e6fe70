"""The answer of a tournament: standings with ratings, who came before whom, a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from shlex import quote
from typing import TYPE_CHECKING, Any

import numpy as np

from playout.questions.tournament import plots
from playout.questions.tournament.found import Found
from playout.report import answer, figures
from playout.report.estimates import LEVEL, fixed_intervals, fixed_n, is_wide, part_of
from playout.report.figures import PAGE
from playout.report.tables import Figure, Table, count_column, interval_column, text_column
from playout.report.text_tables import ALWAYS, TextColumn
from playout.report.words import (
    about,
    ends,
    half_width,
    head,
    interval_in,
    listed,
    more_games,
    percent,
    setting,
    several,
    took,
)
from playout.stats.intervals import Interval, mean_interval, rate_interval, share_interval
from playout.stats.multiple import holm, rate_p_value
from playout.stats.ratings import rating_intervals

if TYPE_CHECKING:
    import pandas as pd

    from playout.report.picture import Picture

FALSE_ALARMS = 0.05  # chance that any two equal strategies are said to differ, over all pairs
MOST_NAMED = 3  # strategies; from so many on only their number stands in the sentence
MARK = "*"  # behind the numbers of two that differ


@dataclass(frozen=True)
class CrossTable(Table):
    """The cross table: a row for each pair of strategies; for people, a row for each strategy."""

    names: tuple[str, ...] = ()  # of the strategies, the best first
    says: str = "how often the strategy of a row finished ahead of that of a column (%)"

    @property
    def grid(self) -> list[TextColumn]:
        """For each strategy how often it came before each of them, in per cent."""
        written = dict[tuple[str, str], str]()
        for row in self.rows:
            ahead = interval_in(row, "ahead")
            mark = MARK if row["differ"] else ""
            written[row["strategy"], row["other"]] = (
                percent(ahead.estimate, half_width(ahead)) + mark
            )
        first = TextColumn("row ahead of column (%)", self.names, is_text=True, role="key")
        return [
            first,
            *(TextColumn(o, [written.get((one, o), "") for one in self.names]) for o in self.names),
        ]


class Answer(answer.Answer):
    """The result of `tournament`: standings, ratings and a cross table."""

    kind = "tournament"
    found: Found

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        asked, standing = found.asked, found.counted
        count = len(asked.players)
        # Who has several seats at every table has one win at most, as in report/estimates.py.
        seats = max(1, asked.seats // count)
        self._wins = [share_interval(one, seats) for one in standing.wins]
        top = asked.placing.top(asked.rules)
        self._values = [mean_interval(one, top=top) for one in standing.values]
        played = [one.n for one in standing.wins]
        self._ratings = rating_intervals(standing.groups / standing.pairs[0].unit, played)
        # Over all pairs, so that of many equal ones hardly ever any two are told apart.
        pairs = list(combinations(range(count), 2))
        counts = [standing.pair(i, j) for i, j in pairs]
        adjusted = holm([rate_p_value(float(one.total), one.n) for one in counts])
        self._adjusted = dict(zip(pairs, adjusted, strict=True))
        # The best first, of equals in the order in which they were named; who played nothing, last.
        losses = np.nan_to_num([-one.estimate for one in self._wins], nan=math.inf)
        self._order: list[int] = np.argsort(losses, kind="stable").tolist()

    @property
    def names(self) -> list[str]:
        """The strategies, the best first."""
        return [self._name(k) for k in self._order]

    def _name(self, k: int) -> str:
        return self.found.asked.players[k].reference

    def cross(self) -> pd.DataFrame:
        """Return how often each strategy came before each other one, as a data frame.

        Columns: ``strategy``, ``other``, the ``games`` in which both played, ``ahead`` (0..1, ties
        count half) with the 95 % interval ``ahead_low`` to ``ahead_high``, ``p_holm`` (the p-value
        of equal strength, adjusted for all pairs by Holm-Bonferroni), and ``differ`` (whether it is
        at most 0.05).
        """
        return self.table("cross")

    def tables(self) -> list[Table]:
        """The standings, a row for each strategy, the best first; and the cross table.

        Standings have ``strategy``, the ``games`` that it has played, and estimate, low and high of
        ``win`` (share of a game, 0..1), of the measure that places (``points``) and of ``rating``;
        the ends are those of 95 % intervals, infinite where a rating has none.  See :meth:`cross`
        for the other.
        """
        placing = self.found.asked.placing
        values = interval_column(placing.name, rate=placing.is_rate)
        columns = [
            text_column("strategy"),
            count_column("games"),
            interval_column("win", rate=True, rank=ALWAYS),
            *([] if placing.name == "win" else [values]),
            interval_column("rating", rate=False, head="rating (Elo)", rank=ALWAYS),
        ]
        rows = [
            {
                "strategy": self._name(k),
                "games": self.found.counted.wins[k].n,
                **ends("win", self._wins[k]),
                **({} if placing.name == "win" else ends(placing.name, self._values[k])),
                **ends("rating", self._ratings[k]),
            }
            for k in self._order
        ]
        pairs = [self._pair(i, j) for i, j in permutations(self._order, 2)]
        return [Table(rows, columns), CrossTable(pairs, [], "cross", names=tuple(self.names))]

    def _pair(self, i: int, j: int) -> dict[str, Any]:
        return {
            "strategy": self._name(i),
            "other": self._name(j),
            "games": self.found.counted.pair(i, j).n,
            **ends("ahead", self._ahead(i, j)),
            "p_holm": self._p_holm(i, j),
            "differ": self._differ(i, j),
        }

    def _ahead(self, i: int, j: int) -> Interval:
        """How often i came before j."""
        histogram = self.found.counted.pair(i, j)
        return rate_interval(float(histogram.total), histogram.n)

    def _p_holm(self, i: int, j: int) -> float:
        """The adjusted p-value of the hypothesis that neither comes before the other more often."""
        return self._adjusted[min(i, j), max(i, j)]

    def _differ(self, i: int, j: int) -> bool:
        return self._p_holm(i, j) <= FALSE_ALARMS

    def sentence(self) -> str:
        """Return which strategy wins most often, and whether it is clearly the best."""
        if not self.games:
            return "This tournament has no finished games yet."
        first, *others = self._order
        asked = self.found.asked
        where, name = setting(asked.rules), self._name(first)
        apart = [k for k in others if self._differ(first, k)]
        ahead = [self._name(k) for k in apart if self._ahead(k, first).estimate > 0.5]
        unplayed = [self._name(k) for k in others if not self.found.counted.wins[k].n]
        undecided = [self._name(k) for k in others if k not in apart]
        best = f"the best of {len(self._order)} strategies"
        if len(others) == 1:
            best = f"better than {self._name(others[0])}"
        # Who was ahead may have decided when the games were stopped.
        is_sure = self.complete and not is_wide(self._wins[first], rate=True)
        so_far = "" if self.complete else f"after {several(self.games, 'game')}, "
        best = f"{so_far}{name} {'is' if is_sure else 'seems to be'} {best}"
        if won := self._won_all(first):
            if not undecided:
                return f"{where}: {best}; {won}."
            won = f"won most often: {won}" if self._has_seats else won.removeprefix("it ")
            return f"{where}: {so_far}{name} {won}, but {self._unclear(undecided)}."
        if not ahead and not undecided:
            return f"{where}: {best}; {self._wins_of(first)}{self._beats(first)}."
        if len({self._wins[k].estimate for k in self._order}) == 1:
            every = listed(self.names) if len(others) < MOST_NAMED else "all strategies"
            after = f"after {several(self.games, 'game')}, {every} have won equally often"
            return f"{where}: {after}, so it is not clear yet which is better."
        doubts = []
        if ahead:
            finish = "finish" if ahead[1:] else "finishes"
            doubts.append(f"{self._few(ahead, 'and')} {finish} ahead of it more often than behind")
        if unplayed:
            has = "have" if unplayed[1:] else "has"
            doubts.append(f"{self._few(unplayed, 'and')} {has} not played yet")
        if met := [name for name in undecided if name not in unplayed]:
            doubts.append(self._unclear(met, name if doubts else "it"))
        said = f"{so_far}{name} won most often{self._seen(first)}, but {', and '.join(doubts)}"
        return f"{where}: {said}."

    @property
    def _has_seats(self) -> bool:
        """Whether a strategy has several seats at a table."""
        return self.found.asked.seats > len(self._order)

    def _beats(self, k: int) -> str:
        """Return a note that a strategy is better than each other, unless its wins say that."""
        one, *more = [other for other in self._order if other != k]
        rest = "each of the others" if more else self._name(one)
        if self._is_duel:
            return f" and wins more often than it loses against {rest}" if more else ""
        is_even = self.found.asked.seats % len(self._order) == 0
        subject = ", and each of them" if self._has_seats and is_even else " and"
        return f"{subject} finishes ahead of {rest} more often than behind"

    @property
    def _is_duel(self) -> bool:
        """Whether two play at a table, and who finishes ahead has won."""
        pairs = [self.found.counted.pair(0, k) for k in range(1, len(self._order))]
        ahead = sum(float(one.total) for one in pairs)
        return self.found.asked.seats == 2 and ahead == self.found.counted.wins[0].total

    def _wins_of(self, k: int) -> str:
        """How often a strategy wins; with the same number of seats for all, any of its seats."""
        share, seats = self._wins[k], self.found.asked.seats
        equal = f"(equal players would win {self._equal()})"
        if is_wide(share, rate=True):
            return f"{'' if self._has_seats else 'it won '}{self._seen(k)[2:]}"
        if not self._has_seats:
            return f"it wins {about(share, True)} of its games {equal}"
        each, more = divmod(seats, len(self._order))
        if more:
            return (
                f"with {each} or {each + 1} of the {seats} seats, each of its players wins "
                f"{about(share, True)} of the games on average {equal}"
            )
        one = f"about {100 * share.estimate:.0f} % each"
        return (
            f"in {about(share.times(each), True)} of the games the winner is one of its {each} "
            f"players ({one}; equal players would win {self._equal()} each)"
        )

    def _seen(self, k: int) -> str:
        """The games that a strategy won: ``, 15 of its 16 games``."""
        share, games = self._wins[k], self.found.counted.wins[k].n
        seats, equal = self.found.asked.seats, f"equal players would win {self._equal()}"
        each, more = divmod(seats, len(self._order))
        if self._has_seats and more:
            return (
                f": with {each} or {each + 1} of the {seats} seats, each of its players won "
                f"{percent(share.estimate, half_width(share))} % of the games on average ({equal})"
            )
        whole = share.times(each) if self._has_seats else share
        percents = f"{percent(whole.estimate, half_width(whole))} % of"
        is_shared = not (whole.estimate * games).is_integer()  # some wins are, after a tie
        if not self._has_seats:
            won = part_of(share, games).replace(" of ", " of its ")
            return f", {f'{percents} its {games:,} games' if is_shared else won} ({equal})"
        who = f"its {each} players"
        if is_shared:
            return f": {percents} the {games:,} wins went to {who} ({equal} each)"
        return f": in {part_of(whole, games)} the winner was one of {who} ({equal} each)"

    def _unclear(self, names: Sequence[str], who: str = "it") -> str:
        """Return a note that a strategy may not be better than some others."""
        return f"it is not clear yet whether {who} is better than {self._few(names, 'or')}"

    def _few(self, names: Sequence[str], last: str) -> str:
        """Names, or how many there are."""
        if len(names) < MOST_NAMED:
            return listed(names, last)
        others = len(self._order) - 1
        return f"{len(names)} of the others" if len(names) < others else f"the {others} others"

    @property
    def _rivals(self) -> list[int]:
        """The strategies that may be as good as the one that won most often."""
        first, *others = self._order
        return [k for k in others if not self._differ(first, k)]

    @property
    def enough(self) -> int:
        return more_games(self.found.asked.table_games) if self._rivals and self.games else 0

    def clearer(self, file: str = "") -> str:
        """The command for more games; if only two strategies may be the best, it compares these."""
        asked, first = self.found.asked, self._order[0]
        if len(self._rivals) != 1 or asked.seats % 2 or not self.games:
            return super().clearer(file)
        sides = f"--a {quote(self._name(first))} --b {quote(self._name(self._rivals[0]))}"
        rules = " ".join(asked.rules.command_options())
        return f"playout compare {asked.game.word} {sides} {rules}".rstrip()

    def _won_all(self, k: int) -> str:
        """Return a note that a strategy was ahead of all others in all of its games; or ""."""
        pairs = [self.found.counted.pair(k, other) for other in self._order if other != k]
        if not all(pair.total == pair.n > 0 for pair in pairs):
            return ""
        games = self.found.counted.wins[k].n
        if self._has_seats:
            where = part_of(Interval.exact(1.0), games) if games > 1 else "the only game"
            return f"each of its players finished ahead of all players of the others in {where}"
        every = "both of its" if games == 2 else f"all {games:,} of its"
        won = f"{every} games" if games > 1 else "its only game"
        return f"it won {won} (equal players would win {self._equal()})"

    def _equal(self) -> str:
        """The share that players of equal strength win."""
        return f"{100 / self.found.asked.seats:.3g} %"

    def facts(self) -> dict[str, Any]:
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "tables": len(asked.tables),
            "table_games": asked.table_games,
            "interval": fixed_n(self.complete),
        }

    def common_settings(self) -> dict[str, Any]:
        return dict(self.found.asked.rules.values)

    def caption(self) -> str:
        asked = self.found.asked
        by = "" if asked.placing.name == "win" else f" (by {head(asked.placing.name)})"
        return (
            f"In brackets: {fixed_intervals(self.complete)}. Equal players would win "
            f"{self._equal()}.\n"
            f"{self._design()}; each seating is played equally often. {self.games:,} games"
            f"{took(self.seconds)}; seed {asked.seed}.\n"
            f"Rating: on the scale of chess (Elo), from who finishes ahead of whom{by}; a tie "
            f"counts half.{self._unbounded()}\n"
            f"{MARK}: very likely not 50 % (if all strategies were equal, at most "
            f"{100 * FALSE_ALARMS:g} % of tournaments would mark any pair)"
        )

    def _unbounded(self) -> str:
        """Why a rating stands without an interval, if one does."""
        if all(math.isfinite(one.low) or math.isfinite(one.high) for one in self._ratings):
            return ""
        return " A rating without an interval comes from too few games."

    def _design(self) -> str:
        """Return the line-ups and numbers of tables, in words."""
        asked = self.found.asked
        seats, count = asked.seats, len(asked.players)
        tables = several(len(asked.tables), "table")
        if count > seats:
            return f"{tables}, one for each set of {seats} strategies"
        few, more = divmod(seats, count)
        each = f"{few} or {few + 1} seats" if more else several(few, "seat")
        return f"{tables}, with {each} for each strategy"

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the win shares with intervals, and the cross table, as a matplotlib figure.

        ``width`` is in inches.
        """
        asked, n = self.found.asked, len(self._order)
        ahead = np.full((n, n), np.nan)
        for a, b in permutations(range(n), 2):
            ahead[a, b] = 100 * self._ahead(self._order[a], self._order[b]).estimate
        return plots.draw(
            f"{asked.game.title}: {n} strategies against each other",
            f"{asked.seats} at a table; {self.games:,} games; {100 * LEVEL:g} % intervals",
            [figures.readable_name(name) for name in self.names],
            [self._wins[k] for k in self._order],
            ahead,
            100 / asked.seats,
            width,
        )
