"""What multilevel splitting must know of the blog's loop: how far, how promising, what is unseen.

As in The Game: the order of the draw pile is known to nobody, so shuffling it anew is exact, and
a game is worth less by the cards that lie too deep for every pile.  Without the trick these can
never be laid again.
"""

from __future__ import annotations

from typing import Any

from playout.engine.jit import jit
from playout.engine.rng import shuffle
from playout.games.numbered_cards.sets import count_between
from playout.games.the_game_blog.rules import ASCENDING, PILES

HOPELESS = 0.05  # how much less is a game worth with cards that can never be laid again ...
BURIED = 2.0  # ... and how much less still if these are all that are left


@jit(inline=True)
def progress(state: Any, rules: Any) -> int:
    """How far a game has come: cards on the piles."""
    return state.cards - state.left


@jit
def renew(state: Any, rules: Any, stream: Any) -> None:
    """Shuffle the draw pile anew."""
    shuffle(stream, state.deck[state.drawn :], state.cards - state.drawn)


@jit
def importance(state: Any, rules: Any) -> float:
    """How promising a game is, 0 < h <= 1: by the cards that fit no pile any more."""
    lowest, highest = rules.high, rules.low
    for pile in range(PILES):
        if pile < ASCENDING:
            lowest = min(lowest, state.piles[pile])
        else:
            highest = max(highest, state.piles[pile])
    buried = max(lowest - highest - 1, 0)
    for pile in range(PILES):
        buried -= count_between(state.laid[pile, 0], highest, lowest)
    worth = 1.0 / (1.0 + BURIED * buried / max(state.left, 1))
    return worth * HOPELESS if buried > 0 else worth
