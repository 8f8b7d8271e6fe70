"""Blackjack: its rules, for one player against the dealer.

The player bets, and both get two cards; one of the dealer's lies face down.  Cards count their
number, pictures 10, an ace 1 or 11.  The player draws cards, wants more points than the dealer and
at most 21, and loses at once with more.  Then the dealer draws until 17.  An ace and a card of 10
are a natural: it wins against all but another one.  A game is so many rounds (option `rounds`).
Source: Edward Thorp, Beat the Dealer (1962); Peter Griffin, The Theory of Blackjack (1979).

With `decks` a shoe of so many packs is shuffled after a round if the share `cut` of it has been
dealt; without, each card is drawn from a full pack.

A move is HIT, STAND, DOUBLE, SPLIT, SURRENDER, or ``BET + k``: k bets of 100 chips, with which the
cards of a round are dealt.  A hand of 21 or more ends by itself.  Against an ace the first move may
be INSURE or DECLINE (option `insurance`): half the bet that the dealer has a natural, 2 to 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange
from playout.engine.game import open_information as parts
from playout.engine.native.bits import copy_fields
from playout.engine.native.jit import jit
from playout.games.blackjack.shoe import (
    BETTING,
    PLAYING,
    VALUES,
    count_left,
    dealer_total,
    draw,
    from_shoe,
    lay_hole,
    put,
    with_card,
)
from playout.kits.cards import CARDS

HIT, STAND, DOUBLE, SPLIT, SURRENDER, INSURE, DECLINE = range(7)
BET = DECLINE  # the move before the lowest bet
ASKED, INSURED = 1, 2  # what the field `insured` says; 0: there is nothing to insure
ANY, FROM_NINE, FROM_TEN, NEVER = range(4)  # which hands may be doubled
MOST_DECKS, MOST_HANDS, MOST_BET, MOST_ROUNDS = 8, 4, 50, 1000
MOST_LEGAL = MOST_BET
MOST_CARDS = 24  # of a hand: it ends at 21
CHIPS = 100  # of one bet
PURSE = 1_000  # chips that the player has for each round and bet, more than can be lost

STATE = np.dtype(
    [
        ("phase", np.int64),  # BETTING, also when the game is over, or PLAYING
        ("done", np.int64),  # rounds that have ended
        ("net", np.int64),  # chips won in them, below 0: lost
        ("staked", np.int64),  # chips bet so far
        ("result", np.int64),  # chips won in the last round that has ended
        ("bet", np.int64),  # how many bets of 100 chips the player has made in this round
        ("count", np.int64),  # hands of the player
        ("turn", np.int64),  # the hand that is played
        ("gave_up", np.int64),  # 1 if the player has surrendered
        ("insured", np.int64),  # ASKED while the player may insure the bet, then INSURED or 0
        ("sizes", np.int64, (MOST_HANDS,)),  # cards of each hand
        ("points", np.int64, (MOST_HANDS,)),  # of each hand, with an ace as 11 if it can be
        ("soft", np.int64, (MOST_HANDS,)),  # 1 if an ace counts 11
        ("bets", np.int64, (MOST_HANDS,)),  # 2 for a hand that is doubled
        ("dealer_size", np.int64),
        ("left", np.int64),  # cards in the shoe; 0 without one
        ("hands", np.uint8, (MOST_HANDS, MOST_CARDS)),
        ("dealer", np.uint8, (MOST_CARDS,)),  # the second card is hidden while the player plays
        ("seen", np.uint8, (CARDS,)),  # how often each card has been seen since the last shuffle
    ],
    align=True,
)
_OPTIONS = (
    "decks",
    "soft_17",
    "double",
    "double_after_split",
    "most_hands",
    "surrender",
    "peek",
    "insurance",
)
VIEW = parts.open_view(STATE, *_OPTIONS, "rounds", "most_bet")
introduce = parts.introduce


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Begin with a full shoe and nothing on the table."""
    state.phase = BETTING
    state.done = state.net = state.staked = state.result = 0
    _clear_table(state)
    state.seen[:] = 0
    count_left(state, rules)


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether all rounds have been played."""
    return state.done >= rules.rounds


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat to move: the only one."""
    return 0


@jit(inline=True)
def doubles(double: int, points: int) -> bool:
    """Whether an option `double` allows to double two cards with these points."""
    return (double == ANY) | ((double != NEVER) & (points <= 11) & (points >= 8 + double))


@jit(inline=True)
def may_double(state: Any, rules: Any) -> bool:
    """Whether the hand that is played may be doubled."""
    if state.sizes[state.turn] != 2 or (state.count > 1 and rules.double_after_split == 0):
        return False
    return doubles(rules.double, state.points[state.turn])


@jit(inline=True)
def may_split(state: Any, rules: Any) -> bool:
    """Whether the hand that is played may be split: two cards of the same value."""
    turn = state.turn
    return (
        state.sizes[turn] == 2
        and VALUES[state.hands[turn, 0]] == VALUES[state.hands[turn, 1]]
        and state.count < rules.most_hands
    )


@jit(inline=True)
def may_surrender(state: Any, rules: Any) -> bool:
    """Whether the player may give up half the bet: with the first two cards."""
    return rules.surrender == 1 and state.count == 1 and state.sizes[0] == 2


@jit(inline=True)
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player may make this move."""
    if state.phase == BETTING:
        return BET < move <= BET + rules.most_bet
    if state.insured == ASKED or move >= INSURE:
        return state.insured == ASKED and INSURE <= move <= DECLINE
    if move == DOUBLE:
        return may_double(state, rules)
    if move == SPLIT:
        return may_split(state, rules)
    if move == SURRENDER:
        return may_surrender(state, rules)
    return (move == HIT) | (move == STAND)


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write the moves of the player; returns how many they are."""
    first, last, count = HIT, DECLINE, 0
    if state.phase == BETTING:
        first, last = BET + 1, BET + rules.most_bet
    for move in range(first, last + 1):
        if is_legal(state, rules, move):
            out[count] = move
            count += 1
    return count


@jit(inline=True)
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Make a legal move."""
    turn = state.turn
    if state.phase == BETTING:
        _begin(state, rules, move - BET, stream)
    elif move >= INSURE:
        state.insured = INSURED if move == INSURE else 0
        state.staked += (move == INSURE) * state.bet * CHIPS // 2
        _look(state, rules, stream)
    elif move == HIT:
        _give(state, rules, turn, stream)
        if state.points[turn] >= 21:
            _next_hand(state, rules, stream)
    elif move == STAND:
        _next_hand(state, rules, stream)
    elif move == DOUBLE:
        state.bets[turn] = 2
        state.staked += CHIPS * state.bet
        _give(state, rules, turn, stream)
        _next_hand(state, rules, stream)
    elif move == SPLIT:
        _split(state, rules, stream)
    else:
        state.gave_up = 1
        _settle(state, rules, stream)


@jit(inline=True)
def ends_turn(state: Any, rules: Any) -> bool:
    """Whether the last move has ended a round."""
    return state.phase == BETTING


@jit
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Write what the player may know: all but the card face down."""
    copy_fields(view, state)
    if state.phase == PLAYING:
        view.dealer[1] = 0


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write a state that agrees with a view: the card face down is any that has not been seen.

    A dealer who has looked at it has no natural.
    """
    copy_fields(state, view)
    if state.phase == PLAYING:
        lay_hole(state, rules, stream)


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: chips, whether they are more, as many, fewer than at first; chips bet."""
    outcome[0] = PURSE * rules.rounds * rules.most_bet + state.net
    outcome[1] = state.net > 0
    outcome[2] = state.net == 0
    outcome[3] = state.net < 0
    outcome[4] = state.staked


# --- A round. -------------------------------------------------------------------------------------


@jit
def _clear_table(state: Any) -> None:
    """Take all cards off the table."""
    state.bet = state.count = state.turn = state.gave_up = state.insured = state.dealer_size = 0
    state.sizes[:] = 0
    state.points[:] = 0
    state.soft[:] = 0
    state.bets[:] = 0
    state.hands[:] = 0
    state.dealer[:] = 0


@jit(inline=True)
def _give(state: Any, rules: Any, hand: int, stream: Any) -> None:
    """Draw a card for a hand of the player."""
    put(state, hand, draw(state, rules, stream))


@jit
def _begin(state: Any, rules: Any, bet: int, stream: Any) -> None:
    """Bet, and deal two cards each."""
    _clear_table(state)
    state.phase = PLAYING
    state.bet = bet
    state.staked += CHIPS * bet
    state.count = 1
    state.bets[0] = 1
    _give(state, rules, 0, stream)
    state.dealer[0] = draw(state, rules, stream)
    state.dealer_size = 1
    _give(state, rules, 0, stream)
    if rules.decks == 0:
        state.dealer[1] = randrange(stream, CARDS) + 1
    else:
        state.dealer[1] = from_shoe(state, rules, stream)
    state.dealer_size = 2
    if rules.insurance == 1 and VALUES[state.dealer[0]] == 1:
        state.insured = ASKED
    else:
        _look(state, rules, stream)


@jit
def _look(state: Any, rules: Any, stream: Any) -> None:
    """End the round if there is a natural."""
    if state.points[0] == 21 or (rules.peek == 1 and dealer_total(state)[0] == 21):
        _settle(state, rules, stream)


@jit
def _split(state: Any, rules: Any, stream: Any) -> None:
    """Make two hands of a pair; each gets another card, aces only this one."""
    old, new = state.turn, state.count
    card, kept = np.int64(state.hands[old, 1]), np.int64(state.hands[old, 0])
    for hand in (old, new):
        state.hands[hand, :2] = 0
        state.sizes[hand] = state.points[hand] = state.soft[hand] = 0
    put(state, old, kept)  # type: ignore[arg-type]
    put(state, new, card)  # type: ignore[arg-type]
    state.count += 1
    state.bets[new] = 1
    state.staked += CHIPS * state.bet
    _give(state, rules, old, stream)
    if VALUES[card] == 1:
        _give(state, rules, new, stream)
        state.turn = new
        _settle(state, rules, stream)
    elif state.points[old] == 21:
        _next_hand(state, rules, stream)


@jit
def _next_hand(state: Any, rules: Any, stream: Any) -> None:
    """Go on to the next hand that can be played, or end the round."""
    while state.turn + 1 < state.count:
        state.turn += 1
        _give(state, rules, state.turn, stream)
        if state.points[state.turn] < 21:
            return
    _settle(state, rules, stream)


@jit
def is_natural(state: Any) -> bool:
    """Whether the player has a natural."""
    return state.count == 1 and state.sizes[0] == 2 and state.points[0] == 21


@jit
def won_chips(state: Any, rules: Any, hand: int, points: int, natural: bool) -> int:
    """The chips that a hand wins for each bet, against so many points of the dealer."""
    own = state.points[hand]
    if is_natural(state):
        return 0 if natural else (150 if rules.natural == 0 else 120)
    if state.gave_up == 1 and not natural:
        return -CHIPS // 2
    if own > 21 or natural or own < points <= 21:
        return -CHIPS
    return 0 if own == points else CHIPS


@jit
def _settle(state: Any, rules: Any, stream: Any) -> None:
    """Turn the card over, draw for the dealer if any hand needs it, and pay."""
    state.phase = BETTING
    if rules.decks > 0:
        state.seen[state.dealer[1] - 1] += 1
    points, soft = dealer_total(state)
    natural, needed = points == 21, False
    for hand in range(state.count):
        needed |= state.points[hand] <= 21
    if needed and not natural and not is_natural(state) and state.gave_up == 0:
        while points < 17 or (points == 17 and soft == 1 and rules.soft_17 == 1):
            card = draw(state, rules, stream)
            state.dealer[state.dealer_size] = card
            state.dealer_size += 1
            points, soft = with_card(points, soft, VALUES[card])
    state.result = 0
    if state.insured == INSURED:
        state.result = state.bet * (CHIPS if natural else -CHIPS // 2)
    for hand in range(state.count):
        won = won_chips(state, rules, hand, points, natural)
        state.result += won * state.bet * state.bets[hand]
    state.net += state.result
    state.done += 1
    if 100 * (CARDS * rules.decks - state.left) >= rules.cut * CARDS * rules.decks > 0:
        state.seen[:] = 0
        count_left(state, rules)
