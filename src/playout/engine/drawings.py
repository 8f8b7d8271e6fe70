"""The parts of an SVG drawing of your own."""

from playout.engine.game.drawings import (
    NamedSeat,
    Rows,
    WatchedSeat,
    disc,
    does,
    element,
    is_you,
    paragraph,
    part,
    picture,
    place,
    rectangle,
    seat_name,
    words,
)

__all__ = [
    "NamedSeat",
    "Rows",
    "WatchedSeat",
    "disc",
    "does",
    "element",
    "is_you",
    "paragraph",
    "part",
    "picture",
    "place",
    "rectangle",
    "seat_name",
    "words",
]
