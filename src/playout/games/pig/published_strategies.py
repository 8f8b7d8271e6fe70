"""Strategies of a published tournament, as families with parameters.

ssmythe, "pigsim" (2025), <https://github.com/ssmythe/pigsim>: 21 strategies of two players for a
goal of 100.  docs/results/published.md says which of its names is which of these.

Nearly all of them choose a turn total to hold at when a turn begins, by the scores.  Every one
holds as soon as that wins.  Of several others they look at the one with the most points.
"""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.pig.rules import HOLD, MOST_GOAL, ROLL

_TOTAL = (1, MOST_GOAL)


@jit
def _most_of_others(view: Any) -> int:
    """The points of the other seat that has most; 0 if there is none."""
    most = 0
    for seat in range(view.players):
        if seat != view.seat and view.scores[seat] > most:
            most = view.scores[seat]
    return most


@jit
def _hold_at(view: Any, least: float) -> int:
    """Hold at a turn total, or if that wins."""
    total = view.turn_total
    wins = view.scores[view.seat] + total >= view.goal
    return HOLD if total > 0 and (wins or total >= least) else ROLL


@strategy(
    "pig",
    parameters={"far": 25, "half": 20, "near": 15, "last": 15, "ahead": 0, "behind": 0},
    allowed=dict.fromkeys(("far", "half", "near", "last"), _TOTAL)
    | dict.fromkeys(("ahead", "behind"), (0, MOST_GOAL)),
    uses_chance=False,
)
def phases(view: Any, rng: Any) -> int:
    """Holds at a total that depends on the points it needs: more than 60, 30, 15, or fewer.

    `far`, `half`, `near` and `last` are these totals.  It holds `ahead` points earlier with a lead
    of 20, and `behind` points later if it is 20 behind.  Does not see whether the other is about to
    win.
    """
    needed = view.goal - view.scores[view.seat]
    least = view.parameters[3]
    if needed > 60:
        least = view.parameters[0]
    elif needed > 30:
        least = view.parameters[1]
    elif needed > 15:
        least = view.parameters[2]
    ahead = view.scores[view.seat] - _most_of_others(view)
    if ahead >= 20:
        least -= view.parameters[4]
    elif ahead <= -20:
        least += view.parameters[5]
    return _hold_at(view, least)


@strategy(
    "pig",
    parameters={"at": 20, "at_70": 25, "at_80": 28, "at_90": 32},
    allowed=dict.fromkeys(("at", "at_70", "at_80", "at_90"), _TOTAL),
    uses_chance=False,
)
def pressure(view: Any, rng: Any) -> int:
    """Holds later once the other has 70, 80 and 90 points.

    `at` is the total to hold at before, `at_70`, `at_80` and `at_90` those after.  Does not see its
    own score.
    """
    other, least = _most_of_others(view), view.parameters[0]
    if other >= 90:
        least = view.parameters[3]
    elif other >= 80:
        least = view.parameters[2]
    elif other >= 70:
        least = view.parameters[1]
    return _hold_at(view, least)


@strategy("pig", uses_chance=False)
def late_pressure(view: Any, rng: Any) -> int:
    """Holds at 25, or at 18 from 60 points on; later by 2 or 4 once the other has 75 or 85."""
    other = _most_of_others(view)
    least = 25 if view.goal - view.scores[view.seat] > 40 else 18
    if other >= 85:
        least += 4
    elif other >= 75:
        least += 2
    return _hold_at(view, least)


@strategy(
    "pig",
    parameters={"at": 22, "ahead": 0.1, "behind": 0.2, "least": 10, "most": 32},
    allowed=dict.fromkeys(("at", "ahead", "behind", "least", "most"), (0, MOST_GOAL)),
    uses_chance=False,
)
def lead(view: Any, rng: Any) -> int:
    """Holds earlier for each point that it is ahead, and later for each point behind.

    It holds at `at`, less `ahead` for each point of its lead, or more by `behind` for each point
    that it lacks; at `least` and `most` at the ends.  Does not see how near the goal is.
    """
    own, other = view.scores[view.seat], _most_of_others(view)
    total = view.parameters[0]
    if own > other:
        total -= view.parameters[1] * (own - other)
    else:
        total += view.parameters[2] * (other - own)
    return _hold_at(view, int(max(view.parameters[3], min(view.parameters[4], total))))


@strategy(
    "pig",
    parameters={
        "at": 22,
        "gap": 15,
        "ahead": 18,
        "behind": 25,
        "wide_gap": 30,
        "far_ahead": 15,
        "far_behind": 30,
    },
    allowed=dict.fromkeys(
        ("at", "gap", "ahead", "behind", "wide_gap", "far_ahead", "far_behind"), _TOTAL
    ),
    uses_chance=False,
)
def gap(view: Any, rng: Any) -> int:
    """Holds earlier if it is ahead by 15 or 30 points, and later if it is as far behind.

    `at` is the total to hold at while it is neither, `gap` and `wide_gap` are the two distances,
    and the others the totals there.  Does not see how near the goal is.
    """
    ahead = view.scores[view.seat] - _most_of_others(view)
    least = view.parameters[0]
    if ahead >= view.parameters[4]:
        least = view.parameters[5]
    elif ahead >= view.parameters[1]:
        least = view.parameters[2]
    elif ahead <= -view.parameters[4]:
        least = view.parameters[6]
    elif ahead <= -view.parameters[1]:
        least = view.parameters[3]
    return _hold_at(view, least)


@strategy("pig", parameters={"count": 5}, allowed={"count": _TOTAL})
def rolls(view: Any, rng: Any) -> int:
    """Holds after `count` rolls, whatever they have brought, or once that wins.

    Notes the rolls of the game at the beginning of its turn.  Does not see any score but its own.
    """
    if view.turn_total == 0:
        view.notes[0] = view.throws
    done = view.throws - view.notes[0] >= view.parameters[0]
    return _hold_at(view, 1 if done else MOST_GOAL + view.goal)


@strategy("pig")
def moody(view: Any, rng: Any) -> int:
    """Holds at 15, 20, 25 or 30, chosen at random at the start of every turn."""
    if view.turn_total == 0:
        view.notes[0] = 15 + 5 * randrange(rng, 4)
    return _hold_at(view, view.notes[0])
