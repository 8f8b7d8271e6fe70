"""The strategy `greedy` for 64 games at once: the least step of the_game/strategies.py."""

from __future__ import annotations

from typing import Any

from playout.engine.jit import jit
from playout.engine.vectors import load, splat, where
from playout.games.the_game.vectors.blocks import DEAREST, NEEDED, nearest


@jit
def choose(block: Any, rules: Any, active: Any) -> Any:
    """What `greedy` does: card, pile, whether it lays it, and whether that ends the turn."""
    best, best_card, best_pile = splat(DEAREST), splat(0), splat(0)
    jump = int(rules.jump)
    for pile in range(rules.ascending + rules.descending):
        top, rises = load(block.tops, pile), pile < rules.ascending
        cost = nearest(block.own, 0, rules.hand, top, rises, jump)
        card = top - jump + cost if rises else top + jump - cost
        better = (cost < best) | ((cost == best) & (card < best_card))
        best = where(better, cost, best)
        best_card = where(better, card, best_card)
        best_pile = where(better, splat(pile), best_pile)
    return best_card, best_pile, active & (best < DEAREST), load(block.counts, NEEDED) == 1
