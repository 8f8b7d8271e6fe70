"""The parts of an SVG drawing of your own."""

from playout.engine.game.drawings import (
    disc,
    element,
    paragraph,
    picture,
    place,
    rectangle,
    words,
)

__all__ = ["disc", "element", "paragraph", "picture", "place", "rectangle", "words"]
