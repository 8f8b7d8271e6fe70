"""The loop of a blog post on The Game: one card a turn, and a card that does not fit ends the game.

Lennard Berger, "Playing 'The game' with Monte Carlo simulations" (5 January 2024; its address is in
docs/games/the-game-blog.md).  Piles 0 and 1 start at `low` and rise, 2 and 3 start at `high` and
fall; the backward trick never fits.  The players take turns to propose a card of the own hand and a
pile.  If it fits, it is laid and another is drawn at once; if not, the game is over, even if
another card would fit.  A round begins only while there is a card to draw, and is then completed,
so cards are always left in the hands: no game can be won.

A move is one number, `card_move(card, pile)`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.game.game import view_dtype
from playout.engine.native.jit import jit
from playout.games.numbered_cards.deck import shuffle_deck, write_outcome
from playout.games.numbered_cards.sets import (
    NO_CARD_ABOVE,
    fits_any,
    has,
    next_above,
    put,
    take,
    write_fitting,
)
from playout.games.the_game_blog.worlds import alike as alike  # rule functions too
from playout.games.the_game_blog.worlds import determinize as determinize

PILES = 4
ASCENDING = 2  # piles 0 .. ASCENDING-1 ascend
PLAYERS = 7  # most players
DECK = 136  # room for the largest deck, and 6 places that a shuffle of its rest may need
HAND = 64  # most cards in a full hand
MOST_LEGAL = PILES * HAND  # moves in one position, at most

# Why a game ended, and the word for each: a card was refused although another one would have fit.
DECK_EMPTY, STUCK, REFUSED = 0, 1, 2
ENDINGS = ("deck_empty", "stuck", "refused")

STATE = np.dtype(
    [
        ("piles", np.int64, (PILES,)),  # top card of each pile
        ("fitting", np.int64, (PILES, 2)),  # the set of cards that fit on each pile now
        ("laid", np.int64, (PILES, 1, 2)),  # the set of all cards on each pile, with its base
        ("hands", np.int64, (PLAYERS, 1, 2)),  # the set of cards of each player
        ("drawn_at", np.int16, (128,)),  # when each card was drawn: the order of the blog's hands
        ("deck", np.uint8, (DECK,)),  # the order of the whole deck; hidden
        ("cards", np.int64),  # cards in the whole deck
        ("drawn", np.int64),  # how many have been dealt and drawn
        ("left", np.int64),  # cards not yet on the piles
        ("player", np.int64),  # whose turn it is
        ("over", np.int64),  # 1 when the game has ended
        ("scratch", np.uint8, (DECK,)),  # for `determinize`
    ],
    align=True,
)

VIEW = view_dtype(
    ("hand", np.int64, (1, 2)),  # the set of own cards
    ("piles", np.int64, (PILES,)),  # top card of each pile
    ("fitting", np.int64, (PILES, 2)),  # the set of cards that fit on each pile now
    ("laid", np.int64, (PILES, 1, 2)),  # the set of all cards on each pile, with its base
    ("drawn_at", np.int16, (128,)),  # when own cards were drawn
    ("draw_pile", np.int64),  # cards in the draw pile
    ("seat", np.int64),
    ("players", np.int64),
)


@jit
def card_move(card: int, pile: int) -> int:
    """The move that proposes a card for a pile."""
    return card * PILES + pile


@jit
def card_of(move: int) -> int:
    """The card of a move."""
    return move // PILES


@jit
def pile_of(move: int) -> int:
    """The pile of a move."""
    return move % PILES


@jit
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a seat's view what does not change during a game."""
    view.seat = seat
    view.players = rules.players


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Shuffle and deal; seat 0 begins."""
    shuffle_deck(state.deck, rules.low, rules.high, 1, stream)
    set_up(state, rules)


@jit
def set_up(state: Any, rules: Any) -> None:
    """Deal from the deck as it lies in `state.deck`."""
    state.cards = rules.high - rules.low - 1
    state.left = state.cards
    state.drawn = 0
    state.player = 0
    state.laid[:] = 0
    state.hands[:] = 0
    for pile in range(PILES):
        lay_down(state, rules.low if pile < ASCENDING else rules.high, pile)
    for _ in range(rules.hand):
        for player in range(rules.players):
            _draw(state, player)
    state.over = state.drawn == state.cards


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether the game has ended."""
    return state.over != 0


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose move it is."""
    return state.player


@jit(inline=True)
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Copy what a player may know: the own hand, in the order of drawing, and the table."""
    for word in range(2):
        view.hand[0, word] = state.hands[seat, 0, word]
    for pile in range(PILES):
        view.piles[pile] = state.piles[pile]
        for word in range(2):
            view.fitting[pile, word] = state.fitting[pile, word]
            view.laid[pile, 0, word] = state.laid[pile, 0, word]
    card = next_above(view.hand[0], -1)
    while card != NO_CARD_ABOVE:
        view.drawn_at[card] = state.drawn_at[card]
        card = next_above(view.hand[0], card)
    view.draw_pile = state.cards - state.drawn


@jit(inline=True)
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player to move may make this proposal: any card of the hand, fitting or not."""
    return has(state.hands[state.player, 0], card_of(move))


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write all proposals that the player to move may make; returns how many they are."""
    count, hand = 0, state.hands[state.player, 0]
    card = next_above(hand, -1)
    while card != NO_CARD_ABOVE:
        for pile in range(PILES):
            out[count + pile] = card_move(card, pile)
        count += PILES
        card = next_above(hand, card)
    return count


@jit(inline=True)
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a proposal."""
    card, pile, player = card_of(move), pile_of(move), state.player
    if not has(state.fitting[pile], card):
        state.over = 1
        return
    take(state.hands[player], 1, card)
    lay_down(state, card, pile)
    state.left -= 1
    if state.drawn < state.cards:
        _draw(state, player)
    state.player = player + 1 if player + 1 < rules.players else 0
    # The round under way when the deck runs out is completed.
    state.over = (state.player == 0) & (state.drawn == state.cards)


@jit
def forget(state: Any, rules: Any) -> None:
    """Set the cards of the deck that have been drawn to zero."""
    for k in range(state.drawn):
        state.deck[k] = 0


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: won, fewer than ten left, cards left, cards played, why it ended."""
    if state.player == 0 and state.drawn == state.cards:
        ending = DECK_EMPTY
    elif fits_any(state.hands[state.player, 0], state.fitting, PILES):
        ending = REFUSED
    else:
        ending = STUCK
    write_outcome(outcome, state.cards, state.left, ending)


@jit(inline=True)
def lay_down(state: Any, card: int, pile: int) -> None:
    """Make a card, or at first a base, the top of a pile."""
    state.piles[pile] = card
    put(state.laid[pile], 1, card)
    write_fitting(state.fitting[pile], card, pile < ASCENDING, 0)


@jit(inline=True)
def _draw(state: Any, player: int) -> None:
    card = int(state.deck[state.drawn])
    put(state.hands[player], 1, card)
    state.drawn_at[card] = state.drawn
    state.drawn += 1
