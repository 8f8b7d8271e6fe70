"""64 games of The Game in progress, each as far as it has come.

What vectors work on is held in rows, with one number for each game.  Hands are lists of cards here,
not sets: the card that fits a pile best is a minimum over them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.native.records import with_attributes
from playout.engine.vectors.shuffles import ROOM
from playout.engine.vectors.vectors import (
    CACHE_LINE,
    GAMES,
    WORDS,
    byte,
    excess,
    least,
    load,
    one_bit,
    ones,
    where,
)
from playout.games.the_game.rules import DECK, HAND, PILES, PLAYERS

NO_CARD = 255  # an empty place in a hand, or in a row of cards
LAST_CARD = 127  # no card is this number or a higher one
NONE_AHEAD = 127  # what `ahead` gives if no card is ahead, or more
NO_STEP = 255  # the step of `nearest` if no card fits

# Rows of `counts`.
NEEDED = 0  # cards still to be laid before the turn may end
SIZE = 1  # cards in the hand of the seat to move
SEAT = 2  # the seat to move
ACTIVE = 3  # 1: a game is being played here
COUNTS = 4

# Rows of `rest`.
LEFT = 0  # cards not yet on the piles
DRAW_PILE = 1  # cards in the draw pile
RESTS = 2

SET = 16  # bytes of a set of numbers 0..127
WEIGHTS = 12  # constants of `quick`

FIELDS: list[Any] = [
    ("own", np.uint8, (HAND, GAMES)),  # the cards of the seat to move
    ("tops", np.uint8, (PILES, GAMES)),  # the top card of each pile
    ("counts", np.uint8, (COUNTS, GAMES)),
    ("rest", np.int16, (RESTS, GAMES)),
    # What `quick` knows:
    ("not_laid", np.uint8, (SET, GAMES)),  # the set of cards not known to be laid
    ("before", np.uint8, (SET, GAMES)),  # how many of them are in the bytes before each
    ("ranks", np.uint8, (4, GAMES)),  # how many of them are below the top of each pile
    ("tricks", np.uint8, (4, GAMES)),  # 1 if the trick on that top is one of them
    ("weights", np.int16, (WEIGHTS, GAMES)),  # its constants, by the phase of the game
    ("ladders", np.uint8, (2 * HAND, GAMES)),  # scratch space of `quick`
    ("hands", np.uint8, (PLAYERS * HAND, GAMES)),  # the cards of the other seats
    ("sizes", np.uint8, (PLAYERS, GAMES)),  # how many cards each of them has
    ("coming", np.uint8, (8, GAMES)),  # scratch space for the next cards of each draw pile
    ("words", np.uint64, (GAMES,)),  # the same, a word for each game
    ("decks", np.uint64, (GAMES, DECK // 8 + 1)),  # the order of the whole deck, as bytes
    # Of the next games:
    ("next_decks", np.uint64, (GAMES, DECK // 8 + 1)),
    ("next_seats", np.uint8, (GAMES,)),  # who is the first to move
    ("order", np.uint8, (ROOM, GAMES)),  # scratch space: those decks in rows
    ("draws", np.uint8, (ROOM, GAMES)),  # what each place of them is swapped with
    ("random", np.uint64, (4 + GAMES // WORDS, WORDS)),  # scratch space for those
    ("games", np.int64, (GAMES,)),  # which game it is; -1: none
]
BLOCK = np.dtype(FIELDS, align=True)


def new_block(kind: Any) -> Any:
    """Room for GAMES games, none of them in progress; every row starts on a cache line."""
    memory = np.zeros(kind.itemsize + CACHE_LINE, np.uint8)
    skip = -memory.ctypes.data % CACHE_LINE
    block = memory[skip : skip + kind.itemsize].view(with_attributes(kind))[0]
    block.games[:] = -1
    return block


@jit
def ahead(card: Any, top: Any, rises: bool) -> Any:
    """How many numbers lie between a top and a card ahead; NONE_AHEAD or more if it is not."""
    return card - (top + 1) if rises else excess(top, card) - 1


@jit
def a_jump_back(card: Any, rises: bool, jump: int) -> Any:
    """The card that is a trick on a card; a number that is no card's if there is none."""
    return excess(card, jump) if rises else least(card + jump, LAST_CARD)


@jit
def nearest(block: Any, rules: Any, pile: int) -> Any:
    """The least step forward on a pile, plus `jump`; NO_STEP if no card fits.

    The trick gives 0, and every other card that fits gives more than `jump`.
    """
    top, rises, jump = load(block.tops, pile), pile < rules.ascending, int(rules.jump)
    back = a_jump_back(top, rises, jump)
    near, from_trick = byte(NO_CARD), byte(NO_CARD)
    for k in range(rules.hand):
        card = load(block.own, k)
        near = least(near, ahead(card, top, rises))
        from_trick = least(from_trick, card ^ back)
    step = where(near < NONE_AHEAD, near + (jump + 1), byte(NO_STEP))
    return where(from_trick == 0, byte(0), step) if jump > 0 else step


@jit
def byte_of(low: int, high: int, k: int) -> int:
    """Eight of the 128 bits of a set."""
    return (high if k >= 8 else low) >> (k % 8 * 8) & 0xFF


@jit
def is_not_laid(block: Any, card: Any) -> Any:
    """Whether a number, 0..127, is a card that is not known to be laid."""
    return ~((chosen(block.not_laid, card) & one_bit(card)) == 0)


@jit
def rank_of(block: Any, card: Any) -> Any:
    """How many cards that are not known to be laid are below a number, 0..127."""
    below = chosen(block.not_laid, card) & (one_bit(card) - 1)
    return chosen(block.before, card) + ones(below)


@jit
def chosen(rows: Any, card: Any) -> Any:
    """Of sixteen rows the one with the byte in which a number 0..127 is: a tree of choices."""
    by_8, by_16 = (card & 8) == 8, (card & 16) == 16
    by_32, by_64 = (card & 32) == 32, (card & 64) == 64
    return where(
        by_64,
        where(by_32, of_four(rows, 12, by_8, by_16), of_four(rows, 8, by_8, by_16)),
        where(by_32, of_four(rows, 4, by_8, by_16), of_four(rows, 0, by_8, by_16)),
    )


@jit
def of_four(rows: Any, k: int, second: Any, later: Any) -> Any:
    """One of four rows from row k on."""
    return where(
        later,
        where(second, load(rows, k + 3), load(rows, k + 2)),
        where(second, load(rows, k + 1), load(rows, k)),
    )
