"""The Rule of 28 of Can't Stop with all its numbers as parameters.

J. Glenn and C. Aloi, "A Generalized Heuristic for Can't Stop" (FLAIRS 2009).
"""

from __future__ import annotations

from typing import Any

import playout
from playout.cant_stop import STOP, first_of, second_of

NUMBERS = {
    "points": 654321,  # of a step in columns 2 and 12, 3 and 11, ... 7: a digit each
    "worth": 123456,  # of a step when columns are chosen, likewise
    "odd": 2,  # more points if all runners are in odd columns
    "even": -2,
    "high": 4,  # none below 7
    "low": 4,
    "marker": 6,  # that a new runner costs when columns are chosen
    "at": 28,  # points at which to stop
}


@playout.strategy("cant-stop", parameters=NUMBERS)
def glenn(view: Any, rng: Any) -> int:
    """Chooses columns by their worth, and stops at a number of points."""
    points, worth, odd, even, high, low, marker, at = view.parameters
    best, most, stops = view.choices[0], -1e9, False
    for k in range(view.count):
        move = view.choices[k]
        value, total, runners = 0.0, 0.0, 0
        odds, evens, highs, lows = 0, 0, 0, 0
        for column in range(2, 13):
            digit = 10 ** (5 - (min(column, 14 - column) - 2))
            here = view.runners[column]
            steps = int(first_of(move) == column) + int(second_of(move) == column)
            if steps > 0:
                value += steps * (int(worth) // digit % 10) - marker * (here == 0)
            if here > 0 or steps > 0:
                before = here - view.steps[view.seat, column] if here > 0 else 0
                total += (before + steps + 1) * (int(points) // digit % 10)
                runners += 1
                odds += column % 2
                evens += 1 - column % 2
                highs += column >= 7
                lows += column <= 7
        if runners == 3:
            total += odd * (odds == 3) + even * (evens == 3)
            total += high * (highs == 3) + low * (lows == 3)
        if value > most:
            best, most, stops = move, value, total >= at
    return int(best + STOP if stops else best)
