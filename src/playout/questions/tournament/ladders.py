"""Ladders: one strategy with rising values of one parameter, such as the worlds of `search`."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Player
from playout.report.words import listed, short, turned
from playout.stats.intervals import Interval
from playout.stats.slopes import bend_weights, doubling_weights

FEWEST = 3  # rungs: two only differ
Weights = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Ladder:
    """The places of some players that differ in one parameter alone, by its values."""

    parameter: str
    name: str  # of the first, without the parameter
    places: tuple[int, ...]
    values: tuple[float, ...]

    @property
    def option(self) -> str:
        """The parameter as it is typed: hold:at."""
        return f"{self.name}:{self.parameter}"

    def doubling(self, count: int) -> Weights:
        """weights[0, player]: what a doubling adds."""
        return self._spread(doubling_weights(self.values)[None], count)

    def bends(self, count: int) -> Weights:
        """weights[k, player]: sums that are all 0 if each doubling adds the same."""
        return self._spread(bend_weights(self.values), count)

    def changes(self, count: int) -> Weights:
        """weights[k, player]: what a rung adds to a lower one, for each pair of rungs."""
        ones = np.eye(count)[[*self.places]]
        return np.array([ones[high] - ones[low] for low, high in self.pairs])

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Every two rungs, by their numbers from 0, the lower first."""
        return list(combinations(range(len(self.values)), 2))

    def _spread(self, weights: Weights, count: int) -> Weights:
        rows = np.zeros((len(weights), count))
        rows[:, self.places] = weights
        return rows


@dataclass(frozen=True)
class Climb:
    """What a higher value of a parameter does to the rating."""

    ladder: Ladder
    slope: Interval  # what each doubling adds, by the line of least squares
    bends: Sequence[Interval]  # all of them hold at once; all may be 0 if a line fits
    changes: Mapping[tuple[int, int], Interval]  # from rung to rung; all of them hold at once

    @property
    def about(self) -> dict[str, object]:
        """The strategy and its parameter."""
        return {"strategy": self.ladder.name, "parameter": self.ladder.parameter}

    @property
    def ends(self) -> dict[str, float]:
        """The lowest and the highest value."""
        return {"from": self.ladder.values[0], "to": self.ladder.values[-1]}

    def rows(self) -> list[tuple[dict[str, float], Interval]]:
        """From which value to which, and what that adds."""
        values = self.ladder.values
        pairs = zip(values, values[1:], self._steps, strict=False)
        return [({"from": low, "to": high}, one) for low, high, one in pairs]

    @property
    def _steps(self) -> list[Interval]:
        return [self.changes[k, k + 1] for k in range(len(self.ladder.values) - 1)]

    @property
    def _heights(self) -> list[float]:
        """The ratings of the rungs above the first."""
        rest = range(1, len(self.ladder.values))
        return [0.0, *(self.changes[0, k].estimate for k in rest)]

    @cached_property
    def turns(self) -> list[int]:
        """The rungs between which the rating clearly rises or falls, in turn; [] if it does not."""
        heights, turns = self._heights, list[int]()
        low = high = sign = 0
        for k in range(1, len(heights)):
            if not turns:
                if _rises(self.changes[low, k]):
                    turns, sign = [low, k], 1
                elif _falls(self.changes[high, k]):
                    turns, sign = [high, k], -1
                low = k if heights[k] < heights[low] else low
                high = k if heights[k] > heights[high] else high
            elif sign * (heights[k] - heights[turns[-1]]) > 0:
                turns[-1] = k
            elif (_falls if sign > 0 else _rises)(self.changes[turns[-1], k]):
                turns.append(k)
                sign = -sign
        return turns

    @property
    def is_line(self) -> bool:
        """Whether each doubling clearly adds, or costs, something, and may add the same."""
        has_doubled = self.ladder.values[-1] >= 2 * self.ladder.values[0]
        fits = has_doubled and not any(one.is_clear for one in self.bends)
        return fits and self.slope.is_clear and len(self.turns) <= 2

    @property
    def shape(self) -> str:
        """In a few words where the rating rises and falls."""
        if self.is_line:
            return "one line"
        does = ["rises" if _rises(one) else "falls" for _, one in self._runs]
        return ", then ".join(does) or "not clear"

    @property
    def highest(self) -> Interval:
        """The value with the highest rating, and the ends of those that may have it."""
        heights, values = self._heights, self.ladder.values
        best = int(np.argmax(heights))
        may_be = [
            k
            for k in range(len(values))
            if k == best
            or not (_rises(self.changes[k, best]) if k < best else _falls(self.changes[best, k]))
        ]
        return Interval(values[best], values[may_be[0]], values[may_be[-1]])

    @property
    def _runs(self) -> list[tuple[tuple[int, int], Interval]]:
        """From which rung to which the rating clearly rises or falls, and by how much."""
        return [(pair, self.changes[pair]) for pair in pairwise(self.turns)]

    def words(self, unit: Callable[[Interval], str]) -> str:
        """What more of the parameter does; ``unit`` writes a difference with its unit."""
        ladder = self.ladder
        ends = f"from {short(ladder.values[0])} to {short(ladder.values[-1])}"
        if not (self.is_line or self.turns):
            return f"It is not clear yet whether raising {ladder.option} helps ({ends})."
        if self.is_line:
            return f"Each doubling of {ladder.option} {_does(self.slope, unit)} ({ends})."
        *most, last = [f"{_between(ladder, *pair)} {_does(one, unit)}" for pair, one in self._runs]
        runs = f"{', '.join(most)}, and {last}" if most else last
        if len(self.turns) == 3:
            return f"The rating of {ladder.option} is {self._extreme}: raising it {runs}."
        return f"Raising {ladder.option} {runs}{self._uneven}{self._unclear}."

    @property
    def _extreme(self) -> str:
        """Where a rating that rises and then falls is highest, or the other way about lowest."""
        at, best = short(self.ladder.values[self.turns[1]]), self.highest
        if _falls(self._runs[0][1]):
            return f"lowest at {at}"
        if best.low == best.high:
            return f"highest at {at}"
        return f"highest somewhere from {short(best.low)} to {short(best.high)} (here at {at})"

    @property
    def _uneven(self) -> str:
        """A note of the step that does most, of a rating that only rises or only falls."""
        if len(self.turns) > 2 or not any(one.is_clear for one in self.bends):
            return ""
        values, sign = self.ladder.values, math.copysign(1.0, self._runs[0][1].estimate)
        doublings = np.log2(np.array(values[1:]) / np.array(values[:-1]))
        steps = np.array([sign * one.estimate for one in self._steps]) / doublings
        most = int(np.argmax(steps))
        where = f": most {_between(self.ladder, most, most + 1)}"
        return f", but not evenly{where if self._steps[most].is_clear else ''}"

    @property
    def _unclear(self) -> str:
        """A note of the values beyond which nothing is clear."""
        first, last, values = self.turns[0], self.turns[-1], self.ladder.values
        where = [f"below {short(values[first])}"] * (first > 0)
        where += [f"above {short(values[last])}"] * (last < len(values) - 1)
        return f"; {listed(where)} no change is clear" if where else ""


def _does(one: Interval, unit: Callable[[Interval], str]) -> str:
    return f"adds {unit(one)}" if _rises(one) else f"costs {unit(turned(one))}"


def _between(ladder: Ladder, low: int, high: int) -> str:
    return f"from {short(ladder.values[low])} to {short(ladder.values[high])}"


def _rises(one: Interval) -> bool:
    return one.low > 0


def _falls(one: Interval) -> bool:
    return one.high < 0


def ladders(players: Sequence[Player]) -> list[Ladder]:
    """The ladders among players: at least three different values above 0."""
    found = []
    groups: dict[tuple[float, ...], dict[float, int]] = {}
    for place, player in enumerate(players):
        for k, value in enumerate(player.values):
            rest = player.values[:k] + player.values[k + 1 :]
            key = (id(player.strategy), k, *rest)
            groups.setdefault(key, {}).setdefault(value, place)
    for (_, parameter, *_), rungs in groups.items():
        values = sorted(rungs)
        if len(values) >= FEWEST and values[0] > 0:
            strategy = players[rungs[values[0]]].strategy
            name = list(strategy.parameters)[int(parameter)]
            found.append(
                Ladder(name, strategy.name, tuple(rungs[v] for v in values), tuple(values))
            )
    return found
