"""Counts, ranges, seeds and chances are read as they are meant, or refused in a sentence."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import (
    MOST_GAMES,
    read_chance,
    read_count,
    read_seed,
    read_values,
    read_whole,
    real,
    real_or_nan,
    seed_or_fresh,
    whole,
    word,
)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1", 1),
        ("100_000", 100_000),
        ("1,000", 1_000),
        ("12,345,678", 12_345_678),
        ("1,000.5k", 1_000_500),
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
        "5_",
        "1__0",
        "1,00",
        "1,0000",
        ",100",
        "1,000,",
        "1,000_000",
        "0,500",
        "١٢",
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
    with pytest.raises(PlayoutError, match=r"games=.*: must be a whole number from 1 (on|to)"):
        read_count(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.000", "1000 (or 1,000 with a comma)"),
        ("1.000.000", "1000000 (or 1,000,000 with a comma)"),
        ("1 000", "1000 (or 1,000 with a comma)"),
        ("1\N{NARROW NO-BREAK SPACE}000", "1000 (or 1,000 with a comma)"),
        ("12'345", "12345 (or 12,345 with a comma)"),
        ("1.000,00", "1000 (or 1,000 with a comma)"),
        ("1,00,000", "100000 (or 100,000 with a comma)"),
        ("1,5k", "1500 (or 1,500 with a comma)"),
        ("1.500k", "1500 (or 1,500 with a comma)"),
        ("1 000k", "1000000 (or 1,000,000 with a comma)"),
        ("0,5k", "500"),
        ("100K", "100000 (or 100,000 with a comma)"),
        ("2m", "2000000 (or 2,000,000 with a comma)"),
        ("\N{FULLWIDTH DIGIT ONE}0", "10"),
        (1.125, "1125 (or 1,125 with a comma)"),
    ],
)
def test_a_number_as_other_countries_write_it_is_refused_with_what_was_meant(
    text: object, number: str
) -> None:
    with pytest.raises(PlayoutError, match=re.escape(f"; did you mean {number}?")):
        read_count(text)
    with pytest.raises(PlayoutError, match=re.escape(f"; did you mean {number}?")):
        read_whole("repeats", text, 1, 10**9)
    with pytest.raises(PlayoutError, match=re.escape(f"did you mean {number.split()[0]}?")):
        read_seed(text)


@pytest.mark.parametrize("text", ["1.5", "1e3.5", "1.5.000", "1,50", "0.000", "1..000", "x1.000"])
def test_what_may_be_any_number_is_refused_without_a_guess(text: str) -> None:
    with pytest.raises(PlayoutError) as refused:
        read_count(text)
    assert "did you mean" not in str(refused.value)


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, np.int64(5), np.uint64(5)])
def test_a_seed_is_any_whole_number_of_63_bits(seed: Any) -> None:
    found = read_seed(seed)
    assert type(found) is int
    assert found == int(seed)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, True, None, "x"])
def test_a_seed_that_is_none_is_refused_in_a_sentence(seed: object) -> None:
    with pytest.raises(
        PlayoutError, match=r"seed=.*: must be a whole number from 0 to 2\*\*63 - 1"
    ):
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
    with pytest.raises(PlayoutError, match="a range must go up, such"):
        read_values(text)


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (5, 5),
        ("5", 5),
        (" -7 ", -7),
        (2.0, 2),
        (np.float64(3), 3),
        (np.int8(-4), -4),
        (1e16, 10**16),
    ],
)
def test_a_whole_number_is_any_integer_or_its_text(given: Any, number: int) -> None:
    assert type(whole(given)) is int
    assert whole(given) == number


@pytest.mark.parametrize("given", [1.5, "1.5", "x", "", True, np.bool_(True), None, [1], math.nan])
def test_what_is_no_whole_number_is_none(given: Any) -> None:
    with pytest.raises(ValueError, match=r"^$|int"):
        whole(given)


@pytest.mark.parametrize(
    ("given", "number"), [(1, 1.0), ("0.5", 0.5), (Fraction(1, 4), 0.25), (np.float32(0.5), 0.5)]
)
def test_a_real_number_is_any_real_type_or_its_text(given: Any, number: float) -> None:
    assert type(real(given)) is float
    assert real(given) == real_or_nan(given) == number


def test_zero_has_no_sign() -> None:
    assert math.copysign(1.0, real("-0")) == 1.0


@pytest.mark.parametrize("given", ["x", "", True, np.bool_(False), None, [1.0], 10**400])
def test_what_is_no_real_number_is_none_and_lies_in_no_range(given: Any) -> None:
    with pytest.raises(ValueError, match=r"^$|float"):
        real(given)
    assert math.isnan(real_or_nan(given))


def test_a_whole_number_of_a_range_is_refused_with_the_range_and_why() -> None:
    assert read_whole("repeats", "10", 10, 1_000) == 10
    assert read_whole("repeats", 1_000.0, 10, 1_000) == 1_000
    for wrong in (9, 1_001, "many", 10.5, True, None):
        with pytest.raises(PlayoutError) as expected:
            read_whole("repeats", wrong, 10, 1_000, ", because")
        assert str(expected.value) == f"repeats={wrong!r}: must be from 10 to 1,000, because"


def test_a_count_and_a_seed_are_called_what_the_user_called_them() -> None:
    with pytest.raises(PlayoutError, match="max_games='x': must be a whole number"):
        read_count("x", "max_games")
    with pytest.raises(PlayoutError, match="game_number='x': must be a whole number"):
        read_seed("x", "game_number")


@pytest.mark.parametrize(("given", "chance"), [(0, 0.0), (1, 1.0), ("0.25", 0.25)])
def test_a_chance_lies_between_0_and_1(given: Any, chance: float) -> None:
    assert read_chance(given) == chance


@pytest.mark.parametrize("given", [-0.1, 1.1, "x", math.nan, "nan", math.inf, True, None])
def test_a_chance_that_is_none_is_refused_in_a_sentence(given: Any) -> None:
    with pytest.raises(PlayoutError, match="must be a number from 0 to 1"):
        read_chance(given, "q")


NO_YES, MARKS = ("no", "yes"), ("none", "marks")
LOCKS, FIRST = ("no", "others", "all"), ("seat-1", "random", "best")


@pytest.mark.parametrize(
    ("given", "choices", "meant"),
    [
        ("yes", NO_YES, "yes"),
        (" Yes ", NO_YES, "yes"),
        (True, NO_YES, "yes"),
        (False, NO_YES, "no"),
        (np.bool_(False), NO_YES, "no"),
        (True, MARKS, "marks"),
        (False, MARKS, "none"),
        (False, LOCKS, "no"),
        (0, FIRST, "seat-1"),
        (np.int64(0), FIRST, "seat-1"),
        # None is meant, or no single one:
        (True, LOCKS, None),
        (True, ("fixed", "countdown"), None),
        (False, ("fixed", "countdown"), None),
        (True, FIRST, None),
        (1, FIRST, None),
        (0, NO_YES, None),
        (0.0, FIRST, None),
        ("maybe", NO_YES, None),
        (None, NO_YES, None),
        (["yes"], NO_YES, None),
    ],
)
def test_a_word_is_its_text_yes_and_no_or_the_number_of_a_seat(
    given: object, choices: tuple[str, ...], meant: str | None
) -> None:
    assert word(given, choices) == meant


def test_a_sentence_quotes_the_beginning_of_a_very_long_word() -> None:
    told = str(PlayoutError(f"there is no '{'x' * 5000}' here"))
    assert told == f"there is no '{'x' * 79}... here"


def test_no_seed_is_a_fresh_one_each_time() -> None:
    drawn = {seed_or_fresh(None) for _ in range(100)}
    assert len(drawn) == 100  # of 2**53: two are the same once in 10**12 times
    assert all(0 <= seed < 2**53 for seed in drawn)
    assert seed_or_fresh("7") == 7
    with pytest.raises(PlayoutError, match="seed=-1: must be a whole"):
        seed_or_fresh(-1)
