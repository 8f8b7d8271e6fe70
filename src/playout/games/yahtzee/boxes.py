"""The boxes of a card, and what hands of dice bring in them.

A hand is up to five dice in any order.  Hands are numbered 0 .. 461, smaller ones first, those of
one size in colexicographic order; so those of five dice are THROWN + 0 .. THROWN + 251.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from playout.engine.native.jit import jit

DICE = 5
FACES = 6
NAMES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("three of a kind", "four of a kind", "full house", "small straight", "large straight"),
    *("chance", "yahtzee"),
)
BOXES = len(NAMES)
THREE, FOUR, HOUSE, SMALL, LARGE, CHANCE, YAHTZEE = range(FACES, BOXES)
ALL = 2**BOXES - 1  # a set of boxes is a number, with bit b for box b
UPPER = 2**FACES - 1

NEEDED, BONUS = 63, 35  # points in the upper boxes, and what they bring
FIRST, FURTHER = 50, 100  # a Yahtzee in its box, and each later one if the first scored
JOKERS = {HOUSE: 25, SMALL: 30, LARGE: 40}  # what a Yahtzee brings there as a joker

FORCED, FREE = 0, 1  # the option `joker`

_BINOMIAL = np.array([[comb(n, k) for k in range(FACES + 1)] for n in range(DICE + FACES)])


def _number(hand: Sequence[int]) -> int:
    """The number of sorted dice, 0 .. 5 each: how many hands come before."""
    return comb(len(hand) + 5, 6) + sum(comb(die + k, k + 1) for k, die in enumerate(hand))


_HANDS = sorted(
    (hand for size in range(DICE + 1) for hand in combinations_with_replacement(range(6), size)),
    key=_number,
)
_COUNTS = np.array([[hand.count(face) for face in range(FACES)] for hand in _HANDS], np.int32)
THROWN = _number((0,) * DICE)
THROWS = len(_HANDS) - THROWN
COUNTS = _COUNTS[THROWN:].T.astype(np.uint64)  # [face, throw]: how many of its dice show a face
FIVES = np.array([_number((face,) * DICE) - THROWN for face in range(FACES)])  # the Yahtzees
# [face, hand]: the hand with a die of that face besides, of hands of up to four dice
MORE = np.array(
    [[_number(sorted((*hand, face))) for hand in _HANDS[:THROWN]] for face in range(FACES)],
    np.uint64,
)


def _points(box: int, counts: Sequence[int], is_joker: bool) -> int:
    """What five dice bring in a box, without bonuses."""
    total = sum(count * face for face, count in enumerate(counts, 1))
    row = max(map(len, "".join("x" if count else " " for count in counts).split()))
    if box < FACES:
        return counts[box] * (box + 1)
    if is_joker and max(counts) == DICE and box in JOKERS:
        return JOKERS[box]
    fits = {
        THREE: (max(counts) >= 3, total),
        FOUR: (max(counts) >= 4, total),
        HOUSE: (2 in counts and 3 in counts, 25),
        SMALL: (row >= 4, 30),
        LARGE: (row >= 5, 40),
        CHANCE: (True, total),
        YAHTZEE: (max(counts) == DICE, FIRST),
    }
    return fits[box][0] * fits[box][1]


# [1 if a Yahtzee is a joker, box, throw]
POINTS = np.array(
    [
        [[_points(box, counts, joker) for counts in COUNTS.T.tolist()] for box in range(BOXES)]
        for joker in (False, True)
    ],
    np.int32,
)


@jit
def hand_of(dice: Any, mask: int) -> int:
    """The number of a hand: of those of five sorted dice (1 .. 6) whose bits a mask has."""
    size, before = 0, 0
    for k in range(DICE):
        if mask >> k & 1:
            before += _BINOMIAL[dice[k] - 1 + size, size + 1]
            size += 1
    return _BINOMIAL[size + 5, 6] + before


@jit
def throw_of(dice: Any) -> int:
    """The number of the throw, 0 .. 251, that five sorted dice are."""
    return hand_of(dice, 2**DICE - 1) - THROWN


@jit
def face_of(thrown: int) -> int:
    """The face, 0 .. 5, of which all five dice of a throw are; 6 if they are not alike."""
    for face in range(FACES):
        if FIVES[face] == thrown:
            return face
    return FACES


@jit
def allowed_boxes(thrown: int, used: int, joker: int) -> int:
    """The boxes in which a throw may be scored, as a set, if those in ``used`` are filled.

    A Yahtzee after the Yahtzee box is filled must go, where jokers are forced, to the upper box of
    its face; if that is filled to any lower box; and if all these are filled to any box.
    """
    free, face = ALL & ~used, face_of(thrown)
    if joker == FREE or face == FACES or not used >> YAHTZEE & 1:
        return free
    if free >> face & 1:
        return 1 << face
    return free & ~UPPER if free & ~UPPER else free


@jit
def joker_of(thrown: int, used: int) -> int:
    """Whether (1) a throw is a joker: a Yahtzee whose two boxes, Yahtzee and face, are filled."""
    face = face_of(thrown)
    return used >> YAHTZEE & used >> face & 1 if face < FACES else 0


@jit
def further(thrown: int, holds: int) -> int:
    """The bonus for a Yahtzee if its box holds (1) fifty points."""
    return FURTHER * holds if face_of(thrown) < FACES else 0


@jit
def bonus(before: int, after: int) -> int:
    """The bonus that the upper boxes bring when their sum goes from one value to another."""
    return BONUS if before < NEEDED <= after else 0
