"""Strategies for Can't Stop: at random, and by counting points."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange, uniform
from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.cant_stop.rules import HIGH, LENGTHS, LOW, STOP, first_of, second_of

_ODD = sum(1 << column for column in range(3, HIGH, 2))
_EVEN = sum(1 << column for column in range(LOW, HIGH + 1, 2))
# By column, 2 to 12: points of a step, and how welcome it is.
_RULE_OF_28 = np.array([0, 0, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6], np.float64)
_TUNED = np.array([0, 0, 7, 3, 3, 1, 0.5, 1, 0.5, 1, 3, 3, 7])
_WELCOME = np.array([0, 0, 2, -8, 4, -2, 6, 3, 6, -2, 4, -8, 2], np.float64)


@strategy("cant-stop", parameters={"stop": 0.5}, allowed={"stop": (0, 1)})
def random(view: Any, rng: Any) -> int:
    """Uses the throw in any legal way, all equally likely, then stops with chance `stop`."""
    move = view.choices[randrange(rng, view.count)]
    return move + STOP if uniform(rng) < view.parameters[0] else move


@jit(inline=True)
def _one_side(columns: int) -> bool:
    """Whether no column of a set of bits is above 7, or none below."""
    return columns >> 8 == 0 or columns & (1 << 7) - 1 == 0


@jit
def _so_far(view: Any, weights: Any) -> Any:
    """The columns with a runner, as a set of bits, and their points.

    A runner has the weight of its column for each step of this turn, and once more.
    """
    columns, points = 0, 0.0
    for column in range(LOW, HIGH + 1):
        if view.runners[column] > 0:
            columns |= 1 << column
            steps = view.runners[column] - view.steps[view.player, column]
            points += (steps + 1) * weights[column]
    return columns, points


@strategy("cant-stop", parameters={"at": 28, "marker": 6}, uses_chance=False)
def rule_of_28(view: Any, rng: Any) -> int:
    """Stops with three runners at `at` points: for steps, runners and hard columns.

    A step counts 1 in column 7 and one more for each column farther out; a runner counts as one
    step more.  Three runners have two more in odd columns, two less in even ones, four more if none
    is above 7, or none below.  By Michael Keller, <https://www.solitairelaboratory.com/cantstop.html>.
    Columns are chosen as in J. Glenn and C. Aloi, "A Generalized Heuristic for Can't Stop" (FLAIRS
    2009): a step is worth 6 in column 7 and one less for each column farther out, a new runner
    costs `marker`, and the points for three runners are taken off.  It does not look at others.
    """
    taken, gained = _so_far(view, _RULE_OF_28)
    best, most, points = view.choices[0], -1000.0, 0.0
    for k in range(view.count):
        move = view.choices[k]
        columns, free, value, after = taken, view.free, 0.0, gained
        for column in (first_of(move), second_of(move)):
            if column > 0:
                is_new = columns >> column & 1 == 0
                value += 7 - _RULE_OF_28[column] - view.parameters[1] * is_new
                after += _RULE_OF_28[column] * (1 + is_new)
                columns |= 1 << column
                free -= is_new
        hard = 2.0 if columns & _EVEN == 0 else -2.0 if columns & _ODD == 0 else 0.0
        hard += 4.0 * _one_side(columns)
        if free == 0:
            value, after = value - hard, after + hard
        if value > most:
            best, most, points = move, value, after if free == 0 else 0.0
    return best + STOP if points >= view.parameters[0] else best


@strategy("cant-stop", parameters={"at": 34, "behind": 5}, uses_chance=False)
def tuned(view: Any, rng: Any) -> int:
    """Stops with three runners and a finished column, or at 34 points; weights tuned by search.

    A rule of points as rule-of-28, with other weights: a step counts 7 in 2 and 12, 3 in 3, 4, 10
    and 11, 1 in 5, 7 and 9, half in 6 and 8; three runners have 8 more if none is above 7, or none
    below.  For each column that the best of the others is ahead, it wants `behind` points more.  To
    choose columns, a step near the top is worth more, and one in 3, 5, 9 or 11 less.  The weights
    were found by hill climbing in games of two, each step against the weights before it.
    """
    taken, gained = _so_far(view, _TUNED)
    best, most, points, finished = view.choices[0], -1000.0, 0.0, False
    for column in range(LOW, HIGH + 1):
        finished = finished or view.runners[column] == LENGTHS[column]
    stops = finished
    for k in range(view.count):
        move = view.choices[k]
        first, second = first_of(move), second_of(move)
        columns, free, value, after, tops = taken, view.free, 0.0, gained, finished
        for column in (first, second):
            if column > 0:
                is_new = columns >> column & 1 == 0
                stands = view.steps[view.player, column] if is_new else view.runners[column]
                stands += 1 + (first == second and not is_new)
                is_top = stands >= LENGTHS[column]
                value += _WELCOME[column] + 11.0 * stands / LENGTHS[column] + 8.0 * is_top
                value -= 5.0 * is_new
                after += _TUNED[column] * (1 + is_new)
                columns |= 1 << column
                free -= is_new
                tops = tops or is_top
        if free == 0 and _one_side(columns):
            value, after = value - 8.0, after + 8.0
        if value > most:
            best, most, points, stops = move, value, after if free == 0 else 0.0, tops and free == 0
    others = 0
    for seat in range(view.players):
        if seat != view.player:
            others = max(others, view.columns[seat])
    wanted = view.parameters[0] + view.parameters[1] * (others - view.columns[view.player])
    return best + STOP if stops or (points > 0 and points >= wanted) else best
