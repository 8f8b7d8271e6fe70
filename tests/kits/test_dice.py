"""Throws of dice: every way equally likely, one word each, drawn as they fell."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.stats import chisquare

from playout.engine.chance.rng import next_word
from playout.kits.dice import throw, throw_one, throw_sum
from playout.kits.dice_pictures import dice_text, die_svg
from tests.games.matches import stream

pytestmark = pytest.mark.rules


def test_every_throw_of_three_dice_is_equally_likely() -> None:
    words, dice = stream(7), np.zeros(3, np.int64)
    counts = np.zeros((6, 6, 6), np.int64)
    for _ in range(21_600):
        throw(words, 3, dice)
        counts[tuple(dice - 1)] += 1
    assert chisquare(counts.ravel()).pvalue > 0.001


@pytest.mark.parametrize("count", [1, 2, 5, 24])
def test_throw_k_is_word_k(count: int) -> None:
    one, other = stream(3, 5), stream(3, 5)
    dice = np.zeros((2, count), np.int64)
    for _ in range(3):
        throw(one, count, dice[0])
    for _ in range(2):
        next_word(other)
    throw(other, count, dice[1])
    assert dice[0].tolist() == dice[1].tolist()


def test_one_die_is_a_throw_of_one() -> None:
    one, other, dice = stream(1), stream(1), np.zeros(1, np.int64)
    for _ in range(20):
        throw(other, 1, dice)
        assert throw_one(one) == dice[0]


@pytest.mark.parametrize(("count", "sides"), [(1, 2), (1, 100), (3, 4)])
def test_the_sum_of_any_dice_is_that_of_equally_likely_throws(count: int, sides: int) -> None:
    words = stream(8)
    totals = [throw_sum(words, count, sides) for _ in range(20_000)]
    ways = Counter(map(sum, product(range(1, sides + 1), repeat=count)))
    assert set(totals) <= set(ways)
    counts, expected = zip(*((totals.count(k), ways[k]) for k in sorted(ways)), strict=True)
    assert chisquare(counts, np.array(expected) * 20_000 / sides**count).pvalue > 0.001


@pytest.mark.parametrize("count", [1, 2, 6])
def test_the_sum_of_dice_of_six_sides_is_that_of_a_throw(count: int) -> None:
    one, other, dice = stream(3, 5), stream(3, 5), np.zeros(count, np.int64)
    for _ in range(20):
        throw(other, count, dice)
        assert throw_sum(one, count, 6) == dice.sum()


@pytest.mark.parametrize(("face", "is_number"), [(7, False), (100, False), (3, True)])
def test_a_die_without_pips_shows_its_number(face: int, is_number: bool) -> None:
    drawn = die_svg(face, 0, 0, is_number=is_number)
    assert f">{face}</text>" in drawn
    assert "<circle" not in drawn


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_is_drawn_with_its_pips(face: int) -> None:
    assert die_svg(face, 0, 0).count("<circle") == face
    assert dice_text([face, 1]) == f"{face} 1"
