"""The boxes of a card, and what hands of dice bring in them.

A card is of Yahtzee, with one of its two rules for jokers, or of Yatzy.  Yahtzee has the boxes
0 .. 12.  Yatzy has all but the last of these, some with other points, and three of its own.

A hand is up to five dice in any order.  Hands are numbered 0 .. 461, smaller ones first, those of
one size in colexicographic order; so those of five dice are THROWN + 0 .. THROWN + 251.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations_with_replacement, permutations, product
from math import comb
from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.spelling import as_typed

DICE = 5
FACES = 6
NAMES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("three of a kind", "four of a kind", "full house", "small straight", "large straight"),
    *("chance", "yahtzee"),
    *("one pair", "two pairs", "yatzy"),
)
BOXES = len(NAMES)  # of both games
THREE, FOUR, HOUSE, SMALL, LARGE, CHANCE, YAHTZEE, PAIR, PAIRS, YATZY_BOX = range(FACES, BOXES)
UPPER = 2**FACES - 1  # a set of boxes is a number, with bit b for box b

FORCED, FREE, YATZY = 0, 1, 2  # the cards: of Yahtzee with forced and free jokers, and of Yatzy
_YAHTZEE_ORDER = tuple(range(YAHTZEE + 1))
_YATZY_ORDER = (*range(FACES), PAIR, PAIRS, THREE, FOUR, SMALL, LARGE, HOUSE, CHANCE, YATZY_BOX)
ORDER = (_YAHTZEE_ORDER, _YAHTZEE_ORDER, _YATZY_ORDER)  # the boxes of each card as they are printed
_SETS = [sum(1 << box for box in boxes) for boxes in ORDER]
ALL = np.array(_SETS)  # the set of all boxes of each card
TURNS = np.array([len(boxes) for boxes in ORDER])  # of each card: one for every box

NEEDED = 63  # points in the upper boxes that bring a bonus
BONUS = (35, 35, 50)  # of each card
FIRST, FURTHER = 50, 100  # a Yahtzee in its box, and each later one if the first scored
JOKERS = {HOUSE: 25, SMALL: 30, LARGE: 40}  # what a Yahtzee brings there as a joker

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
    """Return the points of five dice in a box of Yahtzee, without bonuses."""
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


def _yatzy_points(box: int, counts: Sequence[int]) -> int:
    """Return the points of five dice in a box of Yatzy: of equal dice, the sum of those alone."""

    def alike(*sizes: int) -> int:
        """The most points of groups of different faces, of so many dice each; 0 without them."""
        return max(
            sum(size * (face + 1) for size, face in zip(sizes, faces, strict=True))
            if all(counts[face] >= size for size, face in zip(sizes, faces, strict=True))
            else 0
            for faces in permutations(range(FACES), len(sizes))
        )

    if box < FACES:
        return counts[box] * (box + 1)
    groups = {PAIR: (2,), PAIRS: (2, 2), THREE: (3,), FOUR: (4,), HOUSE: (3, 2)}
    if box in groups:
        return alike(*groups[box])
    fits = {
        SMALL: (max(counts[:5]) == min(counts[:5]) == 1, 15),
        LARGE: (max(counts[1:]) == min(counts[1:]) == 1, 20),
        CHANCE: (True, sum(count * face for face, count in enumerate(counts, 1))),
        YATZY_BOX: (max(counts) == DICE, FIRST),
    }
    return fits[box][0] * fits[box][1]


def _table(boxes: Sequence[int], points: Callable[[int, Sequence[int]], int]) -> list[list[int]]:
    """[box, throw]: the points of these boxes, 0 in others."""
    return [
        [points(box, counts) if box in boxes else 0 for counts in COUNTS.T.tolist()]
        for box in range(BOXES)
    ]


# [0, or 1 for a Yahtzee that is a joker, or 2 in Yatzy; box; throw]
POINTS = np.array(
    [
        _table(_YAHTZEE_ORDER, partial(_points, is_joker=False)),
        _table(_YAHTZEE_ORDER, partial(_points, is_joker=True)),
        _table(_YATZY_ORDER, _yatzy_points),
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
    """Return the number of a throw of five sorted dice, 0 .. 251."""
    return hand_of(dice, 2**DICE - 1) - THROWN


@jit
def face_of(thrown: int) -> int:
    """The face, 0 .. 5, of which all five dice of a throw are; 6 if they are not alike."""
    for face in range(FACES):
        if FIVES[face] == thrown:
            return face
    return FACES


@jit
def allowed_boxes(thrown: int, used: int, card: int) -> int:
    """Return the boxes in which a throw may be scored, as a set; ``used`` are the filled boxes.

    With forced jokers, a Yahtzee after the Yahtzee box is filled must go into the upper box of its
    face; if that is filled, into any lower box; and if all these are filled, into any box.
    """
    free, face = ALL[card] & ~used, face_of(thrown)
    if card != FORCED or face == FACES or not used >> YAHTZEE & 1:
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
def table_of(thrown: int, used: int, card: int) -> int:
    """Which part of POINTS says what a throw brings, if the boxes in ``used`` are filled."""
    return YATZY if card == YATZY else joker_of(thrown, used)


@jit
def points_in(box: int, thrown: int, used: int, card: int) -> int:
    """Return the points of a throw in a box, without bonuses; ``used`` are the filled boxes."""
    return POINTS[table_of(thrown, used, card), box, thrown]


@jit
def further(thrown: int, holds: int) -> int:
    """The bonus for a Yahtzee if its box holds (1) fifty points."""
    return FURTHER * holds if face_of(thrown) < FACES else 0


@jit
def bonus(before: int, after: int, card: int) -> int:
    """The bonus that the upper boxes bring when their sum goes from one value to another."""
    if not before < NEEDED <= after:
        return 0
    return BONUS[YATZY] if card == YATZY else BONUS[FORCED]


def set_of(names: Sequence[str], card: int) -> int:
    """The set of these boxes of a card, named as ``four_of_a_kind``; PlayoutError for others."""
    known = {NAMES[box].replace(" ", "_"): box for box in ORDER[card]}
    boxes = 0
    for name in names:
        box = known.get(name.lower().replace("-", "_"))
        if box is None:
            raise PlayoutError(f"{as_typed('free', name)}: {suggest(name, known)}")
        boxes |= 1 << box
    return boxes


def filled_in_words(used: str) -> str:
    """How many boxes are filled, of all players: ``2 boxes filled``."""
    count = sum(int(boxes).bit_count() for boxes in used.split(",") if boxes)
    return f"{count or 'no'} {'box' if count == 1 else 'boxes'} filled"


def least_points(used: int, upper: int) -> list[int]:
    """Points in all boxes: those above add up to ``upper`` if dice can, those below are few."""
    filled = [face for face in range(1, FACES + 1) if used >> (face - 1) & 1]
    points = [0] * BOXES
    points[CHANCE] = DICE * (used >> CHANCE & 1)  # five ones: no throw has less
    for counts in product(range(DICE, -1, -1), repeat=len(filled)):
        made = [face * count for face, count in zip(filled, counts, strict=True)]
        if sum(made) == upper:
            for face, number in zip(filled, made, strict=True):
                points[face - 1] = number
            break
    return points
