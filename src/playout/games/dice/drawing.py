"""Dice as text, and as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from playout.engine.game.drawings import NamedSeat, disc, rectangle, seat_name, words
from playout.engine.words.numbering import nth

SIDE = 44.0  # pixels
_NUMBER = 'text-anchor="middle" font-size="18" font-weight="bold" fill="#222"'

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
    face: int, x: float, y: float, fill: str = "#fffdf5", *, is_number: bool = False
) -> str:
    """A die of ``SIDE`` pixels with its upper left corner at x, y.

    Its ``face`` 1 .. 6 has pips; a higher one, or any with ``is_number``, is written as a number.
    """
    square = rectangle(x, y, SIDE, SIDE, rx=7, fill=fill, stroke="#333", stroke_width=1.5)
    if is_number or face > len(_PIPS):
        return square + words(x + SIDE / 2, y + SIDE / 2 + 6, face, _NUMBER)
    pips = (
        disc(x + SIDE * (0.25 + 0.25 * col), y + SIDE * (0.25 + 0.25 * row), SIDE / 11, fill="#222")
        for col, row in _PIPS[face - 1]
    )
    return square + "".join(pips)
