"""The reviews of several games: of each player the parts of every result, and their means.

The parts are those of a review (questions/review/found.py).  Of chances a player wants them high,
so that those of the rival of a player who alone has the measure are turned; other measures are as
they are.  A mean over games has an interval by how much the games differ, which has in it how much
is not known of each: it says how the players would do in other games, if they play as they did.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from playout.questions.review import found as single
from playout.questions.review.found import Judged
from playout.questions.review.several.asked import Asked, check_alike
from playout.report.estimates import LEVEL
from playout.report.words import turned
from playout.stats.components import all_pairs
from playout.stats.controls import adjusted, times_fewer
from playout.stats.intervals import Interval
from playout.stats.products import Products, summed
from playout.stats.sequential import Moments

PARTS = 10**9  # of the range of the measure: values are whole numbers of them


@dataclass(frozen=True)
class Played:
    """A game as one player had it: start + skill + others + luck = result."""

    number: int  # of the game, from 0
    name: str
    start: float
    skill: float  # what the player's own moves changed, compared with the reviewer's
    others: float  # what the moves of the others changed
    result: float
    judged: list[Judged]  # the decisions of the player

    @property
    def moves(self) -> float:
        """What all moves changed."""
        return self.skill + self.others

    @property
    def luck(self) -> float:
        """The rest; no rounding error, and no -0.0, stands for no luck."""
        return round(self.result - self.start - self.moves, 12) + 0.0

    @property
    def mistakes(self) -> int:
        """Decisions in which another move was clearly better."""
        return sum(one.is_mistake for one in self.judged)


def played_by(found: single.Found, number: int, name: str, seat: int) -> Played:
    """A review as the player of a seat had it."""
    asked, per_seat = found.asked, found.asked.measure.per_seat
    own = [one for one in found.judged if one.seat == seat]
    rivals = [one for one in found.judged if one.seat != seat]
    whose = seat if per_seat else None
    skill = sum(one.gain.mean for one in own if not one.is_usual)
    others, start = 0.0, found.start_of(seat if per_seat else 0)
    if not per_seat or asked.others(seat):
        others = sum(one.gain_of(whose).mean for one in rivals if not one.is_usual)
    result = asked.result(seat if per_seat else 0)
    begin = result if start is None else start.mean
    known = own if found.is_apart else found.judged
    if start is None and known:
        begin = known[0].before_of(whose).estimate
    if asked.measure.is_rate and asked.measure.sign_for(seat) < 0:
        begin, skill, others, result = 1 - begin, 0.0 - skill, 0.0 - others, 1 - result
    return Played(number, name, begin, skill, others, result, own)


@dataclass(frozen=True)
class Found:
    """The reviews of all games, finished or not."""

    asked: Asked
    reviews: tuple[single.Found, ...]
    seconds: float
    complete: bool  # False: stopped before all worlds of all decisions were played

    @property
    def games(self) -> int:
        """Worlds in which all moves of a decision were played, of all decisions of all games."""
        return sum(one.games for one in self.reviews)

    @cached_property
    def played(self) -> list[Played]:
        """Each game as each player had it, of the games whose decisions are all judged."""
        return [
            played_by(review, number, name, names.index(name))
            for number, (review, names) in enumerate(
                zip(self.reviews, self.asked.names, strict=True)
            )
            if review.stories
            for name in self.asked.everybody
        ]

    @property
    def numbers(self) -> list[int]:
        """The games whose decisions are all judged, from 0."""
        return sorted({one.number for one in self.played})

    def of(self, name: str) -> list[Played]:
        """The games as this player had them."""
        return [one for one in self.played if one.name == name]

    def mean(self, name: str, part: str) -> float:
        """The mean of a part of the result of a player: ``start``, ``luck``, ``result``."""
        return float(np.mean([getattr(one, part) for one in self.of(name)]))

    # ------------------------------------------------------------------ intervals

    @cached_property
    def _products(self) -> Products:
        """Of each game, for each player: the result, all moves, the own moves, and what these
        brought the player, above 0 if that is good; as parts of the range of the measure."""
        (low, _), width = self.asked.ends, self.asked.width
        columns = [
            column
            for name in self.asked.everybody
            for column in (
                [(one.result - low) / width for one in self.of(name)],
                [one.moves / width for one in self.of(name)],
                [one.skill / width for one in self.of(name)],
                [self.sign(name) * one.skill / width for one in self.of(name)],
            )
        ]
        values = np.rint(np.array(columns).T * PARTS).astype(np.int64)
        return Products.of(values.reshape(-1, len(columns)), PARTS)

    @property
    def _one(self) -> float:
        return min(1.0, 1.0 / self.asked.width)

    def _place(self, name: str) -> int:
        return 4 * self.asked.everybody.index(name)

    def skill(self, name: str) -> Interval:
        """What a player's moves change in a game on average, compared with the reviewer's.

        No moves are better than those of best play.
        """
        moments, low, top = self._products.value(self._place(name) + 2), -math.inf, math.inf
        if self.asked.is_judged_by_best_play:
            low, top = (low, 0.0) if self.sign(name) > 0 else (0.0, top)
        return summed([moments], 1.0, self._one, (low, top)).times(self.asked.width)

    def ahead(self, name: str, other: str) -> Interval:
        """By how much the moves of a player change more than those of another, in a game.

        If the players want opposite values, what is good for each counts.  The intervals of all
        pairs of players hold together.
        """
        moments = self._products.difference(self._place(name) + 3, self._place(other) + 3)
        level = all_pairs(len(self.asked.everybody), LEVEL)
        ahead = summed([moments], 1.0, self._one, level=level).times(self.asked.width)
        ahead = ahead if self.sign(name) > 0 else turned(ahead)
        return self._possible(ahead, name) if self._are_rivals else ahead

    def _possible(self, ahead: Interval, name: str) -> Interval:
        """The part of a lead over a rival that can be.

        The lead is what all moves change, so that on average it is the result less the start.
        """
        low, top = self.asked.ends
        starts = (low, top)
        if self.asked.is_from_start:  # else other games begin with another chance
            starts = (self.mean(name, "start"),) * 2
        most, least = top - starts[0], low - starts[1]
        return Interval(*(min(most, max(least, end)) for end in ahead))

    @cached_property
    def _are_rivals(self) -> bool:
        """Whether there are two players, and one wins what the other loses."""
        names = self.asked.everybody
        if len(names) != 2:
            return False
        pairs = zip(*map(self.of, names), strict=True)
        return all(
            abs(one.others + other.skill) + abs(one.skill + other.others) < 1e-9
            and abs(one.result + other.result - sum(self.asked.ends)) < 1e-9
            for one, other in pairs
        )

    def result(self, name: str) -> Interval:
        """The mean of the measure, as the games ended."""
        part = summed([self._products.value(self._place(name))], 1.0)
        return part.scaled_to(*self.asked.ends)

    def without_luck(self, name: str) -> Interval:
        """The same, less the luck of each game, which is 0 on average."""
        begin = (self.mean(name, "start") - self.asked.ends[0]) / self.asked.width
        return adjusted(*self._luck(name), begin, self._one).scaled_to(*self.asked.ends)

    def saved(self, name: str) -> float:
        """By what the number of games can be divided without luck, for the same precision."""
        return times_fewer(*self._luck(name))

    def _luck(self, name: str) -> tuple[Moments, Moments, Moments]:
        """The moments of the result, of the result less what moves changed, and of that."""
        place, counted = self._place(name), self._products
        control = counted.difference(place, place + 1)
        return counted.value(place), control, counted.value(place + 1)

    # ------------------------------------------------------------------ who is better

    def sign(self, name: str) -> int:
        """1 if a player wants much of what the parts are counted in, else -1."""
        measure = self.asked.measure
        return 1 if measure.is_rate else measure.sign_for(self.asked.names[0].index(name))

    @cached_property
    def ranking(self) -> list[str]:
        """The players, the one whose moves lost least first."""
        names = self.asked.everybody
        return sorted(names, key=lambda name: -self.sign(name) * self.mean(name, "skill"))


def together(reviews: Sequence[single.Found], names: Sequence[Sequence[str]]) -> Found:
    """Reviews that were made one by one, whose players have these names by seat.

    PlayoutError unless the games have the same rules and players.
    """
    asked = [one.asked for one in reviews]
    sources = [f"game {k}" for k in range(1, len(asked) + 1)]
    check_alike(asked, [tuple(one) for one in names], sources)
    worlds = max(one.worlds for one in asked)
    every = Asked.of(asked, names, sources, worlds)
    return Found(every, tuple(reviews), math.nan, all(one.complete for one in reviews))
