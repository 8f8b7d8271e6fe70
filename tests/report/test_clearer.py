"""An answer that is not clear yet says which command may make it clear."""

from __future__ import annotations

import pytest

import playout
from playout.report.answer import Answer
from playout.report.words import more_games
from playout.stats.intervals import Interval


@pytest.mark.parametrize(
    ("games", "remaining", "wanted"),
    [(500, 0, 2_000), (300, 0, 2_000), (500, 1_800, 5_000), (10_000, 0, 40_000), (1, 0, 4)],
)
def test_more_games_have_one_digit(games: int, remaining: float, wanted: int) -> None:
    assert more_games(games, remaining) == wanted


COMPARE = "playout compare pig --a hold --b hold:at=21 --players 2 --measure win"
TOURNAMENT = "playout tournament pig --strategies hold,hold:at=21"


def _compared(**more: object) -> Answer:
    return playout.compare("pig", a="hold", b="hold:at=21", max_games=100, **more)  # type: ignore[arg-type]


def test_an_undecided_comparison_plays_on() -> None:
    answer = _compared()
    assert answer.clearer().startswith(f"{COMPARE} --margin 0.005")
    assert answer.clearer().endswith(f"--max-games {answer.enough} --seed 1")
    assert answer.clearer("a.run") == f"playout extend a.run --games {answer.enough}"
    assert answer.enough > 100


def test_a_verdict_needs_nothing_more() -> None:
    answer = playout.compare("pig", a="hold", b="random", max_games=2_000)
    assert (answer.verdict, answer.enough, answer.clearer(), answer.clearer("a.run")) == (
        "A better",
        0,
        "",
        "",
    )


def test_strategies_that_may_be_equal_are_compared() -> None:
    answer = playout.tournament("pig", strategies="hold,hold:at=21", games=40)
    assert answer.clearer("a.run").startswith("playout compare pig --a hold")
    answer = playout.tournament("pig", strategies="hold,rolls,hold:at=21", games=30)
    assert answer.clearer().startswith("playout tournament pig --strategies hold,rolls,hold:at=21")
    assert answer.clearer().endswith("--games 120 --seed 1")


def test_an_unclear_effect_plays_more_games_of_the_same_rows() -> None:
    run = playout.run("pig", goal=[50, 51], players=1, games=40).showing(effects="turns")
    assert run.clearer().startswith("playout run pig ")
    assert run.clearer().endswith("--games 200 --seed 1 --effects-of turns")
    assert run.clearer("a.run") == "playout extend a.run --games 200 --effects-of turns"
    clear = playout.run("pig", goal=[10, 900], players=1, games=40).showing(effects="turns")
    assert clear.clearer() == ""


def test_luck_of_too_few_deals_takes_more() -> None:
    answer = playout.luck("pig", strategies="hold,rolls", games=4)
    assert answer.clearer().endswith("--games 20 --seed 1")


@pytest.mark.slow
def test_moves_that_may_be_equal_are_tried_in_more_deals() -> None:
    fixed = playout.odds("the-game", games=40)
    assert fixed.clearer().endswith("--games 200 --seed 1")
    assert "precision" not in fixed.clearer()


def test_an_unclear_cost_takes_more_games_and_a_negative_one_more_simulations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer = playout.mistakes("pig", goal=20, strategy="random", games=2, worlds=4)
    monkeypatch.setattr(type(answer.found), "of", lambda *_: Interval(0.1, -0.4, 0.6))
    assert answer.clearer().startswith("playout mistakes pig --strategy random ")
    assert answer.clearer().endswith(" --worlds 4 --games 8 --seed 1")
    assert answer.clearer("a.run") == "playout extend a.run --games 8"
    monkeypatch.setattr(type(answer.found), "of", lambda *_: Interval(-0.2, -0.3, -0.1))
    assert answer.clearer().endswith(" --worlds 16 --games 2 --seed 1")
    assert answer.clearer("a.run") == answer.clearer()  # a saved run keeps its simulations
    monkeypatch.setattr(type(answer.found), "of", lambda *_: Interval(0.2, 0.1, 0.3))
    assert answer.clearer() == ""
