"""Pieces on a table, drawn for people: cards, tiles, dice, the cloth below them, and hands.

A picture of a table is a cloth with everything on it, so it looks the same on a light and on a dark
page.  A piece has three parts that the style sheet of the page knows by their class: its
``shadow``, its ``face``, and a ``ring``, which shows that it can be touched or that it is chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from playout.engine.game.drawings import (
    ONLOOKER,
    NamedSeat,
    disc,
    element,
    initials,
    picture,
    player_name,
    rectangle,
    words,
)
from playout.engine.words.numbering import nth

CLOTH, ON_CLOTH, FAINT_ON_CLOTH = "#2b5a4d", "#f5f8f5", "#c3d6cd"
RAIL = "#21473c"  # below the hand
PAPER, INK, EDGE = "#fffdf6", "#23272b", "#8a8577"  # of a piece, what is written on it, its border
GLOW = "#ffd34d"  # of a piece or a place that something has just happened to; with a sign beside it
BACK, ON_BACK = "#36567d", "#9db4d3"  # the backs of cards and tiles
SEATS = (
    *("#0072b2", "#e69f00", "#009e73", "#cc79a7"),
    *("#56b4e9", "#d55e00", "#f0e442", "#999999"),
)
"""A colour for each seat, which people with any kind of colour vision can tell apart."""

MOST_KEPT = 2_000  # parts, which look the same after many moves
PORTRAIT = (320.0, 180.0)  # pixels


def piece(
    x: float,
    y: float,
    width: float,
    height: float,
    *parts: str,
    fill: str = PAPER,
    edge: str = EDGE,
    radius: float = 6,
) -> str:
    """Return a piece with rounded corners and a soft shadow, its upper left corner at x, y.

    ``parts`` are drawn on it, as if its upper left corner were at 0, 0.
    """
    return element(
        "g",
        _rounded(0.5, 2.5, width, height, radius, fill="#000", fill_opacity=0.22, _class="shadow"),
        _rounded(0, 0, width, height, radius, fill=fill, stroke=edge, _class="face"),
        *parts,
        ring(0, 0, width, height, radius),
        **{"class": "piece"},
        transform=f"translate({x:.1f} {y:.1f})",
    )


def ring(x: float, y: float, width: float, height: float, radius: float = 6) -> str:
    """Return the ring around a piece or a place, invisible until the style sheet lights it."""
    return _rounded(x, y, width, height, radius, fill="none", stroke="none", _class="ring")


@lru_cache(MOST_KEPT)
def back(x: float, y: float, width: float, height: float, radius: float = 6) -> str:
    """Return a piece that lies face down: a back with a pattern of diamonds."""
    rows, columns = max(2, round(height / 11)), max(1, round(width / 11))
    across, down = (width - 8) / columns, (height - 8) / rows
    diamonds = "".join(
        f"M{4 + across * (k + 0.5):.1f} {4 + down * row:.1f}l{across / 2:.1f} {down / 2:.1f}"
        f"l{-across / 2:.1f} {down / 2:.1f}l{-across / 2:.1f} {-down / 2:.1f}z"
        for row in range(rows)
        for k in range(columns)
    )
    inner = _rounded(3, 3, width - 6, height - 6, radius - 2, fill="none", stroke=ON_BACK)
    pattern = element("path", d=diamonds, fill=ON_BACK, fill_opacity=0.4)
    return piece(x, y, width, height, inner, pattern, fill=BACK, edge="#f5f5f0", radius=radius)


@lru_cache(MOST_KEPT)
def _rounded(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    _class: str = "",
    **how: object,
) -> str:
    named = {"class": _class} if _class else {}
    return rectangle(x, y, width, height, rx=radius, **named, **how)


def seat_disc(
    x: float,
    y: float,
    seat: int,
    own: int = ONLOOKER,
    *,
    radius: float = 11,
    is_to_move: bool = False,
    colours: Sequence[str] = SEATS,
) -> str:
    """Return a disc with the colour of a seat, and the initials of its player, or its number.

    ``own`` has the names (NamedSeat).  The disc of the seat to move has a ring.
    """
    named = isinstance(own, NamedSeat) and bool(own.names)
    letters = initials(player_name(seat, own)) if named else str(nth(seat))
    fill, size = colours[seat % len(colours)], radius * (1.15 if len(letters) < 2 else 0.95)
    ink = "#fff" if _is_dark(fill) else "#111"
    how = f'text-anchor="middle" font-size="{size:g}" font-weight="bold" fill="{ink}"'
    drawn = [
        disc(x, y, radius, fill=fill, stroke="#fff", stroke_opacity=0.6),
        words(x, y + 0.36 * size, letters, how),
    ]
    if is_to_move:
        drawn.append(disc(x, y, radius + 3, fill="none", stroke=GLOW, stroke_width=3))
    return "".join(drawn)


def _is_dark(colour: str) -> bool:
    """Whether white letters are easier to read than black ones on a colour, #rgb or #rrggbb.

    False for a colour that is written in another way.
    """
    if not re.fullmatch("#(?:[0-9a-fA-F]{3}){1,2}", colour):
        return False
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    red, green, blue = bytes.fromhex(digits)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 90


def sign(x: float, y: float, text: str, *, anchor: str = "middle") -> str:
    """Return a bright sign with a text around x, y, or from x on with the anchor "start"."""
    wide = 12 + 7.2 * len(text)
    left = x if anchor == "start" else x - wide / 2
    how = 'text-anchor="middle" font-size="12" font-weight="700"'
    plate = rectangle(left, y - 9, wide, 18, rx=9, fill=GLOW)
    return plate + on_cloth(round(left + wide / 2, 1), y + 4.5, text, how, INK)


def new_sign(x: float, y: float) -> str:
    """Return a small arrow that points down at something new at x, y."""
    return element("path", d=f"M{x:.1f} {y - 1:.1f}l-5 -7h10z", fill=GLOW)


def cloth(x: float, y: float, width: float, height: float, fill: str = CLOTH) -> str:
    """Return the cloth of a table, or a piece of it."""
    return _rounded(x, y, width, height, 10, fill=fill, _class="cloth")


def on_cloth(x: float, y: float, text: object, how: str = "", fill: str = ON_CLOTH) -> str:
    """Return a text on the cloth whose baseline begins at x, y; ``how`` has more attributes."""
    return words(x, y, text, f'fill="{fill}"{how and " " + how}')


def table_picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """Return a picture of a table with a cloth; see :func:`~drawings.picture`."""
    return picture(width, height, title, [cloth(0, 0, width, height), *parts])


def portrait(title: str, parts: Iterable[str]) -> str:
    """Return a small picture of a table, for lists of games: 320 by 180 pixels, on the cloth."""
    return table_picture(*PORTRAIT, title, parts)


def hand(width: float, top: float, height: float, title: str, parts: Iterable[str]) -> str:
    """Return the hand of the player who looks: the last part of a picture, from ``top`` down.

    A page can show it as a picture of its own (:func:`split_hand`), to keep it in sight.
    """
    told, rail = element("title", escape(title)), cloth(0, top, width, height, RAIL)
    return element("g", told, rail, *parts, **{"class": "hand", "data-top": f"{top:g}"})


_HAND = re.compile(r'<g class="hand" data-top="([0-9.]+)">')
_VIEW = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)" width="[0-9.]+" height="[0-9.]+"')


def split_hand(svg: str) -> tuple[str, str]:
    """Return a picture without the hand at its end, and the hand as a picture, or ""."""
    found, view = _HAND.search(svg), _VIEW.search(svg)
    if found is None or view is None:
        return svg, ""
    (width, height), top = map(float, view.groups()), float(found[1])

    def head(top: float, height: float) -> str:
        size = f'viewBox="0 {top:g} {width:g} {height:g}" width="{width:g}" height="{height:g}"'
        return svg[: view.start()] + size + svg[view.end() : svg.index(">") + 1]

    body = svg[svg.index(">") + 1 : found.start()]
    body = body.replace(cloth(0, 0, width, height), cloth(0, 0, width, top), 1)
    return f"{head(0, top)}{body}</svg>", head(top, height - top) + svg[found.start() :]
