"""Pig, slow and obvious: games with dice from a list, and chances as fractions.

Nothing here is shared with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

Policy = Callable[[int, int, int], bool]  # (own score, other's score, turn total) -> hold?


def hold_at(least: int, goal: int) -> Policy:
    """Hold at a turn total, or as soon as it wins."""
    return lambda own, other, total: total >= least or own + total >= goal


def played(dice: Iterable[int], policies: list[Policy], goal: int, most_turns: int) -> list[int]:
    """The scores after a game with these dice, then its turns and throws.

    A policy of more than two seats is told the score of the next one.
    """
    rolls = iter(dice)
    scores, turns, throws = [0] * len(policies), 0, 0
    while max(scores) < goal and turns < most_turns:
        seat = turns % len(scores)
        points = [next(rolls)]
        while points[-1] != 1 and not policies[seat](
            scores[seat], scores[(seat + 1) % len(scores)], sum(points)
        ):
            points.append(next(rolls))
        if points[-1] != 1:
            scores[seat] += sum(points)
        turns += 1
        throws += len(points)
    return [*scores, turns, throws]


def chance(first: Policy, second: Policy, goal: int) -> Fraction:
    """The chance that the first of two wins, by a linear equation at the start of every turn."""
    return chances((first, second), goal)(0, 0, 0)


def chances(policies: tuple[Policy, Policy], goal: int) -> Callable[[int, int, int], Fraction]:
    """The chance to win of a seat at the beginning of its turn: (seat, own score, other's)."""

    @cache
    def ends(seat: int, own: int, other: int) -> tuple[tuple[int, Fraction], ...]:
        """How a turn ends: turn totals with their chances; 0 is a lost turn."""
        found: dict[int, Fraction] = {}
        going = {0: Fraction(1)}
        while going:
            total = min(going)
            chance = going.pop(total)
            if total > 0 and policies[seat](own, other, total):
                found[total] = found.get(total, Fraction(0)) + chance
                continue
            for die in range(1, 7):
                place, into = (0, found) if die == 1 else (total + die, going)
                into[place] = into.get(place, Fraction(0)) + chance / 6
        return tuple(found.items())

    def kept(seat: int, own: int, other: int) -> tuple[Fraction, Fraction]:
        """The chance to win as a + b * (1 - chance of the other at the same scores)."""
        a = b = Fraction(0)
        for total, chance in ends(seat, own, other):
            if total == 0:
                b = chance
            else:
                after = own + total
                a += chance * (1 if after >= goal else 1 - win(1 - seat, other, after))
        return a, b

    @cache
    def win(seat: int, own: int, other: int) -> Fraction:
        a, b = kept(seat, own, other)
        c, d = kept(1 - seat, other, own)
        return (a + b * (1 - c - d)) / (1 - b * d)

    return win


def turn_alone(policy: Policy, own: int) -> dict[int, Fraction]:
    """How a turn of a player alone ends: turn totals with their chances; 0 is a lost turn."""
    found: dict[int, Fraction] = {}
    going = {0: Fraction(1)}
    while going:
        total = min(going)
        chance = going.pop(total)
        if total > 0 and policy(own, 0, total):
            found[total] = chance
            continue
        found[0] = found.get(0, Fraction(0)) + chance / 6
        for die in range(2, 7):
            going[total + die] = going.get(total + die, Fraction(0)) + chance / 6
    return found


def turns_alone(policy: Policy, goal: int) -> Fraction:
    """The turns that a player alone takes on average: at each score an equation in itself."""
    turns: list[Fraction] = [Fraction(0)] * goal
    for own in range(goal - 1, -1, -1):
        ends = turn_alone(policy, own)
        after = sum(p * turns[own + total] for total, p in ends.items() if 0 < total < goal - own)
        turns[own] = (1 + after) / (1 - ends[0])
    return turns[0]


def fewest_turns(goal: int, rounds: int = 10_000) -> list[float]:
    """The fewest turns on average from each score, by value iteration from nothing at all."""
    turns = [0.0] * goal

    def at(own: int) -> float:
        return 0.0 if own >= goal else turns[own]

    for _ in range(rounds):
        change = 0.0
        for own in range(goal):
            worth = [at(own + total) for total in range(goal - own + 6)]
            for total in range(goal - own - 1, -1, -1):
                rolled = (turns[own] + sum(worth[total + die] for die in range(2, 7))) / 6
                worth[total] = min(rolled, worth[total]) if total > 0 else rolled
            change = max(change, abs(1 + worth[0] - turns[own]))
            turns[own] = 1 + worth[0]
        if change < 1e-13:
            return turns
    raise AssertionError("it does not settle")


def best(goal: int, rounds: int = 4000) -> dict[tuple[int, int, int], float]:
    """The chance to win of best play in every position, by value iteration from nothing at all.

    Every position is improved again and again from its neighbours (Neller and Presser 2004).
    """
    places = [
        (own, other, total)
        for own in range(goal)
        for other in range(goal)
        for total in range(goal - own)
    ]
    win = dict.fromkeys(places, 0.0)

    def at(own: int, other: int, total: int) -> float:
        return 1.0 if own + total >= goal else win[own, other, total]

    for _ in range(rounds):
        change = 0.0
        for own, other, total in places:
            lost = 1 - win[other, own, 0]
            roll = (lost + sum(at(own, other, total + die) for die in range(2, 7))) / 6
            held = 1 - win[other, own + total, 0] if total > 0 else 0.0
            change = max(change, abs(max(roll, held) - win[own, other, total]))
            win[own, other, total] = max(roll, held)
        if change < 1e-14:
            return win
    raise AssertionError("it does not settle")
