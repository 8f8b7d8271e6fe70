"""Multilevel splitting of a game: how far it is, how promising, and what to deal again.

As in The Game, the order of the draw pile is hidden from all players, so shuffling it again is
exact, and a game is worth less, the more of its cards fit no pile.  Without the trick these can
never be laid again.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.games.numbered_cards.deck import progress as progress
from playout.games.numbered_cards.deck import promise
from playout.games.numbered_cards.deck import renew as renew
from playout.games.numbered_cards.sets import count_between
from playout.games.the_game_blog.rules import ASCENDING, PILES


@jit
def importance(state: Any, rules: Any) -> float:
    """How promising a game is, 0 < h <= 1: the more so, the fewer of its cards fit no pile."""
    lowest, highest = rules.high, rules.low
    for pile in range(PILES):
        if pile < ASCENDING:
            lowest = min(lowest, state.piles[pile])
        else:
            highest = max(highest, state.piles[pile])
    buried = max(lowest - highest - 1, 0)
    for pile in range(PILES):
        buried -= count_between(state.laid[pile, 0], highest, lowest)
    return promise(buried, state.left, buried > 0)
