"""Comparisons: the same deals for both sides, until it is known which is better.

After each look there is an interval for the mean difference of a deal, A - B, from a confidence
sequence (stats/sequential.py): with a chance of at least 1 - error all of them hold the true
difference.  The first that says enough ends the run, so the chance of a wrong verdict is at most
the error, however often one looks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from playout.engine.game import Player
from playout.stats.intervals import Interval
from playout.stats.paired import Paired, Signed
from playout.stats.sequential import Aim, sequence_interval
from playout.stats.tally import Histogram
from playout.study.comparison import Comparison, restored_comparison
from playout.study.executors import Threads
from playout.study.jobs import Job, Keeper, Outcome, Progress, Workers, play_job
from playout.study.plan import Batch, Plan

A_BETTER: Literal["A better"] = "A better"
B_BETTER: Literal["B better"] = "B better"
A_HIGHER: Literal["A higher"] = "A higher"  # of a measure that is neither good nor bad
B_HIGHER: Literal["B higher"] = "B higher"
EQUAL: Literal["equal"] = "equal"  # within the margin
UNDECIDED: Literal["undecided"] = "undecided"
Verdict = Literal["A better", "B better", "A higher", "B higher", "equal", "undecided"]


@dataclass(frozen=True)
class Look:
    """What was known after so many deals."""

    games: int
    interval: Interval  # of the mean difference, A - B


@dataclass(frozen=True)
class Compared:
    """What a comparison has found."""

    asked: Comparison
    counted: Paired
    looks: tuple[Look, ...]  # the last is of all deals, if any were played
    seconds: float
    complete: bool  # False: stopped before there was a verdict, or all games were played

    @property
    def interval(self) -> Interval:
        """The mean difference of a deal, A - B: anytime-valid, at the level 1 - error."""
        return difference_interval(self.asked, self.counted)

    @property
    def sides(self) -> tuple[Interval, Interval]:
        """The mean value of each side, with intervals of the same kind and level."""
        pairing, level = self.asked.pairing, 1.0 - self.asked.error
        pairs = zip(self.counted.sides, pairing.tops, strict=True)
        a, b = (sequence_interval(h, top / pairing.unit, level=level) for h, top in pairs)
        return a, b

    @property
    def verdict(self) -> Verdict:
        """What the interval says."""
        return verdict_of(self.asked, self.interval)

    @property
    def ratio(self) -> float:
        """How many times as many games an unpaired comparison takes; NaN if nobody knows."""
        return self.counted.ratio


def difference_interval(asked: Comparison, counted: Paired) -> Interval:
    """The interval of a confidence sequence for the mean difference, now."""
    unit, (a, b) = asked.pairing.unit, asked.pairing.tops
    aim = None if asked.margin is None else Aim(asked.margin)
    return sequence_interval(
        counted.difference.above(-b), a / unit, low=-b / unit, level=1.0 - asked.error, aim=aim
    )


def verdict_of(asked: Comparison, interval: Interval) -> Verdict:
    """What an interval of the difference says."""
    if interval.low > 0 or interval.high < 0:
        if not asked.wanted:
            return A_HIGHER if interval.low > 0 else B_HIGHER
        return A_BETTER if (interval.low > 0) == (asked.wanted == "highest") else B_BETTER
    if asked.margin is not None and -asked.margin < interval.low and interval.high < asked.margin:
        return EQUAL
    return UNDECIDED


class ComparisonRun(Job[Paired]):
    """A comparison as a job of one cell; its games are deals."""

    kind = "compare"

    def __init__(self, asked: Comparison, begin: int = 0) -> None:
        self.comparison, self.game = asked, asked.game
        self.games, self.begin = asked.max_games, begin
        self.decide = self._decided
        self._looks: list[Look] = []

    @staticmethod
    def restored(asked: dict[str, Any], games: int, begin: int = 0) -> ComparisonRun:
        """The job that was asked for in these words."""
        return ComparisonRun(restored_comparison(asked, games), begin)

    def asked(self) -> dict[str, Any]:
        """All that decides its counts, but not how many games."""
        return self.comparison.asked()

    def nothing(self) -> list[Paired]:
        """What is counted of no deals."""
        none, unit = np.zeros(0, np.int64), self.comparison.pairing.unit
        side, signed = Histogram.of(none, unit), Signed.of(none, unit)
        return [Paired(0, (side, side), signed, (signed, signed))]

    def play(self, batch: Batch) -> Paired:
        """Play a batch of deals, each twice, and count it."""
        return self.comparison.pairing.play(self.comparison.seed, batch.first, batch.count)

    def players(self) -> list[Player]:
        """Everybody who plays, somewhere."""
        return [player for side in self.comparison.sides for player in side.players]

    def plan(self) -> Plan[Paired]:
        """The plan of its deals; the looks begin anew with it."""
        self._looks.clear()
        return super().plan()

    def _decided(self, cell: int, counted: Paired) -> bool:
        interval = difference_interval(self.comparison, counted)
        self._looks.append(Look(counted.games, interval))
        return verdict_of(self.comparison, interval) != UNDECIDED

    def result(self, outcome: Outcome[Paired]) -> Compared:
        """The comparison, with all its looks."""
        (counted,) = outcome.counted
        looks = [look for look in self._looks if look.games <= counted.games]
        if counted.games and (not looks or looks[-1].games < counted.games):
            looks.append(Look(counted.games, difference_interval(self.comparison, counted)))
        return Compared(self.comparison, counted, tuple(looks), outcome.seconds, outcome.complete)


def play_comparison(
    asked: Comparison,
    *,
    threads: int | None = None,
    workers: Workers | None = None,
    keeper: Keeper[Paired] | None = None,
    progress: Progress | None = None,
    watch: Callable[[Plan[Paired]], None] | None = None,
) -> Compared:
    """Play deals until there is a verdict; stopped with Ctrl-C, it returns what is known.

    An IllegalMove that a strategy makes carries the same as its ``partial``.
    """
    with Threads(threads) as here:
        found = play_job(
            ComparisonRun(asked), workers or here, keeper=keeper, progress=progress, watch=watch
        )
    assert isinstance(found, Compared)
    return found
