"""What is told about a rare event: its chance, how far games come, a picture."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from playout.questions.rare import words
from playout.questions.rare.found import Found
from playout.report import answer, figures
from playout.report.answer import Figure, Table
from playout.report.estimates import LEVEL
from playout.stats.intervals import Interval
from playout.stats.replications import MOST_SCATTER, replication_interval, scatter

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Plot

LEAST_REPEATS = 2  # replications: one alone does not say how far it is to be trusted
NOBODY_KNOWS = Interval(math.nan, math.nan, math.nan)


class Stage(NamedTuple):
    """One level of progress: how often games come so far without being over."""

    level: int
    chance: float
    low: float  # ends of its interval
    high: float
    survivors: float  # particles that did, on average
    fewest: int  # in one replication


class Answer(answer.Answer):
    """The chance of a rare event; a notebook shows its sentence and picture.

    ``estimate``, ``low`` and ``high`` are the chance and the ends of its interval, at ``level``.
    They are NaN as long as there are fewer than two replications.  ``games`` are those that were
    begun, particles times replications; ``games_equivalent`` says how many games played one by one
    would tell as much.
    """

    kind = "rare"
    found: Found
    level = LEVEL

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self._known = self.repeats >= LEAST_REPEATS
        interval = replication_interval(found.estimates, LEVEL) if self._known else NOBODY_KNOWS
        self.interval = interval
        self.estimate, self.low, self.high = interval

    @property
    def repeats(self) -> int:
        """Replications that are finished."""
        return len(self.found.replications)

    @property
    def scatter(self) -> float:
        """Standard deviation of single replications over their mean; infinite if none got there."""
        return scatter(self.found.estimates) if self._known else math.nan

    @property
    def trusted(self) -> bool:
        """Whether the replications agree well enough for the interval to be what it says."""
        return self.scatter <= MOST_SCATTER

    @property
    def games_equivalent(self) -> float:
        """How many games played one by one would have the same standard error."""
        if self.scatter == 0.0 or not math.isfinite(self.scatter):
            return math.nan
        return (1.0 - self.estimate) / self.estimate * self.repeats / self.scatter**2

    @cached_property
    def stages(self) -> list[Stage]:
        """One entry for each level of progress, from 1 on; none of fewer than two replications."""
        if not self._known:
            return []
        columns = zip(self.found.reached.T, self.found.survivors.T, strict=True)
        return [
            Stage(
                level,
                *replication_interval(reached, LEVEL),
                float(survivors.mean()),
                int(survivors.min()),
            )
            for level, (reached, survivors) in enumerate(columns, 1)
        ]

    def sentence(self) -> str:
        """The chance in a sentence, and a warning if its interval is not to be trusted."""
        return words.sentence(self.found, self.interval, self.scatter, self.trusted)

    def caption(self) -> str:
        """How it was found."""
        return words.caption(self.found, self.games_equivalent)

    def facts(self) -> dict[str, Any]:
        """What was asked, and all single numbers."""
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "strategies": [player.reference for player in asked.players],
            "measure": asked.measure.name,
            "estimate": self.estimate,
            "low": self.low,
            "high": self.high,
            "level": self.level,
            "scatter": self.scatter,
            "games_equivalent": self.games_equivalent,
            "trusted": self.trusted,
            "particles": asked.particles,
            "repeats": self.repeats,
        }

    def tables(self) -> list[Table]:
        """A row for each level, for files: ``level``, ``chance`` to come so far and not be over,
        ``low`` and ``high`` of its 95 % interval, ``survivors`` (particles, on average) and the
        ``fewest``."""
        return [Table([stage._asdict() for stage in self.stages], [], is_shown=False)]

    def figures(self) -> list[Figure]:
        """The chance to come so far."""
        return [Figure(self.plot, in_notebook=True)]

    def plot(self) -> Plot:
        """A matplotlib figure: the chance to come so far, on a logarithmic scale."""
        figure = figures.empty(3.9)
        axes = figure.add_subplot()
        shown = [stage for stage in self.stages if stage.chance > 0]
        levels, (blue, orange) = [stage.level for stage in shown], figures.COLOURS[:2]
        axes.plot(levels, [stage.chance for stage in shown], color=blue)
        floor = min([stage.chance for stage in shown], default=1.0) / 10  # an end may be at 0
        lows, highs = [max(stage.low, floor) for stage in shown], [stage.high for stage in shown]
        axes.fill_between(levels, lows, highs, color=blue, alpha=0.25, linewidth=0)
        if self.estimate > 0:
            last = max(levels, default=0) + 1
            ends = [[self.estimate - max(self.low, floor)], [self.high - self.estimate]]
            axes.errorbar([last], [self.estimate], yerr=ends, fmt="o", color=orange, capsize=3)
            axes.annotate(
                self.found.asked.measure.name,
                (last, self.estimate),
                (-8, -3),
                textcoords="offset points",
                ha="right",
            )
        axes.set_yscale("log")
        if not shown:  # such a scale does not know where to lie by itself
            axes.set_ylim(0.1, 1.0)
        axes.set_xlabel("progress")
        axes.set_ylabel("chance to come so far")
        figures.tidy(axes)
        return figure
