"""The faces of tiles as SVG: halves with pips, on pieces of the common kit.

All lengths are in pixels.  A tile is two squares, side by side or one above the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from playout.engine.game.drawings import element
from playout.engine.game.drawn_pieces import EDGE, piece
from playout.games.mexican_train.display.history import Pair

SIDE = 22.0  # the side of half a tile
RAIL, GOLD = "#8fb3a6", "#e3b341"  # tracks, and that of the Mexican train
ENGINE = (
    "M0 10V4h6V0h3v4h3V1h5v3h1v6zM1 10a2.5 2.5 0 1 0 5 0zM7 10a2.5 2.5 0 1 0 5 0z"
    "M13 10a2.5 2.5 0 1 0 5 0z"
)  # a small locomotive: the marker of an open train
# Colours of pips, 1 to 18.  Neighbours differ in lightness too: everyone can tell them apart.
_PIPS = (
    *("#0072b2", "#008a63", "#d55e00", "#5b2a86", "#222222", "#c2478f"),
    *("#936600", "#073f6b", "#8f1d1d", "#007f86", "#b3622f", "#5c5c5c"),
    *("#0b7285", "#6741d9", "#343a40", "#1864ab", "#846358", "#2b8a3e"),
)


def spots(number: int) -> Iterator[tuple[float, float]]:
    """The places of the pips of a number 0 .. 18 on a square from 0 to 1.

    Up to 9 as on a die of three columns; above that rows of four, then of five.
    """
    faces = {
        0: "",
        1: "11",
        2: "0022",
        3: "001122",
        4: "00022022",
        5: "0002112022",
        6: "000102202122",
        7: "00010211202122",
        8: "0001021012202122",
        9: "000102101112202122",
    }
    if number <= 9:
        for k in range(0, len(faces[number]), 2):
            col, row = (int(sign) for sign in faces[number][k : k + 2])
            yield 0.22 + 0.28 * col, 0.22 + 0.28 * row
        return
    cols = 4 if number <= 16 else 5
    rows = -(-number // cols)
    for row in range(rows):
        in_row = number // rows + (row < number % rows)
        for col in range(in_row):
            yield 0.5 + 0.72 / cols * (col - (in_row - 1) / 2), 0.14 + 0.72 * (row + 0.5) / rows


@cache
def pips(number: int, side: float, ink: str = "") -> str:
    """The pips of half a tile whose upper left corner is at (0, 0)."""
    if number == 0:
        return ""
    width = 2 * side * (0.1 if number <= 9 else 0.065)
    dots = "".join(f"M{side * across:.1f} {side * down:.1f}h0" for across, down in spots(number))
    line = {"stroke_width": round(width, 1), "stroke_linecap": "round"}
    return element("path", d=dots, stroke=ink or _PIPS[number - 1], **line, **{"class": "pips"})


def tile_svg(x: float, y: float, tile: Pair, *, upright: bool = False, side: float = SIDE) -> str:
    """A tile whose upper left corner is at (x, y), its first number left, or on top.

    ``side`` is that of half a tile.
    """
    wide, high = (side, 2 * side) if upright else (2 * side, side)
    across, down = (0.0, side) if upright else (side, 0.0)
    inset = 0.16 * side
    line = (
        f"M{inset:.1f} {side:.1f}h{side - 2 * inset:.1f}"
        if upright
        else f"M{side:.1f} {inset:.1f}v{side - 2 * inset:.1f}"
    )
    second = pips(tile[1], side)
    return piece(
        x,
        y,
        wide,
        high,
        element("path", d=line, stroke=EDGE),
        pips(tile[0], side),
        second and element("g", second, transform=f"translate({across:g} {down:g})"),
        radius=round(0.17 * side, 1),
    )
