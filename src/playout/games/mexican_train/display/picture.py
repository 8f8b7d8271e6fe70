"""How a table of dominoes looks in SVG: trains as rows of tiles with pips, markers, hands.

All lengths are in pixels.  A tile is two squares; one that lies in a train lies along it, a double
stands across it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playout.engine.game.drawings import picture, words

Pair = tuple[int, int]
HandRow = tuple[str, bool, list[Pair]]  # name, whether it is to move, tiles
TrainRow = tuple[str, bool, bool, list[Pair]]  # name, open, must be covered, tiles as they lie

SIDE = 22.0  # the side of half a tile
GAP = 3.0  # between the tiles of a train
_ROW = 2 * SIDE + 10  # from one train to the next: a double needs two halves
_LEFT = 140.0  # where trains begin
_HAND = 230.0  # where hands begin
_WIDEST = 1400.0  # pixels; a longer train goes on in the next row
MARKER, WARNING, _INK, _PAPER = "#e69f00", "#d55e00", "#222", "#fffdf5"
# Colours of pips, 1 to 18, to tell numbers apart at a glance as on painted sets.
_PIPS = (
    *("#0072b2", "#009e73", "#d55e00", "#7b4fa3", "#222222", "#b5179e"),
    *("#8a6d00", "#00707a", "#a0522d", "#3b5bdb", "#5c7c1f", "#c2255c"),
    *("#0b7285", "#6741d9", "#343a40", "#1864ab", "#846358", "#2b8a3e"),
)


def _spots(number: int) -> Iterator[tuple[float, float]]:
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


def _half(x: float, y: float, number: int, side: float) -> str:
    """A square with pips."""
    radius = side * (0.1 if number <= 9 else 0.065)
    return "".join(
        f'<circle cx="{x + side * across:.1f}" cy="{y + side * down:.1f}" r="{radius:.1f}" '
        f'fill="{_PIPS[number - 1]}"/>'
        for across, down in _spots(number)
    )


def tile_svg(x: float, y: float, tile: Pair, *, upright: bool = False) -> str:
    """A tile whose upper left corner is at (x, y), its first number left, or on top."""
    drawn = tile_parts(x, y, tile, upright=upright)
    return f"<g><title>{tile[0]}-{tile[1]}</title>{drawn}</g>"


def tile_parts(x: float, y: float, tile: Pair, *, upright: bool = False, side: float = SIDE) -> str:
    """The same without a title; ``side`` is that of half a tile."""
    wide, high = (side, 2 * side) if upright else (2 * side, side)
    across, down = (0.0, side) if upright else (side, 0.0)
    middle = f'x1="{x + across:.1f}" y1="{y + down:.1f}"'
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" '
        f'height="{high:.1f}" rx="3" fill="{_PAPER}" stroke="{_INK}"/>'
        f'<line {middle} x2="{x + (side if upright else across):.1f}" '
        f'y2="{y + (down if upright else side):.1f}" stroke="{_INK}" stroke-width="0.7"/>'
        f"{_half(x, y, tile[0], side)}{_half(x + across, y + down, tile[1], side)}"
    )


def _words(x: float, y: float, text: str, size: int = 13) -> str:
    return words(x, y, text, f'font-size="{size}" fill="{_INK}"')


def _line(y: float, tiles: Sequence[Pair]) -> tuple[list[str], float, float, float]:
    """The tiles of a train from height y on: drawings, place (x, y) of the next, right edge."""
    parts, x, right = [], _LEFT, _LEFT
    for tile in tiles:
        is_double = tile[0] == tile[1]
        if x > _WIDEST:
            x, y = _LEFT + SIDE, y + _ROW
        parts.append(tile_svg(x, y if is_double else y + SIDE / 2, tile, upright=is_double))
        x += (SIDE if is_double else 2 * SIDE) + GAP
        right = max(right, x)
    return parts, x, y, right


def table_svg(
    heading: str,
    engine: int,
    trains: Sequence[TrainRow],
    hands: Sequence[HandRow],
) -> str:
    """A table as an SVG string.

    Every train begins with the engine.  A disc is the marker of an open train; a double that must
    be covered is underlined.
    """
    parts, y, broad = [_words(20, 26, heading, 15)], 44.0, 640.0
    for name, is_open, is_gate, tiles in trains:
        parts.append(_words(20, y + SIDE + 5, name))
        if is_open:
            parts.append(f'<circle cx="{_LEFT - 14:.1f}" cy="{y + SIDE:.1f}" r="7" ')
            parts[-1] += f'fill="{MARKER}" stroke="{_INK}"><title>open</title></circle>'
        drawn, x, y, right = _line(y, [(engine, engine), *tiles])
        parts += drawn
        if is_gate:
            under = y + 2 * SIDE + 4
            parts.append(
                f'<path d="M{x - SIDE - GAP:.1f} {under:.1f}h{SIDE:.1f}" stroke="{WARNING}" '
                'stroke-width="3"><title>must be covered</title></path>'
            )
        broad = max(broad, right)
        y += _ROW
    y += 10
    for name, to_move, tiles in hands:
        parts.append(_words(34, y + SIDE - 6, name))
        if to_move:
            parts.append(_words(18, y + SIDE - 6, "▶"))
        x = _HAND
        for tile in tiles:
            if x > _WIDEST:
                x, y = _HAND, y + SIDE + 6
            parts.append(tile_svg(x, y, tile))
            x += 2 * SIDE + 8
            broad = max(broad, x)
        y += SIDE + 14
    broad += 20
    return picture(broad, y, heading, parts)
