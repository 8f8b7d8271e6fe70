"""The strategies that come with Yahtzee."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.games.yahtzee.optimum import of_rules
from playout.games.yahtzee.rules import MOST_LEGAL, legal_moves
from playout.games.yahtzee.turns import best_move


@strategy("yahtzee")
def random(view: Any, rng: Any) -> int:
    """Makes any legal move, all equally likely."""
    moves = np.empty(MOST_LEGAL, np.int64)
    return moves[randrange(rng, legal_moves(view, view, moves))]


@strategy("yahtzee", uses_chance=False)
def greedy(view: Any, rng: Any) -> int:
    """Gets the most points in this turn on average, whatever comes later.

    The best way to throw for the boxes that are free, computed for every turn.  It takes no thought
    for later turns: it fills a valuable box with few points, and works for the upper bonus in
    the turn only that brings it.
    """
    return best_move(view)


@strategy("yahtzee", uses_chance=False, lookup=of_rules)
def optimal(view: Any, rng: Any) -> int:
    """Gets the most points in the whole game on average: no strategy does better alone.

    It looks up what a card is worth at the end of a turn (Verhoeff and Scheffers 2000).  Against
    others it plays for points all the same: it never takes a risk because it is behind.
    """
    return best_move(view)
