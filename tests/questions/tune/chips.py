"""Chips passed left and right, exactly: all positions, and the linear equations between them."""

from __future__ import annotations

import itertools
from collections import defaultdict

import numpy as np

Position = tuple[tuple[int, ...], int]  # the chips of each seat, and whose turn it is
FACES = (("left", 1 / 6), ("right", 1 / 6), ("lost", 1 / 6), ("kept", 1 / 2))


def winners(players: int, chips: int, extra: int = 0) -> list[float]:
    """The chance of each seat to be the last who has chips."""
    start = (chips + extra, *[chips] * (players - 1)), 0
    number: dict[Position, int] = {start: 0}
    chances: list[dict[int, float]] = []
    positions = [start]
    for position in positions:  # which grows
        after: dict[int, float] = defaultdict(float)
        for there, chance in _turn(*position):
            if there not in number:
                number[there] = len(positions)
                positions.append(there)
            after[number[there]] += chance
        chances.append(after)
    equations = np.eye(len(positions))
    ends = np.zeros((len(positions), players))
    for k, (here, after) in enumerate(zip(positions, chances, strict=True)):
        if _is_over(here[0]):
            ends[k, [have > 0 for have in here[0]].index(True)] = 1.0
        for j, chance in after.items():
            equations[k, j] -= chance
    return [float(chance) for chance in np.linalg.solve(equations, ends)[0]]


def _is_over(chips: tuple[int, ...]) -> bool:
    return sum(have > 0 for have in chips) == 1


def _turn(chips: tuple[int, ...], seat: int) -> list[tuple[Position, float]]:
    """The positions after a turn with their chances; none if the game is over."""
    if _is_over(chips):
        return []
    found = []
    for throw in itertools.product(FACES, repeat=min(3, chips[seat])):
        have, chance = list(chips), 1.0
        for face, part in throw:
            chance *= part
            have[seat] -= face != "kept"
            if face in ("left", "right"):
                have[(seat + (1 if face == "left" else -1)) % len(have)] += 1
        following = (seat + 1) % len(have)
        while have[following] == 0:
            following = (following + 1) % len(have)
        found.append(((tuple(have), following), chance))
    return found
