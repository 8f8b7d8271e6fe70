"""Playing cards drawn as SVG, for tables in the browser, notebooks and reports."""

from __future__ import annotations

from playout.engine.game.drawings import element, words
from playout.engine.game.drawn_pieces import INK, PAPER, piece
from playout.kits.cards import CARDS, RANKS, card_sign

Size = tuple[float, float]  # the width and the height of a card, in pixels
CARD: Size = (48.0, 68.0)
RED = "#b3261e"

# The outlines of the suits, in a square from -1 to 1.
_SHAPES = (
    "M0 -1C.5 -1 .7 -.45 .35 -.1C1.1 -.35 1.2 .7 .3 .55C.1 .52 .05 .4 .05 .35C.1 .7 .2 .85 .4 1"
    "H-.4C-.2 .85 -.1 .7 -.05 .35C-.05 .4 -.1 .52 -.3 .55C-1.2 .7 -1.1 -.35 -.35 -.1C-.7 -.45 "
    "-.5 -1 0 -1z",
    "M0 -1L.72 0L0 1L-.72 0z",
    "M0 .95C-1.5 -.2 -1 -1 -.5 -1C-.2 -1 0 -.75 0 -.5C0 -.75 .2 -1 .5 -1C1 -1 1.5 -.2 0 .95z",
    "M0 -1C.2 -.6 1 -.2 1 .3C1 .75 .3 .75 .08 .35C.1 .7 .2 .85 .4 1H-.4C-.2 .85 -.1 .7 -.08 .35"
    "C-.3 .75 -1 .75 -1 .3C-1 -.2 -.2 -.6 0 -1z",
)


def suit_shape(suit: int, x: float, y: float, radius: float) -> str:
    """The sign of a suit around x, y."""
    place = f"translate({x:.1f} {y:.1f}) scale({radius:.2f})"
    return element("path", d=_SHAPES[suit], fill=ink_of(suit), transform=place)


def ink_of(suit: int) -> str:
    """The colour of a suit."""
    return RED if suit in (1, 2) else INK


def card_picture(card: int, x: float, y: float, size: Size = CARD, *, fill: str = PAPER) -> str:
    """A card with its upper left corner at x, y; it can be read where only its left edge shows."""
    width, height = size
    if not 0 <= card < CARDS:
        how = f'text-anchor="middle" font-size="{width * 0.24:.0f}" fill="{INK}"'
        drawn = [words(width / 2, height / 2, "joker", how)]
    else:
        suit, rank = card // RANKS, card_sign(card)[:-1]
        large = width * 0.36
        narrow = ' textLength="1.05em" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
        how = f'font-size="{large:.0f}" font-weight="700" fill="{ink_of(suit)}"{narrow}'
        drawn = [
            words(width * 0.09, large * 1.0, rank, how),
            suit_shape(suit, width * 0.22, large * 1.0 + width * 0.2, width * 0.12),
            suit_shape(suit, width * 0.62, height * 0.66, width * 0.24),
        ]
    return piece(x, y, width, height, *drawn, fill=fill)
