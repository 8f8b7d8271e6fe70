"""The counts of a description, and the numbers that follow from them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import SHARE, Measure
from playout.engine.play.courses import CHOICES, DECISIONS, TENTHS
from playout.engine.words.errors import NotExact, PlayoutError
from playout.questions.describe.asked import Asked, Change
from playout.questions.describe.watched import DECIDED, FOLLOWED, IN_TENTHS, THOUSAND, TURNS
from playout.questions.skill_words import Reach, reach_of
from playout.report.estimates import LEVEL, interval_of
from playout.stats.components import Components, Sums, components, differences
from playout.stats.effects import Effect, Factor, Sample, knock_outs
from playout.stats.intervals import (
    Interval,
    mean_interval,
    quantile_interval,
    rate_interval,
    share_interval,
    unseen,
)
from playout.stats.jackknife import jackknifed
from playout.stats.tally import GROUPS, Histogram, Tally

Totals = npt.NDArray[np.float64]  # totals[0]: games; totals[1 + column]: their sum of a column


@dataclass(frozen=True)
class Changed:
    """The effect of one change on the main measure, and on the number of turns."""

    change: Change
    main: Effect
    turns: Effect
    size: float  # of the larger effect, in standard deviations of the games


@dataclass(frozen=True)
class Found:
    """The counts of all parts."""

    asked: Asked
    counted: tuple[Any, ...]  # of each arm of the job
    seconds: float
    complete: bool
    fixed: bool = True

    @property
    def table(self) -> Tally:
        """The games that were watched closely."""
        tally: Tally = self.counted[0].parts[0]
        return tally

    @property
    def sums(self) -> Sums | None:
        """The deals that all levels have played."""
        return None if self.asked.compared is None else self.counted[1]

    @property
    def games(self) -> int:
        """Games played, of all parts."""
        changed: int = sum(one.games for one in self.counted[self._first_change :])
        return self.table.games + self.level_games + changed

    @property
    def level_games(self) -> int:
        """Games played to compare the levels."""
        sums = self.sums
        if sums is None:
            return 0
        return int(sums.games) * sums.strategies * sums.draws * sums.repeats

    @property
    def _first_change(self) -> int:
        return 1 if self.asked.compared is None else 2

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.asked.players)

    @property
    def sides(self) -> int:
        """How many sides play against each other; partners win together."""
        return self.asked.rules.sides

    # ------------------------------------------------------------------ of the games

    def histogram(self, column: int, unit: int = 1) -> Histogram:
        """The values of a column in all games."""
        return replace(self.table.histograms[column], unit=unit)

    def mean(self, more: int) -> Interval:
        """The mean of a column after those of the measures."""
        return mean_interval(self.histogram(self.asked.game.width + more), LEVEL)

    def quantile(self, more: int, part: Fraction) -> Interval:
        """The value of such a column that a part of the games do not exceed."""
        return quantile_interval(self.histogram(self.asked.game.width + more), part, LEVEL)

    def measured(self, measure: Measure, seat: int = 0) -> Interval:
        """The mean of a measure, of one seat if seats have it."""
        column = self.asked.game.column(measure) + (seat if measure.per_seat else 0)
        return interval_of(measure, self.asked.rules, self.histogram(column, measure.unit))

    def share(self, measure: Measure, seat: int) -> Interval:
        """A seat's share of the wins; the intervals of all seats hold at once (Bonferroni)."""
        histogram = self.histogram(self.asked.game.column(measure) + seat, measure.unit)
        return share_interval(histogram, 1, 1.0 - (1.0 - LEVEL) / self.sides)

    def category(self, measure: Measure, value: int) -> Interval:
        """How often a category has a value."""
        histogram = self.histogram(self.asked.game.column(measure)).of_some(range(value, value + 1))
        return share_interval(histogram, 1, LEVEL)

    def rate(self, times: int, games: int) -> Interval:
        """How often something was so."""
        return rate_interval(times, games, LEVEL)

    @property
    def shows_leader(self) -> bool:
        """Whether a seat is seen to lead before the end: not if points come at the end alone."""
        column = 1 + self.asked.game.width
        totals = [int(self.table.groups[column + k].sum()) for k in (FOLLOWED, DECIDED)]
        return totals[0] > 0 and totals[1] < THOUSAND * totals[0]

    @cached_property
    def _known(self) -> Mapping[str, Sequence[float]]:
        """The values of measures that are known without playing."""
        try:
            return self.asked.game.expected(self.asked.rules, self.asked.players)
        except PlayoutError as failed:  # what was counted is told all the same
            warnings.warn(str(failed), NotExact, stacklevel=2)
            return {}

    def exact(self, measure: Measure, seat: int = 0) -> float:
        """The value that is known without playing; NaN if it is not."""
        return float(self._known[measure.name][seat]) if measure.name in self._known else math.nan

    def estimate(
        self,
        of: Callable[[Totals], float],
        least: float = 0.0,
        most: float = math.inf,
    ) -> Interval:
        """An estimate from the totals of all columns; ``of(totals)`` is NaN if there is none.

        Its interval is a jackknife over groups of games; a difference of one that no game has
        shown may be in few games that were not played (``unseen``).
        """
        groups = np.asarray(self.table.groups, np.float64)
        whole = of(groups.sum(axis=1)) if self.table.games else math.nan
        if self.table.games <= GROUPS or math.isnan(whole):
            return Interval.unbounded(whole)
        without = np.array([[of(groups.sum(axis=1) - group)] for group in groups.T])
        rare = unseen(self.table.games, LEVEL)
        return jackknifed([whole], without, LEVEL, (rare, rare))[0].within(least, most)

    def ratio(
        self,
        above: int,
        below: int,
        scale: float = 1.0,
        minus: int | None = None,
        least: float = 0.0,
        most: float = math.inf,
    ) -> Interval:
        """The sum of one column, less another, to that of a third, all after the measures.

        The interval stays between ``least`` and ``most``, the ends of what is possible.
        """
        start = 1 + self.asked.game.width

        def of(totals: Totals) -> float:
            less = 0.0 if minus is None else totals[start + minus]
            total, count = totals[start + above] - less, totals[start + below] - less
            return float(total / count / scale) if count > 0 else math.nan

        return self.estimate(of, least, most)

    def spread(self, column: int, squared: int) -> Interval:
        """The standard deviation of a column, from the sums of its values and their squares."""
        start = 1 + self.asked.game.width

        def of(totals: Totals) -> float:
            n, total, squares = totals[0], totals[start + column], totals[start + squared]
            if n < 2:
                return math.nan
            return math.sqrt(max(0.0, (squares - total**2 / n) / (n - 1)))

        return self.estimate(of)

    @property
    def most_legal(self) -> float:
        """The most legal moves that a decision can have; infinite where the rules do not say."""
        return float(getattr(self.asked.game.rules, "MOST_LEGAL", 0)) or math.inf

    def legal_of_tenth(self, k: int) -> Interval:
        """The mean number of legal moves in a tenth of the games."""
        legal, decisions = self.tenth(k, CHOICES), self.tenth(k, DECISIONS)
        return self.ratio(legal, decisions, least=1.0, most=self.most_legal)

    def tenth(self, k: int, what: int) -> int:
        """The column after the measures that has DECISIONS, FORCED or CHOICES of a tenth."""
        return IN_TENTHS + 3 * (k % TENTHS) + what

    @property
    def shared_wins(self) -> Interval:
        """The share of rivals' games in which no seat has a whole win."""
        assert self.asked.win is not None
        column = self.asked.game.column(self.asked.win)
        alone = sum(
            int(self.histogram(column + seat).of_some(range(SHARE, SHARE + 1)).total)
            for seat in range(self.sides)
        )
        return self.rate(self.table.games - alone, self.table.games)

    # ------------------------------------------------------------------ of the levels

    @cached_property
    def parts(self) -> Components | None:
        """How the differences between games divide into luck and skill."""
        compared, sums = self.asked.compared, self.sums
        if compared is None or sums is None:
            return None
        return components(sums, compared.unit, LEVEL, compared.steady)

    @property
    def skill(self) -> Interval | None:
        """The share of the strategy in the variance of the main measure."""
        parts = self.parts
        if parts is None or not parts.total.estimate > 0:
            return None
        return parts.shares[parts.parts.index("strategy")]

    @property
    def is_same(self) -> bool:
        """Whether the strategies were compared, and every game gave the same."""
        return self.parts is not None and self.parts.total.estimate == 0

    @cached_property
    def reach(self) -> Reach | None:
        """How far the best level is above the worst; None if that is not known."""
        compared, sums, skill = self.asked.compared, self.sums, self.skill
        if compared is None or sums is None or skill is None or math.isinf(skill.high):
            return None
        return reach_of(sums, compared.measure, compared.unit, {0: self.above(0)})

    @cached_property
    def level_means(self) -> list[Interval]:
        """The mean of each level: against the same opponents, or by all seats."""
        parts, measure = self.parts, self.asked.measure
        if parts is None:
            return []
        top = measure.top(self.asked.rules)
        most = math.inf if top is None else top
        means = [one.within(measure.least, most) for one in parts.means]
        if self.sums is None or not measure.is_rate or math.isfinite(means[0].high):
            return means
        deals = int(self.sums.games)  # too few for a jackknife; as in luck
        return [rate_interval(one.estimate * deals, deals) for one in means]

    def above(self, base: int) -> list[Interval]:
        """How far each level is above one of them; all intervals hold at once."""
        compared, sums = self.asked.compared, self.sums
        if compared is None or sums is None:
            return []
        return differences(sums, base, compared.unit, LEVEL)

    @property
    def best(self) -> int | None:
        """The level that does best; None if the measure is neither good nor bad."""
        compared, means = self.asked.compared, self.level_means
        if compared is None or any(math.isnan(one.estimate) for one in means):
            return None
        known = compared.measure.kind == "share" or compared.measure.seat is not None
        if not compared.measure.wanted and not known:
            return None
        sign = -1 if compared.measure.wanted == "lowest" else 1
        return max(range(len(means)), key=lambda k: sign * means[k].estimate)

    # ------------------------------------------------------------------ of the changes

    @cached_property
    def changed(self) -> list[Changed]:
        """The effect of each change, the largest first."""
        asked = self.asked
        pairs = zip(asked.changes, self.counted[self._first_change :], strict=True)
        played = [(change, one.parts[0]) for change, one in pairs if one.games]
        if not played or not self.table.games:
            return []
        columns = asked.game.column(asked.measure), asked.game.width + TURNS
        units = asked.measure.unit, 1
        effects = [
            self._effects(played, column, unit) for column, unit in zip(columns, units, strict=True)
        ]
        spreads = [math.sqrt(self.histogram(column).variance) for column in columns]
        rows = [
            Changed(change, main, turns, _size((main, turns), spreads, units))
            for (change, _), main, turns in zip(played, *effects, strict=True)
        ]
        return sorted(rows, key=lambda row: -row.size)

    def _effects(
        self, played: Sequence[tuple[Change, Tally]], column: int, unit: int
    ) -> list[Effect]:
        tallies = [self.table, *(tally for _, tally in played)]
        sums = np.array([np.asarray(t.groups[1 + column], np.float64) / unit for t in tallies])
        games = np.array([np.asarray(t.groups[0], np.float64) for t in tallies])
        factors = [
            Factor(change.name, (str(change.before), str(change.value))) for change, _ in played
        ]
        return knock_outs(factors, Sample.of(sums, games))


def _size(effects: Sequence[Effect], spreads: Sequence[float], units: Sequence[int]) -> float:
    """The larger of two effects, in standard deviations of the games."""
    sizes = [
        abs(effect.interval.estimate) * unit / spread
        for effect, spread, unit in zip(effects, spreads, units, strict=True)
        if spread > 0
    ]
    return max(sizes, default=0.0)
