"""The strategy `greedy` for 64 games at once: the least step of the_game/strategies.py."""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.engine.vectors.vectors import byte, load, where
from playout.games.the_game.vectors.blocks import NEEDED, NO_STEP, nearest


@jit
def begin(block: Any, rules: Any, place: int, laid: Any) -> None:
    """Write nothing: it knows no more of a game than is on the table."""


@jit
def choose(block: Any, rules: Any, active: Any, remembers: bool) -> Any:
    """What `greedy` does: card, pile, whether it lays it, and whether that ends the turn.

    It has nothing to remember.
    """
    best, best_card, best_pile = byte(NO_STEP), byte(0), byte(0)
    jump = int(rules.jump)
    for pile in range(rules.ascending + rules.descending):
        top, rises = load(block.tops, pile), pile < rules.ascending
        cost = nearest(block, rules, pile)
        card = top - jump + cost if rises else top + jump - cost
        better = (cost < best) | ((cost == best) & (card < best_card))
        best = where(better, cost, best)
        best_card = where(better, card, best_card)
        best_pile = where(better, byte(pile), best_pile)
    needed = load(block.counts, NEEDED)
    # In the world of a search another strategy may have met the minimum, and gone on.
    return best_card, best_pile, active & (best < NO_STEP) & (needed > 0), needed == 1
