"""The counts of the courses of games, and the numbers that follow from them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from playout.engine.game.game import Measure
from playout.engine.words.numbering import nth
from playout.questions import counted
from playout.questions.course.asked import Asked
from playout.report.estimates import How, interval_of
from playout.report.figures import readable_name
from playout.stats.intervals import Interval
from playout.stats.steps import Courses, Steps

BAND = Fraction(1, 10), Fraction(9, 10)  # of the games: the ends of the usual band
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Found(counted.Found[Courses]):
    """The values of a measure after each step."""

    asked: Asked
    # A page asks twice or more for each, and one takes 5 ms: (steps, step, ...) -> its interval.
    _known: dict[tuple[int, int, str, bool], Interval] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def how(self) -> How:
        """The kind of interval that its numbers have earned."""
        return "fixed" if self.complete and self.fixed else "anytime"

    @property
    def seats(self) -> tuple[Steps, ...]:
        """The values of each seat; or those of the whole table, as one."""
        parts = self.counted.parts
        return parts[: len(self.asked.players)] if self.asked.measure.per_seat else parts[:1]

    @property
    def leads(self) -> tuple[Steps, Steps, Steps] | None:
        """How far the leader is ahead, changes of the lead in a step, and in a game."""
        if not self.asked.has_leader:
            return None
        lead, changes, often = self.counted.parts[-3:]
        return lead, changes, often

    @property
    def has_band(self) -> bool:
        """Whether quantiles are shown: of the one mean of a number, or of the lead."""
        one = len(self.seats) == 1 and not self.asked.measure.is_rate
        return one or self.leads is not None

    @property
    def last(self) -> int:
        """The last step that any game has, of those that are followed."""
        return len(self.counted.parts[0].here) - 1

    def running(self, step: int) -> int:
        """How many games have this step."""
        return self.counted.parts[0].here[step].n

    def ended_by(self, step: int) -> int:
        """How many games have ended by this step."""
        return sum(one.n for one in self.counted.parts[0].ended[: step + 1])

    def length(self, part: Fraction) -> int | None:
        """The number of steps in which this part of the games have ended; None: beyond the last."""
        ended = 0
        for step, histogram in enumerate(self.counted.parts[0].ended):
            ended += histogram.n
            if ended >= part * self.games:
                return step
        return None

    def interval(
        self, steps: Steps, step: int, measure: Measure | None = None, running: bool = False
    ) -> Interval:
        """The mean after a step with its interval; without a measure, of that asked for.

        It is that of all games, or of those that have the step.  Before the first move all games
        may be alike: that is how they begin, and no chance.
        """
        measure = replace(self.asked.measure if measure is None else measure, least=0)
        key = id(steps), step, measure.name, running
        if key not in self._known:
            self._known[key] = self._interval(steps, step, measure, running)
        return self._known[key]

    def _interval(self, steps: Steps, step: int, measure: Measure, running: bool) -> Interval:
        histogram = (steps.here if running else steps.carried)[step]
        if step == 0 and histogram.n and histogram.minimum == histogram.maximum:
            return Interval.exact(histogram.mean)
        return interval_of(measure, self.asked.rules, histogram, self.how)

    def changes(self, often: Steps) -> Interval:
        """How often the lead changes in a game, with its interval."""
        return interval_of(
            Measure("lead_changes", "mean", ""), self.asked.rules, often.here[0], self.how
        )

    def name_of(self, seat: int) -> str:
        """A player, with the strategy where not all have the same: ``player 1, hold``."""
        players = [readable_name(player.reference) for player in self.asked.players]
        own = f", {players[seat]}" if len({*players}) > 1 else ""
        return f"player {nth(seat)}{own}"

    @property
    def lead(self) -> Measure:
        """How far the leader is ahead, as a measure."""
        most = self.asked.measure.most
        kind = self.asked.measure.kind
        return Measure("lead", kind, "how far the leader is ahead", per_seat=True, most=most)
