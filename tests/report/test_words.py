"""Numbers for people: rounded in sentences to what their intervals support."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.questions.verbs import on_average
from playout.report.words import (
    PER_CENT,
    POINTS,
    Unit,
    about,
    between,
    between_values,
    exactly,
    expected,
    is_plural,
    is_zero,
    letters,
    listed,
    number,
    percent,
    rounded,
    setting,
    short,
)
from playout.stats.intervals import Interval, rate_interval


@pytest.mark.parametrize(
    ("interval", "rate", "text"),
    [
        ((0.6425, 0.6358, 0.6491), True, "about 64 %"),
        ((0.0141, 0.0125, 0.0158), True, "about 1.4 %"),
        ((0.067137, 0.067137 - 0.000049, 0.067137 + 0.000049), True, "about 6.71 %"),
        ((21.408, 21.352, 21.464), False, "about 21.4"),
        ((30.0, 7.0, 65.0), False, "about 30"),
        ((224.6, 214.0, 240.0), False, "about 225"),  # not 220
        ((152.0, 58.0, 247.0), False, "about 150"),  # not 200
        ((15.0, 8.0, 22.0), False, "about 15"),
        ((0.0152, 0.0058, 0.0247), True, "about 1.5 %"),
        ((0.96, 0.80, 0.999), True, "about 96 %"),  # not 100
        ((0.05, 0.001, 0.249), True, "about 5 %"),  # not 0
        ((1_234_567.0, 1_230_000.0, 1_239_000.0), False, "about 1,235,000"),
        ((21.0, -math.inf, math.inf), False, "about 20"),
        ((0.25, 0.25, 0.25), True, "25 %"),
        ((0.3203125, 0.3203125, 0.3203125), True, "32.03 %"),
        ((20.0, 20.0, 20.0), False, "20"),
        ((0.0, 0.0, 0.0), True, "0 %"),
        ((1.0, 1.0, 1.0), True, "100 %"),
        ((0.0, 0.0, 0.000369), True, "less than 0.037 %"),
        ((1.0, 0.99963, 1.0), True, "more than 99.963 %"),
        ((math.nan, 0.0, 1.0), True, "-"),
        ((math.nan, -math.inf, math.inf), False, "-"),
    ],
)
def test_a_number_is_rounded_to_what_its_interval_supports(
    interval: tuple[float, float, float], rate: bool, text: str
) -> None:
    assert about(Interval(*interval), rate) == text


def test_games_to_come_are_told_with_two_digits() -> None:
    def forecast(*ends: float) -> str:
        return expected(Interval(*ends), "deals", "until a verdict")

    chance = "80 % chance:"
    until = "more deals are expected until a verdict"
    assert rounded(38_421) == "38,000"
    assert forecast(12_345, 5_012, 40_400) == f"About 12,000 {until} ({chance} 5,000 to 40,000)."
    assert forecast(12_345, 5_012, math.inf) == f"About 12,000 {until} ({chance} 5,000 or more)."
    assert forecast(12_345, 12_300, 12_400) == f"About 12,000 {until}."
    endless = f"At least 5,000 {until} (80 % chance)."
    assert forecast(math.inf, 5_012, math.inf) == endless


def test_another_unit_takes_the_place_of_the_sign_and_is_singular_of_one() -> None:
    assert about(Interval(0.21, 0.18, 0.24), True, POINTS) == "about 21 percentage points"
    assert about(Interval(0.012, 0.001, 0.022), True, POINTS) == "about 1.2 percentage points"
    assert about(Interval(1.0, 0.985, 1.0), True, POINTS) == "about 100 percentage points"


def test_what_is_told_lies_in_the_interval_and_is_no_finer_than_its_width() -> None:
    draw = np.random.default_rng(5)
    for _ in range(2_000):
        games = int(10 ** draw.uniform(1, 7))
        interval = rate_interval(int(draw.binomial(games, draw.uniform(0.001, 0.999))), games)
        text = about(interval, True)
        found = re.fullmatch(r"(about|less than|more than) ([\d.]+) %", text)
        assert found, text
        told = float(found[2]) / 100
        decimals = len(found[2].partition(".")[2])
        unit = 10.0 ** -(decimals + 2)
        slack = unit / 2 + 1e-12
        if found[1] == "about":
            assert interval.low - slack <= told <= interval.high + slack
            assert abs(told - interval.estimate) <= max(
                slack, 0.53 * (interval.high - interval.low)
            )
        else:
            end = interval.high if found[1] == "less than" else interval.low
            assert abs(told - end) <= slack
            continue
        if decimals:  # no digit is finer than the interval, or than a tenth of the number
            width = interval.high - interval.low
            finest = min(width, interval.estimate / 5, 1 - interval.estimate)
            assert unit >= 0.09 * finest


@pytest.mark.parametrize("games", [*range(1, 100), 137, 200, 1_000, 10_000, 10**6, 10**9])
def test_a_bound_in_a_sentence_is_the_end_that_a_table_shows(games: int) -> None:
    for seen in (0, games):
        interval = rate_interval(seen, games)
        bound = about(interval, True).split()[2]
        low, high = re.findall(r"[\d.]+", between(interval, True))[1:]
        shown = low if seen else high
        assert bound == shown
        assert 0 < float(bound) < 100


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (32.03125, "32.03"),
        (50.0, "50"),
        (39.598, "39.60"),
        (1234.5, "1,234"),
        (0.0, "0"),
        (0.00123456, "0.001235"),
    ],
)
def test_a_number_without_an_error_has_four_digits_at_most(value: float, text: str) -> None:
    assert exactly(value) == text


def test_a_list_says_once_what_all_its_parts_have() -> None:
    assert listed(["about 70 %", "about 47 %", "about 3.2 %"]) == "about 70, 47 and 3.2 %"
    assert listed(["about 3.07", "about 2.83"]) == "about 3.07 and 2.83"
    assert listed(["about 70 %", "less than 0.1 %"]) == "about 70 and less than 0.1 %"
    assert listed(["a", "b", "c"], "or") == "a, b or c"
    assert listed(["about 70 %"]) == "about 70 %"


@pytest.mark.parametrize(
    ("game", "measure", "text"),
    [
        ("the-game", "win", "wins X of the games"),
        (
            "the-game",
            "excellent",
            "reaches the result 'excellent' (fewer than ten cards left) in X of the games",
        ),
        ("the-game", "cards_left", "X cards left on average"),
        ("hex", "win", "player 1 (joins top and bottom) wins X of the games"),
        ("hex", "length", "an average length of X"),
    ],
)
def test_a_measure_is_told_in_english(game: str, measure: str, text: str) -> None:
    assert on_average(find_game(game).measure(measure), "X") == text


def test_what_is_counted_is_named_in_the_plural() -> None:
    game = find_game("mexican-train")
    plural = {one.name for one in game.measures if not one.is_rate and is_plural(one)}
    assert plural == {"points", "outs", "rounds", "turns", "tiles_laid", "draws"}


def test_a_game_is_named_with_its_players_and_the_rules_that_are_changed() -> None:
    game = find_game("the-game")
    assert setting(game.with_options({"players": 1})) == "The Game with 1 player"
    rules = game.with_options({"players": 2, "min_cards": 1, "hand": 7})
    assert setting(rules) == "The Game with 2 players (min_cards=1)"
    assert setting(rules, ["players", "min_cards"]) == "The Game"
    assert setting(rules, who="greedy and combo") == (
        "The Game with greedy and combo (min_cards=1)"
    )
    assert setting(find_game("hex").with_options()) == "Random-turn Hex (rows=11, cols=11)"


@pytest.mark.parametrize(
    ("rate", "interval", "sign", "texts"),
    [
        (True, (0.061, 0.02, 0.101), 1, ("6.1 % points", "(2.0 to 10.1)")),
        (True, (0.031, 0.025, 0.038), -1, ("-3.10 % points", "(-3.80 to -2.50)")),
        (True, (0.06, 0.0004, 0.12), 1, ("6.00 % points", "(0.04 to 12.00)")),  # 0.04 is not 0
        (True, (0.06, -0.0004, 0.12), 1, ("6.0 % points", "(0.0 to 12.0)")),
        (False, (-2.5, -3.1, -1.9), 1, ("-2.50", "(-3.10 to -1.90)")),
    ],
)
def test_a_difference_is_told_with_its_ends_and_an_end_that_is_not_0_does_not_look_so(
    rate: bool, interval: tuple[float, float, float], sign: int, texts: tuple[str, str]
) -> None:
    assert (PER_CENT if rate else Unit()).difference(Interval(*interval), sign) == texts


def test_heads_have_the_unit_of_values_and_of_differences() -> None:
    heads = [(u.head("cards_left"), u.difference_head("cost")) for u in (PER_CENT, Unit())]
    assert heads == [("cards left (%)", "cost (% points)"), ("cards left", "cost")]


def test_a_zero_has_no_sign() -> None:
    assert number(-0.004, 1.0) == "0.0"
    assert percent(-0.0004, 0.5) == "0"
    assert number(-0.04, 0.1) == "-0.04"


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        ((503e9, -math.inf, math.inf), "503,000,000,000"),
        ((496_678_728_478.0, 470e9, 523e9), "496,678,728,478 (470,000,000,000 to 523,000,000,000)"),
        ((-12_345.6, -12_350.0, -12_340.0), "-12,345.6 (-12,350.0 to -12,340.0)"),
        ((1912.0, 1816.0, math.inf), "1912 (1816 or more)"),
        ((81.4, -math.inf, math.inf), "81.4"),
        ((-0.001, -0.5, 0.5), "0.00 (-0.50 to 0.50)"),
    ],
)
def test_long_numbers_have_thousands_separators(
    interval: tuple[float, float, float], text: str
) -> None:
    assert between(Interval(*interval), False) == text
    assert not is_zero(text) or interval[0] == -0.001


def test_values_that_were_seen_have_them_too() -> None:
    assert between_values(Interval(503e9, 12_000.0, 1e12)) == (
        "503,000,000,000 (12,000 to 1,000,000,000,000)"
    )
    assert between_values(Interval(9.0, 8.0, math.inf)) == "9 (8 or more)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (43.125, "43.1"),
        (999.4, "999"),
        (999.6, "1,000"),
        (-1_234.0, "-1,234"),
        (3.04e11, "304,000,000,000"),
    ],
)
def test_a_short_number_has_no_exponent(value: float, text: str) -> None:
    assert short(value) == text


def test_an_option_with_a_name_of_one_letter_is_explained() -> None:
    assert letters(find_game("hex"), ["rows", "p"]) == [
        "p: chance that player 1 gets the next turn"
    ]
