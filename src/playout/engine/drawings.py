"""The parts of an SVG drawing of your own."""

from playout.engine.game.drawings import paragraph, picture, place, words

__all__ = ["paragraph", "picture", "place", "words"]
