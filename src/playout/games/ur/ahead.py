"""The best move of a turn, by what positions are worth: looked up, or looked ahead.

Here the pieces of a player are two numbers: the squares on which some stand, as bits, the first
square lowest, and how many are home.  A worth is that of who is about to throw; that of the other
is as much below zero.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from playout.engine.native.bits import count_bits, first_bit
from playout.engine.native.jit import jit, specialised
from playout.games.ur.rules import HOME, MOST_DICE, PASS, PATH, ROSETTES, SHARED_ROSETTE

DEEPEST = 5  # moves
SETS = 1 << HOME - 1  # of squares
_WON = 1000.0  # steps
MET = sum(1 << step - 1 for step in range(1, HOME) if PATH[0, step] == PATH[1, step])
_FLOWERS = sum(1 << step - 1 for step in ROSETTES)
_SHUT = 1 << SHARED_ROSETTE - 1
_ON_THE_WAY = (2 << HOME) - 1  # all steps
_STEPS = np.array(  # that all pieces on a set of squares have gone; 16 bits: it stays in the cache
    [sum(step for step in range(1, HOME) if squares >> step - 1 & 1) for squares in range(SETS)],
    np.int16,
)
_CHANCES = np.array(
    [
        [comb(dice, marked) / 2**dice for marked in range(MOST_DICE + 1)]
        for dice in range(MOST_DICE + 1)
    ]
)


@jit(inline=True)
def squares_of(at: Any, seat: int) -> int:
    """The squares on which a seat has pieces."""
    squares = 0
    for step in range(1, HOME):
        squares |= at[seat, step] << step - 1
    return squares


@jit(inline=True)
def _lead(book: Any, rules: Any, own: int, home: int, other: int, other_home: int) -> float:
    """How many steps the pieces of a player are ahead of those of the other."""
    return float(HOME * (home - other_home) + _STEPS[own] - _STEPS[other])


# Free names of the two templates, which `specialised` binds.
_won: float = 0.0
_worth: Any = _lead
_move: Any = None


def best(
    book: Any, rules: Any, own: int, home: int, other: int, other_home: int, throw: int
) -> tuple[int, float]:
    """The best move after a throw, and what it is worth.

    A template: ``_worth`` is what a position is worth, ``_won`` what a win is.
    """
    pieces, found, most = rules.pieces, PASS, -np.inf
    stand = own << 1 | (pieces - home - count_bits(own, 0, 0, HOME) > 0)  # steps, as bits
    shut = other & _SHUT if rules.safe == 1 else 0
    movable = (stand << throw & ~((own | shut) << 1) & _ON_THE_WAY) >> throw if throw > 0 else 0
    while movable != 0:
        step = first_bit(movable, 0, 0)
        movable &= movable - 1
        to = 1 << step + throw - 1 if step + throw < HOME else 0
        after, left = (own | to) & ~(1 << step - 1 if step > 0 else 0), other & ~(to & MET)
        came = home + (to == 0)
        if came == pieces:
            return step, _won
        if rules.again == 1 and to & _FLOWERS:
            value = _worth(book, rules, after, came, left, other_home)
        else:
            value = -_worth(book, rules, left, other_home, after, came)
        if value > most:
            found, most = step, value
    if found == PASS:
        most = -_worth(book, rules, other, other_home, own, home)
    return found, most


def expected(book: Any, rules: Any, own: int, home: int, other: int, other_home: int) -> float:
    """What a position is worth on average over the throws."""
    value = 0.0
    for throw in range(rules.dice + 1):
        found = _move(book, rules, own, home, other, other_home, throw)
        value += _CHANCES[rules.dice, throw] * found[1]
    return value


def moves_by(worth: Any, won: float, tag: str) -> Any:
    """Return the function that finds the best move by what the positions after it are worth."""
    return jit(specialised(best, {"_worth": worth, "_won": won}, tag))


def expected_by(moves: Any, tag: str) -> Any:
    """Return the function of what a position is worth if such moves follow."""
    return jit(specialised(expected, {"_move": moves}, tag))


_one = moves_by(_lead, _WON, "1")
_two = moves_by(expected_by(_one, "1"), _WON, "2")
_three = moves_by(expected_by(_two, "2"), _WON, "3")
_four = moves_by(expected_by(_three, "3"), _WON, "4")
_five = moves_by(expected_by(_four, "4"), _WON, "5")


@jit
def look_ahead(
    book: Any,
    rules: Any,
    own: int,
    home: int,
    other: int,
    other_home: int,
    throw: int,
    depth: int,
) -> int:
    """The best move after a throw, by the leads after so many moves (1 .. DEEPEST)."""
    if depth == 1:
        return _one(book, rules, own, home, other, other_home, throw)[0]
    if depth == 2:
        return _two(book, rules, own, home, other, other_home, throw)[0]
    if depth == 3:
        return _three(book, rules, own, home, other, other_home, throw)[0]
    if depth == 4:
        return _four(book, rules, own, home, other, other_home, throw)[0]
    return _five(book, rules, own, home, other, other_home, throw)[0]
