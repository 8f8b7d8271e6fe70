"""The board drawn: squares, ladders with rungs, snakes, and the tokens of the players."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from playout.engine.game.drawings import disc, element, part, rectangle, words
from playout.engine.game.drawn_pieces import GLOW, INK, SEATS

PER_ROW = 10  # squares at most, where there is little room
TOKEN = 9.0  # pixels: the radius of a token, where there is room
_LARGEST = 52.0  # pixels: the side of a square
_LEAST = 32.0  # pixels: the side of a square in which its number and a token can be told apart
_GROUNDS = ("#fbf6e6", "#eadfc2")
_WOOD, _DARK_WOOD = "#b07a3c", "#5f3f1a"
_SNAKES = ("#2f7d4f", "#a8452c", "#6d4a93", "#2a6f93")
_EDGE = 'stroke-width="4" stroke-linejoin="round" paint-order="stroke"'

Point = tuple[float, float]


def per_row(last: int, most: int = PER_ROW) -> int:
    """The squares in a row of a board that is about as high as broad, if so many have room."""
    return min(math.isqrt(last - 1) + 1, most)


def rows_of(last: int, per_row: int) -> Iterator[list[int]]:
    """The squares as they lie, the top row first: to and fro from the lower left."""
    for row in range((last - 1) // per_row, -1, -1):
        squares = list(range(row * per_row + 1, (row + 1) * per_row + 1))
        yield squares[::-1] if row % 2 else squares


def board_svg(
    last: int,
    jumps: Mapping[int, int],
    standing: Mapping[int, list[int]],
    corner: Point,
    room: float,
) -> tuple[list[str], float, float]:
    """The squares 1 .. ``last``, no broader than ``room``, with jumps, numbers and tokens.

    ``standing``: the players on each square.  With it, how broad and how high that is.
    """
    broad = per_row(last, max(int(room / _LEAST), 1))
    side, rows = min(room / broad, _LARGEST), list(rows_of(last, broad))
    centre = {
        square: (corner[0] + side * (col + 0.5), corner[1] + side * (row + 0.5))
        for row, squares in enumerate(rows)
        for col, square in enumerate(squares)
        if square <= last
    }
    parts = [
        rectangle(x - side / 2, y - side / 2, side, side, fill=_ground(square, last), stroke="#bbb")
        for square, (x, y) in centre.items()
    ]
    size = side / 44  # of what is drawn for squares of 44 pixels
    ladders = {start: end for start, end in jumps.items() if end > start}
    snakes = {start: end for start, end in jumps.items() if end < start}
    parts += [_ladder(centre[start], centre[end], size) for start, end in ladders.items()]
    parts += [
        _snake(centre[start], centre[end], size, _SNAKES[k % len(_SNAKES)])
        for k, (start, end) in enumerate(snakes.items())
    ]
    # Numbers stand above the jumps, with an edge like the ground, so that none is crossed out.
    parts += [
        words(
            round(x - side / 2 + 3, 1),
            round(y - side / 2 + 12, 1),
            square,
            f'font-size="11" fill="#222" stroke="{_ground(square, last)}" {_EDGE}',
        )
        for square, (x, y) in centre.items()
    ]
    for square, players in standing.items():
        parts += _tokens(centre[square], side, players)
    return parts, side * broad, side * len(rows)


def token(x: float, y: float, player: int, radius: float = TOKEN) -> str:
    """The token of a player, with the number of the seat."""
    ink = "#fff" if player == 0 else INK
    how = f'text-anchor="middle" font-size="{radius * 1.35:.1f}" font-weight="bold" fill="{ink}"'
    drawn = disc(x, y, radius, fill=SEATS[player], stroke="#fff", stroke_width=1.5)
    return drawn + words(round(x, 1), round(y + radius * 0.48, 1), player + 1, how)


def _ground(square: int, last: int) -> str:
    return GLOW if square == last else _GROUNDS[square % 2]


def _tokens(centre: Point, side: float, players: list[int]) -> Iterator[str]:
    """The tokens on a square, all of them in it and below its number, three in a row."""
    radius = min(TOKEN, side / 4 if len(players) < 2 else side / 6.4)
    for place, player in enumerate(players):
        row, col = divmod(place, 3)
        in_row = min(len(players) - 3 * row, 3)
        x = centre[0] + 2 * radius * (col - (in_row - 1) / 2)
        y = centre[1] + side / 2 - 1.5 - radius - 2 * radius * row
        yield part(f"token-{player}", [token(x, y, player, radius)])


def _ladder(foot: Point, top: Point, size: float) -> str:
    """Two rails with rungs, from one square to another."""
    (x1, y1), (x2, y2) = foot, top
    length = math.hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    half = 6.5 * size

    def at(along: float, beside: float) -> str:
        return f"{x1 + dx * along - dy * beside:.1f} {y1 + dy * along + dx * beside:.1f}"

    rails = "".join(f"M{at(-4, side)}L{at(length + 4, side)}" for side in (-half, half))
    count = max(2, round(length / (13 * size)))
    rungs = "".join(
        f"M{at(length * (k + 0.5) / count, -half)}L{at(length * (k + 0.5) / count, half)}"
        for k in range(count)
    )
    wide = 3.2 * size
    drawn = [
        element("path", d=path, stroke=stroke, stroke_width=round(width, 1))
        for stroke, extra in ((_DARK_WOOD, 1.6), (_WOOD, 0.0))
        for path, width in ((rungs, wide * 0.8 + extra), (rails, wide + extra))
    ]
    look = {"class": "ladder", "fill": "none", "stroke-linecap": "round"}
    return element("g", *drawn, opacity=0.9, **look)


def _snake(head: Point, tail: Point, size: float, colour: str) -> str:
    """A body that winds from one square down to another, with a head and its eyes."""
    (x1, y1), (x2, y2) = head, tail
    length = math.hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    waves = max(2, round(length / (30 * size)))
    wide = 7.5 * size * (1 if length > 60 * size else 1.6)

    def at(part: float, beside: float) -> str:
        along = length * part
        return f"{x1 + dx * along - dy * beside:.1f} {y1 + dy * along + dx * beside:.1f}"

    body = f"M{at(0, 0)}Q{at(0.5 / waves, wide)} {at(1 / waves, 0)}"
    body += "".join(f"T{at(k / waves, 0)}" for k in range(2, waves + 1))
    drawn = [
        element(
            "path",
            d=body,
            stroke=stroke,
            stroke_width=round(width * size, 1),
            stroke_dasharray=dashes,
        )
        for stroke, width, dashes in (
            ("#1d1d1d", 8.6, "none"),
            (colour, 7.0, "none"),
            ("#ffe9a8", 2.4, f"{2 * size:.1f} {7 * size:.1f}"),
        )
    ]
    turn = math.degrees(math.atan2(-dy, -dx))  # the head looks away from the tail
    eyes = "".join(
        disc(2.0, side, 1.9, fill="#fff", stroke="none")
        + disc(2.7, side, 0.9, fill="#111", stroke="none")
        for side in (-2.7, 2.7)
    )
    tongue = element("path", d="M7 0h5m0 0l3 -2.4m-3 2.4l3 2.4", stroke="#d11", stroke_width=1.3)
    face = element("ellipse", rx=8.2, ry=6.2, fill=colour, stroke="#1d1d1d", stroke_width=1)
    place = f"translate({x1:.1f} {y1:.1f}) rotate({turn:.0f}) scale({size:.2f})"
    drawn.append(element("g", tongue, face, eyes, transform=place))
    look = {"class": "snake", "fill": "none", "stroke-linecap": "round"}
    return element("g", *drawn, opacity=0.9, **look)
