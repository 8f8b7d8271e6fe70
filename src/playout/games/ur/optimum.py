"""Best play with up to MOST_SOLVED pieces, by value iteration over all positions.

A player's pieces are numbered by (home, squares): first those with no piece home.  The value of a
position is the chance to win of the player who is about to throw; it depends on positions in which
no fewer pieces are home, so these are solved first, and those with as many at home together.
"""

from __future__ import annotations

from functools import partial
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Rules
from playout.engine.native.jit import jit
from playout.engine.play.lookup import kept
from playout.games.ur.ahead import MET, SETS, expected_by, moves_by
from playout.games.ur.rules import HOME

MOST_SOLVED = 4
EXACT = 1e-13  # changes of a value, in the end
# What a table is for: the options of the rules that matter.
RULES = np.dtype([(name, np.int64) for name in ("pieces", "dice", "again", "safe")])

Array = npt.NDArray[np.float64]


def of_rules(rules: Rules) -> Array:
    """The lookup table of the strategy ``optimal``, which :func:`best` reads.

    Kept on disk (lookup.py).  Two pieces take a moment, MOST_SOLVED some twenty seconds.
    """
    pieces, dice = rules.number("pieces"), rules.number("dice")
    again, safe = (int(rules[name] == "yes") for name in ("again", "safe"))
    head, compute = _head(pieces), partial(values, pieces, dice, again, safe)
    return kept(f"ur-{pieces}-{dice}-{again}-{safe}", len(head) + int(head[-1]) ** 2, compute)


def values(pieces: int, dice: int, again: int, safe: int) -> Array:
    """Return the table for these rules: a head of numbers, then [own pieces, those of the other].

    The values are chances to win less those to lose, of who is about to throw.
    """
    head, sets = _head(pieces), _by_size()
    rules = np.rec.array([(pieces, dice, again, safe)], RULES)[0]
    book = np.concatenate([head, np.zeros(int(head[-1]) ** 2)])
    for both in range(2 * pieces - 2, -1, -1):
        for home in range(max(0, both - pieces + 1), both // 2 + 1):
            _solve(book, rules, sets, home, both - home)
    return book


def _by_size() -> npt.NDArray[np.int64]:
    """All sets of squares, small ones first."""
    return np.array(sorted(range(SETS), key=lambda squares: (squares.bit_count(), squares)))


def _head(pieces: int) -> Array:
    """The numbers of the head of a table.

    That of each set of squares, small sets first; for each number of pieces at home what is added
    to it, which is how many are before; and at last how many there are.
    """
    numbers = np.zeros(SETS)
    numbers[_by_size()] = range(SETS)
    within = [sum(comb(HOME - 1, k) for k in range(most + 1)) for most in range(pieces, 0, -1)]
    return np.concatenate([numbers, np.cumsum([0, *within])])


@jit(inline=True)
def _place(book: Any, rules: Any, own: int, home: int, other: int, other_home: int) -> int:
    """Where the value of a position is."""
    mine, theirs = book[own] + book[SETS + home], book[other] + book[SETS + other_home]
    return int(SETS + rules.pieces + 1 + mine * book[SETS + rules.pieces] + theirs)


@jit(inline=True)
def _value(book: Any, rules: Any, own: int, home: int, other: int, other_home: int) -> float:
    """The chance to win of who is about to throw, less that to lose."""
    return float(book[_place(book, rules, own, home, other, other_home)])


best = moves_by(_value, 1.0, "optimal")
_expected = expected_by(best, "optimal")


@jit
def _solve(book: Any, rules: Any, sets: Any, home: int, other_home: int) -> None:
    """Write the values of all positions with so many pieces home, of one player or the other."""
    changed = 1.0
    while changed > EXACT:
        changed = 0.0
        for is_swapped in range(1 if home == other_home else 2):
            one, two = (other_home, home) if is_swapped else (home, other_home)
            for a in range(book[SETS + one + 1] - book[SETS + one] - 1, -1, -1):
                for b in range(book[SETS + two + 1] - book[SETS + two] - 1, -1, -1):
                    own, other = sets[a], sets[b]
                    if own & other & MET == 0:
                        value = _expected(book, rules, own, one, other, two)
                        place = _place(book, rules, own, one, other, two)
                        changed = max(changed, abs(book[place] - value))
                        book[place] = value
