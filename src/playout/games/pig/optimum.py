"""The best play of Pig for two, by value iteration over (own score, other's score, turn total), and
for one.

Let x be the chance to win of a player at the beginning of a turn with i points, against j, and y
that of the other with j against i.  A turn that is lost passes the dice on with the same scores, so
x depends on y and y on x; all else that they depend on has a larger i + j, and is known.  For a
fixed way to play both turns, x = a + b (1 - y) and y = c + d (1 - x).  Newton's method, which is
policy iteration here, solves these, chooses the best moves for the solution, and so on until
nothing changes.  The equations are those of Neller and Presser, "Optimal Play of the Dice Game
Pig", The UMAP Journal 25 (2004).

Alone a player wants to reach the goal in few turns.  Let t be the turns that this takes on average
with i points.  A turn that is lost costs one turn, and leaves i points; so t depends on itself, and
is found in the same way.

A ``win`` table is float64[goal, goal]: the chance to win of a player at the beginning of the own
turn, by the own score and the other's.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Rules
from playout.engine.native.jit import jit
from playout.engine.play.lookup import kept
from playout.engine.words.errors import PlayoutError
from playout.kits.dice import FACES

MOST_SOLVED_GOAL = 500  # from 800 on some rows change more often than there is room for
BITS = 10  # of a turn total in the strategy's table
MOST_CHANGES = 5  # from rolling to holding or back, of a row of it: 50 bits fit into a float

Array = npt.NDArray[Any]


def of_rules(rules: Rules) -> npt.NDArray[np.float64]:
    """The lookup table of the strategy ``optimal``, whose numbers :func:`holds` reads.

    For two players float64[goal * goal], for one float64[goal].  Kept on disk (lookup.py).  For two
    players it takes a twentieth of a second for a goal of 100, and some four seconds for
    MOST_SOLVED_GOAL.
    """
    goal = rules.number("goal")
    if rules["players"] == 1:
        table = kept(f"pig-alone-{goal}", goal, partial(best_moves_alone, goal))
    else:
        table = kept(f"pig-{goal}", goal * goal, partial(best_moves, goal))
    if np.isnan(table).any():
        raise PlayoutError(f"goal = {goal}: the table of best play has no room for all of its rows")
    return table


@jit
def best_moves(goal: int) -> Any:
    """For each (own score, other's score) the turn totals at which to change the move.

    The first is where holding begins, the next where rolling begins again, and so on: BITS bits
    each, the first lowest.
    """
    table, win = np.zeros(goal * goal), np.zeros((goal, goal))
    hold, room = new_rows(goal), new_rows(goal)
    for sum_ in range(2 * goal - 2, -1, -1):
        for own in range(max(0, sum_ - goal + 1), sum_ // 2 + 1):
            other = sum_ - own
            _solve(win, goal, own, other, hold, room)
            table[own * goal + other] = _changes(hold[0], goal - own)
            table[other * goal + own] = _changes(hold[1], goal - other)
    return table


@jit
def best_moves_alone(goal: int) -> Any:
    """For each score the turn totals at which to change the move, as in :func:`best_moves`."""
    table, turns = np.zeros(goal), np.zeros((1, goal))
    hold, room = new_rows(goal), new_rows(goal)
    for own in range(goal - 1, -1, -1):
        _fewest_turns(turns, goal, own, hold[0], room)
        table[own] = _changes(hold[0], goal - own)
    return table


@jit
def _fewest_turns(turns: Any, goal: int, own: int, hold: Any, room: Any) -> None:
    """Write the turns that it takes at best from a score, and where to hold.

    A chance to win is 1 - x if the other has x.  Here 1 - t stands in its place, t being the turns
    that are still to come after this one: as much as can be of that means as few turns as can be.
    """
    before, now = np.inf, 2.0 * goal  # if the first point is kept, it takes fewer
    while abs(now - before) > 1e-13 * now:
        before = now
        a, b = turn(turns, goal, own, 0, 1.0 - now, True, hold, room)
        now = (2.0 - a - b) / (1.0 - b)  # of t = 1 + 1 - (a + b (1 - t))
    turns[0, own] = now


@jit
def new_rows(goal: int) -> Any:
    """Room for two rows with a number for each turn total that is not beyond the goal by 6."""
    return np.zeros((2, goal + FACES))


@jit
def _solve(win: Any, goal: int, own: int, other: int, hold: Any, room: Any) -> None:
    """Write the chances of both players at these scores, and where they hold, into two rows."""
    mine, theirs, before = 0.5, 0.5, -1.0
    while abs(mine + theirs - before) > 1e-15:
        before = mine + theirs
        first = turn(win, goal, own, other, 1.0 - theirs, True, hold[0], room)
        second = turn(win, goal, other, own, 1.0 - mine, True, hold[1], room)
        mine, theirs = meet(first, second)
    win[own, other], win[other, own] = mine, theirs


@jit(inline=True)
def meet(first: tuple[float, float], second: tuple[float, float]) -> tuple[float, float]:
    """The solution of x = a + b (1 - y), y = c + d (1 - x); (a, b) and (c, d) are given."""
    x = (first[0] + first[1] * (1.0 - second[0] - second[1])) / (1.0 - first[1] * second[1])
    return x, second[0] + second[1] * (1.0 - x)


@jit
def turn(
    win: Any, goal: int, own: int, other: int, lost: float, decide: bool, hold: Any, room: Any
) -> tuple[float, float]:
    """The chance to win at the beginning of a turn as a + b * (chance once the turn is lost).

    ``win`` is the table of the other player.  ``hold[total]`` says, as 1 or 0, whether to hold at
    a turn total; with ``decide`` what is best is written there, for a chance of ``lost`` once the
    turn is lost.  Returns a, b.
    """
    needed = goal - own
    kept, gone = room[0], room[1]  # the chance at each turn total is kept + gone * lost
    for total in range(needed, needed + FACES):
        kept[total], gone[total], hold[total] = 1.0, 0.0, 1.0
    for total in range(needed - 1, -1, -1):
        a, b = 0.0, 1.0
        for face in range(2, FACES + 1):
            a += kept[total + face]
            b += gone[total + face]
        a, b = a / FACES, b / FACES
        held = 1.0 - win[other, own + total]
        if decide:
            hold[total] = total > 0 and held >= a + b * lost
        kept[total] = held if hold[total] else a
        gone[total] = 0.0 if hold[total] else b
    return kept[0], gone[0]


@jit
def _changes(hold: Any, needed: int) -> float:
    """The turn totals below ``needed`` at which a row changes, as one number."""
    code, count = 0, 0
    for total in range(2, needed):  # no roll leads to 1
        if hold[total] != (count & 1):
            code |= total << (BITS * count)
            count += 1
    return code if count <= MOST_CHANGES else np.nan


@jit(inline=True)
def holds(row: float, needed: int, total: int) -> bool:
    """Whether to hold at a turn total, by the number of the strategy's table for these scores."""
    if total >= needed:
        return True
    changes, hold = int(row), False
    while changes > 0 and total >= changes & (2**BITS - 1):
        changes >>= BITS
        hold = not hold
    return hold
