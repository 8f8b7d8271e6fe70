"""64 games of The Game in progress, each as far as it has come.

What vectors work on is held in rows, with one number for each game.  Hands are lists of cards here,
not sets: the card that fits a pile best is a minimum over them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.jit import jit
from playout.engine.records import new_record
from playout.engine.vectors import GAMES, least_word, load, splat, where
from playout.games.the_game.rules import DECK, HAND, PILES, PLAYERS

NO_CARD = -10_000  # an empty place in a hand, or in a row of cards
DEAREST = 1_000  # no card moves a pile so far
NEVER = -20_000  # no step of any card is this

# Rows of `counts`.
LEFT = 0  # cards not yet on the piles
NEEDED = 1  # cards still to be laid before the turn may end
SIZE = 2  # cards in the hand of the seat to move
SEAT = 3  # the seat to move
DRAW_PILE = 4  # cards in the draw pile
ACTIVE = 5  # 1: a game is being played here
COUNTS = 6

KNOWN = 44  # rows of what `quick` knows (quick.py says which)

BLOCK = np.dtype(
    [
        ("own", np.int16, (HAND, GAMES)),  # the cards of the seat to move
        ("tops", np.int16, (PILES, GAMES)),  # the top card of each pile
        ("counts", np.int16, (COUNTS, GAMES)),
        ("known", np.int16, (KNOWN, GAMES)),
        ("ladders", np.int16, (2 * HAND, GAMES)),  # scratch space of `quick`
        ("hands", np.int16, (PLAYERS * HAND, GAMES)),  # the cards of the other seats
        ("sizes", np.int16, (PLAYERS, GAMES)),  # how many cards each of them has
        ("decks", np.uint8, (GAMES, DECK + 8)),  # the order of the whole deck
        ("drawn", np.int64, (GAMES,)),  # how many cards of it have been dealt and drawn
        ("games", np.int64, (GAMES,)),  # which game it is; -1: none
    ],
    align=True,
)


def new_block() -> Any:
    """Room for GAMES games, none of them in progress."""
    block = new_record(BLOCK)
    block.games[:] = -1
    return block


@jit
def nearest(cards: Any, first: int, count: int, top: Any, rises: bool, jump: int) -> Any:
    """The least step forward on a pile, plus `jump`; DEAREST if no card fits.

    The cards are `count` rows from row `first` on.  The trick gives 0, and every other card that
    fits gives more than `jump`.
    """
    # Taken as unsigned words, the steps that are too small are large: 2**16 less what is missing.
    step, trick = splat(-1), splat(-1)
    base = top - jump if rises else top + jump
    for k in range(first, first + count):
        card = load(cards, k)
        forward = card - base if rises else base - card
        trick = least_word(trick, forward)
        step = least_word(step, forward - (jump + 1))
    step = where((step >= 0) & (step < DEAREST), step + (jump + 1), splat(DEAREST))
    return where(trick == (0 if jump > 0 else NEVER), splat(0), step)
