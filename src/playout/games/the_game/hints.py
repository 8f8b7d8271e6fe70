"""Hints: the words players may say without naming a card (option `hints`).

The official rules let the players talk, but never in numbers.  Here, before every card, every
player says one word about each pile: all at the same time, each knowing only the own view.
All players hear them.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.games.numbered_cards.sets import (
    NO_CARD_ABOVE,
    NO_CARD_BELOW,
    has,
    next_above,
    next_below,
)

NOTHING = 0  # nothing to say
TRICK = 1  # "I can do the trick here"
CLOSE = 2  # "I have a very good card here"; in `hint`: one at most CLOSE_STEP away
CANNOT = 3  # "I have no card for this pile": do what you like with it
LEAVE = 4  # "please leave this pile to me", whatever the reason

# Values of the option hints: the places of its words in game.py.
SILENT, VAGUE = 0, 2

# With `places`, `show`, `may_say` and `hint`, what engine/play/hints.py needs of a game.
WORDS = ("nothing", "trick", "close", "cannot", "leave")
PLACE = "pile"

CLOSE_STEP = 2
"""A card this near skips at most one number, and with hands of six to eight out of 98 cards it is
near enough to be worth waiting for."""


@jit(inline=True)
def places(rules: Any) -> int:
    """How many piles the players say a word about: all of them, or 0 with `hints` = `none`."""
    return rules.ascending + rules.descending if rules.hints != SILENT else 0


@jit(inline=True)
def may_say(rules: Any, mark: int) -> bool:
    """Whether a word is allowed: with `hints` = `vague` not TRICK, which names a card."""
    return not (mark == TRICK and rules.hints == VAGUE)


@jit(inline=True)
def show(state: Any, rules: Any, seat: int, pile: int, mark: int) -> None:
    """Show all players what a seat says about a pile."""
    state.marks[seat, pile] = mark


@jit
def hint(view: Any, pile: int) -> int:
    """What a strategy without a hint of its own says about a pile.

    TRICK if it has the trick, or CLOSE where TRICK may not be said; else CANNOT if it has no card
    that fits; else CLOSE if its nearest card is at most CLOSE_STEP away; else NOTHING.
    """
    hand, top = view.hand[0], view.piles[pile]
    ascends = pile < view.ascending
    if view.jump > 0 and has(hand, top - view.jump if ascends else top + view.jump):
        return TRICK if view.hints != VAGUE else CLOSE
    card = next_above(hand, top) if ascends else next_below(hand, top)
    if card in (NO_CARD_ABOVE, NO_CARD_BELOW):
        return CANNOT
    return CLOSE if abs(card - top) <= CLOSE_STEP else NOTHING
