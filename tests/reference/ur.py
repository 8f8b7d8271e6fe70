"""A slow, obvious model of the Royal Game of Ur, and its exact values.

The pieces of a player are a sorted list of steps: 0 beside the board, 1 to 14 on it, 15 home.
Steps 5 to 12 are on squares that both share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb

Pieces = tuple[int, ...]
Policy = Callable[[Pieces, Pieces, int], int]

HOME, ROSETTES, SHARED, SAFE = 15, (4, 8, 14), range(5, 13), 8


def moves(own: Pieces, other: Pieces, throw: int, safe: bool = True) -> list[int]:
    """The steps from which a piece may move."""
    return [
        step
        for step in sorted(set(own))
        if throw > 0
        and step + throw <= HOME
        and (step + throw == HOME or step + throw not in own)
        and not (safe and step + throw == SAFE and SAFE in other)
    ]


def moved(
    own: Pieces, other: Pieces, step: int, throw: int, again: bool = True
) -> tuple[Pieces, Pieces, int, bool]:
    """The pieces of both after a move, how many were sent back, and whether to throw again."""
    mine, theirs, to = list(own), list(other), step + throw
    mine.remove(step)
    mine.append(to)
    sent = 0
    if to in SHARED and to in theirs:
        theirs.remove(to)
        theirs.append(0)
        sent = 1
    return tuple(sorted(mine)), tuple(sorted(theirs)), sent, again and to in ROSETTES


def played(
    throws: Iterator[int],
    policies: list[Policy],
    pieces: int,
    again: bool = True,
    safe: bool = True,
    most_throws: int = 10_000,
) -> tuple[list[int], list[int], int]:
    """A whole game: the pieces home and sent back by each player, and the throws."""
    at: list[Pieces] = [(0,) * pieces, (0,) * pieces]
    sent, player, thrown = [0, 0], 0, 0
    while thrown < most_throws:
        throw, more = next(throws), False
        thrown += 1
        own, other = at[player], at[1 - player]
        if moves(own, other, throw, safe):
            step = policies[player](own, other, throw)
            at[player], at[1 - player], back, more = moved(own, other, step, throw, again)
            sent[player] += back
            if set(at[player]) == {HOME}:
                break
        player = player if more else 1 - player
    return [steps.count(HOME) for steps in at], sent, thrown


def looked_ahead(own: Pieces, other: Pieces, step: int, throw: int, depth: int) -> float:
    """What a move is worth to who looks so many moves ahead: how many steps it will lead by."""
    mine, theirs, _, more = moved(own, other, step, throw)
    if set(mine) == {HOME}:
        return 1000.0
    return _expected(mine, theirs, depth - 1) if more else -_expected(theirs, mine, depth - 1)


def _expected(own: Pieces, other: Pieces, depth: int) -> float:
    if depth == 0:
        return float(sum(own) - sum(other))
    value = 0.0
    for throw in range(5):
        found = [looked_ahead(own, other, step, throw, depth) for step in moves(own, other, throw)]
        best = max(found) if found else -_expected(other, own, depth - 1)
        value += comb(4, throw) / 16 * best
    return value


def first_wins(
    pieces: int, dice: int = 4, at_random: bool = False, again: bool = True, safe: bool = True
) -> tuple[float, float]:
    """How often the first player wins with best play, or with random moves, and how many throws."""
    chances = [comb(dice, marked) / 2**dice for marked in range(dice + 1)]
    begin = ((0,) * pieces, (0,) * pieces)
    ways: dict[tuple[Pieces, Pieces], list[list[tuple[int, tuple[Pieces, Pieces]]]]] = {}
    todo = [begin]
    while todo:
        own, other = here = todo.pop()
        if here in ways:
            continue
        ways[here] = []
        for throw in range(dice + 1):
            after = []
            for step in moves(own, other, throw, safe):
                mine, theirs, _, more = moved(own, other, step, throw, again)
                after.append((1, (mine, theirs)) if more else (-1, (theirs, mine)))
                if set(mine) == {HOME}:
                    after[-1] = 0, begin
            ways[here].append(after or [(-1, (other, own))])
            todo += [there for sign, there in ways[here][-1] if sign]
    wins, lasts = dict.fromkeys(ways, 0.5), dict.fromkeys(ways, 0.0)
    order = sorted(ways, key=lambda both: -sum(both[0]) - sum(both[1]))
    changed = 1.0
    while changed > 1e-12:
        changed = 0.0
        for here in order:
            win, last = 0.0, 1.0
            for chance, after in zip(chances, ways[here], strict=True):
                found = [
                    (1.0, 0.0)
                    if sign == 0
                    else (wins[there] if sign > 0 else 1.0 - wins[there], lasts[there])
                    for sign, there in after
                ]
                if not at_random:
                    found = [max(found)]
                win += chance * sum(one for one, _ in found) / len(found)
                last += chance * sum(one for _, one in found) / len(found)
            changed = max(changed, abs(win - wins[here]), abs(last - lasts[here]) / 100)
            wins[here], lasts[here] = win, last
    return wins[begin], lasts[begin]
