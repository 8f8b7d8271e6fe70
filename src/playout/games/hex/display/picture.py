"""Where things lie in a picture of a board, and how its parts look in SVG.

Hexagons stand on a point; each row lies half a cell to the right of the row above.  All lengths
are in pixels; (0, 0) is the middle of the top left cell.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.games.hex.board import COL_STEPS, ROW_STEPS
from playout.games.hex.gale import owner

Point = tuple[float, float]
Edges = npt.NDArray[np.integer[Any]]  # of a walk: see `gale.walk`
Heat = npt.NDArray[np.float64]  # [rows, cols]: a rate 0 .. 1 for each cell; NaN: none

# Orange and blue of Okabe and Ito, "Color universal design" (2008): told apart by the
# colour-blind, and, one light and one dark, in print without colours.
PLAYER_COLOURS = {1: "#e69f00", 2: "#0072b2"}
COLOUR_NAMES = {1: "orange", 2: "blue"}
PLAYER_INKS = {1: "#000", 2: "#fff"}  # of what is written on a stone
PATH_COLOURS = ("#111", "#b5179e")
PAPER, LINE = "#fbfaf6", "#8a8a80"
# From light to dark, which reads as more; no orange or blue, as players have ("Greens",
# colorbrewer2.org).
_HEAT = ((247, 252, 245), (199, 233, 192), (116, 196, 118), (35, 139, 69), (0, 68, 27))


def largest(heat: Heat) -> float:
    """The largest rate, or 1 if there is none above 0."""
    return float(np.nanmax(heat)) if (heat > 0).any() else 1.0


def heat_colour(share: float) -> str:
    """The colour of a share 0 .. 1 of the largest value."""
    place = min(max(share, 0.0), 1.0) * (len(_HEAT) - 1)
    k = min(int(place), len(_HEAT) - 2)
    mixed = (round(a + (b - a) * (place - k)) for a, b in zip(_HEAT[k], _HEAT[k + 1], strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def heat_ink(share: float) -> str:
    """The colour of text that can be read on that colour."""
    return "#fff" if share > 0.6 else "#222"


@dataclass(frozen=True)
class Layout:
    """The places of a board of rows x cols cells whose sides are ``side`` long."""

    rows: int
    cols: int
    side: float

    @property
    def width(self) -> float:
        """The width of a cell."""
        return math.sqrt(3) * self.side

    def centre(self, row: float, col: float) -> Point:
        """The middle of a cell, also of one off the board."""
        return self.width * (col + row / 2), 1.5 * self.side * row

    def corner(self, row: int, col: int, k: int) -> Point:
        """The corner of a cell between its neighbours in directions k - 1 and k."""
        x, y = self.centre(row, col)
        angle = math.pi / 3 * k - math.pi / 6
        return x + self.side * math.cos(angle), y + self.side * math.sin(angle)

    def hexagon(self) -> str:
        """The path of a cell from its corner 0, to be put behind an "M x y"."""
        corners = [self.corner(0, 0, k) for k in range(6)]
        steps = ((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(corners))
        return "".join(f"l{x:.2f} {y:.2f}" for x, y in steps) + "z"

    def beyond(self, row: int, col: int, k: int) -> tuple[int, int]:
        """The neighbour of a cell in direction k, on the board or off it."""
        return row + int(ROW_STEPS[k % 6]), col + int(COL_STEPS[k % 6])

    def holds(self, cell: tuple[int, int]) -> bool:
        """Whether a cell is on the board."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def border(self, depth: float) -> Iterator[tuple[int, list[Point]]]:
        """The strips of this depth along the sides of the board: a player who joins it, and the
        corners, for every edge between a cell and what is off the board."""
        off_board = np.zeros(0, np.int8)
        for row in range(self.rows):
            for col in range(self.cols):
                for k in range(6):
                    beyond = self.beyond(row, col, k)
                    if not self.holds(beyond):
                        player = owner(off_board, self.rows, self.cols, *beyond)
                        yield int(player), self._rim(row, col, k, depth)

    def _rim(self, row: int, col: int, k: int, depth: float) -> list[Point]:
        """The strip outside an edge of the border; neighbouring strips meet."""
        inner, outer = [], []
        for turn in (k, k + 1):
            x, y = self.corner(row, col, turn)
            meeting = ((row, col), self.beyond(row, col, turn - 1), self.beyond(row, col, turn))
            from_x, from_y = self._middle(cell for cell in meeting if self.holds(cell))
            # Edges meet at 120 degrees, so the cut along their bisector is longer than the depth.
            stretch = depth / math.cos(math.pi / 6) / math.hypot(x - from_x, y - from_y)
            inner.append((x, y))
            outer.append((x + (x - from_x) * stretch, y + (y - from_y) * stretch))
        return [*inner, *reversed(outer)]

    def path(self, edges: Edges) -> list[Point]:
        """The corners of cells that a walk of two edges or more comes to, both ends included.

        Two edges that follow each other separate three cells, and their common corner is the middle
        of these.  At both ends of the walk, the outer end of the edge is the mirror image of the
        inner one.
        """
        pairs = [((int(a), int(b)), (int(c), int(d))) for a, b, c, d in edges]
        corners = [
            self._middle(dict.fromkeys((*before, *after))) for before, after in pairwise(pairs)
        ]
        return [
            _mirrored(corners[0], self._middle(pairs[0])),
            *corners,
            _mirrored(corners[-1], self._middle(pairs[-1])),
        ]

    def _middle(self, cells: Iterable[tuple[int, int]]) -> Point:
        points = [self.centre(*cell) for cell in cells]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _mirrored(point: Point, at: Point) -> Point:
    return 2 * at[0] - point[0], 2 * at[1] - point[1]


def line(points: list[Point]) -> str:
    """The points as an SVG polyline has them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def words(at: Point, text: object, size: float, ink: str = "#333", more: str = "") -> str:
    """Text centred on a point; ``more`` has further attributes, and begins with a blank.

    Without ``ink`` it takes the colour of the page.
    """
    fill = f' fill="{ink}"' if ink else ""
    return (
        f'<text x="{at[0]:.1f}" y="{at[1] + 0.35 * size:.1f}" font-size="{size:.1f}"'
        f"{fill}{more}>{text}</text>"
    )
