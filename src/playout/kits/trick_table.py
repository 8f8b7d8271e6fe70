"""The table of a trick-taking game: who has played what, the trick that is laid, the one before.

A compiled game has the fields of :func:`table_fields` in its state and in its views, and ``hands``
and ``deck`` (as ``DECK``) in its state.  Cards and sets of them are those of kits/cards.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import DEAL, is_scripted, next_word, shuffle, start
from playout.engine.chance.script import NotListed
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import in_both, jit
from playout.kits.cards import CARDS, one, size_of, suit_of, write_cards
from playout.kits.tricks import NOTHING, deal_unseen, shows_empty, winner_of

DECK = ("deck", np.uint8, (CARDS + 12,))  # scratch, for shuffling


def table_fields(seats: int) -> list[tuple[Any, ...]]:
    """The fields of what all players of a trick-taking game see."""
    return [
        ("played", np.int64, (seats,)),  # the cards that each seat has played in this hand
        ("empty", np.int64, (seats,)),  # the suits that each seat has shown to lack, as bits
        ("trick", np.int64, (seats,)),  # the cards on the table, in the order of play
        ("last", np.int64, (seats,)),  # the trick before, for people to see
        ("tricks", np.int64, (seats,)),  # tricks taken, which the game sets to 0
        ("count", np.int64),  # cards on the table
        ("leader", np.int64),  # the seat that leads this trick
        ("player", np.int64),  # the seat to move
        ("trick_number", np.int64),  # tricks that have ended in this hand
        ("hand_number", np.int64),  # hands that have ended before this one
        ("last_count", np.int64),  # cards of the trick before; 0: there was none
        ("last_leader", np.int64),
    ]


@jit
def key_of(stream: Any, is_match: bool) -> int:
    """The key of the decks of later hands: what hand k deals depends on it and on k alone.

    0 for a game of one hand; -1 where chance is listed, not drawn.
    """
    if not is_match:
        return 0
    return -1 if is_scripted(stream) else np.int64(next_word(stream) >> np.uint64(1))  # type: ignore[return-value]


@jit
def deal_next_hand(state: Any, cards: int, players: int) -> None:
    """Deal the next hand of a match.  The state has ``key`` and ``shuffling``, a STREAM."""
    state.hand_number += 1
    if state.key < 0:
        raise NotListed("the decks of several hands")
    start(state.shuffling, state.key, state.hand_number, DEAL)
    deal_hands(state, cards, players, state.shuffling)


@jit
def clear_game(state: Any) -> None:
    """Begin a game, before its first hand is dealt."""
    state.tricks[:] = 0
    state.last[:] = 0
    state.last_count = 0
    state.last_leader = 0
    state.hand_number = 0


@jit
def clear_table(state: Any, leader: int) -> None:
    """Begin a hand: nothing is played, and a seat leads."""
    state.played[:] = 0
    state.empty[:] = 0
    state.trick[:] = 0
    state.count = 0
    state.trick_number = 0
    state.leader = leader
    state.player = leader


@jit
def deal_hands(state: Any, cards: int, players: int, stream: Any) -> None:
    """Deal a set of cards to all players, one after another."""
    state.hands[:] = 0
    count = write_cards(cards, state.deck)
    shuffle(stream, state.deck, count)
    for k in range(count):
        state.hands[k % players] |= one(int(state.deck[k]))


@in_both
def led_of(state: Any) -> int:
    """The suit that was led; NOTHING before the first card of a trick."""
    return suit_of(state.trick[0]) if state.count > 0 else NOTHING


@jit
def lay_card(state: Any, players: int, card: int) -> bool:
    """Play a card for the player to move; returns whether it is the last of its trick."""
    player = state.player
    if state.count == 0:
        state.leader = player
    state.empty[player] |= shows_empty(card, led_of(state))
    state.hands[player] &= ~one(card)
    state.played[player] |= one(card)
    state.trick[state.count] = card
    state.count += 1
    state.player = player + 1 if player + 1 < players else 0
    return bool(state.count == players)


@jit
def take_trick(state: Any, players: int, trump: int) -> int:
    """Give the trick to its winner, who leads the next; returns its seat."""
    winner = (state.leader + winner_of(state.trick, state.count, trump)) % players
    copy_items(state.last, state.trick)
    state.last_count, state.last_leader = state.count, state.leader
    state.tricks[winner] += 1
    state.trick[:] = 0
    state.count = 0
    state.trick_number += 1
    state.leader = state.player = winner
    return int(winner)


@in_both
def cards_in(trick: Any, count: int) -> int:
    """The set of the cards of a trick."""
    cards = 0
    for k in range(count):
        cards |= one(trick[k])
    return cards


@in_both
def all_played(state: Any, players: int) -> int:
    """The cards that were played in this hand, of a state or a view."""
    played = 0
    for seat in range(players):
        played |= state.played[seat]
    return played


@jit
def deal_others(view: Any, deck: int, players: int, stream: Any, hands: Any) -> None:
    """Deal what a player has not seen to the others, all deals that agree equally likely.

    ``hands`` has the cards that seats are known to hold; ``view`` has the own ``hand`` and the
    ``seat``.  Each player gets as many cards as were dealt and not played.
    """
    unseen = deck & ~view.hand & ~all_played(view, players)
    sizes, full = np.zeros(len(hands), np.int64), size_of(deck) // players
    for other in range(players):
        unseen &= ~hands[other]
        sizes[other] = full - size_of(view.played[other]) - size_of(hands[other])
    sizes[view.seat] = 0
    deal_unseen(unseen, sizes, view.empty, stream, hands)
    hands[view.seat] = view.hand


class PlainTable:
    """The table of a state in plain Python, with the fields that pictures and texts of it need.

    The state has ``hands`` (sets of cards), ``trick`` (the list of the cards on the table) and
    ``leader``; ``last`` and ``last_leader`` too if the trick before is to be seen.
    """

    def __init__(self, state: Any, rules: Any) -> None:
        """Whose move it is, and whether the game is over, the methods of the state say."""
        self._state = state
        self.count, self.last_count = len(state.trick), len(getattr(state, "last", ()))
        self.over = bool(state.is_over(rules))
        self.player = NOTHING if self.over else state.actor(rules)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)
