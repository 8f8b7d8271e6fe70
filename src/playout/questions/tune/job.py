"""The search as a job: an arm for each setting, and one for each setting in fresh games.

All settings play the same deals.  At each look those stop of which it is clear whether they meet
the targets, or that others are better; when none is left, the chosen setting and its neighbours
play games with numbers that no search reaches.  Where there are too many settings, only some begin,
and at each look those join them that promise most (proposals.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from playout.engine.game.game import Player
from playout.engine.words.reading import MOST_GAMES
from playout.questions.targets.forecasts import roughly_placed, until_placed
from playout.questions.targets.tables import Played
from playout.questions.tune.asked import Asked
from playout.questions.tune.found import FEWEST, Found, Search
from playout.questions.tune.proposals import promising, spread
from playout.report.words import several
from playout.runner import jobs
from playout.runner.plan import Batch, Outcome, Plan, Ruling
from playout.stats.intervals import Interval
from playout.stats.sequential import sequence_interval
from playout.stats.tally import Histogram

FRESH = 2 * MOST_GAMES  # the number of the first fresh game
MOST_TRIED = 512
FEW = 50  # settings, each of which gets a good forecast
FIRST, WAVE = 128, 32  # settings that begin, and that join them at a look


def first_of(asked: Asked) -> list[int]:
    """The settings that begin: all, or some that are spread evenly, and that of today."""
    if asked.is_race:
        return list(range(len(asked.settings)))
    today = [] if asked.today_place is None else [asked.today_place]
    return list(dict.fromkeys([*today, *spread(asked.axes, FIRST, asked.seed)]))


class Job(jobs.Job[Played]):
    """A search among settings of the rules."""

    kind = "tune"
    aim = "until all settings are clear"
    asks = Asked
    asked: Asked

    def __init__(self, asked: Asked, begin: int = 0, end: int | None = None) -> None:
        super().__init__(asked, begin, end)
        self._settings = asked.settings
        count = len(self._settings)
        self._first = first_of(asked)
        self.later = {*range(2 * count)} - {*self._first}
        self.judge = self._judged
        self._search = Search(asked)
        self._needed = 0

    def nothing(self) -> list[Played]:
        kinds: dict[Any, Played] = {}  # one for all settings that count the same
        each = [kinds.setdefault(one.counts, one.nothing()) for one in self._settings]
        return 2 * each

    def play(self, batch: Batch) -> Played:
        """Play a batch of games of a setting, at all its tables, and count it."""
        fresh, k = divmod(batch.arm, len(self._settings))
        first = batch.first + (FRESH if fresh else 0)
        return self._settings[k].play(self.asked.seed, first, batch.count)

    def players(self) -> list[Player]:
        every = (table.players for setting in self._settings for table in setting.tables)
        return list(dict.fromkeys(player for players in every for player in players))

    def warm(self) -> None:
        """Compile, or load, everything once: settings differ in numbers alone, or in who plays."""
        seen: set[tuple[Player, ...]] = set()
        for setting in self._settings:
            who = tuple(player for table in setting.tables for player in table.players)
            if who not in seen:
                seen.add(who)
                setting.play(self.asked.seed, 0, 0)
        sequence_interval(Histogram.of(np.arange(2), 1), 1.0, 0.0, self._search.level)

    def plan(self) -> Plan[Played]:
        """The plan of its games; the search begins anew with it."""
        self._search = Search(self.asked)
        return super().plan()

    def _judged(self, playing: Mapping[int, Played]) -> Ruling:
        """Which settings have enough games after a look, and which play fresh games now."""
        count = len(self._settings)
        if min(playing) >= count:
            return Ruling([k for k, played in playing.items() if played.games >= self._needed])
        self._search.look(playing)
        if more := self._promising():
            return Ruling({*self._search.settled(final=False)} & {*playing}, more)
        settled = {*self._search.settled()} & {*playing}
        if len(settled) < len(playing) and any(one.games < self.end for one in playing.values()):
            return Ruling(settled)
        self._needed = max(FEWEST, self._search.played[self._search.chosen].games)
        return Ruling(settled, self._fresh())

    def likely_later(self) -> list[int]:
        """Some settings in place of those that will join, and the arms of fresh games."""
        count = len(self._settings)
        most = count if self.asked.is_race else MOST_TRIED
        tried = {*self._first, *self._search.played}
        more = [k for k in range(count) if k not in tried][: max(0, most - len(tried))]
        return [*more, *self._fresh()]

    def _fresh(self) -> list[int]:
        """The arms of fresh games: of the setting that is chosen, its neighbours, and today's."""
        chosen = self._search.chosen if self._search.played else 0
        again = {chosen, *self.asked.neighbours(chosen)}
        if self.asked.today_place is not None:
            again.add(self.asked.today_place)
        return [len(self._settings) + k for k in sorted(again)]

    def _promising(self) -> list[int]:
        """Settings to be tried as well; none if all are raced, or enough were tried."""
        tried = self._search.played
        count = min(MOST_TRIED, len(self._settings)) - len(tried)
        if self.asked.is_race or count < 1:
            return []
        bad = {k: self._search.badness(k) for k in tried}
        return promising(self.asked.axes, bad, min(count, WAVE))

    def forecast_needed(self, arm: int, counted: Played, looks: Sequence[int]) -> Interval | None:
        """About how many games a setting needs until it is clear whether it meets the targets.

        None if that is unknown: of a quantile, and where the best is looked for.  Of many settings
        it is a rough number, because a good one takes 40 ms for each target and seat.
        """
        fresh, k = divmod(arm, len(self._settings))
        if fresh:
            left = max(0, self._needed - counted.games)
            return Interval.exact(left)
        if self.asked.best is not None:
            return None
        pairs = zip(self.asked.targets, self._settings[k].parts, strict=False)
        wanted = [(target, part) for target, parts in pairs for part in parts]
        level, histograms = self._search.level, counted.tally.histograms
        if len(self._settings) <= FEW:
            return until_placed(wanted, histograms, looks, level)
        needed = roughly_placed(wanted, histograms, level)
        return None if needed is None else Interval.exact(max(needed - counted.games, 0.0))

    def remark(self, plan: Plan[Played]) -> str:
        count = len(self._settings)
        live = plan.live()
        left = sum(k < count for k in live)
        if left < len(live) or not left:
            return "playing fresh games with the chosen setting"
        return f"{several(left, 'setting')} of {count:,} still not clear"

    def result(self, outcome: Outcome[Played]) -> Found:
        return Found(self.asked, tuple(outcome.counted), outcome.seconds, outcome.complete)
