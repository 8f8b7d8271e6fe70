"""The three strategies of a blog post on The Game, with its quirks, for the variant `blog`.

Lennard Berger, "The game" (blog, January 2024): 7 player counts x 3 strategies x 1,000 games.
A strategy there proposes a card and a pile; a proposal that does not fit ends the game.
"""

from __future__ import annotations

from typing import Any

from playout.engine.jit import jit
from playout.engine.registry import strategy
from playout.engine.rng import randrange
from playout.games.the_game.cards import NO_CARD_ABOVE, has, next_above, next_below
from playout.games.the_game.rules import CONCEDE, card_move
from playout.games.the_game.strategies import any_legal

TRICK = 10  # the blog's trick looks for cards ten apart, whatever the rules say


@strategy("the-game")
def blog_random(view: Any, rng: Any) -> int:
    """Blog: any fitting (pile, card), all equally likely; the first card on pile 0 if none fits."""
    return _propose_any(view, rng)


@strategy("the-game")
def blog_minimal(view: Any, rng: Any) -> int:
    """Blog: the lowest card upwards or the highest downwards, the nearer of the two, fit or not."""
    up = 0 if view.piles[0] <= view.piles[1] else 1
    down = 2 if view.piles[2] >= view.piles[3] else 3
    lowest, highest = next_above(view.hand[0], view.low), next_below(view.hand[0], view.high)
    if abs(view.piles[up] - lowest) < abs(view.piles[down] - highest):
        return card_move(lowest, up)
    return card_move(highest, down)


@strategy("the-game")
def blog_trick(view: Any, rng: Any) -> int:
    """Blog: a card ten from any card ever laid on a pile, fitting or not; else one of a pair.

    First: all (pile, card) where the card differs by ten from a card that lies anywhere on that
    pile, counted once for each such card.  If there is none: the earlier drawn card of two ten
    apart in the hand, on pile 0, 1 or 2 where it fits.  If there is none: as `blog-random`.
    """
    chosen, seen = CONCEDE, 0
    card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        for pile in range(4):
            for other in (card - TRICK, card + TRICK):
                if has(view.laid[pile], other):
                    seen += 1
                    # Reservoir sampling: the n-th candidate replaces the choice once in n.
                    if randrange(rng, seen) == 0:
                        chosen = card_move(card, pile)
        card = next_above(view.hand[0], card)
    if seen == 0:
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
    return _propose_any(view, rng) if seen == 0 else chosen


@jit
def _propose_any(view: Any, rng: Any) -> int:
    """A random fitting card, or the first card on pile 0."""
    move = any_legal(view, rng, False)
    return move if move != CONCEDE else card_move(_first_drawn(view), 0)


@jit
def _first_drawn(view: Any) -> int:
    """The card that came to my hand before all others: the first of the blog's list."""
    card = next_above(view.hand[0], -1)
    first = card
    while card != NO_CARD_ABOVE:
        if view.drawn_at[card] < view.drawn_at[first]:
            first = card
        card = next_above(view.hand[0], card)
    return first
