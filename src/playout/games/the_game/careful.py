"""The strategy `careful`: plans its whole turn, weighing what every card can still become.

It tries every useful sequence of cards from its hand (careful_search.py), after it has written down
what all of them share (careful_turn.py).  What a play is worth is said in careful_weights.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.numbered_cards.sets import between
from playout.games.the_game.careful_search import DONE, FROM, LEFT, LENGTH, MOVES_AT, search
from playout.games.the_game.careful_turn import DEPTH, TURN, write_turn
from playout.games.the_game.careful_weights import WEIGHTS, phase
from playout.games.the_game.rules import CONCEDE, STOP, card_move, card_of, pile_of

# Bounds leave sequences out, so that a search gets further before NODES stops it.  When one has
# tried more than SURE, it is made again without, lest the plan depend on how good the bounds are.
SURE = 1000


@strategy("the-game", uses_chance=False, parameters={"margin": 20})
def careful(view: Any, rng: Any) -> int:
    """Plans the whole turn by what every card can still become; the best with few players.

    Counts cards: it values a step by the unseen cards it skips, keeps tricks possible, lets one
    pile of each direction run ahead, and near the end avoids burying cards that others hold.
    See the table in careful_weights.py.  A lower `margin` gives up sequences that fall so far
    behind the best: 10 is an eighth to a quarter faster and loses one to two points.  It does not
    look beyond its turn.
    """
    notes = view.notes
    if not goes_to_plan(view, notes) or notes[DONE] >= notes[LENGTH]:
        if view.needed <= 0 and view.turn_cards > 0:
            return STOP
        make_plan(view, np.empty(1, TURN))  # an array must outlive its records
    if notes[LENGTH] == 0:
        return CONCEDE
    move = notes[MOVES_AT + notes[DONE]]
    notes[DONE] += 1
    ends = notes[DONE] == notes[LENGTH] and view.needed <= 1
    return card_move(card_of(move), pile_of(move), ends)


@jit
def make_plan(view: Any, memory: Any) -> None:
    """Write the best sequence of plays into the notes.

    If none reaches the minimum, it is the best of those that come nearest to it.
    """
    weights, turn, notes = WEIGHTS[phase(view)], memory[0], view.notes
    least = min(view.needed, DEPTH)
    notes[LENGTH], notes[DONE], notes[FROM], notes[LEFT] = 0, 0, view.turn_cards, view.left
    write_turn(view, unseen_numbers(view), weights, turn)
    while notes[LENGTH] == 0 and least > 0:
        if search(view, weights, turn, least, True) > SURE:
            notes[LENGTH] = 0
            search(view, weights, turn, least, False)
        least -= 1


@jit
def goes_to_plan(table: Any, notes: Any) -> bool:
    """Whether the cards laid since then are those of the plan (a person may have moved).

    The table is a view or a state.
    """
    done = notes[DONE]
    if table.turn_cards != notes[FROM] + done or table.left != notes[LEFT] - done:
        return False
    last = notes[MOVES_AT + max(done - 1, 0)]
    return bool(done == 0 or table.piles[pile_of(last)] == card_of(last))


@jit
def unseen_numbers(view: Any) -> tuple[Any, Any]:
    """The set of unseen numbers: not all copies are laid or in the own hand."""
    return _unseen_word(view, 0), _unseen_word(view, 1)


@jit
def _unseen_word(view: Any, word: int) -> Any:
    deck, gone = between(view.low, view.high)[word], np.int64(0)
    # All copies are accounted for if i of them are laid and the other copies - i are in my hand.
    for laid in range(view.copies + 1):
        both = deck
        if laid > 0:
            both &= view.played[laid - 1, word]
        if laid < view.copies:
            both &= view.hand[view.copies - laid - 1, word]
        gone |= both
    return deck & ~gone
