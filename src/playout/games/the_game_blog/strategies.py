"""The three strategies of the blog post, with their quirks."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.numbered_cards.sets import (
    NO_CARD_ABOVE,
    any_fitting,
    has,
    next_above,
    next_below,
)
from playout.games.the_game_blog.rules import PILES, card_move

TRICK = 10  # the blog's trick looks for cards ten apart


@jit
def propose_any(view: Any, rng: Any) -> int:
    """A random fitting (pile, card), or the card drawn first on pile 0 if none fits."""
    card, pile = any_fitting(view.hand[0], view.fitting, PILES, rng)
    return card_move(first_drawn(view), 0) if pile < 0 else card_move(card, pile)


@jit
def first_drawn(view: Any) -> int:
    """The card of the hand that was drawn before all others."""
    first = card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        if view.drawn_at[card] < view.drawn_at[first]:
            first = card
        card = next_above(view.hand[0], card)
    return first


@strategy("the-game-blog", aliases=("blog-random",))
def random(view: Any, rng: Any) -> int:
    """Lays any fitting (pile, card), all equally likely; else the first card on the first pile."""
    return propose_any(view, rng)


@strategy("the-game-blog", aliases=("blog-minimal",))
def minimal(view: Any, rng: Any) -> int:
    """Lays its lowest card on a rising or highest on a falling pile, the nearer; fit or not."""
    up = 0 if view.piles[0] <= view.piles[1] else 1
    down = 2 if view.piles[2] >= view.piles[3] else 3
    lowest, highest = next_above(view.hand[0], -1), next_below(view.hand[0], 127)
    if abs(view.piles[up] - lowest) < abs(view.piles[down] - highest):
        return card_move(lowest, up)
    return card_move(highest, down)


@strategy("the-game-blog", aliases=("blog-trick",))
def trick(view: Any, rng: Any) -> int:
    """Lays a card ten from any card ever laid on a pile, fit or not; else one of a pair in hand.

    First choice: any (pile, card) where the card differs by ten from a card that lies anywhere on
    that pile, counted once for each such card.  If there is none: the earlier drawn card of two ten
    apart in the hand, on pile 0, 1 or 2 where it fits.  If there is none: as `random`.
    """
    chosen, seen = 0, 0
    card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        for pile in range(PILES):
            for other in (card - TRICK, card + TRICK):
                if has(view.laid[pile, 0], other):
                    seen += 1
                    # Reservoir sampling: candidate n replaces the choice with chance 1 / n.
                    if randrange(rng, seen) == 0:
                        chosen = card_move(card, pile)
        card = next_above(view.hand[0], card)
    if seen > 0:
        return chosen
    card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        for other in (card - TRICK, card + TRICK):
            if has(view.hand[0], other) and view.drawn_at[card] < view.drawn_at[other]:
                for pile in range(3):
                    if has(view.fitting[pile], card):
                        seen += 1
                        if randrange(rng, seen) == 0:
                            chosen = card_move(card, pile)
        card = next_above(view.hand[0], card)
    return chosen if seen > 0 else propose_any(view, rng)
