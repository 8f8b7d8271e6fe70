"""What players may say without naming a card (option `hints`).

The official rules let the players talk, but never in numbers.  Here everybody says one word of
each pile, all at the same time, anew before every card, from the own view; everybody hears it.
"""

from __future__ import annotations

from typing import Any

from playout.engine.jit import jit
from playout.games.the_game.cards import NO_CARD_ABOVE, NO_CARD_BELOW, has, next_above, next_below

NOTHING = 0  # nothing to say
TRICK = 1  # "I can do the trick here"
CLOSE = 2  # "I have a very good card here": of `hint`, one at most CLOSE_STEP away
CANNOT = 3  # "I have no card for this pile": do what you like with it
LEAVE = 4  # "please leave this pile to me", whatever the reason

# What engine/hints.py asks for, with `places`, `show` and `hint`.
WORDS = ("nothing", "trick", "close", "cannot", "leave")
PLACE = "pile"

CLOSE_STEP = 2
"""A card this near costs no more than one of the ten between it and the next trick ... and
is near enough to be worth waiting for in a hand of six to eight out of 98 cards."""


@jit(inline=True)
def places(rules: Any) -> int:
    """The piles of which everybody says a word: all, or with `hints` = `none` no one."""
    return rules.ascending + rules.descending if rules.hints != 0 else 0


@jit(inline=True)
def show(state: Any, rules: Any, seat: int, pile: int, mark: int) -> None:
    """Let everybody see what a seat says of a pile."""
    state.marks[seat, pile] = mark


@jit
def hint(view: Any, pile: int) -> int:
    """What strategies say that have no hint of their own.

    The trick; else a card at most CLOSE_STEP away; else whether there is any card.
    """
    hand, top = view.hand[0], view.piles[pile]
    ascends = pile < view.ascending
    if view.jump > 0 and has(hand, top - view.jump if ascends else top + view.jump):
        return TRICK
    card = next_above(hand, top) if ascends else next_below(hand, top)
    if card in (NO_CARD_ABOVE, NO_CARD_BELOW):
        return CANNOT
    return CLOSE if abs(card - top) <= CLOSE_STEP else NOTHING
