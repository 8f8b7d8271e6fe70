"""Settings of the rules, and what is played and counted for each of them.

A setting has one or more tables, one for each choice of players that its targets name.  All tables
of all settings play the same deals.  From the outcomes of a game at its tables come the parts: the
whole numbers whose mean or quantile a target is about.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from playout.engine.chance.seating import Seating, fixed, in_teams, rotating
from playout.engine.find.games import strategies
from playout.engine.game.game import Game, Measure, Player, Rules, Value
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_allowed_player, find_players
from playout.engine.words.errors import PlayoutError
from playout.questions.targets.targets import Goal, Target, Term
from playout.stats.intervals import Interval, mean_interval, quantile_interval
from playout.stats.sequential import Aim, leaves_out, sequence_interval, sequence_range
from playout.stats.tally import Counts, Histogram, Tally, group_sums, padded

NOTHING = np.zeros(0, np.bool_)  # in place of values that nobody compares


@dataclass(frozen=True)
class Table:
    """Who plays, and where they sit in each game."""

    players: tuple[Player, ...]  # of each seat; of each side of partners if it rotates
    rotates: bool  # place 0, the player that is meant, moves on by a seat from game to game
    partners: int = 1  # seats of each side

    @property
    def is_of_equals(self) -> bool:
        """Whether the one that is meant plays as all others do, so that all have equal shares."""
        first, *others = self.players
        return self.rotates and all(
            (one.strategy, one.values) == (first.strategy, first.values) for one in others
        )

    @cached_property
    def seating(self) -> Seating:
        """The seats: ``seating[row, seat]`` is a place among the players."""
        count = len(self.players)
        return in_teams(rotating(count), count * self.partners) if self.rotates else fixed(count)


@dataclass(frozen=True)
class Part:
    """A whole number of each game, counted from its least value on."""

    term: Term
    tables: tuple[int, ...]  # where it is counted; of two, the first minus the second
    seat: int | None  # the seat whose distance from the mean of all is meant, or whose value
    unit: int  # values are whole numbers of this part
    low: float  # the least possible value
    top: float | None  # the largest; None if nobody has declared it

    @property
    def shift(self) -> int:
        """What is added to every value, in units, so that none is below zero."""
        return -round(self.low * self.unit)

    @property
    def most(self) -> int:
        """The largest value, in units above the least."""
        assert self.top is not None
        return round((self.top - self.low) * self.unit)

    def interval(
        self, histogram: Histogram, level: float, fixed_n: bool = False, aim: Aim | None = None
    ) -> Interval:
        """The estimate and its interval: valid at any look, or for a number of games fixed before.

        It is unbounded where nobody has declared how large the values can be.
        """
        if self.term.part is not None:
            range_of = None if fixed_n else sequence_range
            least = self.term.measure.least
            return quantile_interval(histogram, self.term.part, level, self.top, least, range_of)
        if fixed_n:
            top = None if self.top is None else self.top - self.low
            found = mean_interval(histogram, level, top)
            return Interval(*(number + self.low for number in found))
        if self.top is None:
            return Interval.unbounded(histogram.mean)
        return sequence_interval(histogram, self.top, self.low, level, aim)

    def placed(self, target: Target, histogram: Histogram, level: float) -> bool | None:
        """What ``target.placed`` says of the interval at any look, but sooner."""
        if self.term.part is not None or self.top is None:
            return target.placed([self.interval(histogram, level)])
        out = partial(leaves_out, histogram, top=self.top, low=self.low, level=level)
        mean = self.low + histogram.mean
        if target.miss(mean) > 0:
            return False if out(target.low if mean < target.low else target.high) else None
        inside = (
            target.low <= self.low or out(target.low),
            target.high >= self.top or out(target.high),
        )
        return True if all(inside) else None


@dataclass(frozen=True)
class Played:
    """The counts of some games of a setting."""

    tally: Tally  # of all parts
    values: Any  # of each game what should be highest, in units; none if nothing should be

    @property
    def games(self) -> int:
        """Number of games."""
        return self.tally.games

    def __add__(self, other: Played) -> Played:
        return Played(self.tally + other.tally, np.concatenate([self.values, other.values]))

    def arrays(self) -> list[Counts]:
        """Return all counts."""
        return [*self.tally.arrays(), self.values]

    def filled(self, arrays: Sequence[Counts]) -> Played:
        """The same of these counts."""
        tally, values = self.tally.filled(arrays[:-1]), arrays[-1]
        if self.values.dtype != NOTHING.dtype:
            values = padded(values, tally.games).astype(self.values.dtype)
        return Played(tally, values)


class Setting:
    """Complete rules with the tables and the parts that the goals need."""

    def __init__(
        self,
        rules: Rules,
        values: Mapping[str, Value],
        strategy: str,
        against: str,
        goals: Sequence[Goal],
        compares: bool,  # whether the last goal should be as high, or as low, as possible
    ) -> None:
        self.rules, self.values, self.strategy, self.against = rules, values, strategy, against
        self.goals = goals
        self._tables: dict[Table, int] = {}
        self.parts: list[tuple[Part, ...]] = [self._parts(goal) for goal in goals]
        self._kept = NOTHING.dtype
        if compares:
            self._kept = np.min_scalar_type(self.columns[-1].most)

    @property
    def tables(self) -> list[Table]:
        """The tables that are played."""
        return list(self._tables)

    @property
    def columns(self) -> list[Part]:
        """All parts, in the order in which they are counted."""
        return [part for parts in self.parts for part in parts]

    def place(self, goal: int) -> int:
        """The place of the first part of a goal among all parts."""
        return sum(len(parts) for parts in self.parts[:goal])

    @property
    def seats(self) -> int:
        """The number of players at each table."""
        return int(self.rules["players"])

    def _parts(self, goal: Goal) -> tuple[Part, ...]:
        places = tuple(self._place(term) for term in goal.terms)
        if goal.terms[0].equal:
            # Partners who have the same value are told together.
            each = self.rules.sides if goal.measure.is_of_sides else self.seats
            return tuple(self._part(goal, places, seat) for seat in range(each))
        seat = goal.terms[0].seat
        if seat is not None and seat >= self.seats:
            raise PlayoutError(
                f"{goal}: there are {self.seats} players, so there is no seat {seat + 1}"
            )
        return (self._part(goal, places, seat),)

    def _part(self, goal: Goal, places: tuple[int, ...], seat: int | None) -> Part:
        term, n = goal.terms[0], self.seats
        top = _top(term.measure, self.rules)
        if term.equal:
            if n == 1:
                raise PlayoutError(f"{goal}: a single player has no others to be equal to")
            if top is None:
                raise _no_top(term.measure, self.rules)
            far = top * (n - 1) / n
            return Part(term, places, seat, n * term.measure.unit, -far, far)
        if top is None and term.part is None:
            raise _no_top(term.measure, self.rules)
        unit = math.lcm(
            *(self._wide(one, place) for one, place in zip(goal.terms, places, strict=True))
        )
        low = 0.0
        if len(places) > 1:
            assert top is not None
            low = -top
        if term.part is not None and unit > 1:
            raise PlayoutError(
                f"{goal}: a quantile needs the value of one seat; add it, such as "
                f"{term.measure.name}(median, seat 1)"
            )
        return Part(term, places, seat, unit * term.measure.unit, low, top)

    def _wide(self, term: Term, place: int) -> int:
        """How many seats its value is the mean of."""
        one = not term.measure.per_seat or term.seat is not None or self.tables[place].rotates
        return 1 if one else self.seats

    def _place(self, term: Term) -> int:
        """The number of the table at which a term is counted."""
        table = self._table(term)
        return self._tables.setdefault(table, len(self._tables))

    def _table(self, term: Term) -> Table:
        """The table of a term.

        Where each seat has a result of its own, that of a strategy depends on the others: it sits
        on one seat, moving on from game to game, and those that it plays against have all others.
        """
        rules, strategy = self.rules, term.strategy or self.strategy
        measure = term.measure
        whole = self.seats == 1 or term.equal or term.seat is not None
        if term.against or (measure.kind == "share" and measure.per_seat and not whole):
            against = term.against or self.against
            if "+" in strategy:
                raise PlayoutError(f"{term}: only one strategy can be meant, not {strategy}")
            here, there = (find_allowed_player(rules, one) for one in (strategy, against))
            return Table((here, *[there] * (rules.sides - 1)), self.seats > 1, rules.partners)
        return Table(find_players(rules, strategy), False)

    def spelled(self, goal: Goal) -> Goal:
        """A goal that names who plays against whom, where a strategy plays against others."""
        terms = []
        for one in goal.terms:
            term = one
            if self.tables[self._place(one)].rotates:
                who, others = one.strategy or self.strategy, one.against or self.against
                term = replace(one, strategy=who, against=others)
            terms.append(term)
        return Goal(tuple(terms))

    @property
    def counts(self) -> tuple[object, ...]:
        """What is counted: settings of which this is equal have the same counts of no games."""
        return (*(part.unit for part in self.columns), self._kept)

    def nothing(self) -> Played:
        """The counts of no games."""
        none = np.zeros((0, 1 + len(self.columns)), np.int64)
        histograms = (Histogram.of(none[:, 0], part.unit) for part in self.columns)
        return Played(Tally(tuple(histograms), group_sums(none, 0)), np.zeros(0, self._kept))

    def play(self, seed: int, first: int, count: int) -> Played:
        """Play games first .. first + count - 1 at all tables, and count them."""
        outcomes = [
            play_batch(self.rules, table.players, seed, first, count, table.seating)
            for table in self._tables
        ]
        columns, histograms = [np.ones(count, np.int64)], []
        for part in self.columns:
            values = self._values(part, outcomes, first)
            columns.append(values)
            histograms.append(Histogram.of(values, part.unit))
        tally = Tally(tuple(histograms), group_sums(np.stack(columns, axis=1), first))
        is_kept = self._kept != NOTHING.dtype
        return Played(tally, columns[-1].astype(self._kept) if is_kept else NOTHING)

    def _values(self, part: Part, outcomes: Sequence[Counts], first: int) -> Counts:
        each = [self._measured(part, place, outcomes[place], first) for place in part.tables]
        values = each[0] if len(each) == 1 else each[0] - each[1]
        return values + part.shift

    def _measured(self, part: Part, place: int, outcomes: Counts, first: int) -> Counts:
        """The values of a part at one table, in its units."""
        measure, game, table = part.term.measure, self.rules.game, self.tables[place]
        column = game.column(measure)
        if not measure.per_seat:
            values = outcomes[:, column]
            if table.rotates and measure.seat is not None:
                values = _of_player(values, measure.seat, table, first)
            return _met(values, measure, game) * (part.unit // measure.unit)
        seats = outcomes[:, column : column + self.seats]
        if part.term.equal:
            far: Counts = self.seats * seats[:, part.seat] - seats.sum(axis=1)
            return far
        if part.seat is not None:
            seats = seats[:, part.seat, np.newaxis]
        elif table.rotates:
            own = (first + np.arange(len(outcomes))) % self.seats
            here = np.arange(self.seats) == own[:, np.newaxis]
            seats = (seats * here).sum(axis=1, keepdims=True)
        of_a_seat = part.unit // measure.unit // seats.shape[1]
        mean: Counts = _met(seats, measure, game).sum(axis=1) * of_a_seat
        return mean


def check_shares(settings: Sequence[Setting], goal: int) -> None:
    """PlayoutError if a goal is an equal share in all these settings, whatever their rules."""
    meant = [(one, one.parts[goal][0]) for one in settings]
    if all(one.tables[k].is_of_equals for one, part in meant for k in part.tables):
        who, name = settings[0].strategy, meant[0][1].term.measure.name
        others = (one.name for one in strategies(settings[0].rules.game.name))
        other = next((one for one in others if one != who), "OTHER")
        pair = f"{other} against {who}" if who == "random" else f"{who} against {other}"
        raise PlayoutError(
            f"{settings[0].goals[goal]}: all seats play {who}, so each has an equal share whatever "
            f"the rules; say who plays against whom, such as {name}({pair}), or name a seat, such "
            f"as {name}(seat 1)"
        )


@dataclass(frozen=True)
class Range:
    """The values of a difference: whole numbers of a part, from the least on."""

    unit: int
    low: float
    top: float


def difference_range(a: Part, b: Part) -> Range:
    """The values that the first minus the second may have."""
    assert a.top is not None
    assert b.top is not None
    return Range(math.lcm(a.unit, b.unit), a.low - b.top, a.top - b.low)


def difference(a: Part, values: Any, b: Part, others: Any) -> Counts:
    """The first minus the second, of the values of the same games, counted from the least on."""
    unit = math.lcm(a.unit, b.unit)
    one, other = (
        each.astype(np.int64) * (unit // part.unit) for each, part in ((values, a), (others, b))
    )
    apart: Counts = one - other + b.most * (unit // b.unit)
    return apart


def _of_player(values: Counts, seat: int, table: Table, first: int) -> Counts:
    """Whether the player who is meant won, of a measure that says so of one of two seats."""
    rows = table.seating[(first + np.arange(len(values))) % len(table.players)]
    won: Counts = np.where(rows[:, seat] == 0, values, 1 - values)
    return won


def _met(values: Counts, measure: Measure, game: Game) -> Counts:
    """The values; of the chance of some of them, 1 where it is one of these, else 0."""
    if measure.condition is None:
        return values
    length = int(values.max(initial=0)) + 1
    some = measure.condition.places(game.counted(measure).unit, length)
    return ((values >= some.start) & (values < some.stop)).astype(np.int64)


def _top(measure: Measure, rules: Rules) -> float | None:
    return 1.0 if measure.condition is not None else measure.top(rules)


def _no_top(measure: Measure, rules: Rules) -> PlayoutError:
    return PlayoutError(
        f"{measure.name}: its mean cannot be judged, because {rules.game.name} does not say how "
        f"large it can be (most= of the measure); use a quantile, such as {measure.name}(median)"
    )
