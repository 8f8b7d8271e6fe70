"""Strategies for Klondike."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.klondike.records import (
    COLUMNS,
    DRAW,
    MOVES,
    NOWHERE,
    ONTO,
    ONTO_OTHER,
    STOP,
    UP,
    card_at_rank,
    card_move,
    onto,
    under,
)
from playout.games.klondike.rules import column_of_top, empty_column, is_legal, may_draw, place_of
from playout.kits.cards import RANKS, SUITS, low_rank_of, suit_of

NONE = -1  # no such move


@strategy("klondike")
def random(view: Any, rng: Any) -> int:
    """Makes any legal move, all equally likely."""
    count = 0
    for move in range(MOVES):
        count += is_legal(view, view, move)
    left = randrange(rng, count) if count > 1 else 0
    for move in range(MOVES):
        if is_legal(view, view, move):
            if left == 0:
                return move
            left -= 1
    return STOP


@strategy("klondike", uses_chance=False)
def greedy(view: Any, rng: Any) -> int:
    """Makes the first of these moves that there is: turns cards face up, builds, then draws.

    All face-up cards of a column go onto another, first those of the column with the most cards
    face down; then the card of the waste goes onto a column; then cards go up; then a card comes
    back from a foundation if another can follow onto it; then a run moves so that the card below
    goes up; then it draws.  This is the computer player of D. R. Collins,
    <https://github.com/danielrcollins1/SolitaireSolver>.  It looks no move ahead, and it lays from
    the waste whatever fits.
    """
    move = whole_run(view, 0)
    if move == NONE and view.waste > 0:
        move = onto_a_column(view, view.talon[view.waste - 1])
    if move == NONE:
        move = first_up(view, RANKS)
    if move == NONE and view.back == 1:
        move = back_to_help(view)
    if move == NONE:
        move = free_a_card(view)
    if move == NONE:
        move = DRAW if may_draw(view, view) else STOP
    return move


@jit
def onto_a_column(view: Any, card: int) -> int:
    """The move of a card onto the first column that takes it, or NONE."""
    if low_rank_of(card) == RANKS:
        return card_move(card, ONTO) if empty_column(view) != NOWHERE else NONE
    first, other = (
        column_of_top(view, under(card, ONTO)),
        column_of_top(view, under(card, ONTO_OTHER)),
    )
    if first == NOWHERE and other == NOWHERE:
        return NONE
    is_first = other == NOWHERE or 0 <= first < other
    return card_move(card, ONTO if is_first else ONTO_OTHER)


@jit
def whole_run(view: Any, least: int) -> int:
    """The move of all face-up cards of a column with `least` cards face down or more, or NONE.

    Of several columns it is that with the most cards face down, and of these the last.
    """
    for down in range(COLUMNS - 1, least - 1, -1):
        for column in range(COLUMNS - 1, -1, -1):
            if view.down[column] == down and view.sizes[column] > 0:
                card = view.cards[column, down]
                if down > 0 or low_rank_of(card) < RANKS:
                    move = onto_a_column(view, card)
                    if move != NONE:
                        return move
    return NONE


@jit
def first_up(view: Any, highest: int) -> int:
    """The move to the foundation of the last card of the first column that has one, or of the
    waste, of at most this rank; or NONE."""
    for column in range(COLUMNS + 1):
        if column < COLUMNS and view.sizes[column] > 0:
            card = view.cards[column, view.sizes[column] - 1]
        elif column == COLUMNS and view.waste > 0:
            card = view.talon[view.waste - 1]
        else:
            continue
        rank = low_rank_of(card)
        if rank <= highest and view.home[suit_of(card)] == rank - 1:
            return card_move(card, UP)
    return NONE


@jit
def back_to_help(view: Any) -> int:
    """The move of a card from its foundation onto a column, if other cards can then lie on it: all
    face-up cards of a column, or that of the waste; or NONE."""
    for suit in range(SUITS):
        if view.home[suit] < 2:
            continue
        card = card_at_rank(suit, view.home[suit])
        move = onto_a_column(view, card)
        if move == NONE or low_rank_of(card) == RANKS:
            continue
        for column in range(COLUMNS + 1):
            if column < COLUMNS and view.sizes[column] > 0:
                next_card = view.cards[column, view.down[column]]
            elif column == COLUMNS and view.waste > 0:
                next_card = view.talon[view.waste - 1]
            else:
                continue
            if low_rank_of(next_card) + 1 == view.home[suit] and card in (
                under(next_card, ONTO),
                under(next_card, ONTO_OTHER),
            ):
                return move
    return NONE


@jit
def free_a_card(view: Any) -> int:
    """The move of a part of a run onto another card of the same colour and rank as the one below
    it, which then goes up; or NONE."""
    for suit in range(SUITS):
        if view.home[suit] == 0 or view.home[suit] == RANKS:
            continue
        card = card_at_rank(suit, view.home[suit] + 1)
        twin = card_at_rank(
            SUITS - 1 - suit, view.home[suit] + 1
        )  # of the other suit of its colour
        place = place_of(view, card)
        if (
            place < 0
            or column_of_top(view, twin) == NOWHERE
            or column_of_top(view, card) != NOWHERE
        ):
            continue
        return onto(view.cards[place // 32, place % 32 + 1], twin)
    return NONE
