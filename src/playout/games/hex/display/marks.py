"""What is marked on a board of Hex: the stones of player 2, the last stone, the chain that won."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np

from playout.engine.game.drawings import element
from playout.games.hex.board import NOWHERE, Stones, neighbour
from playout.games.hex.display.picture import Layout, Point, line

_INNER = "#9cd1f5"  # on blue


def second_mark(plan: Layout, at: Point) -> str:
    """A square on a stone of player 2, so that it differs from others without its colour."""
    half = 0.44 * plan.side
    path = f"M{at[0] - half:.1f} {at[1] - half:.1f}h{2 * half:.1f}v{2 * half:.1f}h{-2 * half:.1f}z"
    look = {"fill": "none", "stroke": _INNER, "stroke_width": round(0.07 * plan.side, 2)}
    return element("path", d=path, **look, stroke_linejoin="round")


def last_stone(plan: Layout, cell: int) -> Iterator[str]:
    """A ring around the stone that was placed last: black, with a white one inside."""
    x, y = plan.centre(*divmod(cell, plan.cols))
    for radius, stroke in ((0.8 * plan.side, "#111"), (0.7 * plan.side, "#fff")):
        path = (
            f"M{x - radius:.1f} {y:.1f}a{radius:.1f} {radius:.1f} 0 1 1 {2 * radius:.1f} 0"
            f"a{radius:.1f} {radius:.1f} 0 1 1 {-2 * radius:.1f} 0z"
        )
        look = {"fill": "none", "stroke": stroke, "stroke_width": round(0.13 * plan.side, 2)}
        yield element("path", d=path, **look)


def winning_chain(plan: Layout, stones: Stones, player: int) -> Iterator[str]:
    """A band below the shortest chain of stones that joins both sides of who has won."""
    points = [plan.centre(*divmod(cell, plan.cols)) for cell in chain(stones, player)]
    points = [*points, points[0]] if len(points) == 1 else points
    for stroke, thickness in (("#111", 0.95), ("#ffd34d", 0.7)):
        look = {"fill": "none", "stroke": stroke, "stroke_width": round(thickness * plan.side, 1)}
        ends = {"stroke_linejoin": "round", "stroke_linecap": "round", "class": "chain"}
        yield element("polyline", points=line(points), **look, **ends)


def chain(stones: Stones, player: int) -> list[int]:
    """The cells of a shortest chain of a player from the first side to the second; or none."""
    rows, cols = stones.shape
    own = stones == player
    starts = np.flatnonzero(own[0] if player == 1 else own[:, 0])
    first = starts if player == 1 else starts * cols
    before = dict.fromkeys(map(int, first), NOWHERE)
    waiting = deque(before)
    while waiting:
        cell = waiting.popleft()
        if (cell // cols == rows - 1) if player == 1 else (cell % cols == cols - 1):
            cells = [cell]
            while before[cells[-1]] != NOWHERE:
                cells.append(before[cells[-1]])
            return cells
        for direction in range(6):
            there = int(neighbour(cell, direction, rows, cols))
            if there != NOWHERE and there not in before and own.flat[there]:
                before[there] = cell
                waiting.append(there)
    return []
