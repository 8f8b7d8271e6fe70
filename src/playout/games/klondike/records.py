"""The records of Klondike, and its moves as numbers."""

from __future__ import annotations

import numpy as np

from playout.engine.game.game import view_dtype
from playout.engine.native.jit import in_both
from playout.kits.cards import CARDS, RANKS, SUITS, low_rank_of, suit_of

COLUMNS, LONGEST, TALON = 7, 19, 24
HIDDEN = -1  # a card that the player has not seen

DRAW, STOP, FIRST_CARD_MOVE = 0, 1, 2
UP, ONTO, ONTO_OTHER = range(3)  # where a card goes
MOVES = FIRST_CARD_MOVE + 3 * CARDS
MOST_LEGAL = 64

PLAYING, WON, STUCK, IDLE, STOPPED = range(5)
ENDINGS = ("won", "stuck", "idle", "stopped")
NOWHERE, ON_WASTE, ON_FOUNDATION = -1, -2, -3  # places of cards that lie in no column
PLACES = 32  # in a column, to number them all

STATE = np.dtype(
    [
        ("cards", np.int64, (COLUMNS, LONGEST)),  # of each column, the undermost first
        ("down", np.int64, (COLUMNS,)),  # how many of them are face down
        ("sizes", np.int64, (COLUMNS,)),  # how many they are
        ("talon", np.int64, (TALON,)),  # the waste, its last card last; then the stock, next first
        ("left", np.int64),  # cards of both
        ("waste", np.int64),  # how many of them lie on the waste
        ("home", np.int64, (SUITS,)),  # cards on each foundation
        ("turned", np.int64),  # how often the stock was turned over
        ("busy", np.int64),  # 1: a card has moved since then
        ("highest", np.int64),  # the most cards that the foundations ever had
        ("idle", np.int64),  # moves since anything came of one
        ("moves", np.int64),
        ("over", np.int64),  # PLAYING, or how the game ended
    ],
    align=True,
)
VIEW = view_dtype(
    ("seat", np.int64),
    *((name, np.int64) for name in ("draw", "passes", "back", "patience")),
    *((name, STATE[name]) for name in STATE.names or ()),
)


@in_both
def card_move(card: int, kind: int) -> int:
    """The move of a card: UP, ONTO or ONTO_OTHER."""
    return FIRST_CARD_MOVE + 3 * card + kind


@in_both
def moved_card(move: int) -> int:
    """The card of a move that is neither DRAW nor STOP."""
    return (move - FIRST_CARD_MOVE) // 3


@in_both
def kind_of(move: int) -> int:
    """Where the card of a move goes: UP, ONTO or ONTO_OTHER."""
    return (move - FIRST_CARD_MOVE) % 3


@in_both
def card_at_rank(suit: int, low_rank: int) -> int:
    """The card of a suit and a rank from 1, the ace, to 13, the king."""
    return RANKS * suit + (low_rank + RANKS - 2) % RANKS


@in_both
def is_red(card: int) -> bool:
    """Whether a card is of diamonds or hearts, the suits 1 and 2."""
    return suit_of(card) in (1, 2)


@in_both
def under(card: int, kind: int) -> int:
    """The card on which another, no king, comes to lie: that of the first or the second suit."""
    first = 0 if is_red(card) else 1
    other = 3 if is_red(card) else 2
    return card_at_rank(first if kind == ONTO else other, low_rank_of(card) + 1)


@in_both
def onto(card: int, below: int) -> int:
    """The move that lays a card on another."""
    return card_move(card, ONTO if suit_of(below) < 2 else ONTO_OTHER)
