"""Snakes and ladders in plain Python: a game from a row of dice, exact lengths by counting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product

Jumps = Mapping[int, int]


def moved(square: int, die: int, last: int, jumps: Jumps, wins: bool) -> int:
    """Where a token stands after a throw: jumps may lead to jumps."""
    if square + die > last:
        return last if wins else square
    square += die
    while square in jumps:
        square = jumps[square]
    return square


def play(
    dice: Iterable[int], players: int, last: int, jumps: Jumps, wins: bool = False
) -> tuple[int, int]:
    """The winner, and how many throws it took."""
    squares = [0] * players
    for number, die in enumerate(dice):
        player = number % players
        squares[player] = moved(squares[player], die, last, jumps, wins)
        if squares[player] == last:
            return player, number + 1
    raise AssertionError("not enough dice")


def ends_with(
    throws: int, last: int, jumps: Jumps, wins: bool = False, dice: int = 1, sides: int = 6
) -> list[Fraction]:
    """The chances, as fractions, that one player ends with throw 0, 1, 2 ... ``throws``."""
    sums = [sum(faces) for faces in product(range(1, sides + 1), repeat=dice)]
    here, ends = {0: Fraction(1)}, [Fraction(0)]
    for _ in range(throws):
        after: dict[int, Fraction] = {}
        for square, chance in here.items():
            for die in sums:
                end = moved(square, die, last, jumps, wins)
                after[end] = after.get(end, Fraction(0)) + chance / len(sums)
        ends.append(after.pop(last, Fraction(0)))
        here = after
    return ends
