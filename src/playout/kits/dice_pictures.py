"""Dice as text, and drawn: on the table, and the buttons with which they are thrown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from playout.engine.game.drawings import (
    NamedSeat,
    disc,
    element,
    place,
    rectangle,
    seat_name,
    words,
)
from playout.engine.game.drawn_pieces import EDGE, INK, PAPER, piece
from playout.engine.words.numbering import nth

SIDE = 46.0  # pixels
HIGH = 44.0  # pixels: the height of a button
BUTTON, ON_BUTTON = "#00659f", "#fff"

Look = tuple[str, str, str]
"""The colours of a die: its faces, their edge, the pips."""
IVORY: Look = (PAPER, EDGE, INK)
RED: Look = ("#b3261e", "#7a1a15", "#fff")
BLUE: Look = ("#0072b2", "#004f7c", "#fff")

# The places of the pips of each face, on a square from 0 to 2.
_PIPS = (
    ((1, 1),),
    ((0, 0), (2, 2)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 0), (0, 2), (2, 0), (2, 2)),
    ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
)


def dice_text(faces: Iterable[int]) -> str:
    """Dice in a line: ``3 5 5``."""
    return " ".join(str(face) for face in faces)


def winners(numbers: Sequence[int], own: int = -1) -> str:
    """Which seats have the largest number: ``seat 1 has won``, ``seats 1, 3 share the win``.

    If ``own`` has names (NamedSeat), they are called by these.
    """
    seats = [seat for seat, number in enumerate(numbers) if number == max(numbers)]
    if isinstance(own, NamedSeat) and own.names:
        names = [seat_name(seat, own) for seat in seats]
        verb = "share the win" if names[1:] else "won"
        return f"{' and '.join(names)} {verb}"
    best = [str(nth(seat)) for seat in seats]
    return f"seats {', '.join(best)} share the win" if best[1:] else f"seat {best[0]} has won"


def die_svg(
    face: int,
    x: float,
    y: float,
    look: Look = IVORY,
    *,
    side: float = SIDE,
    is_number: bool = False,
) -> str:
    """A die with its upper left corner at x, y.

    Its ``face`` 1 .. 6 has pips; a higher one, or any with ``is_number``, is written as a number.
    """
    fill, edge, ink = look
    if is_number or face > len(_PIPS):
        how = f'text-anchor="middle" font-size="{side * 0.42:.0f}" font-weight="bold" fill="{ink}"'
        drawn = [words(side / 2, side * 0.65, face, how)]
    else:
        drawn = [
            disc(side * (0.25 + 0.25 * col), side * (0.25 + 0.25 * row), side / 10.5, fill=ink)
            for col, row in _PIPS[face - 1]
        ]
    # Rounded like the edges of a die: the face that lies up is a little smaller.
    up = rectangle(
        *(side * 0.06, side * 0.05, side * 0.88, side * 0.86),
        rx=round(side * 0.18, 1),
        fill="#fff",
        fill_opacity=0.35 if look is IVORY else 0.08,
    )
    body = piece(x, y, side, side, up, *drawn, fill=fill, edge=edge, radius=round(side * 0.2, 1))
    return element("g", body, **{"class": "die"})


def throw_svg(number: int, dice: Iterable[str]) -> str:
    """The dice of a throw.  A page lets them roll whenever the number is another one."""
    return element("g", *dice, **{"class": "throw", "data-throw": number})


def button_width(text: str) -> float:
    """How broad the button with this text is."""
    return 8.6 * len(text) + 36


def button_svg(name: str, title: str, text: str, x: float, y: float, width: float = 0) -> str:
    """A button beside the dice, the place ``button-name``: touching it completes the move."""
    width = width or button_width(text)
    how = f'text-anchor="middle" font-weight="bold" font-size="15" fill="{ON_BUTTON}"'
    drawn = [
        rectangle(x, y, width, HIGH, rx=8, fill=BUTTON, stroke=ON_BUTTON, stroke_opacity=0.5),
        words(round(x + width / 2, 1), y + HIGH / 2 + 5, text, how),
    ]
    return place(f"button-{name}", title, drawn)
