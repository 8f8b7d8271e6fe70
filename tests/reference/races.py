"""Races in which no player hinders another, exactly: Pig, and snakes and ladders.

How many turns a player needs alone has a distribution; who needs the fewest wins, and of equals the
one who sits first.  Nothing here is shared with the package.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Chances = npt.NDArray[np.float64]  # of the last turn: that it is number 1, 2, ...
MOST = 3_000  # turns; what is beyond has no chance that could be seen


def pig(goal: int, at: int) -> Chances:
    """Of a player who holds at a turn total, or as soon as that wins."""
    return turns(np.stack([_kept(own, goal, at) for own in range(goal)]))


def pig_at_random(goal: int) -> Chances:
    """Of a player who rolls, and then rolls or holds, both equally likely."""
    return turns(np.stack([_kept(own, goal, 0) for own in range(goal)]))


def _kept(own: int, goal: int, at: int) -> Chances:
    """The chances of all scores after a turn; with ``at`` 0 it stops with chance 1/2."""
    after, going = np.zeros(goal + 1), {0: 1.0}
    while going:
        total = min(going)
        chance = going.pop(total)
        stops = 0.0 if total == 0 else 0.5 if at == 0 else float(total >= at or own + total >= goal)
        if at == 0 and own + total >= goal + 300:
            stops = 1.0
        after[min(own + total, goal)] += chance * stops
        rolls = chance * (1.0 - stops)
        if rolls > 0.0:
            after[own] += rolls / 6
            for die in range(2, 7):
                going[total + die] = going.get(total + die, 0.0) + rolls / 6
    return after


def ladders(board: str, sides: int = 6, wins_beyond: bool = False) -> Chances:
    """Of a token on a board in one line, such as ``25:3-11/20-8``."""
    head, _, rest = board.partition(":")
    last, jumps = int(head), dict[int, int]()
    for one in filter(None, rest.split("/")):
        foot, top = one.split("-")
        jumps[int(foot)] = int(top)
    moves = np.zeros((last, last + 1))
    for square in range(last):
        for die in range(1, sides + 1):
            there = square + die
            if there > last:
                there = last if wins_beyond else square
            while there in jumps:
                there = jumps[there]
            moves[square, there] += 1 / sides
    return turns(moves)


def turns(moves: Chances) -> Chances:
    """Of a player who moves as ``moves[here, there]`` says, from the first place to the last."""
    here, found = np.zeros(len(moves)), list[float]()
    here[0] = 1.0
    while here.sum() > 1e-15 and len(found) < MOST:
        after = here @ moves
        found.append(after[-1])
        here = after[:-1]
    return np.array(found)


def winners(players: Sequence[Chances]) -> list[float]:
    """The chance of each seat to win."""
    longest = max(map(len, players))
    last = [np.pad(one, (0, longest - len(one))) for one in players]
    later = [1.0 - np.cumsum(one) for one in last]  # needs more turns than 1, 2, ...
    found = []
    for seat, mine in enumerate(last):
        chance = mine.copy()
        for other in range(len(last)):
            if other < seat:
                chance *= later[other]
            elif other > seat:
                chance *= later[other] + last[other]
        found.append(float(chance.sum()))
    return found


def lengths(players: Sequence[Chances]) -> Chances:
    """The chances of the number of turns of all players, 1, 2, ..."""
    longest = max(map(len, players))
    last = [np.pad(one, (0, longest - len(one))) for one in players]
    going, found = 1.0, np.zeros(longest * len(players))
    left = [1.0] * len(players)
    for turn in range(longest):
        for seat, one in enumerate(last):
            others = float(np.prod([left[k] for k in range(len(players)) if k != seat]))
            found[turn * len(players) + seat] = one[turn] * others
            left[seat] -= one[turn]
            going -= one[turn] * others
    return found


def mean(chances: Chances) -> float:
    """The mean number of turns."""
    return float(chances @ np.arange(1, len(chances) + 1))


def quantile(chances: Chances, part: float) -> int:
    """The smallest number of turns that a part of all games does not exceed."""
    return int(np.searchsorted(np.cumsum(chances), part - 1e-12)) + 1


def fill(rows: int, cols: int, p: float) -> float:
    """The chance that player 1, who owns each cell with chance p, joins top and bottom in Hex."""
    cells = rows * cols
    boards = np.arange(1 << cells)
    owned = (boards[:, np.newaxis] >> np.arange(cells)) & 1
    reached = owned * (np.arange(cells) < cols)
    while True:
        grid = np.pad(reached.reshape(-1, rows, cols), ((0, 0), (1, 1), (1, 1)))
        near = grid[:, 1:-1, 1:-1].copy()
        for a, b in ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)):
            near |= grid[:, a : a + rows, b : b + cols]
        after = near.reshape(-1, cells) & owned
        if np.array_equal(after, reached):
            break
        reached = after
    won = reached[:, -cols:].any(axis=1)
    stones = owned.sum(axis=1)
    return float((won * p**stones * (1 - p) ** (cells - stones)).sum())
