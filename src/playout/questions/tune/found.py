"""What is known of the settings: which meet all targets, which do not, and which comes closest.

Every interval of the search has the level 1 - error / (settings x numbers), so all of them hold at
once, at every look, with a chance of at least 1 - error.  A target is met only if the whole
interval lies inside what is wanted, and missed only if all of it lies outside.

The setting that looks best of many looks better than it is.  So the one that is chosen, and its
neighbours, then play games that no setting has played before; their number is fixed by the search.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from playout.questions.targets.tables import Played, Range, difference, difference_range
from playout.questions.targets.targets import Target, farthest
from playout.questions.tune.asked import Asked
from playout.report.estimates import LEVEL
from playout.stats.effects import Factor, Sample, knock_outs
from playout.stats.intervals import Interval
from playout.stats.sequential import leaves_out, sequence_interval
from playout.stats.tally import Histogram, Tally

MET: Literal["met"] = "met"
MISSED: Literal["missed"] = "missed"
OPEN: Literal["not clear"] = "not clear"
Status = Literal["met", "missed", "not clear"]
FEWEST = 1_000  # fresh games of the chosen setting, and of its neighbours, at least
POINT = 0.01  # of a rate: how large a miss counts as one, where the target has no width
ONE_STEP = Factor("", ("chosen", "neighbour"))
TRIES = 10  # of the best settings, that may be surely better than one
PART = 0.05  # of another value: the same


class Search:
    """The settings after some games of each."""

    def __init__(self, asked: Asked, played: Mapping[int, Played] | None = None) -> None:
        settings = asked.settings
        self.asked, self.played = asked, dict[int, Played](played or {})
        said = len(settings) * max(len(one.columns) for one in settings)
        if asked.best is not None:
            said += len(settings) * (len(settings) - 1) // 2  # the difference of every pair
        self.level = 1.0 - asked.error / said  # of each interval, so that all hold at once
        self._known: dict[int, list[list[Interval]]] = {}  # an interval takes up to 5 ms
        self._statuses: dict[int, list[Status]] = {}
        self._behind: set[int] = set()
        self._leaders: list[int] | None = None

    def look(self, played: Mapping[int, Played]) -> None:
        """Go on with more games of some settings."""
        self.played |= played
        self._leaders = None
        for k in played:
            self._known.pop(k, None)
            self._statuses.pop(k, None)

    def intervals(self, k: int, goal: int) -> list[Interval]:
        """The intervals of a goal in a setting: one, or one for each seat."""
        if k not in self._known:
            histograms = iter(self.played[k].tally.histograms)
            self._known[k] = [
                [part.interval(next(histograms), self.level) for part in parts]
                for parts in self.asked.settings[k].parts
            ]
        return self._known[k][goal]

    def farthest(self, k: int, goal: int) -> Interval:
        """The interval of a goal; of the seats that of the one that is farthest from the mean."""
        return farthest(self.intervals(k, goal))

    def status_of(self, k: int, goal: int) -> Status:
        """Whether a setting meets a target."""
        return self._each_status(k)[goal]

    def status(self, k: int) -> Status:
        """Whether a setting meets all targets."""
        each = [self.status_of(k, goal) for goal in range(len(self.asked.targets))]
        return MISSED if MISSED in each else OPEN if OPEN in each else MET

    @property
    def met(self) -> list[int]:
        """The settings that meet all targets, those closest to today's rules first."""
        return sorted((k for k in self.played if self.status(k) == MET), key=self.asked.distance)

    def _each_status(self, k: int) -> list[Status]:
        """Whether a setting meets each target."""
        if k not in self._statuses:
            histograms = iter(self.played[k].tally.histograms)
            each = [
                [part.placed(target, next(histograms), self.level) for part in parts]
                for target, parts in zip(
                    self.asked.targets, self.asked.settings[k].parts, strict=False
                )
            ]
            self._statuses[k] = [
                MISSED if False in some else OPEN if None in some else MET for some in each
            ]
        return self._statuses[k]

    def best(self, k: int) -> Interval:
        """What should be highest, or lowest, of a setting."""
        (found,) = self.intervals(k, len(self.asked.targets))
        return found

    @property
    def leaders(self) -> list[int]:
        """The settings that meet all targets, the best first."""
        if self._leaders is None:
            self._leaders = sorted(self.met, key=lambda k: -self.worth(k))
        return self._leaders

    def worth(self, k: int) -> float:
        """The estimate of what should be highest; of what should be lowest with a minus sign."""
        mean = self.played[k].tally.histograms[-1].mean
        return self.asked.sign * (self.asked.settings[k].columns[-1].low + mean)

    def lead(self, k: int, other: int) -> Interval:
        """By how much a setting is better than another, on the deals that both have played."""
        histogram, which = self._apart(k, other)
        return sequence_interval(histogram, which.top, which.low, self.level)

    def _leads(self, k: int, other: int) -> bool:
        """Whether all of that interval is above 0."""
        histogram, which = self._apart(k, other)
        leads = which.low + histogram.mean > 0
        return leads and leaves_out(histogram, 0.0, which.top, which.low, self.level)

    def _apart(self, k: int, other: int) -> tuple[Histogram, Range]:
        """The differences between two settings, on the deals that both have played."""
        settings = self.asked.settings
        parts = [settings[one].columns[-1] for one in (k, other)]
        games = min(self.played[one].games for one in (k, other))
        a, b = (
            (part, self.played[one].values[:games])
            for one, part in zip((k, other), parts, strict=True)
        )
        if self.asked.sign < 0:
            a, b = b, a
        which = difference_range(a[0], b[0])
        return Histogram.of(difference(*a, *b), which.unit), which

    def is_behind(self, k: int, tries: int = 1) -> bool:
        """Whether it is clear that another setting that meets all targets is better."""
        if self.asked.best is None:
            return False
        if k not in self._behind:
            better = [j for j in self.leaders[:tries] if j != k]
            if any(self._leads(j, k) for j in better):
                self._behind.add(k)
        return k in self._behind

    def settled(self, final: bool = True) -> list[int]:
        """The settings of which more games would tell nothing that is asked.

        If it is not ``final``, more settings will be tried, so the best of these goes on.
        """
        status = {k: self.status(k) for k in self.played}
        if self.asked.best is None:
            return [k for k in status if status[k] != OPEN]
        rivals = [k for k in status if status[k] != MISSED and not self.is_behind(k)]
        if final and len(rivals) == 1 and status[rivals[0]] == MET:
            return list(status)
        return [k for k in status if k not in rivals]

    def misses(self, k: int) -> list[float]:
        """How far each target is missed by its estimate, in parts of what its range allows."""
        found = []
        for goal, target in enumerate(self.asked.targets):
            far = max(map(target.miss, self._estimates(k, goal)))
            found.append(target.weight * far / scale_of(target))
        return found

    def _estimates(self, k: int, goal: int) -> list[float]:
        """The estimates of a goal in a setting, which take less time than their intervals."""
        setting = self.asked.settings[k]
        parts, first = setting.parts[goal], setting.place(goal)
        if parts[0].term.part is not None:
            return [one.estimate for one in self.intervals(k, goal)]
        histograms = self.played[k].tally.histograms[first : first + len(parts)]
        return [part.low + one.mean for part, one in zip(parts, histograms, strict=True)]

    def badness(self, k: int) -> tuple[float, ...]:
        """How bad a setting looks: the first number that differs decides."""
        missed = sum(self.misses(k))
        if self.asked.best is not None:
            return missed, -self.worth(k)
        return missed, *self.asked.distance(k)

    @property
    def chosen(self) -> int:
        """The setting that is chosen.

        Of those that meet all targets the best, or the one closest to today's rules; if there is
        none, the one whose estimates come closest to the targets.
        """
        first = self.met if self.asked.best is None else self.leaders
        if first:
            return first[0]
        still = [k for k in self.played if self.status(k) == OPEN]
        return min(
            still or self.played, key=lambda k: (sum(self.misses(k)), self.asked.distance(k))
        )

    def front(self) -> list[int]:
        """The settings of which no other misses every target by less, or as much."""
        misses = {k: self.misses(k) for k in self.played}
        return [k for k in misses if not any(_beats(misses[j], misses[k]) for j in misses)]


def _beats(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True)) and one != other


def scale_of(target: Target) -> float:
    """The size of a miss that counts as one."""
    width = (target.high - target.low) / 2
    if 0 < width < math.inf:
        return width
    return POINT if target.goal.measure.is_rate else max(PART * abs(target.middle), PART)


@dataclass(frozen=True)
class Found:
    """The counts of a search, and those of fresh games."""

    asked: Asked
    counted: tuple[Played, ...]  # of every setting, then of every setting in fresh games
    seconds: float
    complete: bool  # False: stopped before all was played

    @property
    def games(self) -> int:
        """Games played, at all tables."""
        settings = self.asked.settings
        pairs = zip((*settings, *settings), self.counted, strict=True)
        return sum(played.games * len(setting.tables) for setting, played in pairs)

    @property
    def tried(self) -> int:
        """How many settings it is about: all, or of very many those that have played."""
        return len(self.asked.settings if self.asked.is_race else self.search.played)

    @cached_property
    def search(self) -> Search:
        """The settings after the search; those without games are left out."""
        here = self.counted[: len(self.asked.settings)]
        return Search(self.asked, {k: played for k, played in enumerate(here) if played.games})

    @cached_property
    def fresh(self) -> dict[int, Tally]:
        """The settings that have played fresh games."""
        there = self.counted[len(self.asked.settings) :]
        return {k: played.tally for k, played in enumerate(there) if played.games}

    @cached_property
    def chosen(self) -> int | None:
        """The setting that is chosen; None without games."""
        return self.search.chosen if self.search.played else None

    def mark(self, k: int) -> str:
        """What a setting is besides its values, in brackets."""
        if k == self.chosen:
            return " (chosen)"
        return " (today)" if k == self.asked.today_place else ""

    def fresh_intervals(self, k: int, goal: int) -> list[Interval]:
        """The intervals of a goal in the fresh games of a setting; unbounded without any."""
        setting = self.asked.settings[k]
        before, tally = setting.place(goal), self.fresh[k]
        return [
            part.interval(tally.histograms[before + n], LEVEL, fixed_n=self.complete)
            for n, part in enumerate(setting.parts[goal])
        ]

    @property
    def together(self) -> list[int]:
        """The settings that may be as good as the chosen one: not surely behind, not missed."""
        search = self.search
        return [
            k
            for k in search.played
            if k != self.chosen and search.status(k) != MISSED and not search.is_behind(k, TRIES)
        ]

    def is_confirmed(self, goal: int) -> bool | None:
        """Whether the fresh games of the chosen setting say so too; None if they are too few."""
        k, target = self.chosen, self.asked.targets[goal]
        if k is None or k not in self.fresh:
            return None
        return target.placed(self.fresh_intervals(k, goal))

    def change(self, k: int, goal: int) -> Interval | None:
        """What a neighbour changes in a goal, on the same fresh deals; None for a quantile."""
        base = self.chosen
        if base is None or not {k, base} <= {*self.fresh}:
            return None
        pair = [self.asked.settings[one] for one in (base, k)]
        if any(len(one.parts[goal]) != 1 for one in pair) or pair[0].parts[goal][0].term.part:
            return None
        column = pair[0].place(goal)
        if column != pair[1].place(goal):
            return None
        unit = [one.columns[column].unit for one in pair]
        low = [one.columns[column].low for one in pair]
        groups = [self.fresh[one].groups for one in (base, k)]
        sums = np.array([g[1 + column] / u for g, u in zip(groups, unit, strict=True)], float)
        sample = Sample.of(sums, np.array([g[0] for g in groups], float))
        (effect,) = knock_outs([ONE_STEP], sample)
        return Interval(*(number + low[1] - low[0] for number in effect.interval))
