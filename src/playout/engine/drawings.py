"""The parts of an SVG drawing of your own."""

from playout.engine.game.drawings import (
    Rows,
    WatchedSeat,
    disc,
    element,
    is_you,
    paragraph,
    picture,
    place,
    rectangle,
    seat_name,
    words,
)

__all__ = [
    "Rows",
    "WatchedSeat",
    "disc",
    "element",
    "is_you",
    "paragraph",
    "picture",
    "place",
    "rectangle",
    "seat_name",
    "words",
]
