"""Splitting is unbiased, at chances known exactly, whatever is copied and however often."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import factorial
from typing import Any

import numpy as np
import pytest
from scipy import stats

from playout.engine.batch import play_batch
from playout.engine.errors import PlayoutError
from playout.study.splitting import Question, Split, ask, replicate, split
from tests.chance import FALSE_ALARM, p_same_mean, standard_error
from tests.reference import the_game as plain
from tests.reference.the_game_exact import uniform_random

# One rising pile without tricks: the cards must come in their one order.  Which cards are in the
# hand is chance, so at every step each card that is left is equally likely to be the next.
ONE_ORDER: dict[str, Any] = {"ascending": 1, "descending": 0, "jump": 0, "hand": 3, "low": 1}
TRICKS = {"ascending": 1, "descending": 0, "jump": 2, "hand": 2, "low": 1, "high": 11}
TWO_PILES = {"ascending": 1, "descending": 1, "jump": 10, "hand": 2, "low": 1, "high": 9}


def question(particles: int, repeats: int, measure: str = "win", **options: Any) -> Question:
    """A question about random play, or another strategy."""
    game, strategy = options.pop("game", "the-game"), options.pop("strategy", "random")
    return ask(game, strategy, measure, (particles, repeats), 20150901, options)


def p_of(found: Split, truth: float) -> float:
    """p of the replications' mean: their expectation is the truth (two-sided z)."""
    estimates = found.estimates
    error = estimates.std(ddof=1) / np.sqrt(len(estimates))
    return float(2 * stats.norm.sf(abs(estimates.mean() - truth) / error))


@pytest.mark.parametrize("cards", [6, 8, 10])
def test_a_chance_of_one_in_so_many_orders_is_found(cards: int) -> None:
    found = split(question(500, 400, **ONE_ORDER, high=cards + 2))
    assert found.estimates.std() < 3 * found.estimates.mean()
    assert p_of(found, 1 / factorial(cards)) > FALSE_ALARM


@pytest.mark.parametrize("options", [TRICKS, TWO_PILES, {**TRICKS, "players": 2, "high": 9}])
def test_chances_on_tiny_decks_are_the_exact_ones(options: dict[str, Any]) -> None:
    truth = uniform_random(plain.Rules(**options))[0]
    assert 0 < truth < Fraction(1, 10)
    assert p_of(split(question(300, 400, **options)), float(truth)) > FALSE_ALARM


def test_another_measure_may_end_before_the_last_level() -> None:
    truth = sum(uniform_random(plain.Rules(**{**TRICKS, "high": 14, "jump": 0}))[:10])
    found = split(question(100, 400, "excellent", **{**TRICKS, "high": 14, "jump": 0}))
    assert p_of(found, float(truth)) > FALSE_ALARM


@pytest.mark.parametrize(
    ("measure", "options"),
    [
        ("win", {"strategy": "greedy"}),
        ("excellent", {"players": 2, "strategy": "greedy+combo"}),
        ("win", {"strategy": "careful", "players": 3, "high": 30, "ascending": 1, "descending": 1}),
        ("win", {"players": 3, "deck": "double", "strategy": "chains", "high": 20}),
        ("excellent", {"game": "the-game-blog", "strategy": "minimal", "high": 20, "hand": 3}),
    ],
)
def test_chances_agree_with_games_played_one_by_one(measure: str, options: dict[str, Any]) -> None:
    asked = question(300, 40, measure, **options)
    place = 0 if measure == "win" else 1
    hits = play_batch(asked.rules, asked.players, 7, 0, 10_000)[:, place]
    assert 0.001 < hits.mean() < 0.99
    ours = split(asked).estimates
    assert ours.std() < 2 * ours.mean()
    errors = [ours.std(ddof=1) / np.sqrt(len(ours)), standard_error(hits)]
    assert p_same_mean(ours.mean(), errors[0], hits.mean(), errors[1]) > FALSE_ALARM


def test_games_come_as_far_as_games_played_one_by_one() -> None:
    asked = question(500, 40, strategy="greedy")
    reached = split(asked).reached
    played = play_batch(asked.rules, asked.players, 7, 0, 20_000)[:, 3]
    for level in (40, 60, 70):
        ours = reached[:, level - 1]
        error = float(np.hypot(ours.std(ddof=1) / np.sqrt(len(ours)), 0.5 / np.sqrt(len(played))))
        reach = -stats.norm.ppf(FALSE_ALARM) * error
        # A game with so many cards in the end may have been unfinished with them, or not.
        assert np.mean(played > level) - reach < ours.mean() < np.mean(played >= level) + reach


def test_the_numbers_do_not_depend_on_threads_or_on_how_many_replications_follow() -> None:
    asked = question(50, 20)
    one = split(asked, threads=1)
    assert split(asked, threads=3).found == one.found
    assert split(replace(asked, repeats=10)).found == one.found[:10]
    assert replicate(asked, 7) == one.found[7]


def test_another_seed_gives_other_numbers() -> None:
    asked = question(50, 10)
    assert split(asked).found[0] != split(replace(asked, seed=1)).found[0]


@pytest.mark.rules
def test_compiled_and_plain_python_are_the_same() -> None:
    asked = question(20, 10, low=1, high=14, hand=3, players=2)
    one = asked.players[0]
    slow = replace(one, strategy=replace(one.strategy, compiled=False))
    for number in range(3):
        assert replicate(replace(asked, players=(slow, slow)), number) == replicate(asked, number)


def test_a_game_that_cannot_be_split_is_refused() -> None:
    with pytest.raises(PlayoutError, match="mexican-train cannot be split"):
        ask("mexican-train", None, "win", (100, 10), 1, {})


@pytest.mark.parametrize(
    ("effort", "measure", "sentence"),
    [
        ((9, 10), "win", "particles = 9: allowed are 10 to 100000"),
        ((10, 9), "win", "repeats = 9: allowed are 10 to 1000000"),
        ((10, 10), "cards_left", "measure = cards_left: known: excellent, win"),
    ],
)
def test_effort_and_measure_are_checked(
    effort: tuple[int, int], measure: str, sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        ask("the-game", "random", measure, effort, 1, {})
