"""A whole table of dominoes in SVG: trains as rows of tiles with pips, markers, all hands.

All lengths are in pixels.  A tile lies along its train, a double stands across it.
seat_picture.py has the picture that a seat sees.
"""

from __future__ import annotations

from typing import Any

from playout.engine.game import drawn_pieces
from playout.engine.game.drawings import element, picture, words
from playout.engine.words.numbering import nth
from playout.games.mexican_train.display.history import (
    Pair,
    gates,
    heading,
    mode_of,
    start_of,
    tile_name,
    tiles_counted,
    train_name,
    trains,
)
from playout.games.mexican_train.display.tile_faces import ENGINE, GOLD, RAIL, SIDE, tile_svg
from playout.games.mexican_train.tiles import listed

_GAP = 1.0  # between the tiles of a train
_ROW = 2 * SIDE + 10  # from one train to the next: a double needs two halves
_LEFT = 140.0  # where trains begin
_HAND = 230.0  # where hands begin
_WIDEST = 650.0  # pixels; a longer train goes on in the next row
MARKER, WARNING, _INK = "#e69f00", "#d55e00", "#222"


def _titled(x: float, y: float, tile: Pair, *, upright: bool = False) -> str:
    """A tile with its numbers as a title."""
    return element("g", element("title", tile_name(tile)), tile_svg(x, y, tile, upright=upright))


def _under(x: float, y: float, *parts: str) -> str:
    """The line below a double that must be covered."""
    line = f"M{x:.1f} {y + 2 * SIDE + 4:.1f}h{SIDE:.1f}"
    return element("path", *parts, d=line, stroke=WARNING, stroke_width=3)


def _label(x: float, y: float, text: str, size: int = 13) -> str:
    return words(x, y, text, f'font-size="{size}" fill="{_INK}"')


def _line(y: float, tiles: list[Pair]) -> tuple[list[str], float, float, float]:
    """The tiles of a train from height y on: drawings, place (x, y) of the next, right edge."""
    parts, x, right = [], _LEFT, _LEFT
    for tile in tiles:
        is_double = tile[0] == tile[1]
        if x > _WIDEST:
            x, y = _LEFT + SIDE, y + _ROW
        parts.append(_titled(x, y if is_double else y + SIDE / 2, tile, upright=is_double))
        x += (SIDE if is_double else 2 * SIDE) + _GAP
        right = max(right, x)
    return parts, x, y, right


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: every train from the engine on, every hand, the boneyard.

    A disc is the marker of an open train; a double that must be covered is underlined.
    """
    title, engine, waiting = heading(state, rules), int(state.engine), gates(state)
    parts, y, broad = [_label(20, 26, title, 15)], 44.0, 640.0
    for train, line in trains(state, rules).items():
        name = train_name(train).removeprefix("the ")
        lock = ", locked" if mode_of(state, train) == "locked" else ""
        start = start_of(state, train, line)
        parts.append(_label(20, y + SIDE + 5, f"{name}{lock}{start and ' '}{start}"))
        if mode_of(state, train) == "open":
            how = {"cx": _LEFT - 14, "cy": round(y + SIDE, 1), "r": 7, "fill": MARKER}
            parts.append(element("circle", "<title>open</title>", **how, stroke=_INK))
        drawn, x, y, right = _line(y, [(engine, engine), *line])
        parts += drawn
        if train in waiting:
            parts.append(_under(x - SIDE - _GAP, y, "<title>must be covered</title>"))
        broad = max(broad, right)
        y += _ROW
    y += 10
    for player in range(rules.players):
        size, points = tiles_counted(state.sizes[player]), state.scores[player]
        parts.append(_label(34, y + SIDE - 6, f"seat {nth(player)}: {size}, {points} points"))
        if player == seat and not state.over:
            parts.append(_label(18, y + SIDE - 6, "▶"))
        x = _HAND
        for tile in listed(state.hands[player]):
            if x > _WIDEST:
                x, y = _HAND, y + SIDE + 6
            parts.append(_titled(x, y, tile))
            x += 2 * SIDE + 8
            broad = max(broad, x)
        y += SIDE + 14
    return picture(broad + 20, y, title, parts)


def portrait() -> str:
    """A small picture of a table: three trains, the last one of all players, and a hand."""
    lines = (
        ((9, 4), (4, 7), (7, 7), (7, 1)),
        ((9, 2), (2, 5), (5, 8)),
        ((9, 9), (9, 6), (6, 3)),
    )
    parts = [drawn_pieces.seat_disc(22, 28 + 45 * k, k, radius=13) for k in range(2)]
    parts.append(element("path", d=ENGINE, fill=GOLD, transform="translate(9 111) scale(1.3)"))
    for k, line in enumerate(lines):
        x, middle = 44.0, 28.0 + 45 * k
        rails = f"M{x:g} {middle - 5:g}H312M{x:g} {middle + 5:g}H312"
        ink = GOLD if k == 2 else RAIL
        parts.append(element("path", d=rails, stroke=ink, stroke_width=1.5))
        for tile in line:
            double = tile[0] == tile[1]
            y = middle - (20 if double else 10)
            parts.append(tile_svg(x, y, tile, upright=double, side=20))
            x += 20.5 if double else 40.5
    parts.append(drawn_pieces.cloth(0, 142, 320, 40, drawn_pieces.RAIL))
    for k, tile in enumerate([(1, 8), (5, 5), (2, 12), (0, 3), (6, 10)]):
        parts.append(tile_svg(18 + 58 * k, 149, tile, side=25))
    return drawn_pieces.portrait("Mexican Train: trains of dominoes, and a hand", parts)
