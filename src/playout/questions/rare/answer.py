"""The answer on a rare event: its chance, how far games come, a picture."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from playout.engine.game.game import line_up
from playout.questions.rare import plots, words
from playout.questions.rare.found import Found
from playout.report import answer
from playout.report.estimates import LEVEL
from playout.report.figures import PAGE
from playout.report.tables import Figure, Table
from playout.stats.intervals import Interval
from playout.stats.replications import MOST_SCATTER, replication_interval, scatter

if TYPE_CHECKING:
    from playout.report.picture import Picture

LEAST_REPEATS = 2  # replications: one alone does not say how far it is to be trusted
UNKNOWN = Interval(math.nan, math.nan, math.nan)


class Answer(answer.Answer):
    """The result of `rare`: a small chance with its interval.

    ``estimate``, ``low`` and ``high`` are the chance and the ends of its interval, at ``level``;
    they are NaN until two replications are finished.  ``games`` is the number of games begun:
    particles times replications.
    """

    kind = "rare"
    keys = ("level",)
    bounds: ClassVar = {"chance": ("low", "high")}
    found: Found
    level = LEVEL

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self._known = self.repeats >= LEAST_REPEATS
        self.interval = UNKNOWN
        if self._known:
            self.interval = replication_interval(found.estimates, LEVEL, 1.0)
        self.estimate, self.low, self.high = self.interval

    @property
    def repeats(self) -> int:
        """The number of finished replications."""
        return len(self.found.replications)

    @property
    def scatter(self) -> float:
        """The standard deviation of the replications divided by their mean.

        It is infinite if no replication saw the event.
        """
        return scatter(self.found.estimates) if self._known else math.nan

    @property
    def trusted(self) -> bool:
        """Whether the replications agree well enough for the interval to hold."""
        return self.scatter <= MOST_SCATTER and not words.is_vague(self.interval)

    @property
    def games_equivalent(self) -> float:
        """How many games, played one by one, would have the same standard error."""
        if self.scatter == 0.0 or not math.isfinite(self.scatter):
            return math.nan
        return (1.0 - self.estimate) / self.estimate * self.repeats / self.scatter**2

    @cached_property
    def _stages(self) -> list[tuple[Interval, dict[str, float]]]:
        """The chance of each level of progress, and its survivors."""
        columns = zip(self.found.reached.T, self.found.survivors.T, strict=True)
        return [
            (
                replication_interval(reached, LEVEL, 1.0),
                {"survivors": float(survivors.mean()), "fewest": int(survivors.min())},
            )
            for reached, survivors in columns
            if self._known
        ]

    def sentence(self) -> str:
        """The chance in a sentence, and a warning if its interval is not to be trusted."""
        return words.sentence(self.found, self.interval, self.trusted)

    @property
    def enough(self) -> int:
        """How many repeats, with more particles, may make the chance clear."""
        asked = self.found.asked
        if not self._known or self.trusted:
            return 0
        return asked.repeats * (4 if words.more_particles(asked) == asked.particles else 1)

    def clearer(self, file: str = "") -> str:
        """The command with four times as many particles."""
        asked = self.found.asked
        more = replace(asked, particles=words.more_particles(asked))
        return str(more.command(self.enough)) if self.enough else ""

    def caption(self) -> str:
        return words.caption(
            self.found, self.interval, self.games_equivalent, self.scatter, self.trusted
        )

    def facts(self) -> dict[str, Any]:
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "strategies": [player.reference for player in asked.players],
            "measure": asked.measure.name,
            "estimate": self.estimate,
            "low": self.low,
            "high": self.high,
            "interval": words.kind(self.found),
            "level": self.level,
            "scatter": self.scatter,
            "games_equivalent": self.games_equivalent,
            "trusted": self.trusted,
            "particles": asked.particles,
            "repeats": self.repeats,
        }

    def common_settings(self) -> dict[str, Any]:
        asked = self.found.asked
        return {**asked.rules.values, "strategy": line_up(asked.players)}

    def tables(self) -> list[Table]:
        """A row for each level, for files: ``level``, ``chance`` to come so far and not be over,
        ``low`` and ``high`` of its 95 % interval, ``survivors`` (particles, on average) and the
        ``fewest``."""
        rows = [
            {"level": level, "chance": one.estimate, "low": one.low, "high": one.high, **survivors}
            for level, (one, survivors) in enumerate(self._stages, 1)
        ]
        return [Table(rows, [], is_shown=False)]

    def figures(self) -> list[Figure]:
        return [Figure(self.plot, in_notebook=True)]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the estimate during the run, on a logarithmic scale, as a matplotlib figure.

        ``width`` is in inches.
        """
        return plots.draw(self.found, [one for one, _ in self._stages], self.interval, width)
