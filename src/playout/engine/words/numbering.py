"""People count seats, piles, trains and columns from 1; code, files and JSON count from 0."""

from __future__ import annotations


def nth(index: int) -> int:
    """Return the number that people use for an index: 1 for index 0."""
    return int(index) + 1


class Typed(str):
    """A text of a command line or a form, whose number counts from 1."""

    __slots__ = ()


def index_of(number: int) -> int:
    """Return the index of what people call number 1, 2, ...

    Number 0 is the first one, too: so it was written when people's numbers began with 0.
    """
    return max(int(number) - 1, 0)
