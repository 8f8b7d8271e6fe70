"""Counts, ranges, seeds and factors are read as they are meant, or refused in a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.engine.errors import PlayoutError
from playout.study.spec import MOST_GAMES, Spec, cells, read_count, read_seed, read_values


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1", 1),
        ("100_000", 100_000),
        ("100k", 100_000),
        ("1.5M", 1_500_000),
        (".5k", 500),
        ("2G", 2_000_000_000),
        ("1e6", 1_000_000),
        ("1e+3", 1_000),
        ("1.5e3k", 1_500_000),
        (" 7 ", 7),
        (5, 5),
        (np.int64(5), 5),
        (1e16, 10**16),
        ("999999999999999999", 999_999_999_999_999_999),
        ("1e18", MOST_GAMES),
    ],
)
def test_a_count_is_read_exactly(text: object, count: int) -> None:
    assert read_count(text) == count


@given(st.integers(1, MOST_GAMES))
def test_every_count_is_read_back_from_its_digits(count: int) -> None:
    assert read_count(str(count)) == read_count(count) == count


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "-5",
        "abc",
        "1.5",
        "1.0001k",
        "_",
        "k",
        "1e500",
        "1e99",
        "1e19",
        "nan",
        None,
        True,
        0,
        2.5,
    ],
)
def test_a_count_that_is_none_is_refused_in_a_sentence(text: object) -> None:
    with pytest.raises(PlayoutError, match=r"games = .*: a whole number from 1 to 10\*\*18"):
        read_count(text)


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, np.int64(5), np.uint64(5)])
def test_a_seed_is_any_whole_number_of_63_bits(seed: Any) -> None:
    found = read_seed(seed)
    assert type(found) is int
    assert found == int(seed)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, True, None, "x"])
def test_a_seed_that_is_none_is_refused_in_a_sentence(seed: object) -> None:
    with pytest.raises(PlayoutError, match=r"seed = .*: a whole number from 0 to 2\*\*63 - 1"):
        read_seed(seed)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3", ["3"]),
        ("1,2,5", ["1", "2", "5"]),
        ("1..4", ["1", "2", "3", "4"]),
        ("1..3, 7", ["1", "2", "3", "7"]),
        ("-1..1", ["-1", "0", "1"]),
        ("4..4", ["4"]),
        ("greedy,chains:extra=2", ["greedy", "chains:extra=2"]),
        ("../mine.py:bold", ["../mine.py:bold"]),
        (" ,", []),
    ],
)
def test_the_values_of_a_factor_are_lists_and_ranges(text: str, values: list[str]) -> None:
    assert read_values(text) == values


@pytest.mark.parametrize("text", ["5..1", "1..2000", "1,9..2"])
def test_a_range_that_goes_nowhere_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(PlayoutError, match="a range goes up"):
        read_values(text)


def asked(**more: Any) -> Spec:
    return Spec(**{"game": "the-game", "factors": {"strategy": ["greedy"]}, **more})


def test_cells_are_all_combinations_the_first_factor_slowest() -> None:
    found = cells(
        asked(factors={"hand": [5, 6], "strategy": ["greedy", "combo"]}, rules={"jump": 0})
    )
    assert [list(cell.factors.items()) for cell in found] == [
        [("players", 1), ("strategy", name), ("jump", 0), ("hand", hand)]
        for name, hand in [("greedy", 5), ("greedy", 6), ("combo", 5), ("combo", 6)]
    ]
    assert all(cell.rules["jump"] == 0 for cell in found)


def test_every_seat_of_a_cell_is_taken() -> None:
    for cell in cells(asked(factors={"players": [1, 3, 7], "strategy": ["combo"]})):
        assert len(cell.players) == cell.factors["players"]


@pytest.mark.parametrize(
    ("factors", "sentence"),
    [
        ({"strategy": ["greedy"], "players": [2, 3, "2"]}, "players: a value is given twice"),
        ({"strategy": ["greedy", "greedy"]}, "strategy: a value is given twice"),
        ({"strategy": ["greedy"], "playrs": [2]}, "'playrs': did you mean 'players'"),
        ({"strategy": ["greedy"], "hand": [8, 200]}, "hand = 200: allowed are 1 to 64"),
        (
            {"strategy": ["greedy"], "hand": [60], "players": [2]},
            "needs 120 cards, the deck has 98",
        ),
    ],
)
def test_factors_that_cannot_be_played_are_refused_in_a_sentence(
    factors: dict[str, list[int | str]], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        cells(asked(factors=factors))


def test_a_rule_cannot_be_fixed_and_a_factor() -> None:
    with pytest.raises(PlayoutError, match="hand is both a factor and a fixed rule"):
        cells(asked(factors={"strategy": ["greedy"], "hand": [5]}, rules={"hand": 6}))
