"""The best way to play a turn, if it is known what a card is worth at its end.

``worth`` is a table (optimum.py) of the points that are still to come, on average, after a turn;
an empty one says 0 everywhere.  Three facts of a card decide what is to come: which boxes are used,
whether the Yahtzee's holds (1) fifty points, and the sum of the upper boxes.

``values`` is float64[462]: what each hand of up to five dice (boxes.py) is worth at some instant of
a turn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.jit import jit
from playout.engine.play.lookup import looked_up
from playout.games.yahtzee.boxes import (
    ALL,
    BOXES,
    COUNTS,
    DICE,
    FACES,
    FIRST,
    FIVES,
    MORE,
    NEEDED,
    POINTS,
    THROWN,
    THROWS,
    YAHTZEE,
    YATZY,
    allowed_boxes,
    bonus,
    further,
    hand_of,
    table_of,
    throw_of,
)
from playout.games.yahtzee.rules import MOST_THROWS, card_of, holds_first, keep_some

# The size of the table of each card.  In Yahtzee there are 2**12 sets of boxes without that of the
# Yahtzee; each of them comes with that box free, with 0 and with 50 points in it.  In Yatzy there
# are 2**15 sets.
SIZES = tuple(sets * (NEEDED + 1) for sets in (3 * 2**12, 3 * 2**12, 2**15))


@jit
def place_of(used: int, holds: int, upper: int) -> int:
    """Where in a table a card is.  More than 63 points in the upper boxes count as 63.

    The boxes of Yatzy alone are above that of the Yahtzee, which Yatzy has not: they move down.
    """
    moved = used - (used >> YAHTZEE + 1 << YAHTZEE)
    return (moved + (holds << YAHTZEE)) * (NEEDED + 1) + min(upper, NEEDED)


@jit
def _worth(worth: Any, used: int, holds: int, upper: int) -> float:
    return worth[place_of(used, holds, upper)] if len(worth) > 0 else 0.0


@jit
def box_value(
    worth: Any, used: int, holds: int, upper: int, card: int, box: int, points: int
) -> float:
    """Points in a box, with the bonus of the upper boxes, and what is to come after them."""
    after = used | 1 << box
    if box < FACES:
        gained = points + bonus(upper, upper + points, card)
        return gained + _worth(worth, after, holds, upper + points)
    if box == YAHTZEE:
        return points + _worth(worth, after, int(points == FIRST), upper)
    return points + _worth(worth, after, holds, upper)


@jit
def write_last(worth: Any, used: int, holds: int, upper: int, card: int, values: Any) -> None:
    """Write what five dice are worth that are not thrown again: values[THROWN:]."""
    last = values[THROWN:]
    last[:] = -1.0
    each, free = np.empty(FACES), ALL[card] & ~used
    plain = YATZY if card == YATZY else 0  # in POINTS
    for box in range(BOXES):
        if not free >> box & 1:
            continue
        if box < FACES:
            for count in range(FACES):
                points = count * (box + 1)
                each[count] = box_value(worth, used, holds, upper, card, box, points)
            for k in range(THROWS):
                value = each[COUNTS[box, k]]
                last[k] = value if value > last[k] else last[k]
        else:
            rest = box_value(worth, used, holds, upper, card, box, 0)
            for k in range(THROWS):
                value = POINTS[plain, box, k] + rest
                last[k] = value if value > last[k] else last[k]
    for face in range(FACES):
        last[FIVES[face]] = best_box(worth, used, holds, upper, card, FIVES[face])[1]


@jit
def best_box(
    worth: Any, used: int, holds: int, upper: int, card: int, thrown: int
) -> tuple[int, float]:
    """The best box for a throw, 0 .. 251, and what the throw is worth there."""
    best, most = -1, -1.0
    boxes, table = allowed_boxes(thrown, used, card), table_of(thrown, used, card)
    for box in range(BOXES):
        if boxes >> box & 1:
            points = POINTS[table, box, thrown]
            value = box_value(worth, used, holds, upper, card, box, points)
            if value > most:
                best, most = box, value
    return best, most + further(thrown, holds)


@jit
def throw_again(values: Any) -> None:
    """From what five dice are worth after a throw: what each smaller hand is worth before it."""
    for k in range(THROWN - 1, -1, -1):
        total = 0.0
        for face in range(FACES):
            total += values[MORE[face, k]]
        values[k] = total / FACES


@jit
def choose_dice(values: Any) -> None:
    """From what it is worth to keep a hand: what it is worth to have it, and keep all or some."""
    for k in range(THROWN):
        for face in range(FACES):
            more = MORE[face, k]
            values[more] = values[k] if values[k] > values[more] else values[more]


@jit
def turn_value(worth: Any, used: int, holds: int, upper: int, card: int, values: Any) -> float:
    """Return the value of a card before a turn; ``values`` is room for 462 numbers."""
    write_last(worth, used, holds, upper, card, values)
    throw_again(values)
    for _ in range(MOST_THROWS - 1):
        choose_dice(values)
        throw_again(values)
    return values[0]


@jit
def best_move(view: Any) -> int:
    """The move of the seat to move that is worth most, by the strategy's table if it has one."""
    worth = looked_up(view)
    used, holds, upper = view.used[view.seat], holds_first(view, view.seat), view.upper[view.seat]
    thrown, card = throw_of(view.dice), card_of(view)
    best, most = best_box(worth, used, holds, upper, card, thrown)
    if view.throws == MOST_THROWS:
        return best
    values = np.empty(THROWN + THROWS)
    write_last(worth, used, holds, upper, card, values)
    throw_again(values)
    if view.throws == 1:
        choose_dice(values)
        throw_again(values)
    for mask in range(2**DICE - 1):
        value = values[hand_of(view.dice, mask)]
        if value > most:
            best, most = keep_some(view.dice, mask), value
    return best
