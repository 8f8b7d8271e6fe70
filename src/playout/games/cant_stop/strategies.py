"""Strategies for Can't Stop: at random, and the rule of 28."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.engine.registry import strategy
from playout.engine.rng import randrange, uniform
from playout.games.cant_stop.rules import HIGH, LOW, STOP, first_of, second_of

_PROGRESS = np.array([0, 0, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6])  # points of a step in each column
_ODD = sum(1 << column for column in range(3, HIGH, 2))
_EVEN = sum(1 << column for column in range(LOW, HIGH + 1, 2))
_CHOICE = np.array([0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])  # how welcome it is


@strategy("cant-stop", parameters={"stop": 0.5}, allowed={"stop": (0, 1)})
def random(view: Any, rng: Any) -> int:
    """Any use of the throw, all equally likely, and then stops with chance `stop`."""
    move = view.choices[randrange(rng, view.count)]
    return move + STOP if uniform(rng) < view.parameters[0] else move


@jit(inline=True)
def difficulty(columns: int) -> int:
    """Points for three runners that are hard, or easy, to move; their columns as a set of bits.

    Two more if all are odd, two less if all are even; four more if none is above 7, or none below.
    """
    points = 2 if columns & _EVEN == 0 else -2 if columns & _ODD == 0 else 0
    return points + (4 if columns >> 8 == 0 or columns & (1 << 7) - 1 == 0 else 0)


@strategy("cant-stop", parameters={"at": 28, "marker": 6}, uses_chance=False)
def rule_of_28(view: Any, rng: Any) -> int:
    """Stops at 28 points: those of each step, once more for each runner, and for hard columns.

    """
    points = taken = 0
    for column in range(LOW, HIGH + 1):
        if view.runners[column] > 0:
            steps = view.runners[column] - view.steps[view.player, column]
            points += (steps + 1) * _PROGRESS[column]
            taken |= 1 << column
    best, most, after = view.choices[0], -1000.0, 0
    for k in range(view.count):
        move = view.choices[k]
        first, second = first_of(move), second_of(move)
        free, progress, columns = view.free, points, taken
        value = 0.0
        for column in (first, second):
            if column > 0:
                value += _CHOICE[column]
                progress += _PROGRESS[column]
                if columns >> column & 1 == 0:
                    value -= view.parameters[1]
                    progress += _PROGRESS[column]
                    columns |= 1 << column
                    free -= 1
        if free == 0:
            hard = difficulty(columns)
            value -= hard
            progress += hard
        else:
            progress = 0
        if value > most:
            best, most, after = move, value, progress
    return best + STOP if after >= view.parameters[0] else best
