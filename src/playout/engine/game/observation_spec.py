"""The parts of a view that learners see: fields, how much of each, and their bounds.

A game lists them in ``observation(rules)`` of its encoding (engine/game/protocols.py)::

    def observation(rules):
        players = rules.number("players")
        return (
            sets("hand", range(2, 100), 1, words=2),  # a set of cards: 98 zeros and ones
            Seen("piles", (4,), least=1, most=100),  # the first four of eight
            counts("sizes", 8, players),
        )
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Seen:
    """A field of a view, or the part of it that matters under some rules.

    Learners see a number as it is.  With ``bits`` the field is a set: they see each of these bits,
    counted from the lowest, bit 0, as a 0 or a 1.  ``words`` consecutive numbers make one set, with
    the lowest bits in the first.

    In plain Python ``shape`` is needed, () for a single number; lists that are shorter now end in
    zeros.  A set is one whole number with any number of bits, without ``words``.
    """

    name: str  # of the field
    shape: tuple[int, ...] | None = None  # how many of each axis, from the first; None: all
    least: float = -math.inf  # of its numbers
    most: float = math.inf
    bits: range | None = None  # of steps of 1
    words: int = 1


def counts(name: str, most: float, *shape: int) -> Seen:
    """Declare numbers from 0 to ``most``: the first ones of each axis, or a single number."""
    return Seen(name, shape, 0, most)


def sets(name: str, bits: range, *shape: int, words: int = 1) -> Seen:
    """Declare sets of these bits: the first sets of each axis, or a single set."""
    return Seen(name, shape, 0, 1, bits, words)
