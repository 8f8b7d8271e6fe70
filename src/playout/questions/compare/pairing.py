"""How two sides play the same deals: at two tables, or exchanged at one.

The two games of a deal have the same number, so they share the deal, the coin and the random stream
of every seat (engine/chance/rng.py).  What differs between them is only what A and B do, or their
rules.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from playout.engine.chance.seating import Seating, in_teams, orders
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.play.batch import play_batch
from playout.stats.paired import Paired, Signed
from playout.stats.tally import Counts, Histogram


@dataclass(frozen=True, eq=False)
class Side:
    """Complete rules, and who plays by them: one player for each seat."""

    rules: Rules
    players: tuple[Player, ...]


class TwoTables:
    """A table for A and one for B; of a measure that every seat has, the mean over the seats."""

    unit: int  # values and differences are whole numbers of this part
    tops: tuple[int, int]  # the most that A, and B, can make of a deal, in units; the least is 0
    is_divided = False

    def __init__(self, sides: tuple[Side, Side], measure: Measure) -> None:
        self._sides, self._measure = sides, measure
        self._column = sides[0].rules.game.column(measure)
        self.unit = math.lcm(*map(self._parts, sides))
        a, b = (round(top_of(measure, side.rules) * self.unit) for side in sides)
        self.tops = (a, b)

    def _parts(self, side: Side) -> int:
        """How many columns its value is the mean of."""
        return len(side.players) if self._measure.per_seat else 1

    def play(self, seed: int, first: int, count: int) -> Paired:
        """Play deals first .. first + count - 1, each at both tables."""
        a, b = (self._values(side, seed, first, count) for side in self._sides)
        unit = self.unit
        return Paired(
            count,
            (Histogram.of(a, unit), Histogram.of(b, unit)),
            Signed.of(a - b, unit),
            (Signed.of(a, unit), Signed.of(-b, unit)),
        )

    def _values(self, side: Side, seed: int, first: int, count: int) -> Counts:
        outcomes, wide = play_batch(side.rules, side.players, seed, first, count), self._parts(side)
        found: Counts = outcomes[:, self._column : self._column + wide].sum(axis=1)
        return found * (self.unit // wide)


class Exchanged:
    """A and B at one table, A on half of the seats; once more with A and B exchanged.

    So each has the other's deal, as in duplicate bridge.  A's value of a game is the mean over
    their seats, and of a deal that over both games.  With an odd number of seats A has one more in
    the first game and one less in the second.  Who sits where goes through all arrangements.
    Where seats are partners, each has whole sides.
    """

    def __init__(self, rules: Rules, a: Player, b: Player, measure: Measure) -> None:
        self._rules, self._seats = rules, int(rules["players"])
        self._column = rules.game.column(measure)
        seating, front = arrangements(rules.sides)
        few, more = int(front[0].sum()), int((~front[0]).sum())
        self._line_ups = [a] * few + [b] * more, [b] * few + [a] * more
        self._seating, self._front = (in_teams(one, self._seats) for one in (seating, front))
        here, there = self._each = few * rules.partners, more * rules.partners
        self._common = math.lcm(here, there)
        self.unit = 2 * self._common * measure.unit
        most = top_of(measure, rules)
        if measure.kind == "share":  # all sides of one strategy have one win between them
            most = (1 / few + 1 / more) / 2
        self.tops = (round(most * self.unit),) * 2
        # Whether A and B have the most of a deal between them.
        self.is_divided = measure.kind == "share" and here == there

    def play(self, seed: int, first: int, count: int) -> Paired:
        """Play deals first .. first + count - 1, each with A and B both ways round."""
        (a, b), (b_again, a_again) = (
            self._means(line_up, seed, first, count) for line_up in self._line_ups
        )
        unit = self.unit
        return Paired(
            count,
            (Histogram.of(a + a_again, unit), Histogram.of(b + b_again, unit)),
            Signed.of(a + a_again - b - b_again, unit),
            (Signed.of(a - b, unit), Signed.of(a_again - b_again, unit)),
        )

    def _means(
        self, line_up: list[Player], seed: int, first: int, count: int
    ) -> tuple[Counts, Counts]:
        """Halves of the means of those who are first in the line-up, and of the others."""
        outcomes = play_batch(self._rules, line_up, seed, first, count, self._seating)
        values = outcomes[:, self._column : self._column + self._seats]
        front = self._front[(first + np.arange(count)) % len(self._front)]
        here, there = (self._common // seats for seats in self._each)
        return (values * front).sum(axis=1) * here, (values * ~front).sum(axis=1) * there


def arrangements(seats: int) -> tuple[Seating, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """A seating for half of the seats and the rest, and which seats the half has.

    ``seating[row, seat]`` and ``front[row, seat]``: every choice of seats for the half once, in the
    order in which a tournament comes to them, so that nearly all rows begin with whole rotations.
    """
    front = orders(seats) < (seats + 1) // 2
    kept = np.sort(np.unique(front, axis=0, return_index=True)[1])
    front = front[kept]
    # Those of the half first; who of them is where makes no difference, they play alike.
    places = np.argsort(np.argsort(~front, axis=1, kind="stable"), axis=1)
    return np.ascontiguousarray(places.astype(np.int64)), front


def crossed(rules: Rules, a: Player, b: Player, seat: int) -> tuple[Side, Side]:
    """Two tables for a measure that is the result of one seat: A there against B, and B against A.

    The difference of that seat's results is then also that of A's and B's over both games.
    """
    own = [k % rules.sides == seat % rules.sides for k in range(int(rules["players"]))]
    here, there = (tuple(x if is_own else y for is_own in own) for x, y in ((a, b), (b, a)))
    return Side(rules, here), Side(rules, there)


def top_of(measure: Measure, rules: Rules) -> float:
    """The most that a game can give, of a measure that :func:`comparable` names."""
    top = measure.top(rules)
    assert top is not None
    return top


def comparable(rules: Rules, with_shares: bool) -> list[str]:
    """The measures that can be compared: numbers of which the largest is known."""
    kinds = ("category", *([] if with_shares else ["share"]))
    measures = [one for one in rules.game.measures if one.kind not in kinds]
    return [one.name for one in measures if one.top(rules) is not None]
