"""Hearts: its rules.

Each heart taken is a point, the queen of spades is 13; the fewest points win.  Before a hand all
players pass three cards at once: the engine asks seat after seat, card by card, and no view shows
the others' choices until all have chosen.  The lowest club leads; players must follow suit.  Who
takes all points of a hand shoots the moon: the others get them.  Source of the rules: pagat.com,
"Hearts"; where it names several ways of playing, there is an option.

A move is the number of a card (kits/cards.py).  What hand k of a match deals depends on the seed,
the number of the game and k alone.
"""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import SHARE
from playout.engine.native.bits import copy_items, copy_run
from playout.engine.native.jit import jit
from playout.games.hearts.deck import (
    PASSED,
    POINT_CARDS,
    QUEEN_OF_SPADES,
    deck_of,
    distance_of,
    points_of,
)
from playout.games.hearts.records import SEATS
from playout.games.hearts.records import STATE as STATE  # the rules of a game have it
from playout.games.hearts.records import VIEW as VIEW  # likewise
from playout.games.hearts.worlds import determinize as determinize  # a rule function too
from playout.kits.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    holds,
    in_suit,
    lowest,
    one,
    size_of,
    suit_of,
    write_cards,
)
from playout.kits.trick_table import (
    cards_in,
    clear_game,
    clear_table,
    deal_hands,
    deal_next_hand,
    key_of,
    lay_card,
    led_of,
    take_trick,
)
from playout.kits.tricks import ALL_SUITS, NOTHING, exchange, follow

MOST_LEGAL = 17  # cards of a hand of three players


@jit
def deal(state: Any, rules: Any, stream: Any) -> None:
    """Shuffle and deal; seat 0 is asked first what to pass."""
    clear_game(state)
    state.scores[:] = 0
    state.queens[:] = 0
    state.moons = 0
    state.over = 0
    state.key = key_of(stream, rules.points > 0)
    deal_hands(state, deck_of(rules), rules.players, stream)
    begin_hand(state, rules)


@jit
def begin_hand(state: Any, rules: Any) -> None:
    """Begin a hand whose cards are dealt."""
    clear_table(state, 0)
    state.chosen[:] = 0
    state.given[:] = 0
    state.taken[:] = 0
    state.broken = 0
    state.passing = distance_of(rules, state.hand_number)
    if state.passing == 0:
        _find_leader(state, rules)


@jit
def _find_leader(state: Any, rules: Any) -> None:
    lead = lowest(deck_of(rules))
    for seat in range(rules.players):
        if holds(state.hands[seat], lead):
            state.leader = state.player = seat


@jit(inline=True)
def is_over(state: Any, rules: Any) -> bool:
    """Whether the game has ended."""
    return state.over != 0


@jit(inline=True)
def actor(state: Any, rules: Any) -> int:
    """The seat whose move it is."""
    return state.player


@jit
def playable(state: Any, rules: Any) -> int:
    """The set of the cards that the player to move may pass or play."""
    hand = state.hands[state.player]
    if state.passing != 0:
        return hand & ~state.chosen[state.player]
    if state.count == 0:
        if state.trick_number == 0:
            return hand & -hand  # the lowest club
        others = hand & ~in_suit(HEARTS)
        bound = rules.break_hearts != 0 and state.broken == 0 and others != 0
        return others if bound else hand
    cards = follow(hand, suit_of(state.trick[0]))
    if state.trick_number == 0 and rules.first_trick_points == 0:
        harmless = cards & ~POINT_CARDS
        return harmless if harmless != 0 else cards
    return cards


@jit(inline=True)
def is_legal(state: Any, rules: Any, move: int) -> bool:
    """Whether the player to move may pass or play this card."""
    return holds(playable(state, rules), move)


@jit
def legal_moves(state: Any, rules: Any, out: Any) -> int:
    """Write all cards that the player to move may pass or play; returns how many they are."""
    return write_cards(playable(state, rules), out)


@jit
def play(state: Any, rules: Any, move: int, stream: Any) -> None:
    """Choose a card to pass, or play it."""
    if state.passing != 0:
        _choose(state, rules, move)
        return
    player, led = state.player, led_of(state)
    if led == NOTHING and suit_of(move) == HEARTS and state.broken == 0 and rules.break_hearts != 0:
        state.empty[player] = ALL_SUITS & ~(1 << HEARTS)
    if state.trick_number == 0 and led != NOTHING and points_of(one(move)) > 0:
        _show_only_points(state, rules, move)
    breaks = suit_of(move) == HEARTS or (move == QUEEN_OF_SPADES and rules.queen_breaks != 0)
    state.broken |= int(breaks)
    if lay_card(state, rules.players, move):
        _end_trick(state, rules)


@jit
def _show_only_points(state: Any, rules: Any, card: int) -> None:
    """Points in the first trick show, where they are forbidden, that the hand has nothing else."""
    if rules.first_trick_points == 0:
        state.empty[state.player] |= 1 << CLUBS | 1 << DIAMONDS
        if card == QUEEN_OF_SPADES or not holds(deck_of(rules), QUEEN_OF_SPADES):
            state.empty[state.player] |= 1 << SPADES


@jit
def _choose(state: Any, rules: Any, card: int) -> None:
    state.chosen[state.player] |= one(card)
    if size_of(state.chosen[state.player]) < PASSED:
        return
    if state.player + 1 < rules.players:
        state.player += 1
        return
    exchange(state.hands, state.chosen, rules.players, state.passing)
    copy_items(state.given, state.chosen)
    state.chosen[:] = 0
    state.passing = 0
    _find_leader(state, rules)


@jit
def _end_trick(state: Any, rules: Any) -> None:
    """Give the trick to its winner, who leads the next."""
    cards = cards_in(state.trick, state.count)
    winner = take_trick(state, rules.players, NOTHING)
    state.taken[winner] |= cards
    state.queens[winner] += cards >> QUEEN_OF_SPADES & 1
    if state.hands[winner] == 0:
        _end_hand(state, rules)


@jit
def _end_hand(state: Any, rules: Any) -> None:
    """Write the points of the hand, and end the match or deal the next hand."""
    all_points = points_of(deck_of(rules))
    shooter, most = NOTHING, 0
    for seat in range(rules.players):
        points = points_of(state.taken[seat])
        if points == all_points and points > 0:
            shooter = seat
            state.moons += 1
        state.scores[seat] += points
    if shooter != NOTHING and rules.moon == 0:
        for seat in range(rules.players):
            state.scores[seat] += -all_points if seat == shooter else all_points
    for seat in range(rules.players):
        most = max(most, state.scores[seat])
    state.over = int(most >= rules.points)
    if state.over == 0:
        deal_next_hand(state, deck_of(rules), rules.players)
        begin_hand(state, rules)


@jit
def points_now(state: Any, seat: int) -> int:
    """The points of a seat so far: of ended hands, and of the tricks taken in this one."""
    return state.scores[seat] + (0 if state.over else points_of(state.taken[seat]))


@jit
def score(state: Any, rules: Any, outcome: Any) -> None:
    """Write the outcome: win shares, points, tricks and queens of all seats; moon, hands."""
    fewest, equals = 1 << 40, 0
    for seat in range(rules.players):
        points = points_now(state, seat)
        if points < fewest:
            fewest, equals = points, 0
        equals += points == fewest
        outcome[SEATS + seat] = points
        outcome[2 * SEATS + seat] = state.tricks[seat]
        outcome[3 * SEATS + seat] = state.queens[seat]
    for seat in range(rules.players):
        outcome[seat] = SHARE // equals if outcome[SEATS + seat] == fewest else 0
    outcome[4 * SEATS] = state.moons > 0
    outcome[4 * SEATS + 1] = state.hand_number + state.over


@jit
def worth(outcome: Any, rules: Any, seat: int) -> int:
    """The worth of an outcome for `search`: the win; while a match goes on, the lead in points."""
    if rules.points == 0:
        return outcome[seat]
    lead = 0
    for other in range(rules.players):
        lead += outcome[SEATS + other] - outcome[SEATS + seat]
    return lead


@jit(inline=True)
def is_settled(state: Any, rules: Any, view: Any) -> bool:
    """Whether `search` may stop: the hand that it looks at has ended."""
    return state.hand_number != view.hand_number


@jit(inline=True)
def introduce(rules: Any, seat: int, view: Any) -> None:
    """Write into a seat's view what does not change during a game."""
    view.seat = seat
    view.players = rules.players


@jit
def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Copy what a player may know: the own hand, what was played, and what was passed to whom."""
    view.hand = state.hands[seat]
    view.chosen = state.chosen[seat]
    view.legal = playable(state, rules) if seat == state.player and state.over == 0 else 0
    view.asked = size_of(state.chosen[state.player]) if state.passing != 0 else 0
    view.given = state.given[seat]
    view.distance = distance_of(rules, state.hand_number)
    view.received = state.given[(seat + rules.players - view.distance) % rules.players]
    copy_run(view, state, "played", "moons")  # all that is on the table
