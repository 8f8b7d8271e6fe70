"""What is known of expectations: which have passed, which have failed, and which are undecided.

The intervals of an expectation hold at every look at once, with a chance of at least 1 - error.  It
has passed if they lie inside what is expected, and failed if one lies outside.  So a wrong "passed"
or "failed" has a chance of at most the error, however often one looks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from playout.questions.gate.asked import Asked
from playout.questions.gate.expectations import Expectation
from playout.questions.targets.tables import Played
from playout.stats.intervals import Interval

PASSED: Literal["passed"] = "passed"
FAILED: Literal["failed"] = "failed"
OPEN: Literal["undecided"] = "undecided"
Result = Literal["passed", "failed", "undecided"]
RESULTS: Mapping[bool | None, Result] = {True: PASSED, False: FAILED, None: OPEN}


def intervals_of(one: Expectation, played: Played) -> list[Interval]:
    """The intervals of an expectation: one, or one for each seat."""
    pairs = zip(one.parts, played.tally.histograms, strict=True)
    return [part.interval(histogram, one.level, aim=one.aim) for part, histogram in pairs]


def result_of(one: Expectation, found: Sequence[Interval]) -> Result:
    """Whether an expectation has passed or failed."""
    return RESULTS[one.target.placed(found)]


@dataclass(frozen=True)
class Found:
    """The counts of all expectations."""

    asked: Asked
    counted: tuple[Played, ...]
    seconds: float
    complete: bool  # False: stopped before all was played

    @property
    def games(self) -> int:
        """Games played, at all tables."""
        pairs = zip(self.asked.expectations, self.counted, strict=True)
        return sum(played.games * len(one.setting.tables) for one, played in pairs)

    @cached_property
    def intervals(self) -> list[list[Interval]]:
        """The intervals of all expectations."""
        pairs = zip(self.asked.expectations, self.counted, strict=True)
        return [intervals_of(one, played) for one, played in pairs]

    @cached_property
    def results(self) -> list[Result]:
        """What has become of each expectation; those without games are undecided."""
        each = zip(self.asked.expectations, self.intervals, self.counted, strict=True)
        return [result_of(one, found) if played.games else OPEN for one, found, played in each]

    @property
    def result(self) -> Result:
        """Failed if any has failed, and passed only if all have."""
        results = {*self.results}
        return FAILED if FAILED in results else OPEN if OPEN in results else PASSED
