"""The chances of a throw are exact: for every set of columns, by another count of all throws."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import pytest

from playout.engine.words.errors import PlayoutError
from playout.games.cant_stop.chances import CHANCE, GAIN, chance
from tests import truth

THROWS = [
    [{a + b, c + d} if a + b != c + d else {a + b} for a, b, c, d in ways]
    for ways in (
        ((a, b, c, d), (a, c, b, d), (a, d, b, c)) for a, b, c, d in product(range(1, 7), repeat=4)
    )
]


def test_a_throw_moves_one_of_three_columns_as_often_as_was_counted_elsewhere() -> None:
    for columns, expected in truth.load("cant_stop").items():
        assert chance(map(int, columns.split(","))) == Fraction(expected)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 11])
def test_every_set_of_columns_has_the_chance_that_is_counted_throw_by_throw(size: int) -> None:
    for columns in list(combinations(range(2, 13), size))[::7]:
        moving = sum(any(pairing & {*columns} for pairing in throw) for throw in THROWS)
        assert chance(columns) == Fraction(moving, 6**4)
        assert CHANCE[sum(1 << column for column in columns)] == moving / 6**4


def test_what_is_no_column_has_no_chance() -> None:
    for columns in ([13], [1], [6, 0], [6.5], 7.5, None):
        with pytest.raises(PlayoutError, match=r"columns=.*: must be numbers from 2 to 12"):
            chance(columns)  # type: ignore[arg-type]


def test_the_gain_counts_the_steps_of_the_best_pairing() -> None:
    columns = {6, 7, 8}
    steps = 0
    for a, b, c, d in product(range(1, 7), repeat=4):
        pairings = [(a + b, c + d), (a + c, b + d), (a + d, b + c)]
        steps += max(sum(one in columns for one in pairing) for pairing in pairings)
    assert GAIN[1 << 6 | 1 << 7 | 1 << 8] == steps / 6**4
