"""Cycles and mixtures: what is said is true, and wrong no more often than promised."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from playout.questions.tournament import Answer, Job, ask
from playout.questions.tournament.found import Found, Standing
from playout.questions.tournament.pattern_words import sentences
from playout.questions.tournament.patterns import Patterns
from playout.questions.tournament.ranking import Ranking
from playout.stats.tally import Histogram
from tests.playing import played

RPS = "tests/golden/sentences/own/rps.py"
HAND = "rocks,papers,snips"


def patterns(chances: Any, games: int, draw: np.random.Generator) -> Patterns:
    """The patterns of so many games of every pair; ``chances[i, j]``: how often i beats j."""
    names = ["random", "rolls", "phases", "moody"][: len(chances)]
    asked, n = ask("pig", strategies=names, games=6 * games), len(names)
    pairs = [Histogram(np.zeros(1, np.int64), 2)] * (n * n)
    won = np.zeros((n, n), np.int64)
    for i, j in combinations(range(n), 2):
        won[i, j] = draw.binomial(games, chances[i][j])
        won[j, i] = games - won[i, j]
        pairs[i * n + j] = Histogram(np.array([won[j, i], 0, won[i, j]]), 2)
        pairs[j * n + i] = Histogram(np.array([won[i, j], 0, won[j, i]]), 2)
    wins = tuple(Histogram(np.array([won[:, k].sum(), won[k].sum()]), 1) for k in range(n))
    standing = Standing(games * n, wins, wins, tuple(pairs), np.zeros((20, n, n), np.int64))
    return Patterns(Ranking(Found(asked, standing, 0.1, True)))


# The first beats the second, and that the third, which is as good as the first.
NEARLY = [[0.5, 0.8, 0.5], [0.2, 0.5, 0.8], [0.5, 0.2, 0.5]]


@pytest.mark.slow
def test_a_cycle_that_is_none_is_hardly_ever_found() -> None:
    """Of 600 tournaments a few have one: at 5 %, so many would have a chance below 1e-6."""
    draw = np.random.default_rng(1)
    wrong = sum(bool(patterns(NEARLY, 200, draw).cycles) for _ in range(600))
    assert 0 < wrong < stats.binom.ppf(1 - 1e-6, 600, 0.05)
    level = [[0.5] * 4] * 4
    assert not any(patterns(level, 200, draw).cycles for _ in range(100))


@pytest.mark.thorough
def test_a_mixture_that_is_none_is_hardly_ever_named() -> None:
    draw = np.random.default_rng(2)
    wrong = sum(
        any("a mixture of" in said for said in sentences(patterns(NEARLY, 200, draw)))
        for _ in range(200)
    )
    assert wrong < stats.binom.ppf(1 - 1e-6, 200, 0.05)


@pytest.mark.usefixtures("forgets")
def test_rock_paper_scissors_has_a_cycle_and_an_even_mixture() -> None:
    answer = Answer(played(Job(ask(RPS, strategies=HAND, games=600))))
    cycles, mixtures = answer.table("cycles"), answer.mixtures()
    assert len(cycles) == 1
    assert cycles["weakest_low"][0] > 0.5
    for name in ("mixture", "alpha_rank"):
        assert mixtures[name].sum() == pytest.approx(1)
        assert (mixtures[f"{name}_low"] <= 1 / 3 + 1e-9).all()
        assert (mixtures[f"{name}_high"] >= 1 / 3 - 1e-9).all()
    assert "There is a cycle: " in answer.sentence()
    assert "No strategy beats a mixture of about " in answer.sentence()
    assert "and this is the only such mixture." in answer.sentence()
    assert answer.only_mixture is True


def test_strategies_in_order_have_neither() -> None:
    order = [[0.5, 0.6, 0.7], [0.4, 0.5, 0.65], [0.3, 0.35, 0.5]]
    found = patterns(order, 1_000, np.random.default_rng(3))
    assert found.best == 0
    assert not found.cycles
    assert not sentences(found)
    assert [round(one.estimate, 6) for one in found.mixtures["mixture"]] == [1, 0, 0]


def test_who_is_better_is_said_of_every_pair() -> None:
    answer = Answer(played(Job(ask("pig", strategies="random,hold,hold:at=21", games=600))))
    cross = answer.cross().set_index(["strategy", "other"])["verdict"]
    assert cross["hold", "random"] == "better"
    assert cross["random", "hold"] == "worse"
    assert cross["hold", "hold:at=21"] == cross["hold:at=21", "hold"] == "not clear"


ROCK = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]]


def test_a_mixture_is_the_only_one_another_is_known_or_it_is_not_clear() -> None:
    draw = np.random.default_rng(5)
    assert patterns(ROCK, 50, draw).only_mixture is True
    order = [[0.5, 0.6, 0.7], [0.4, 0.5, 0.65], [0.3, 0.35, 0.5]]
    assert patterns(order, 1_000, draw).only_mixture is True
    assert patterns([[0.5] * 4] * 4, 201, draw).only_mixture is None
    twice = [[ROCK[i][j] for j in (0, 0, 1, 2)] for i in (0, 0, 1, 2)]  # equal, but not the same
    assert patterns(twice, 201, draw).only_mixture is None  # no tie of an odd number of games


@pytest.mark.slow
@pytest.mark.usefixtures("forgets")
def test_several_mixtures_are_said_to_be_several() -> None:
    answer = Answer(played(Job(ask(RPS, strategies="rock,stone,snips", games=60))))
    assert answer.only_mixture is False
    assert answer.to_dict()["only_mixture"] is False
    assert answer.mixtures()[["least", "most"]].to_numpy().tolist() == [[0, 1], [0, 1], [0, 0]]
    said = "a mixture of 50 % stone and 50 % rock; by these results, others do as well, with "
    assert f"{said}0 to 100 % stone and 0 to 100 % rock." in answer.sentence()
    text = answer.to_text()
    assert "A mixture that no strategy beats\n" in text
    assert "in any such mixture" in text
    answer = Answer(played(Job(ask("pig", strategies="hold,hold:at=20,random", games=60))))
    assert answer.only_mixture is False  # they are the same strategy
