"""The strategies that come with Yahtzee."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.games.yahtzee.boxes import BOXES, DICE, allowed_boxes, points_in, throw_of
from playout.games.yahtzee.optimum import of_rules
from playout.games.yahtzee.rules import KEEP, MOST_LEGAL, MOST_THROWS, card_of, legal_moves
from playout.games.yahtzee.turns import best_move


@strategy("yahtzee")
def random(view: Any, rng: Any) -> int:
    """Makes any legal move, all equally likely."""
    moves = np.empty(MOST_LEGAL, np.int64)
    return moves[randrange(rng, legal_moves(view, view, moves))]


@strategy("yahtzee", uses_chance=False)
def casual(view: Any, rng: Any) -> int:
    """Keeps the face that it has most of, and fills the box with most points.

    Of faces that are equally many it keeps the higher, and of equal boxes the upper one.
    """
    face, most = 0, 0
    for k in range(DICE):
        count = 0
        for die in view.dice:
            count += die == view.dice[k]
        if count >= most:
            face, most = view.dice[k], count
    if view.throws < MOST_THROWS and most < DICE:
        return KEEP + most * 6 ** (face - 1)
    thrown, used, card = throw_of(view.dice), view.used[view.seat], card_of(view)
    allowed, best, points = allowed_boxes(thrown, used, card), 0, -1
    for box in range(BOXES):
        if allowed >> box & 1 and points_in(box, thrown, used, card) > points:
            best, points = box, points_in(box, thrown, used, card)
    return best


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
