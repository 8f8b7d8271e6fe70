"""Trick-taking: what may be played, who takes a trick, and what the others may hold.

Cards and hands are those of :mod:`playout.kits.cards`; ``trump`` is a suit, or NOTHING.  Every
function runs in compiled rules and in plain Python.

>>> from playout.kits.cards import HEARTS, SPADES, hand_text, read_card, read_hand
>>> [hand_text(follow(read_hand(hand), SPADES)) for hand in ("2C,AH,QS", "2C,AH")]
['QS', '2C,AH']
>>> [beats(read_card("2H"), read_card("AS"), trump) for trump in (HEARTS, NOTHING)]
[True, False]

A player who does not follow shows to be out of a suit (:func:`shows_empty`).  A set of suits is a
number in which bit ``suit`` stands for a suit.  :func:`deal_unseen` deals the cards that a player
has not seen to the others, who hold known numbers of them and lack known suits: each deal that
agrees is equally likely.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from playout.engine.chance.rng import shuffle, uniform
from playout.engine.native.jit import in_both, jit
from playout.kits.cards import CARDS, SUITS, in_suit, size_of, suit_of, write_cards

NOTHING = -1  # no suit: nobody has led, or there are no trumps
ALL_SUITS = (1 << SUITS) - 1
_SLACK = 5  # items behind the end that `shuffle` needs
_WAYS = np.array([[float(comb(n, k)) for k in range(CARDS + 1)] for n in range(CARDS + 1)])


@in_both
def follow(hand: int, led: int) -> int:
    """The cards of a hand that may be played on a led suit: those of it, or all if it has none."""
    if led == NOTHING:
        return hand
    same = hand & in_suit(led)
    return same if same != 0 else hand


@in_both
def beats(card: int, best: int, trump: int) -> bool:
    """Whether a card takes a trick that ``best`` would have taken before it."""
    if suit_of(card) == suit_of(best):
        return card > best
    return suit_of(card) == trump


@in_both
def winner_of(trick: Any, count: int, trump: int) -> int:
    """The place of the card that takes a trick; its cards lie in the order of play, from 0."""
    place = 0
    for k in range(1, count):
        if beats(trick[k], trick[place], trump):
            place = k
    return place


@in_both
def shows_empty(card: int, led: int) -> int:
    """The set of the suits that a player lacks who plays a card: the led one, or none."""
    return 0 if led == NOTHING or suit_of(card) == led else 1 << led


@in_both
def exchange(hands: Any, chosen: Any, players: int, distance: int) -> None:
    """Pass the chosen cards of all hands at once: seat s gives to seat s + distance.

    Seats choose one after another; until all have, ``chosen`` is for the eyes of its owner alone.
    """
    for seat in range(players):
        hands[seat] &= ~chosen[seat]
    for seat in range(players):
        hands[(seat + distance) % players] |= chosen[seat]


@jit
def deal_unseen(unseen: int, sizes: Any, empty: Any, stream: Any, hands: Any) -> float:
    """Deal unseen cards to seats, as likely as each other; returns how many deals agree.

    Seat s gets ``sizes[s]`` cards, added to ``hands[s]``, and none of the suits in ``empty[s]``;
    the sizes add up to the number of the cards (what stays in a stock is a seat of its own).  If no
    deal agrees, it returns 0 and deals nothing.  The chances are exact but for the rounding of
    floats, 1e-13 of each.

    Seats that lack the same suits are one group, suits that the same groups lack are one class.
    How many ways lead on from so much room in each group, while a class goes to one group after
    another, is counted from the last step to the first; then each step is drawn by these numbers.
    """
    seats = len(sizes)
    group_of, lacks = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    room, groups = np.zeros(seats, np.int64), 0
    present = 0
    for suit in range(SUITS):
        if unseen & in_suit(suit):
            present |= 1 << suit
    for seat in range(seats):
        if sizes[seat] > 0:
            mine, group = empty[seat] & present, 0
            while group < groups and lacks[group] != mine:
                group += 1
            if group == groups:
                lacks[group] = mine
                groups += 1
            group_of[seat] = group
            room[group] += sizes[seat]
    dealt, scratch = np.zeros(seats, np.int64), np.zeros(CARDS + 2 + _SLACK, np.int64)
    ways = 1.0
    if groups == 1 and lacks[0] == 0:
        dealt[0] = unseen
    elif groups > 0:
        ways = _deal_to_groups(unseen, lacks[:groups], room[:groups], stream, dealt, scratch)
    if ways == 0.0:
        return 0.0
    for seat in range(seats):
        if sizes[seat] > 0:
            group = group_of[seat]
            cards = draw(dealt[group], sizes[seat], stream, scratch)
            dealt[group] &= ~cards
            hands[seat] |= cards
            ways *= _WAYS[room[group], sizes[seat]]
            room[group] -= sizes[seat]
    return ways


@jit
def _deal_to_groups(
    unseen: int, lacks: Any, room: Any, stream: Any, dealt: Any, scratch: Any
) -> float:
    """Deal the cards to groups of seats; returns in how many ways that can be done."""
    groups = len(room)
    cards, classes = np.zeros(SUITS, np.int64), 0  # the cards of each class
    barred = np.zeros(SUITS, np.int64)  # the groups that cannot hold them, as bits
    for suit in range(SUITS):
        if unseen & in_suit(suit) == 0:
            continue
        by, kind = 0, 0
        for group in range(groups):
            by |= (lacks[group] >> suit & 1) << group
        while kind < classes and barred[kind] != by:
            kind += 1
        barred[kind] = by
        classes = max(classes, kind + 1)
        cards[kind] |= unseen & in_suit(suit)
    later = np.zeros(SUITS + 1, np.int64)  # cards of the classes from this one on
    for kind in range(classes - 1, -1, -1):
        later[kind] = later[kind + 1] + size_of(cards[kind])
    stride, rooms = np.ones(groups + 1, np.int64), 1
    for group in range(groups):
        rooms *= room[group] + 1
        stride[group + 1] = rooms
    total = np.zeros(rooms, np.int64)  # the room of all groups together
    for place in range(rooms):
        for group in range(groups):
            total[place] += place // stride[group] % (room[group] + 1)
    ways = np.zeros((classes * groups + 1, rooms))
    ways[classes * groups, 0] = 1.0
    for step in range(classes * groups - 1, -1, -1):
        kind, group = step // groups, step % groups
        for place in range(rooms):
            rest = total[place] - later[kind + 1]
            if 0 <= rest <= later[kind] - later[kind + 1]:
                most = min(rest, place // stride[group] % (room[group] + 1))
                if barred[kind] >> group & 1:
                    most = 0
                for count in range(most + 1):
                    more = ways[step + 1, place - count * stride[group]]
                    ways[step, place] += _WAYS[rest, count] * more
    place = rooms - 1
    if total[place] != later[0] or ways[0, place] == 0.0:
        return 0.0
    for step in range(classes * groups):
        kind, group = step // groups, step % groups
        rest = total[place] - later[kind + 1]
        left, count = uniform(stream) * ways[step, place], 0
        most = min(rest, place // stride[group] % (room[group] + 1))
        if barred[kind] >> group & 1:
            most = 0
        for k in range(most + 1):
            more = _WAYS[rest, k] * ways[step + 1, place - k * stride[group]]
            if more > 0.0:
                count = k
                left -= more
                if left < 0.0:
                    break
        place -= count * stride[group]
        taken = draw(cards[kind], count, stream, scratch)
        cards[kind] &= ~taken
        dealt[group] |= taken
    return ways[0, rooms - 1]  # type: ignore[no-any-return]


@jit
def draw(cards: int, count: int, stream: Any, scratch: Any) -> int:
    """Draw ``count`` cards of a set, all choices equally likely; returns them.

    ``scratch`` has room for the cards and 5 more.
    """
    if count == 0:
        return 0
    size = write_cards(cards, scratch)
    if count == size:
        return cards
    shuffle(stream, scratch, size)
    drawn = 0
    for k in range(count):
        drawn |= 1 << scratch[k]
    return drawn
