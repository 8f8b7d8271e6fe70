"""What `careful` weighs: the terms of the worth of a play, and the constants.

The worth of a sequence is the sum over its plays, and the worth of a play is the sum of these terms
(in the table of weights, 100 is one unseen card skipped):

  PLAY     for laying a card at all
  SKIP     minus the unseen cards between the old and the new top, plus those a trick brings back
  STEP     minus the distance the pile moves
  APART    for widening the gap between the two piles of a direction: one pile should run ahead
  TRICK    if a trick on the new top may still come (its card is unseen), minus if one on the old
           top might have come
  SPARE    minus for each unseen card ten from the card laid: it could have made a trick with it
  PAIR     minus for each own card ten from the card laid: the two would have been a sure trick
  DEAD     minus each unseen card that no pile can take any more
  DEAD_OWN the same for own cards
  FITS     plus for each own card and pile that no longer fit after the play, those of the card
           laid included (solo; found by search, not by reasoning: it favours laying the cards that
           fit many piles before those that fit few lose theirs)
  NEXT     minus the unseen cards that the cheapest next play will skip, at the end of the sequence
  REACH    past the minimum no card may skip more unseen cards than this

Unseen are the cards neither laid nor in the own hand: public knowledge and the own hand, nothing
else.  The constants were found by coordinate search on common deals and rounded; one set serves
two players and more.  Points of win rate lost without a term (2-5 players on average; solo):
TRICK 6.3; 7.5, APART 5.9; 3, PAIR 2.2; 5.5, STEP 1.8; 7.5, SPARE 1.6; 4, FITS 0; 4.5, NEXT 0; 2,
and without weights of its own for the end of the deck 5.4 (2-5 players).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.games.the_game.hints import CANNOT, VAGUE

PLAY, SKIP, STEP, APART, TRICK, SPARE, PAIR, DEAD, DEAD_OWN, FITS, NEXT, REACH = range(12)

# One row per phase.  Deck: the draw pile is large; end: it is small (see LATE); empty: it is gone.
#    PLAY SKIP STEP APART TRICK SPARE PAIR DEAD DEAD_OWN FITS NEXT REACH
WEIGHTS = np.array(
    [
        [250, 100, 20, 15, 350, 110, 450, 0, 0, 0, 0, 3],  # several players, deck
        [60, 100, 0, 0, 250, 0, 100, 200, 0, 0, 0, 3],  # several players, end and empty
        [60, 100, 20, 15, 350, 110, 450, 0, 0, 90, 40, 2],  # solo, deck
        [60, 100, 20, 15, 350, 110, 450, 300, 300, 90, 40, 2],  # solo, end
        [800, 20, 0, 0, 100, 0, 100, 300, 300, 0, 0, 128],  # solo, empty
    ],
    np.int64,
)
UNIT = 100
LATE = 22  # cards in the draw pile when the end begins: half the hands of a table of five and more
LATE_SOLO = 10  # the same with one player: little more than one hand

# What each word of another player costs whoever plays on the pile (option hints).  The cost of
# CANNOT counts in proportion to how many of the others say it: a pile that nobody else can use,
# nobody can spoil, so it can wait.  LEAVE, which only hints of users say, costs as much as TRICK.
# Found by the same search as the weights.  It wins 1.2, 3.8, 5.9 and 6.0 points of win rate more
# with 2 to 5 players (20,000 deals) than 800 for TRICK and 80 for CLOSE in every phase, about a
# third of it by CANNOT.  The last two rows are for `hints` = `vague`, where CLOSE may be the trick:
# found by a search of their own (8,000 common deals a step with 2 to 5 players), they win 5.1, 7.3,
# 6.3 and 3.1 points more than the first two (40,000 other deals).
#    NOTHING TRICK CLOSE CANNOT LEAVE
MARKED = np.array(
    [
        [0, 1200, 40, 0, 1200],  # several players, deck
        [0, 300, 0, 70, 300],  # several players, end and empty
        [0, 0, 516, 440, 1200],  # vague, deck
        [0, 0, 15, 70, 300],  # vague, end and empty
    ],
    np.int64,
)


@jit
def phase(view: Any) -> int:
    """The row of the weights for the present phase of the game."""
    if view.players > 1:
        return 0 if view.draw_pile > LATE else 1
    if view.draw_pile == 0:
        return 4
    return 2 if view.draw_pile > LATE_SOLO else 3


@jit
def marked(view: Any, pile: int) -> int:
    """What playing on a pile takes from those who have marked it."""
    costs = MARKED[min(phase(view), 1) + 2 * (view.hints == VAGUE)]
    others, taken, cannot = max(view.players - 1, 1), 0, 0
    for player in range(view.players):
        if player != view.seat:
            word = view.marks[player, pile]
            if word == CANNOT:
                cannot += 1
            else:
                taken += costs[word]
    return taken + costs[CANNOT] * cannot // others
