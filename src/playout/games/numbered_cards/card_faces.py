"""The faces of numbered cards, the piles and the draw pile as SVG.

A card has its number in the middle and in two corners.  The base of a pile has the colour of its
direction and a large arrow; a card on it is white, with a small arrow, and the base shows below.
"""

from __future__ import annotations

from playout.engine.game.drawings import element, rectangle, words
from playout.engine.game.drawn_pieces import (
    FAINT_ON_CLOTH,
    INK,
    PAPER,
    RAIL,
    back,
    on_cloth,
    piece,
)

Size = tuple[float, float]  # the width and height of a card, in pixels

RISING, FALLING = "#f7cf9b", "#abd0f2"  # the bases of piles
RISING_INK, FALLING_INK = "#9c3d00", "#0b4f8a"  # what is written on them
GAP = (6.0, 8.0)  # between cards, with little room and with much
_BACKS = 12  # how many cards of a hand are drawn at most
_MIDDLE = 'text-anchor="middle"'


def card(x: float, y: float, number: object, size: Size, *more: str, fill: str = PAPER) -> str:
    """A card with its upper left corner at x, y; ``more`` is drawn on it."""
    width, height = size
    return piece(x, y, width, height, *more, *_numbers(number, size, INK), fill=fill)


def _numbers(number: object, size: Size, ink: str) -> list[str]:
    """The number of a card: large in the middle, small in two corners."""
    width, height = size
    large, small = round(0.43 * width), max(9, round(0.19 * width))
    how = f'{_MIDDLE} font-size="{large}" font-weight="600" fill="{ink}"'
    corner = f'font-size="{small}" fill="{ink}"'
    return [
        words(width / 2, height / 2 + 0.36 * large, number, how),
        words(5, 3 + small, number, corner),
        element(
            "g",
            words(5, 3 + small, number, corner),
            transform=f"rotate(180 {width / 2:g} {height / 2:g})",
        ),
    ]


def top_card(x: float, y: float, number: int, rises: bool, size: Size, base: int = -1) -> str:
    """The top card of a pile: its base, or a card above the base, which shows below it.

    If the base is not known, every top card has its colour.
    """
    width, height = size
    fill, ink = (RISING, RISING_INK) if rises else (FALLING, FALLING_INK)
    if number == base:
        return piece(
            x, y, width, height, _arrow(size, rises, 0.2), *_numbers(number, size, ink), fill=fill
        )
    edges = {"rx": 6, "fill": fill, "stroke": ink, "stroke_opacity": 0.6}
    steps = (6, 3) if base >= 0 else ()
    below = "".join(rectangle(x + step, y - step, width, height, **edges) for step in steps)
    paper = PAPER if base >= 0 else fill
    return below + card(x, y, number, size, _arrow(size, rises, 1.0, small=True), fill=paper)


def _arrow(size: Size, rises: bool, strength: float, small: bool = False) -> str:
    """An arrow up or down: large behind the number, or small above it or below it."""
    width, height = size
    ink, way = (RISING_INK, -1) if rises else (FALLING_INK, 1)
    half, high = (0.1 * width, 0.12 * width) if small else (0.36 * width, 0.62 * height)
    middle = height / 2 + way * (0.32 * height if small else 0)
    tip, tail = middle + way * high / 2, middle - way * high / 2
    if small:
        shape = f"M{width / 2:.1f} {tip:.1f}l{-half:.1f} {-way * high:.1f}h{2 * half:.1f}z"
    else:
        neck, stem = tip - way * half, half / 2
        shape = (
            f"M{width / 2:.1f} {tip:.1f}L{width / 2 - half:.1f} {neck:.1f}H{width / 2 - stem:.1f}"
            f"V{tail:.1f}H{width / 2 + stem:.1f}V{neck:.1f}H{width / 2 + half:.1f}z"
        )
    return element("path", d=shape, fill=ink, fill_opacity=strength)


def draw_pile(x: float, y: float, count: int, size: Size) -> str:
    """The draw pile with its number of cards, face down, or an empty place."""
    width, height = size
    if count == 0:
        frame = {"fill": "none", "stroke": FAINT_ON_CLOTH, "stroke_dasharray": "4 3"}
        empty = element("rect", x=x, y=y, width=width, height=height, rx=6, **frame)
        return empty + on_cloth(x + width / 2, y + height / 2 + 5, 0, _MIDDLE, FAINT_ON_CLOTH)
    layers = min(count, 3) - 1
    drawn = [back(x + 2.5 * k, y - 2.5 * k, width, height) for k in range(layers + 1)]
    return "".join(drawn) + _counted(x + 2.5 * layers, y - 2.5 * layers, count, size)


def closed_hand(x: float, y: float, count: int, size: Size, room: float) -> str:
    """A hand face down, in so much width, with its number of cards on the last one."""
    if count == 0:
        return draw_pile(x, y, 0, size)
    shown = min(count, _BACKS)
    step = min(7.0, (room - size[0]) / max(shown - 1, 1))
    drawn = [back(x + step * k, y, *size, 5) for k in range(shown)]
    return "".join(drawn) + _counted(x + step * (shown - 1), y, count, size)


def _counted(x: float, y: float, count: int, size: Size) -> str:
    """A number on the back of a card."""
    width, height = size
    middle, line = round(x + width / 2, 1), round(y + height / 2, 1)
    how = f'{_MIDDLE} font-size="{round(0.4 * width)}" font-weight="600"'
    plate = element("circle", cx=middle, cy=line, r=round(0.38 * width, 1), fill=RAIL)
    return plate + on_cloth(middle, line + 0.14 * width, count, how)


def scale(x: float, y: float, width: float, low: float, high: float, rises: bool) -> str:
    """A line for all cards, with the part that still fits a pile in the colour of its direction.

    ``low`` and ``high`` are the ends of this part, from 0 to 1.
    """
    line = {"stroke_width": 5, "stroke_linecap": "round"}
    full = element("path", d=f"M{x:.1f} {y:.1f}h{width:.1f}", stroke="#17362d", **line)
    part = f"M{x + low * width:.1f} {y:.1f}H{x + high * width:.1f}"
    return full + element("path", d=part, stroke=RISING if rises else FALLING, **line)


def mark_on_scale(size: Size, at: float) -> str:
    """A thin line for all cards at the top of one, with a dot where it stands among them."""
    width, _ = size
    left, right, y = 0.44 * width, 0.9 * width, 9
    line = element("path", d=f"M{left:.1f} {y:.1f}H{right:.1f}", stroke="#cfc9ba")
    return line + element("circle", cx=round(left + at * (right - left), 1), cy=y, r=2.5, fill=INK)


def hand_size(cards: int, room: float, *, is_broad: bool) -> tuple[Size, int]:
    """The size of the cards of a hand in so much width, and how many lie in a row."""
    gap, wide, high, most = (GAP[1], 70.0, 96.0, 9) if is_broad else (GAP[0], 64.0, 74.0, 6)
    rows = max(1, -(-cards // most))
    columns = max(1, -(-cards // rows))
    wide = min(wide, (room + gap) / columns - gap)
    return (wide, min(1.38 * wide, high)), columns
