"""Pig for one player: how many turns it takes to reach the goal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.match.match import Match
from playout.engine.words.errors import PlayoutError
from playout.games.pig.exact import expected_alone
from playout.games.pig.optimum import best_moves_alone, holds
from tests.games.matches import dice
from tests.reference import pig as reference

pytestmark = pytest.mark.slow

TRUTH = json.loads((Path(__file__).parents[2] / "truth" / "pig.json").read_text())["alone"]


@pytest.mark.rules
def test_a_game_alone_is_that_of_a_slow_model() -> None:
    for number in range(8):
        match = Match("pig", strategy="hold", players=1, seed=4, game_number=number)
        list(match.run())
        policies = [reference.hold_at(20, 100)]
        points, turns, throws = reference.played(dice(4, number), policies, 100, 1000)
        outcome = match.outcome()
        assert (outcome["points"], outcome["turns"], outcome["throws"]) == ([points], turns, throws)
        assert outcome["win"] == [1.0]


def test_holding_at_twenty_takes_as_many_turns_as_is_known() -> None:
    assert round(expected_alone("hold")["turns"], 4) == TRUTH["turns"]
    assert round(expected_alone("hold", most_turns=1)["points"], 4) == TRUTH["points"]


@pytest.mark.parametrize(("at", "goal"), [(20, 100), (25, 100), (3, 17), (100, 40), (1, 1), (9, 2)])
def test_turns_and_points_are_those_of_fractions(at: int, goal: int) -> None:
    policy = reference.hold_at(at, goal)
    due = reference.turns_alone(policy, goal)
    assert expected_alone(f"hold:at={at}", goal)["turns"] == pytest.approx(float(due), rel=1e-12)
    turn = sum(total * chance for total, chance in reference.turn_alone(policy, 0).items())
    one = expected_alone(f"hold:at={at}", goal, most_turns=1)
    assert one["points"] == pytest.approx(float(turn), rel=1e-12)
    assert one["turns"] == 1.0


@pytest.mark.parametrize("goal", [1, 2, 7, 25, 100])
def test_optimal_takes_the_fewest_turns(goal: int) -> None:
    turns = reference.fewest_turns(goal)
    assert expected_alone("optimal", goal)["turns"] == pytest.approx(turns[0], rel=1e-11)
    table = best_moves_alone(goal)
    for own in range(goal):
        worth = [0.0 if own + k >= goal else turns[own + k] for k in range(goal - own + 6)]
        held = worth.copy()
        for total in range(goal - own - 1, 1, -1):
            rolled = (turns[own] + sum(worth[total + die] for die in range(2, 7))) / 6
            worth[total] = min(rolled, held[total])
            chosen = held[total] if holds(table[own], goal - own, total) else rolled
            assert chosen == pytest.approx(worth[total], abs=1e-9)


def test_the_best_play_alone_is_known_for_every_goal() -> None:
    assert not any(np.isnan(best_moves_alone(goal)).any() for goal in (3, 99, 640, 1000))
    answer = playout.run("pig", strategy="optimal", players=1, goal=1000, games=20, seed=1)
    assert answer.table("rows")["points"].min() >= 1000


def test_a_last_turn_ends_the_sum() -> None:
    """With two turns at most: one more unless the first reaches the goal."""
    ends = reference.turn_alone(reference.hold_at(6, 5), 0)
    reached = sum(chance for total, chance in ends.items() if total >= 5)
    two = expected_alone("hold:at=6", 5, most_turns=2)
    assert two["turns"] == pytest.approx(float(2 - reached), rel=1e-12)


def test_a_run_shows_what_is_exact_of_one_player() -> None:
    answer = playout.run("pig", strategy="hold,optimal", players=1, games=2_000, seed=1)
    rows = answer.table("exact")
    assert rows["measure"].tolist() == ["points", "turns", "throws"] * 2
    assert rows["exact"].tolist()[1] == pytest.approx(12.6367694905, rel=1e-9)
    assert rows["exact"].tolist()[4] == pytest.approx(12.5452323520, rel=1e-9)
    assert (abs(rows["difference"]) < 6).all()
    assert "turns on average" in answer.to_text()


def test_who_draws_has_no_exact_mean() -> None:
    with pytest.raises(PlayoutError, match="so there is no exact mean"):
        expected_alone("random", 10)


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("compare", {"a": "optimal", "b": "hold:at=5", "max_games": 400}),
    ("luck", {"strategies": ["hold", "optimal"], "games": 20}),
    ("odds", {"position": "scores=70 turn_total=9 die=4", "games": 200}),
]


@pytest.mark.parametrize(("question", "words"), QUESTIONS)
def test_questions_are_about_turns_if_none_is_named(question: str, words: dict[str, Any]) -> None:
    answer = getattr(playout, question)("pig", players=1, seed=1, **words)
    assert "turns" in answer.to_text()
    assert "win" not in answer.to_text().split("\n")[0]
