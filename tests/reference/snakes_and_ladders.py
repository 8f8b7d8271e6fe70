"""Snakes and ladders in plain Python: a game from a row of dice, exact lengths by counting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

Jumps = Mapping[int, int]


def moved(square: int, die: int, last: int, jumps: Jumps, wins: bool) -> int:
    """Where a token stands after a throw."""
    if square + die > last:
        return last if wins else square
    return jumps.get(square + die, square + die)


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


def ends_with(throws: int, last: int, jumps: Jumps, wins: bool = False) -> list[Fraction]:
    """The chances, as fractions, that one player ends with throw 0, 1, 2 ... ``throws``."""
    here, ends = {0: Fraction(1)}, [Fraction(0)]
    for _ in range(throws):
        after: dict[int, Fraction] = {}
        for square, chance in here.items():
            for die in range(1, 7):
                end = moved(square, die, last, jumps, wins)
                after[end] = after.get(end, Fraction(0)) + chance / 6
        ends.append(after.pop(last, Fraction(0)))
        here = after
    return ends
