"""The Game (Steffen Benndorf, Nuernberger-Spielkarten-Verlag 2015): its rules.

Cards run between two bases, `low` and `high` (1 and 100).  Ascending piles start at `low` and
rise, descending piles start at `high` and fall; a card exactly `jump` (10) the wrong way, the
backward trick, is allowed too.  In a turn a player lays at least `min_cards` cards, one after
another, and then draws back to a full hand.  The game is won when all cards are laid.

A move is one number: STOP, CONCEDE, or `card_move(card, pile, last)`.  With `last` the card also
ends the turn, as a STOP after it would (otherwise a third of all moves would be STOP).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange
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
from playout.games.the_game.search import LEAST, cheapest
from playout.games.the_game.worlds import alike as alike  # rule functions too
from playout.games.the_game.worlds import determinize as determinize

PILES = 8  # most piles
PLAYERS = 7  # most players
DECK = 512  # most cards
HAND = 64  # most cards in a full hand
COPIES = 4  # most copies of a card in a deck

# Values of the option first_player: the places of its words in game.py.
RANDOM_FIRST, BEST_FIRST = 1, 2

# Why a game ended, and the word for each.
WON, STUCK, CONCEDED = 0, 1, 2
ENDINGS = ("won", "stuck", "conceded")

STOP = 0  # the move that ends the turn; allowed once the minimum is met
CONCEDE = 1  # the move that gives up; allowed before the minimum is met
MOVES = 2048  # every move is below this
MOST_LEGAL = 2 * PILES * HAND + 1  # moves in one position, at most

STATE = np.dtype(
    [
        ("piles", np.int64, (PILES,)),  # top card of each pile; ascending piles first
        ("fitting", np.int64, (PILES, 2)),  # the set of cards that may be laid on each pile now
        ("played", np.int64, (COPIES, 2)),  # stack of sets: every card on any pile, no bases
        ("hands", np.int64, (PLAYERS, COPIES, 2)),  # stack of sets of each player
        ("sizes", np.int64, (PLAYERS,)),  # cards in each hand
        ("deck", np.uint8, (DECK,)),  # the order of the whole deck; hidden
        ("cards", np.int64),  # cards in the whole deck
        ("drawn", np.int64),  # how many have been dealt and drawn
        ("left", np.int64),  # cards not yet on the piles
        # Unsigned, because an index that cannot be negative is quicker.
        ("player", np.uint8),  # whose turn it is
        ("needed", np.int64),  # cards still to be laid before the turn may end
        ("turn_cards", np.int64),  # cards laid in this turn
        ("over", np.int64),  # 1 when the game has ended
        ("marks", np.uint8, (PLAYERS, PILES)),  # each player's word on each pile (option hints)
    ],
    align=True,
)

VIEW = view_dtype(
    # what changes
    ("hand", np.int64, (COPIES, 2)),  # own hand: a stack of sets of cards
    ("piles", np.int64, (PILES,)),  # top card of each pile; ascending piles first
    ("fitting", np.int64, (PILES, 2)),  # the set of cards that may be laid on each pile now
    ("played", np.int64, (COPIES, 2)),  # stack of sets: every card on any pile, no bases
    ("sizes", np.int64, (PLAYERS,)),  # cards in each player's hand
    ("marks", np.int64, (PLAYERS, PILES)),  # each player's word on each pile (option hints)
    ("draw_pile", np.int64),  # cards in the draw pile
    ("left", np.int64),  # cards not yet on the piles
    ("needed", np.int64),  # cards still to be laid before the turn may end; 0: it may
    ("turn_cards", np.int64),  # cards laid in this turn
    ("turn", np.int64),  # whose turn it is (a hint is asked of the other players too)
    # what does not change during a game
    ("seat", np.int64),
    ("players", np.int64),
    ("ascending", np.int64),  # how many piles ascend: 0 .. ascending-1
    ("descending", np.int64),  # how many piles descend: the others
    ("pile_count", np.int64),  # ascending + descending
    ("low", np.int64),
    ("high", np.int64),
    ("jump", np.int64),  # the backward trick; 0: there is none
    ("copies", np.int64),
    ("min_cards", np.int64),
    ("full_hand", np.int64),
    ("hints", np.int64),  # 0: silence; 1: marks are shown; 2: vague ones
)


@jit
def card_move(card: int, pile: int, last: bool = False) -> int:
    """Return the move that lays a card on a pile; ``last`` means that it ends the turn."""
    return card * 16 + pile * 2 + last


@jit
def card_of(move: int) -> int:
    """Return the card of a card move."""
    return move >> 4


@jit
def pile_of(move: int) -> int:
    """Return the pile of a card move."""
    return move >> 1 & 7


@jit
def is_last(move: int) -> bool:
    """Whether a card move ends the turn."""
    return move & 1 != 0


@jit
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a seat's view what does not change during a game."""
    view.seat = seat
    view.players = rules.players
    view.ascending = rules.ascending
    view.descending = rules.descending
    view.pile_count = rules.ascending + rules.descending
    view.low = rules.low
    view.high = rules.high
    view.jump = rules.jump
    view.copies = rules.copies
    view.min_cards = rules.min_cards
    view.full_hand = rules.hand
    view.hints = rules.hints


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Shuffle, deal, and say who begins."""
    shuffle_deck(state.deck, rules.low, rules.high, rules.copies, stream)
    set_up(state, rules, stream)


@jit
def deck_size(rules: Any) -> int:
    """Cards in the whole deck."""
    return rules.copies * (rules.high - rules.low - 1)


@jit
def set_up(state: Any, rules: Any, stream: Any) -> None:
    """Deal from the deck as it lies in `state.deck`."""
    cards = deck_size(rules)
    state.cards = cards
    state.left = cards
    state.drawn = 0
    state.over = 0
    if rules.hints != 0:
        state.marks[:] = 0
    for pile in range(PILES):
        for word in range(2):
            state.fitting[pile, word] = 0
        state.piles[pile] = rules.low if pile < rules.ascending else rules.high
        if pile < rules.ascending + rules.descending:
            lay_down(state, rules, state.piles[pile], pile)
    for level in range(COPIES):
        state.played[level, 0] = 0
        state.played[level, 1] = 0
        for player in range(rules.players):
            state.hands[player, level, 0] = 0
            state.hands[player, level, 1] = 0
    for player in range(rules.players):
        state.sizes[player] = 0
    for _ in range(rules.hand):
        for player in range(rules.players):
            _draw(state, rules, player)
    state.player = 0
    if rules.first_player == RANDOM_FIRST:
        state.player = randrange(stream, rules.players)
    elif rules.first_player == BEST_FIRST:
        state.player = _strongest(state, rules)
    _begin_turn(state, rules)


@jit
def _strongest(state: Any, rules: Any) -> int:
    """The player who can lay the minimum most cheaply; the first of equals."""
    best, least = 0, LEAST
    count = min(minimum(state, rules), rules.hand)  # laying the whole hand ends the turn
    for player in range(rules.players):
        cost = cheapest(state.hands[player], state.piles, rules, count, 0, least)
        if cost < least:
            best, least = player, cost
    return best


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
    """Copy what a player may know: the own hand, the table, and the size of every hand."""
    # What every game has is copied without a loop of unknown length: of such a loop the compiler
    # would make a wide copy, which has to wait until what `play` has just written is in memory.
    piles = rules.ascending + rules.descending
    for word in range(2):
        view.hand[0, word] = state.hands[seat, 0, word]
        view.played[0, word] = state.played[0, word]
    for level in range(1, rules.copies):
        for word in range(2):
            view.hand[level, word] = state.hands[seat, level, word]
            view.played[level, word] = state.played[level, word]
    _show_piles(state, view, 0, 4)
    if piles > 4:
        _show_piles(state, view, 4, PILES)
    view.sizes[0] = state.sizes[0]
    for player in range(1, rules.players):
        view.sizes[player] = state.sizes[player]
    view.draw_pile = state.cards - state.drawn
    view.left = state.left
    view.needed = state.needed
    view.turn_cards = state.turn_cards
    view.turn = state.player
    if rules.hints != 0:
        for player in range(rules.players):
            for pile in range(piles):
                view.marks[player, pile] = state.marks[player, pile]


@jit(inline=True)
def _show_piles(state: Any, view: Any, first: int, stop: int) -> None:
    for pile in range(first, stop):
        view.piles[pile] = state.piles[pile]
        view.fitting[pile, 0] = state.fitting[pile, 0]
        view.fitting[pile, 1] = state.fitting[pile, 1]


@jit(inline=True)
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player to move may make this move."""
    if move == STOP:
        return state.needed <= 0
    if move == CONCEDE:
        return state.needed > 0
    card, pile = card_of(move), pile_of(move)
    # Without branches: each condition is nearly always true, but a processor cannot guess when
    # one is not.
    return (
        (pile < rules.ascending + rules.descending)
        & has(state.hands[state.player, 0], card)
        & ((not is_last(move)) | (state.needed <= 1))
        & has(state.fitting[pile], card)
    )


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write all moves that the player to move may make; returns how many they are."""
    out[0] = STOP if state.needed <= 0 else CONCEDE
    count, ways = 1, 2 if state.needed <= 1 else 1
    hand = state.hands[state.player, 0]
    card = next_above(hand, -1)
    while card != NO_CARD_ABOVE:
        for pile in range(rules.ascending + rules.descending):
            if has(state.fitting[pile], card):
                for last in range(ways):
                    out[count + last] = card_move(card, pile, last != 0)
                count += ways
        card = next_above(hand, card)
    return count


@jit(inline=True)
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a legal move."""
    if move == STOP:
        _end_turn(state, rules)
        return
    if move == CONCEDE:
        state.over = 1
        return
    card, pile = card_of(move), pile_of(move)
    player = state.player
    take(state.hands[player], rules.copies, card)
    state.sizes[player] -= 1
    lay_down(state, rules, card, pile)
    put(state.played, rules.copies, card)
    state.left -= 1
    state.needed -= 1
    state.turn_cards += 1
    if state.left == 0:
        state.over = 1
    elif is_last(move) or state.sizes[player] == 0:
        _end_turn(state, rules)
    elif state.needed > 0:
        _end_if_stuck(state, rules)


@jit(inline=True)
def ends_turn(state: Any, rules: Any) -> bool:
    """Whether the last move has ended a turn: no card is laid in the one that begins."""
    return state.turn_cards == 0


@jit
def forget(state: Any, rules: Any) -> None:
    """Set the cards of the deck that have been drawn to zero: nobody knows their order any more."""
    for k in range(state.drawn):
        state.deck[k] = 0


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: won, fewer than ten left, cards left, cards played, why it ended."""
    ending = WON
    if state.left > 0:
        # Who has no card that fits is never asked, so who concedes had one.
        ending = CONCEDED if _can_lay(state, rules) else STUCK
    write_outcome(outcome, state.cards, state.left, ending)


@jit(inline=True)
def worth(outcome: Any, rules: Any, seat: int) -> int:
    """Return the value of an outcome to all players: 100 for a win, less for each card left."""
    return int(100 * outcome[0] - 3 * outcome[2])


@jit(inline=True)
def lay_down(state: Any, rules: Any, card: int, pile: int) -> None:
    """Make a card the top of a pile."""
    state.piles[pile] = card
    write_fitting(state.fitting[pile], card, pile < rules.ascending, rules.jump)


@jit(inline=True)
def _draw(state: Any, rules: Any, player: int) -> None:
    card = int(state.deck[state.drawn])
    put(state.hands[player], rules.copies, card)
    state.sizes[player] += 1
    state.drawn += 1


@jit(inline=True)
def minimum(state: Any, rules: Any) -> int:
    """Return how many cards a turn needs that begins now: one if there is nothing left to draw."""
    return rules.min_cards if state.drawn < state.cards else 1


@jit(inline=True)
def _begin_turn(state: Any, rules: Any) -> None:
    state.turn_cards = 0
    state.needed = minimum(state, rules)
    _end_if_stuck(state, rules)


@jit(inline=True)
def _end_turn(state: Any, rules: Any) -> None:
    """Draw back to a full hand; the next player who has cards begins a turn."""
    player = state.player
    for _ in range(min(rules.hand - state.sizes[player], state.cards - state.drawn)):
        _draw(state, rules, player)
    player = player + 1 if player + 1 < rules.players else 0
    while state.sizes[player] == 0:
        player = player + 1 if player + 1 < rules.players else 0
    state.player = player
    _begin_turn(state, rules)


@jit(inline=True)
def _end_if_stuck(state: Any, rules: Any) -> None:
    """The game is over when the player to move must lay a card and has none that fits."""
    if not _can_lay(state, rules):
        state.over = 1


@jit(inline=True)
def _can_lay(state: Any, rules: Any) -> bool:
    piles = rules.ascending + rules.descending
    return fits_any(state.hands[state.player, 0], state.fitting, piles)
