"""The counts of a run: a tally for each row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from playout.engine.game.game import Game, Measure, Value
from playout.questions.runs.asked import Asked
from playout.questions.runs.seats import Row, Setup
from playout.report.estimates import LEVEL, How, interval_of, quantile_of, top_of
from playout.runner.plan import FIRST_LOOK, looks_after
from playout.stats.intervals import Interval
from playout.stats.remaining import remaining, until_precise
from playout.stats.tally import Histogram, Tally


@dataclass(frozen=True)
class Found:
    """The counts of a run."""

    asked: Asked
    rows: list[Row]
    tallies: list[Tally]  # of games 0 .. n - 1 of each row
    cpu_seconds: list[float]  # time the workers spent on each setup
    seconds: float  # from start to end
    complete: bool  # False: stopped before all games were played
    fixed: bool = True  # the number of games was fixed before any was played
    missed: tuple[int, ...] = ()  # the rows that have not reached the precision asked for
    # A page asks twice or more for each, and one takes 5 ms: (row, measure) -> its interval.
    _known: dict[tuple[int, Measure], Interval] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def game(self) -> Game:
        """The question."""
        return self.asked.game

    @property
    def how(self) -> How:
        """The kind of interval that its numbers have earned."""
        return "fixed" if self.fixed and self.complete and not self.asked.precision else "anytime"

    @property
    def games(self) -> int:
        """Games played, at all tables; the rows of a setup count the same ones."""
        return sum(self.played.values())

    @property
    def played(self) -> dict[Setup, int]:
        """Games played of each setup."""
        played: dict[Setup, int] = {}
        for row, tally in zip(self.rows, self.tallies, strict=True):
            if self.asked.by != "seat":
                played[row.setup] = tally.games
            elif row.factors["seat"] == 0:  # every game has one player in seat 0
                played[row.setup] = played.get(row.setup, 0) + tally.games
        return played

    @property
    def in_every_row(self) -> bool:
        """Whether every row has a game."""
        return all(tally.games for tally in self.tallies)

    @property
    def baseline(self) -> Found:
        """The counts of the first setup alone, as of the baseline of knock-outs."""
        return self.only([k for k, row in enumerate(self.rows) if row.setup is self.rows[0].setup])

    def only(self, kept: Sequence[int]) -> Found:
        """The counts of these rows."""
        rows, tallies = [self.rows[k] for k in kept], [self.tallies[k] for k in kept]
        return replace(self, rows=rows, tallies=tallies)

    @property
    def estimated(self) -> tuple[Measure, ...]:
        """The measures that have estimates: of a category the rates of its values."""
        return tuple(one for measure in self.game.measures for one in measure.rates or (measure,))

    def values(self, factor: str) -> list[Value]:
        """The values of a factor, each once."""
        return list(dict.fromkeys(row.factors[factor] for row in self.rows))

    def varying(self) -> list[str]:
        """The factors that have more than one value."""
        return [name for name in self.rows[0].factors if len(self.values(name)) > 1]

    def measure(self, name: str | None = None) -> Measure:
        """The measure of that name, or the rate of a category's value; without a name the first.

        PlayoutError if there is none.
        """
        return self.game.measure_or_rate(name)

    def histogram(self, row: int, measure: Measure) -> Histogram:
        """The exact counts of a measure in a row; where some values are meant, they are 1 or 0."""
        return counts_of(self.game, measure, self.tallies[row])

    @property
    def alone(self) -> bool:
        """Whether every game has one player, without opponents."""
        return all(len(row.players) == 1 for row in self.rows)

    @cached_property
    def remaining(self) -> Interval | None:
        """About how many more games it takes, of all setups, until the precision is reached.

        The median, and ends between which the number lies in at least 80 % of what may come
        (stats/remaining.py): of each setup its row that needs most, and then the sums.  None if no
        precision was asked for or every row has it, or if it cannot be estimated.
        """
        setups: dict[Setup, list[Interval | None]] = {}
        for k in self.missed:
            tally = self.tallies[k]
            more = expected_games(self.asked, self.rows[k], tally, looks_after(tally.games))
            setups.setdefault(self.rows[k].setup, []).append(more)
        return together((together(rows, max) for rows in setups.values()), sum)

    @property
    def at_one_table(self) -> bool:
        """Whether some rows are of the same games, in which only what each seat has differs."""
        return len({row.setup for row in self.rows}) < len(self.rows)

    def by_construction(self, row: int, measure: Measure) -> bool:
        """Whether a measure of a row is known without playing: a share of one among equals.

        It is so where the shares of all sides add up to one, which the counts must bear out.
        """
        if measure.kind != "share" or not self.rows[row].of_equals:
            return False
        counts = self.histogram(row, measure)
        equal = 1 / self.rows[row].sides
        return counts.n == 0 or counts.minimum == counts.maximum == equal

    @property
    def informative(self) -> Measure:
        """The first measure that is not the same by construction in every row.

        Of players who are alone it is one of the whole game, rather than one that ranks seats; of
        rows that are of the same games one of the seats.
        """
        first, rows = self.game.measures[0], range(len(self.rows))
        known = {m for m in self.game.measures if all(self.by_construction(k, m) for k in rows)}
        unknown = [measure for measure in self.game.measures if measure not in known]
        if self.alone and first not in unknown:
            unknown.sort(key=lambda measure: measure.per_seat or not measure.wanted)
        elif self.at_one_table:
            unknown.sort(key=lambda measure: not measure.per_seat)
        return next(iter(unknown), first)

    @property
    def main(self) -> Measure:
        """The measure that the answer is about: the first, if that can tell its rows apart."""
        return self.informative if self.alone or self.at_one_table else self.game.measures[0]

    def interval(self, row: int, measure: Measure) -> Interval:
        """The estimate and interval of a measure in a row."""
        if (row, measure) not in self._known:
            self._known[row, measure] = self._interval(row, measure)
        return self._known[row, measure]

    def quantile(self, row: int, measure: Measure, part: Fraction) -> Interval:
        """The value of a measure that at least a ``part`` of the games of a row do not exceed."""
        histogram = self.histogram(row, measure)
        return quantile_of(measure, self.rows[row].rules, histogram, part, self.how)

    def _interval(self, row: int, measure: Measure) -> Interval:
        asked = self.asked
        if self.by_construction(row, measure) and self.tallies[row].games:
            share = 1 / self.rows[row].sides
            return Interval(share, share, share)
        aim = asked.precision if measure == asked.measure else None
        rules = self.rows[row].rules
        return interval_of(measure, rules, self.histogram(row, measure), self.how, aim=aim)


def counts_of(game: Game, measure: Measure, tally: Tally) -> Histogram:
    """The exact counts of a measure; of the chance of some of its values, how often it was one.

    Nothing is known of that chance where a value is the mean over several seats.
    """
    counts = tally.histograms[game.place(measure)]
    if measure.condition is None:
        return counts
    if counts.unit > game.counted(measure).unit:
        return Histogram.of(np.zeros(0, np.int64))
    return counts.of_some(measure.condition.places(counts.unit, counts.length))


def expected_games(asked: Asked, row: Row, tally: Tally, looks: Sequence[int]) -> Interval | None:
    """About how many more games a row needs until a look at which it is as precise as was asked.

    None if that cannot be estimated, as after a few games.
    """
    histogram = counts_of(asked.game, asked.measure, tally)
    top, aim = top_of(asked.measure, row.rules, histogram), asked.precision
    if top is None or aim is None or histogram.n < FIRST_LOOK:
        return None
    found = remaining(histogram, (0.0, top), until_precise(aim, LEVEL), looks, aim)
    return None if math.isnan(found.estimate) else found


def together(
    parts: Iterable[Interval | None], how: Callable[[tuple[float, ...]], float]
) -> Interval | None:
    """The ``max`` of parts that play the same games, or the ``sum``; None if one is not known."""
    each = list(parts)
    known = [more for more in each if more is not None]
    if not known or len(known) < len(each):
        return None
    return Interval(*map(how, zip(*known, strict=True)))
