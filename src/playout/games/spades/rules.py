"""Spades: its rules.

Seat after seat bids how many tricks it will take; a bid of 0 is nil.  Then 13 tricks are played, in
which spades are trumps.  Partners add up their bids and tricks: 10 points for each trick that they
bid if they take them all, and 1 for each further one, a bag; else minus 10 for each.  Nil is 100
points, or minus 100 if a trick was taken.  Every tenth bag costs 100.  Source of the rules:
pagat.com, "Spades"; the points are those of OpenSpiel's game.

A move is the number of a card (kits/cards.py), or BID and a number of tricks.  What hand k of a
match deals depends on the seed, the number of the game and k alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import STREAM
from playout.engine.game.game import view_dtype
from playout.engine.game.open_information import share_win
from playout.engine.native.bits import copy_items, copy_run
from playout.engine.native.jit import jit
from playout.kits import trick_table as table
from playout.kits.cards import ALL, CARDS, RANKS, SPADES, holds, in_suit, suit_of, write_cards
from playout.kits.tricks import ALL_SUITS, follow

SEATS, SIDES = 4, 2
BID, NO_BID, MOST_LEGAL = CARDS, -1, RANKS + 1
NIL, BAGS = 100, 10  # points; bags that cost as many
MOST_HANDS = 50  # of a match
PLUS = 1000  # added to the points of a team, which may be below 0

TABLE = [
    *table.table_fields(SEATS),
    ("before", np.int64, (SEATS,)),  # tricks taken in the hands that have ended
    ("bids", np.int64, (SEATS,)),  # of this hand; NO_BID before a seat has bid
    ("all_bids", np.int64, (SEATS,)),  # of the hands that have ended
    ("points", np.int64, (SIDES,)),
    ("bags", np.int64, (SIDES,)),
    ("made", np.int64, (SIDES,)),  # hands in which the partners took what they bid
    ("broken", np.int64),  # 1: spades may be led
]
STATE = np.dtype(
    [
        ("hands", np.int64, (SEATS,)),
        *TABLE,
        ("key", np.int64),  # of the decks of later hands
        ("over", np.int64),  # 1 when the game has ended
        ("shuffling", STREAM),  # scratch
        table.DECK,
    ],
    align=True,
)
VIEW = view_dtype(
    ("hand", np.int64),  # the own cards
    ("legal", np.int64),  # those that may be played now; 0 while bids are made
    *TABLE,
    ("seat", np.int64),
    ("least_bid", np.int64),
)


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Shuffle and deal; seat 0 bids first."""
    table.clear_game(state)
    for side in range(SIDES):
        state.points[side] = state.bags[side] = state.made[side] = 0
    for seat in range(SEATS):
        state.before[seat] = state.all_bids[seat] = 0
    state.over = 0
    state.key = table.key_of(stream, rules.points > 0)
    table.deal_hands(state, ALL, SEATS, stream)
    begin_hand(state)


@jit
def begin_hand(state: Any) -> None:
    """Begin a hand whose cards are dealt; from hand to hand another seat bids and leads first."""
    table.clear_table(state, state.hand_number % SEATS)
    state.bids[:] = NO_BID
    state.broken = 0


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether the game has ended."""
    return state.over != 0


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose move it is."""
    return state.player


@jit
def playable(state: Any) -> int:
    """The set of the cards that the player to move may play; none while it has to bid."""
    hand = state.hands[state.player]
    if state.bids[state.player] == NO_BID:
        return 0
    others = hand & ~in_suit(SPADES)
    if state.count == 0 and state.broken == 0 and others != 0:
        return others
    return follow(hand, table.led_of(state))


@jit
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player to move may make this bid, or play this card."""
    if state.bids[state.player] == NO_BID:
        return BID + 1 - rules.nil <= move <= BID + RANKS
    return holds(playable(state), move)


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write all bids, or the cards that the player to move may play; returns how many they are."""
    if state.bids[state.player] != NO_BID:
        return write_cards(playable(state), out)
    least = 1 - rules.nil
    for bid in range(least, RANKS + 1):
        out[bid - least] = BID + bid
    return RANKS + 1 - least


@jit
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Bid, or play a card."""
    player = state.player
    if move >= BID:
        state.bids[player] = move - BID
        state.player = (player + 1) % SEATS
        return
    if suit_of(move) == SPADES:
        if state.count == 0 and state.broken == 0:
            state.empty[player] = ALL_SUITS & ~(1 << SPADES)
        state.broken = 1
    if table.lay_card(state, SEATS, move):
        winner = table.take_trick(state, SEATS, SPADES)
        if state.hands[winner] == 0:
            _end_hand(state, rules)


@jit
def _end_hand(state: Any, rules: Any) -> None:
    """Write the points of the hand, and end the match or deal the next hand."""
    for side in range(SIDES):
        points, bags, made = brought(state, rules, side)
        tens = (state.bags[side] + bags) // BAGS - state.bags[side] // BAGS
        state.points[side] += points - NIL * tens * rules.bags
        state.bags[side] += bags
        state.made[side] += made
    for seat in range(SEATS):
        state.all_bids[seat] += state.bids[seat]
    far = max(abs(state.points[0]), abs(state.points[1])) >= rules.points
    state.over = int(far or state.hand_number + 1 == MOST_HANDS)
    if state.over == 0:
        copy_items(state.before, state.tricks)
        table.deal_next_hand(state, ALL, SEATS)
        begin_hand(state)


@jit
def brought(state: Any, rules: Any, side: int) -> tuple[int, int, int]:
    """What a hand brings to a side: points, bags, and whether it took what it bid."""
    bid, tricks, points = 0, 0, 0
    for seat in range(side, SEATS, SIDES):
        taken = state.tricks[seat] - state.before[seat]
        bid += state.bids[seat]
        tricks += taken
        if state.bids[seat] == 0:
            points += NIL if taken == 0 else -NIL
    if tricks < bid:
        return points - 10 * bid, 0, 0
    return points + 10 * bid + (tricks - bid) * rules.bags, tricks - bid, 1


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: win, points, tricks, bids, bags and hands made of all seats; hands."""
    share_win(state.points, SEATS, outcome, SIDES)
    for seat in range(SEATS):
        outcome[SEATS + seat] = PLUS + state.points[seat % SIDES]
        outcome[2 * SEATS + seat] = state.tricks[seat]
        outcome[3 * SEATS + seat] = state.all_bids[seat]
        outcome[4 * SEATS + seat] = state.bags[seat % SIDES]
        outcome[5 * SEATS + seat] = state.made[seat % SIDES]
    outcome[6 * SEATS] = state.hand_number + state.over


@jit
def worth(outcome: Any, rules: Any, seat: int) -> int:
    """The worth of an outcome for `search`: the win; in a match the lead in points."""
    if rules.points == 0:
        return outcome[seat]
    return outcome[SEATS + seat] - outcome[SEATS + (seat + 1) % SEATS]


@jit(inline=True)
def is_settled(state: Any, rules: Any, view: Any) -> bool:
    """Whether `search` may stop: the hand that it looks at has ended."""
    return state.hand_number != view.hand_number


@jit(inline=True)
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a seat's view what does not change during a game."""
    view.seat = seat
    view.least_bid = 1 - rules.nil


@jit
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Copy what a player may know: the own hand, the bids, and what was played."""
    view.hand = state.hands[seat]
    view.legal = playable(state) if seat == state.player and state.over == 0 else 0
    copy_run(view, state, "played", "broken")


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write a whole state that agrees with a view: all deals that do are equally likely."""
    copy_run(state, view, "played", "broken")
    state.hands[:] = 0
    state.over = 0
    state.key = table.key_of(stream, rules.points > 0)
    table.deal_others(view, ALL, SEATS, stream, state.hands)
