"""Reviews by best play whose values are known exactly, and luck before the first decision."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import playout
from playout.questions.review import Asked, Job, ask
from playout.runner.plan import Batch, Outcome
from playout.stats.intervals import Interval


def test_best_play_of_pig_has_no_mistakes_and_its_start_is_exact() -> None:
    for number in range(2):
        given = {"goal": 20, "seed": 501, "strategy": "optimal+hold", "game_number": number}
        found = playout.review("pig", **given).found  # type: ignore[arg-type]
        assert found.asked.reviewer.reference == "optimal"
        assert not [one for one in found.mistakes if one.seat == 0]
        story = found.stories[0]
        assert story.skill == Interval.exact(0)
        assert story.begin.estimate == pytest.approx(0.6156, abs=5e-5)
        parts = story.begin, story.skill, story.others, story.luck
        assert sum(one.estimate for one in parts) == pytest.approx(story.result)
        steps = [story.others_after(-1), story.luck_before]
        for k, one in enumerate(story.judged):
            steps += [one.gain.mean, story.others_after(k), story.luck_after(k)]
        assert story.begin.estimate + sum(steps) == pytest.approx(story.result)


@pytest.mark.slow
def test_yahtzee_is_judged_by_its_table_and_nothing_is_simulated() -> None:
    answer = playout.review("yahtzee", strategy="optimal+greedy", players=2, seed=4)
    best, other = answer.found.stories
    assert answer.games == 0
    assert best.skill == Interval.exact(0)
    assert not [one for one in answer.found.mistakes if one.seat == 0]
    assert other.skill.high < 0
    for story in (best, other):
        assert story.begin.estimate == pytest.approx(254.59, abs=0.01)
        parts = story.begin, story.skill, story.luck
        assert sum(one.estimate for one in parts) == pytest.approx(story.result)


@pytest.mark.slow
def test_whole_games_say_what_the_value_was_before_the_coin() -> None:
    asked = replace(ask("hex", strategy="shortest", rows=3, cols=3, worlds=60), whole=True)
    job = Job(asked)
    counted = [job.play(Batch(k, 0, 60)) for k in range(len(asked.decisions) + 1)]
    found = job.result(Outcome(counted, [0.0] * len(counted), 0.0, True, True))
    (story,) = found.stories
    assert story.begin.low < 0.5 < story.begin.high
    parts = story.begin, story.skill, story.luck
    assert sum(one.estimate for one in parts) == pytest.approx(story.result)
    assert Asked.restored(json.loads(json.dumps(asked.canonical())), 60) == asked
    assert "whole" not in replace(asked, whole=False).canonical()
