"""What is known of expectations: which have passed or failed, are undecided, or cannot be played.

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
ERROR: Literal["error"] = "error"  # a strategy or the game failed in a game
Result = Literal["passed", "failed", "undecided", "error"]
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
    stopped: tuple[int | None, str] | None = None  # by an error: of which expectation, its text
    replaced: str = ""  # what has changed since games were recorded before, in sentences

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
        known = [result_of(one, found) if played.games else OPEN for one, found, played in each]
        if self.stopped is None:
            return known
        arm = self.stopped[0]
        is_hit = [one == OPEN if arm is None else k == arm for k, one in enumerate(known)]
        return [ERROR if hit else one for hit, one in zip(is_hit, known, strict=True)]

    @property
    def result(self) -> Result:
        """The first of error, failed and undecided that an expectation has; else passed."""
        return next((one for one in (ERROR, FAILED, OPEN) if one in self.results), PASSED)
