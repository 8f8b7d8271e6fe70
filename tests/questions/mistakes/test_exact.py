"""Mistakes judged by values that are known, and results from which luck is taken out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import playout
from playout.questions.mistakes import Job, ask
from playout.questions.mistakes.asked import Asked
from playout.questions.mistakes.found import Found
from playout.runner.plan import Batch
from playout.stats.intervals import Interval

GOAL: dict[str, Any] = {"players": 2, "goal": 20}


def _exact(strategy: str, seat: int) -> float:
    return float(playout.solve("pig", strategy=strategy, **GOAL)[seat]["value"])


def _played(asked: Asked, first: int, games: int) -> Found:
    counted = Job(asked).play(Batch(0, first, games))
    return Found(asked, counted, 0.0, True)


def test_luck_is_taken_out_of_games_of_pig() -> None:
    answer = playout.mistakes("pig", strategy="hold:at=8", games=120, workers=1, **GOAL)
    asked, (first, second) = answer.found.asked, answer.tables()[1].rows
    assert (asked.worlds, asked.reviewer.reference) == (0, "optimal")
    width = first["without_luck_high"] - first["without_luck_low"]
    assert width < 0.6 * (first["result_high"] - first["result_low"])
    assert first["without_luck"] + second["without_luck"] == pytest.approx(1.0)
    assert first["times_fewer"] > 3
    assert first["without_luck_low"] < _exact("hold:at=8", 0) < first["without_luck_high"]
    assert answer[0]["cost"] == pytest.approx(-answer[0]["skill"])


@pytest.mark.slow
def test_the_intervals_without_luck_hold_what_they_say() -> None:
    asked, games, batches = ask("pig", strategy="hold:at=8+random", games=20, **GOAL), 20, 150
    right, covered, estimates = _exact("hold:at=8+random", 0), 0, []
    for number in range(batches):
        interval = _played(asked, number * games, games).without_luck(0)
        covered += interval.low <= right <= interval.high
        estimates.append(interval.estimate)
    assert covered >= 130  # of 142.5: one chance in a million
    error = float(np.std(estimates)) / batches**0.5
    assert abs(np.mean(estimates) - right) < 4.9 * error


def test_best_play_makes_no_mistakes_and_its_result_is_known() -> None:
    answer = playout.mistakes("yahtzee", strategy="optimal", games=2, workers=1)
    assert set(answer["cost"]) == {0.0}
    assert "made no mistake, compared with best play" in answer.sentence()
    (row,) = answer.tables()[1].rows
    assert row["without_luck"] == row["without_luck_low"] == row["without_luck_high"]
    assert row["without_luck"] == pytest.approx(254.59, abs=0.01)


def test_a_score_of_yahtzee_takes_far_fewer_games() -> None:
    answer = playout.mistakes("yahtzee", strategy="greedy", games=60, workers=1)
    (row,) = answer.tables()[1].rows
    ((mean,),) = [playout.run("yahtzee", strategy="greedy", games=20_000)["score"]]
    assert row["without_luck_low"] - 1 < mean < row["without_luck_high"] + 1
    assert row["times_fewer"] > 5
    assert "are as precise as if about" in answer.sentence()


def test_the_reviewer_may_be_another_strategy() -> None:
    asked = ask("pig", strategy="hold:at=8+random", reviewer="hold:at=8", seat=0, **GOAL)
    assert asked.worlds == 0
    assert asked.is_own_reviewer
    assert not asked.is_judged_by_best_play
    found = _played(asked, 0, 40)
    assert found.of(0, 2) == Interval.exact(0.0)
    assert found.of(0, 1).low > 0  # there are better moves, if `hold` plays on
    interval = found.without_luck(0)
    assert interval.low < _exact("hold:at=8+random", 0) < interval.high


def test_worlds_can_be_asked_for_and_the_question_comes_back() -> None:
    simulated = ask("pig", strategy="hold", worlds=10, **GOAL)
    assert simulated.worlds == 10
    assert not simulated.weighed
    exact = ask("pig", strategy="hold", **GOAL)
    assert Asked.restored(exact.canonical(), 200) == exact
    assert Asked.restored(simulated.canonical(), 200) == simulated
    assert "--worlds" not in exact.command(10)
    assert "--worlds 10" in simulated.command(10)
    assert ask("pig", strategy="hold", players=3).worlds == 100  # nobody knows best play


def test_one_player_alone_has_a_result_without_luck_too() -> None:
    asked: dict[str, Any] = {"players": 1, "measure": "turns", "goal": 30, "strategy": "hold:at=10"}
    answer = playout.mistakes("pig", games=40, workers=1, **asked)
    (row,) = answer.tables()[1].rows
    right = float(playout.solve("pig", **asked)[0]["value"])
    assert row["without_luck_low"] < right < row["without_luck_high"]
    assert row["without_luck_high"] - row["without_luck_low"] < 0.3
    assert min(answer["cost_low"]) >= 0
