"""The measures of a game whose library gives every seat a return, which may be any number.

Playout counts whole numbers from 0.  So ``points`` are ``(return - least) * denominator``: how far
a return is above the least one, in parts of which ``denominator`` make one.  Both are rule options.
Their usual values follow from what the library says, or else from a few random games.  A return
that does not fit them stops a run in one sentence; none is rounded, but in millionths.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from playout.engine.game.game import SHARE, Measure, Option, Rules
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.spelling import as_typed

MANY = (24, 25, 30, 40, 50, 60, 80, 100, 120, 200, 240, 400, 500, 1_000)
DENOMINATORS: tuple[int, ...] = (*range(1, 21), *MANY)
MILLION = 1_000_000  # the denominator of returns that no other one makes whole: these are rounded
NEAR = 1e-6  # of a part: what a sum of floats may be off
FARTHEST = 10**9  # from 0, of the least return


@dataclass(frozen=True)
class Returns:
    """The way in which the returns of a game are counted."""

    seats: int
    least: int  # no return is lower
    most: float | None  # no return is higher; None: that is not known
    denominator: int = 1
    together: bool = False  # all seats get the same return
    only_win: bool = False  # points say no more than who wins

    @property
    def shared(self) -> bool:
        """Whether all seats share one number, and there are no rivals."""
        return self.together or self.seats == 1

    def options(self, setting: str) -> tuple[Option, ...]:
        """The rule options; ``setting`` says what else sets the number of players."""
        players = f"players at the table; {setting}"
        return (
            Option("players", self.seats, players, self.seats, self.seats),
            Option(
                "least",
                self.least,
                "the least return that a game can give: points count from there",
                -FARTHEST,
                FARTHEST,
            ),
            Option(
                "denominator",
                self.denominator,
                f"how many parts of a return are one of it: points count parts; {MILLION} rounds",
                1,
                MILLION,
            ),
        )

    def measures(self) -> tuple[Measure, ...]:
        """The measures: the points, and among rivals who wins."""
        points = "(return - least) * denominator"
        most = None if self.most is None else self._most_points
        if self.shared:
            return (Measure("points", "mean", points, better="highest", most=most),)
        win = "the highest return; equal ones share it"
        is_told = not self.only_win
        return (
            Measure("win", "share", win, per_seat=True, first="highest"),
            Measure("points", "mean", points, per_seat=True, most=most, is_told=is_told),
        )

    def _most_points(self, rules: Rules) -> int:
        assert self.most is not None
        above = self.most - rules.number("least")
        return max(0, math.ceil(above * rules.number("denominator") - NEAR))

    def score(self, returns: Sequence[float], rules: Any, is_over: bool) -> dict[str, Any]:
        """The measures of a position in which the library gives these returns."""
        for seat, value in enumerate(returns):
            if not math.isfinite(value):
                raise PlayoutError(f"seat {nth(seat)} has a return of {value}: it must be a number")
        points = [_points(value, rules, is_over) for value in returns]
        if self.shared:
            return {"points": points[0]}
        best = max(returns)
        first = [value >= best - NEAR for value in returns]
        if SHARE % sum(first):
            raise PlayoutError(
                f"{sum(first)} seats have the highest return; so many seats cannot share a win"
            )
        return {"win": [is_first / sum(first) for is_first in first], "points": points}


def _points(value: float, rules: Any, is_over: bool) -> int:
    """A return as a whole number of points; PlayoutError if it is none."""
    parts: float = (value - rules.least) * rules.denominator
    whole = round(parts)
    if not is_over:  # what a game has given so far may be lower than what it gives at last
        return max(0, whole)
    if whole < 0:
        raise PlayoutError(
            f"a return of {value:g} is below {as_typed('least', rules.least)}; add "
            f"{as_typed('least', math.floor(value))}, so that points count from there"
        )
    if rules.denominator != MILLION and abs(parts - whole) > NEAR * max(1, rules.denominator):
        raise PlayoutError(
            f"a return of {value:.12g} is not a multiple of 1/{rules.denominator}; add "
            f"{as_typed('denominator', _common_denominator(value, rules.denominator))}"
        )
    return whole


def _common_denominator(value: float, denominator: int) -> int:
    """A denominator for a return beside those that another one makes whole."""
    return min(math.lcm(denominator_of([value]), denominator), MILLION)


def denominator_of(values: Iterable[float]) -> int:
    """The least denominator that makes whole numbers of all values; else MILLION."""
    numbers = [float(value) for value in values]
    for denominator in DENOMINATORS:
        parts = [number * denominator for number in numbers]
        if all(abs(part - round(part)) < NEAR * denominator for part in parts):
            return denominator
    return MILLION


def floor_of(values: Iterable[float]) -> int:
    """The largest whole number that no value is below."""
    return math.floor(min(map(float, values)) + NEAR)
