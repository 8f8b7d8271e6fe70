"""Strategies for Can't Stop: at random, and the rule of 28."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.engine.registry import strategy
from playout.engine.rng import randrange, uniform
from playout.games.cant_stop.rules import HIGH, LOW, RUNNERS, STOP, first_of, second_of

_PROGRESS = np.array([0, 0, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6])  # points of a step in each column
_CHOICE = np.array([0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])  # how welcome it is


@strategy("cant-stop", parameters={"stop": 0.5}, allowed={"stop": (0, 1)})
def random(view: Any, rng: Any) -> int:
    """Any use of the throw, all equally likely, and then stops with chance `stop`."""
    move = view.choices[randrange(rng, view.count)]
    return move + STOP if uniform(rng) < view.parameters[0] else move


@jit
def _points(view: Any, move: int, weights: Any, mark: int) -> Any:
    """The points of the turn after a move, the difficulty of its columns, and runners placed.

    Each runner has its column's weight for every step, and ``mark`` times more.
    """
    first, second = first_of(move), second_of(move)
    points = taken = odd = low = high = 0
    for column in range(LOW, HIGH + 1):
        steps = (column == first) + (column == second)
        if view.runners[column] > 0:
            steps += view.runners[column] - view.steps[view.player, column]
        if steps > 0:
            points += (steps + mark) * weights[column]
            taken += 1
            odd += column & 1
            low += column <= 7
            high += column >= 7
    if taken < RUNNERS:
        return points, 0, taken
    difficulty = 2 if odd == taken else -2 if odd == 0 else 0
    return points, difficulty + (4 if low == taken or high == taken else 0), taken


@strategy("cant-stop", parameters={"at": 28, "marker": 6}, uses_chance=False)
def rule_of_28(view: Any, rng: Any) -> int:
    """Stops at 28 points: those of each step, once more for each runner, and for hard columns."""
    best, most = view.choices[0], -1000.0
    for k in range(view.count):
        move = view.choices[k]
        points, difficulty, taken = _points(view, move, _CHOICE, 0)
        value = points - difficulty - view.parameters[1] * taken
        if value > most:
            best, most = move, value
    points, difficulty, taken = _points(view, best, _PROGRESS, 1)
    return best + STOP if taken == RUNNERS and points + difficulty >= view.parameters[0] else best
