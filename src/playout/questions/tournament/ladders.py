"""Ladders: one strategy with rising values of one parameter, such as the worlds of `search`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Player
from playout.report.words import listed, short, turned
from playout.stats.intervals import Interval
from playout.stats.slopes import doubling_weights

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
        row = np.zeros((1, count))
        row[0, self.places] = doubling_weights(self.values)
        return row

    def steps(self, count: int) -> Weights:
        """weights[k, player]: what each rung adds to the one below it."""
        ones = np.eye(count)
        return np.asarray(ones[[*self.places[1:]]] - ones[[*self.places[:-1]]])


@dataclass(frozen=True)
class Climb:
    """What a higher value of a parameter adds: for each doubling, and to the rung below it."""

    ladder: Ladder
    slope: Interval
    steps: Sequence[Interval]  # all of them hold at once

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
        pairs = zip(values, values[1:], self.steps, strict=False)
        return [({"from": low, "to": high}, one) for low, high, one in pairs]

    def words(self, unit: Callable[[Interval], str]) -> str:
        """What each doubling does; ``unit`` writes a difference with its unit."""
        ladder = self.ladder
        ends = f"from {short(ladder.values[0])} to {short(ladder.values[-1])}"
        up, down = ([_between(ladder, k) for k, one in enumerate(self.steps) if is_clear(one)]
                    for is_clear in (_rises, _falls))  # fmt: skip
        if up and down:
            return f"Raising {ladder.option} helps {listed(up)}, but hurts {listed(down)}."
        if not self.slope.is_clear:
            return f"It is not clear yet whether raising {ladder.option} helps ({ends})."
        size = unit(self.slope if _rises(self.slope) else turned(self.slope))
        does = "adds" if _rises(self.slope) else "costs"
        said = f"Each doubling of {ladder.option} {does} {size} ({ends})"
        return f"{said}{self._uneven}."

    @property
    def _uneven(self) -> str:
        """A note of the step that does most, if the steps do not lie on a line."""
        values = self.ladder.values
        doublings = np.log2(np.array(values[1:]) / np.array(values[:-1]))
        slope, pairs = self.slope.estimate, list(zip(self.steps, doublings, strict=True))
        if all(one.low <= slope * far <= one.high for one, far in pairs):
            return ""
        each = [one.estimate / far * math.copysign(1.0, slope) for one, far in pairs]
        return f", but not evenly: most {_between(self.ladder, int(np.argmax(each)))}"


def _between(ladder: Ladder, step: int) -> str:
    low, high = ladder.values[step : step + 2]
    return f"from {short(low)} to {short(high)}"


def _rises(one: Interval) -> bool:
    return one.low > 0


def _falls(one: Interval) -> bool:
    return one.high < 0


def ladders(players: Sequence[Player]) -> list[Ladder]:
    """The ladders among players: at least three different values, the last twice the first."""
    found = []
    groups: dict[tuple[float, ...], dict[float, int]] = {}
    for place, player in enumerate(players):
        for k, value in enumerate(player.values):
            rest = player.values[:k] + player.values[k + 1 :]
            key = (id(player.strategy), k, *rest)
            groups.setdefault(key, {}).setdefault(value, place)
    for (_, parameter, *_), rungs in groups.items():
        values = sorted(rungs)
        if len(values) >= FEWEST and values[0] > 0 and values[-1] >= 2 * values[0]:
            strategy = players[rungs[values[0]]].strategy
            name = list(strategy.parameters)[int(parameter)]
            found.append(
                Ladder(name, strategy.name, tuple(rungs[v] for v in values), tuple(values))
            )
    return found
