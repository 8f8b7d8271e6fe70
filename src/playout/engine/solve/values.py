"""The value of every position, from the last ones back to the first.

Positions that lead to each other again and again form a knot (a strongly connected component).  The
knots are gone through so that whatever a knot leads to is known before (Tarjan's algorithm).  A
position that is in none has a value that follows at once: backward induction (Zermelo; Bellman), as
exact as floats are.  In a knot the values are iterated, from the least that they can be upwards
(value iteration), and then closed in from above:

  * If every way of going on leads out of the knot, on average in h steps at most, then an error r
    of one step is an error of r h at most (a weighted contraction): that is the gap.
  * Else values are iterated from the most that they can be downwards, too: between both lies the
    truth (interval iteration: S. Haddad and B. Monmege, "Interval iteration algorithm for MDPs and
    IMDPs", Theoretical Computer Science 735 (2018)).  Where the two do not meet, a game can go on
    for ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.native.jit import jit
from playout.engine.solve.graph import ENDED, SWEPT, Graph

TOLERANCE = 1e-9  # between the two ends of a value that is called known
_STEADY = 1e-15  # a change that is none, of a value of 1
_SWEEPS = 100_000  # of a knot, at most
_ENDLESS = 1e12  # steps, or a value without an end

Real = npt.NDArray[np.float64]


@jit
def _worth_of(move: Any, base: Any, starts: Any, targets: Any, chances: Any, of: Any) -> Any:
    """The value of a move: its base, and the values of the positions that follow."""
    value = base[move]
    for branch in range(starts[move], starts[move + 1]):
        value += chances[branch] * of[targets[branch]]
    return value


@jit
def _best(
    position: Any,
    sign: Any,
    first: Any,
    base: Any,
    starts: Any,
    targets: Any,
    chances: Any,
    of: Any,
) -> Any:
    """The value of a position to the player to move, and the first move that reaches it."""
    best, chosen = 0.0, -1
    for move in range(first[position], first[position + 1]):
        value = _worth_of(move, base, starts, targets, chances, of)
        if chosen < 0 or (sign > 0 and value > best) or (sign < 0 and value < best):
            best, chosen = value, move
    return best, chosen


@jit
def _sweep(
    signs: Any, first: Any, base: Any, starts: Any, targets: Any, chances: Any, of: Any
) -> Any:
    """Write all values of a knot anew; returns the largest change, and the largest value."""
    change = largest = 0.0
    for position in range(len(of)):
        value, _ = _best(position, signs[position], first, base, starts, targets, chances, of)
        change = max(change, abs(value - of[position]))
        largest = max(largest, abs(value))
        of[position] = value
    return change, largest


@jit
def _steps_out(
    signs: Any,
    first: Any,
    base: Any,
    starts: Any,
    targets: Any,
    chances: Any,
    low: Any,
    sweeps: int,
) -> float:
    """The most steps, on average, until a knot is left; more than _ENDLESS if it need not be.

    Who wants little plays what is best by ``low``, a strategy its move, others anything.
    """
    count = len(low)
    only, end, steps = np.zeros(count, np.int64), np.zeros(count, np.int64), np.ones(count)
    for position in range(count):
        only[position], end[position] = first[position], first[position + 1]
        if signs[position] == 0:
            end[position] = first[position] + 1
        elif signs[position] < 0:
            _, only[position] = _best(position, -1, first, base, starts, targets, chances, low)
            end[position] = only[position] + 1
    one = np.ones(len(base))
    for _ in range(sweeps):
        change = most = 0.0
        for position in range(count):
            longest = 0.0
            for move in range(only[position], end[position]):
                longest = max(longest, _worth_of(move, one, starts, targets, chances, steps))
            change = max(change, longest - steps[position])
            steps[position] = longest
            most = max(most, longest)
        if change <= 0.002:
            return 1.01 * most  # more than enough: it satisfies the inequality that proves it
        if most > 1e9:
            break
    return 2.0 * _ENDLESS


@jit
def _untie(
    members: Any,
    signs: Any,
    first_move: Any,
    first_branch: Any,
    targets: Any,
    chances: Any,
    gains: Any,
    low: Any,
    high: Any,
    knots: Any,
    places: Any,
    most: float,
    work: int,
) -> None:
    """Write both ends of the values of a knot, which are at most ``most``; it may be infinite.

    ``work`` are the steps from position to position that all sweeps together may take.

    The knot is copied into small arrays first, in which what leads out of it is a part of the base
    of a move: they are gone through a hundred times.
    """
    knot, count = knots[members[0]], len(members)
    moves = branches = 0
    for k in range(count):
        places[members[k]] = k
        moves += first_move[members[k] + 1] - first_move[members[k]]
        begin, end = first_move[members[k]], first_move[members[k] + 1]
        branches += first_branch[end] - first_branch[begin]
    first, own_signs = np.zeros(count + 1, np.int64), np.zeros(count, np.int64)
    base, base_high, starts = np.zeros(moves), np.zeros(moves), np.zeros(moves + 1, np.int64)
    to, shares = np.zeros(branches, np.int64), np.zeros(branches)
    moves = branches = 0
    gap = 0.0  # the widest of what is led to
    for k in range(count):
        own_signs[k] = signs[members[k]]
        for move in range(first_move[members[k]], first_move[members[k] + 1]):
            base[moves] = base_high[moves] = gains[move]
            for branch in range(first_branch[move], first_branch[move + 1]):
                target, chance = targets[branch], chances[branch]
                if knots[target] == knot:
                    to[branches], shares[branches] = places[target], chance
                    branches += 1
                else:
                    base[moves] += chance * low[target]
                    base_high[moves] += chance * high[target]
                    gap = max(gap, high[target] - low[target])
            moves += 1
            starts[moves] = branches
        first[k + 1] = moves
    below = np.zeros(count)
    largest, sweeps = 1.0, min(_SWEEPS, work // max(branches, 1))
    for _ in range(sweeps):
        change, largest = _sweep(own_signs, first, base, starts, to, shares, below)
        if change <= _STEADY * max(largest, 1.0) or largest > _ENDLESS:
            break
    for k in range(count):
        low[members[k]] = below[k]
        high[members[k]] = most
    if largest <= _ENDLESS:
        wrong = 2.0 * _STEADY * max(largest, 1.0)
        for k in range(count):
            value, _ = _best(k, own_signs[k], first, base, starts, to, shares, below)
            wrong = max(wrong, abs(value - below[k]))
        length = _steps_out(own_signs, first, base, starts, to, shares, below, sweeps)
        if length <= _ENDLESS:
            for k in range(count):
                high[members[k]] = below[k] + gap + wrong * length
            return
    if most > _ENDLESS:
        return
    above = np.full(count, most)
    for _ in range(sweeps):
        change, _ = _sweep(own_signs, first, base_high, starts, to, shares, above)
        if change <= _STEADY:
            break
    for k in range(count):
        high[members[k]] = above[k]


@jit
def _solve(
    signs: Any,
    first_move: Any,
    first_branch: Any,
    targets: Any,
    chances: Any,
    gains: Any,
    low: Any,
    high: Any,
    knots: Any,
    most: float,
    work: int,
) -> int:
    """Write both ends of all values; returns how many positions are in knots."""
    count = len(signs)
    order, lowest = np.zeros(count, np.int64), np.zeros(count, np.int64)
    places = np.zeros(count, np.int64)
    stack, path = np.empty(count, np.int64), np.empty(count, np.int64)
    nexts = np.empty(count, np.int64)
    stacked = depth = visited = found = tied = 0
    for root in range(count):
        if order[root] != 0:
            continue
        path[0], depth = root, 1
        while depth > 0:
            position = path[depth - 1]
            if order[position] == 0:
                visited += 1
                order[position] = lowest[position] = visited
                stack[stacked] = position
                stacked += 1
                nexts[position] = first_branch[first_move[position]]
            end = first_branch[first_move[position + 1]]
            deeper = False
            while nexts[position] < end:
                target = targets[nexts[position]]
                if order[target] == 0:
                    path[depth] = target
                    depth += 1
                    deeper = True
                    break
                if knots[target] < 0:
                    lowest[position] = min(lowest[position], lowest[target])
                nexts[position] += 1
            if deeper:
                continue
            depth -= 1
            if lowest[position] != order[position]:
                continue
            begin = stacked
            while True:
                begin -= 1
                knots[stack[begin]] = found
                if stack[begin] == position:
                    break
            members = stack[begin:stacked][::-1].copy()  # from the last to the first: faster
            stacked = begin
            is_tied = len(members) > 1
            for branch in range(first_branch[first_move[position]], end):
                is_tied |= targets[branch] == position
            found += 1
            if is_tied:
                tied += len(members)
                _untie(
                    members,
                    signs,
                    first_move,
                    first_branch,
                    targets,
                    chances,
                    gains,
                    low,
                    high,
                    knots,
                    places,
                    most,
                    work,
                )
            elif first_move[position] < first_move[position + 1]:
                sign = signs[position]
                for of in (low, high):
                    of[position], _ = _best(
                        position, sign, first_move, gains, first_branch, targets, chances, of
                    )
    return tied


@dataclass(frozen=True)
class Values:
    """The values of the positions of a graph."""

    low: Real  # both ends of each value
    high: Real
    tied: int  # positions in knots
    knots: npt.NDArray[np.int64]  # of a position: a number above those of all that it leads to


def values(graph: Graph, column: int, signs: Any, most: float, work: int = SWEPT) -> Values:
    """Return the value of every position.

    ``signs`` says of each position whether who chooses there wants much (1) or little (-1) of the
    measure in that column, which is nothing at least, and ``most`` at most; 0: the first move of
    that position is made.  ``work`` are the steps that a knot may take.
    """
    low = np.where(graph.actors == ENDED, graph.worth[:, column], 0.0)
    high = low.copy()
    gains = np.ascontiguousarray(graph.gains[:, column])
    arrays = graph.first_move, graph.first_branch, graph.targets, graph.chances, gains
    knots = np.full(len(low), -1, np.int64)
    tied = _solve(np.asarray(signs, np.int64), *arrays, low, high, knots, most, work)
    return Values(low, high, int(tied), knots)


def after(graph: Graph, known: Values, column: int, move: int) -> tuple[float, float]:
    """Both ends of what a move is worth."""
    gain = float(graph.gains[move, column])
    branches = graph.branches_of(move)
    ends = (
        sum(chance * float(of[to]) for to, chance in branches) for of in (known.low, known.high)
    )
    low, high = ends
    return gain + low, gain + high
