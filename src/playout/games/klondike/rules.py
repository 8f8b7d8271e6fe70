"""Klondike, the usual solitaire: its rules.

Of 52 cards 28 lie in seven columns, of 1 to 7 cards, the last of each face up; the others are the
stock.  On a column go cards of the other colour and one rank lower, alone or with all cards that
lie on them; into an empty column only kings.  On the foundations the cards of each suit go up from
ace to king.  `draw` cards at a time come from the stock to the waste, whose last card can be
played; an empty stock is turned over, as often as the passes allow.  These are the rules of Yan,
Diaconis, Rusmevichientong and Van Roy, "Solitaire: Man Versus Machine", NIPS (2004).

The waste and the stock are one row of cards, the `talon`, of which the first `waste` lie on the
waste.  The cards drawn together can all be seen, so the player knows the whole talon after a pass.

A move is DRAW, STOP, or `card_move(card, kind)`: UP to its foundation, or onto the first or the
second card that it can lie on in a column, by suit; for a king ONTO is the first empty column.

A game in which nothing happens ends: the stock is turned over only if a card has moved since the
last time, and after `patience` moves no card has come from the stock, been turned face up, or made
the foundations higher than ever.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import shuffle
from playout.engine.native.jit import jit
from playout.games.klondike.records import (
    COLUMNS,
    DRAW,
    FIRST_CARD_MOVE,
    HIDDEN,
    IDLE,
    MOVES,
    NOWHERE,
    ON_FOUNDATION,
    ON_WASTE,
    ONTO,
    PLACES,
    PLAYING,
    STOP,
    STOPPED,
    STUCK,
    TALON,
    UP,
    WON,
    kind_of,
    moved_card,
    under,
)
from playout.games.klondike.records import MOST_LEGAL as MOST_LEGAL
from playout.games.klondike.records import STATE as STATE
from playout.games.klondike.records import VIEW as VIEW
from playout.games.klondike.worlds import determinize as determinize  # rule functions too
from playout.games.klondike.worlds import introduce as introduce
from playout.games.klondike.worlds import observe as observe
from playout.kits.cards import CARDS, RANKS, low_rank_of, suit_of


@jit
def column_of_top(state: Any, card: int) -> int:
    """The column whose last card this is; NOWHERE if there is none."""
    for column in range(COLUMNS):
        size = state.sizes[column]
        if size > 0 and state.cards[column, size - 1] == card:
            return column
    return NOWHERE


@jit
def empty_column(state: Any) -> int:
    """The first empty column; NOWHERE if there is none."""
    for column in range(COLUMNS):
        if state.sizes[column] == 0:
            return column
    return NOWHERE


@jit
def place_of(state: Any, card: int) -> int:
    """Where a card is that can be moved: in a column, 32 * column + place; ON_WASTE or
    ON_FOUNDATION as the last; else NOWHERE."""
    if state.waste > 0 and state.talon[state.waste - 1] == card:
        return ON_WASTE
    if state.home[suit_of(card)] == low_rank_of(card):
        return ON_FOUNDATION
    for column in range(COLUMNS):
        last = state.sizes[column] - 1
        if last >= 0:  # the cards face up rise by one rank, from the last on
            place = last - low_rank_of(card) + low_rank_of(state.cards[column, last])
            if state.down[column] <= place <= last and state.cards[column, place] == card:
                return PLACES * column + place
    return NOWHERE


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Shuffle, and deal the columns row by row; the rest is the stock."""
    deck = np.empty(CARDS + 5, np.int64)
    for card in range(CARDS):
        deck[card] = card
    shuffle(stream, deck, CARDS)
    state.cards[:] = HIDDEN
    dealt = 0
    for row in range(COLUMNS):
        for column in range(row, COLUMNS):
            state.cards[column, row] = deck[dealt]
            dealt += 1
    for column in range(COLUMNS):
        state.down[column] = column
        state.sizes[column] = column + 1
    for place in range(TALON):
        state.talon[place] = deck[dealt + place]
    state.left = TALON
    state.waste = 0
    state.home[:] = 0
    state.turned = 0
    state.busy = 0
    state.highest = 0
    state.idle = 0
    state.moves = 0
    state.over = PLAYING


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether the game has ended."""
    return state.over != PLAYING


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The only seat."""
    return 0


@jit(inline=True)
def may_draw(state: Any, rules: Any) -> bool:
    """Whether there are cards to draw, or the stock can be turned over."""
    if state.waste < state.left:
        return True
    may_turn = rules.passes == 0 or state.turned + 1 < rules.passes
    return state.left > 0 and may_turn and state.busy == 1


@jit
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player may make a move; to stop only where no card can be drawn."""
    if move == DRAW:
        return may_draw(state, rules)
    if move == STOP:
        return not may_draw(state, rules)
    if not FIRST_CARD_MOVE <= move < MOVES:
        return False
    card, kind = moved_card(move), kind_of(move)
    rank = low_rank_of(card)
    if kind == UP:
        if state.home[suit_of(card)] != rank - 1:
            return False
        on_waste = state.waste > 0 and state.talon[state.waste - 1] == card
        return on_waste or column_of_top(state, card) != NOWHERE
    if rank == RANKS:
        if kind != ONTO or empty_column(state) == NOWHERE:
            return False
    elif column_of_top(state, under(card, kind)) == NOWHERE:
        return False
    place = place_of(state, card)
    if place == ON_FOUNDATION:
        return rules.back == 1
    if rank == RANKS and place >= 0 and place % PLACES == 0:
        return False  # it has a column already
    return place != NOWHERE


@jit
def can_move_a_card(state: Any, rules: Any) -> bool:
    """Whether there is a move besides DRAW and STOP."""
    found = False
    for move in range(FIRST_CARD_MOVE, MOVES):
        found = found or is_legal(state, rules, move)
    return found


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write the moves of the player; returns how many they are."""
    count = 0
    for move in range(MOVES):
        if is_legal(state, rules, move):
            out[count] = move
            count += 1
    return count


@jit
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a legal move."""
    if move == STOP:
        state.over = STOPPED
        return
    state.moves += 1
    state.idle += 1
    if move == DRAW:
        if state.waste == state.left:
            state.waste = 0
            state.turned += 1
            state.busy = 0
        state.waste = min(state.waste + rules.draw, state.left)
    else:
        move_card(state, moved_card(move), kind_of(move))
    settle(state, rules)


@jit
def move_card(state: Any, card: int, kind: int) -> None:
    """Move a card, with those that lie on it, and turn the card below face up."""
    to, suit = NOWHERE, suit_of(card)
    if kind != UP and low_rank_of(card) == RANKS:
        to = empty_column(state)
    elif kind != UP:
        to = column_of_top(state, under(card, kind))
    source = place_of(state, card)
    state.busy = 1
    if source == ON_WASTE:
        state.left -= 1
        state.waste -= 1
        for place in range(state.waste, state.left):
            state.talon[place] = state.talon[place + 1]
        state.talon[state.left] = HIDDEN
        state.idle = 0
        _lay(state, card, to)
    elif source == ON_FOUNDATION:
        state.home[suit] -= 1
        _lay(state, card, to)
    else:
        column, first = source // PLACES, source % PLACES
        for place in range(first, state.sizes[column]):
            _lay(state, state.cards[column, place], to)
            state.cards[column, place] = HIDDEN
        state.sizes[column] = first
        if 0 < first == state.down[column]:
            state.down[column] -= 1
            state.idle = 0


@jit(inline=True)
def _lay(state: Any, card: int, column: int) -> None:
    """Lay a card on a column, or if that is NOWHERE on its foundation."""
    if column == NOWHERE:
        state.home[suit_of(card)] += 1
        home = state.home[0] + state.home[1] + state.home[2] + state.home[3]
        if home > state.highest:
            state.highest = home
            state.idle = 0
    else:
        state.cards[column, state.sizes[column]] = card
        state.sizes[column] += 1


@jit
def settle(state: Any, rules: Any) -> None:
    """Say whether the game has ended."""
    if state.home[0] + state.home[1] + state.home[2] + state.home[3] == CARDS:
        state.over = WON
    elif state.idle >= rules.patience:
        state.over = IDLE
    elif not may_draw(state, rules) and not can_move_a_card(state, rules):
        state.over = STUCK


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: whether it is won, cards on the foundations, moves, the ending."""
    home = state.home[0] + state.home[1] + state.home[2] + state.home[3]
    outcome[0] = home == CARDS
    outcome[1] = home
    outcome[2] = state.moves
    outcome[3] = max(state.over - 1, 0)
