"""A number of seconds becomes a number of games, which is stated and can be asked for again."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import playout
from playout.engine.words.errors import Measured, PlayoutError
from playout.questions import describe, forecast, tune
from playout.runner.jobs import Job
from playout.runner.plan import Batch

SLOW = 0.001  # seconds that each game of a trial takes here


@pytest.fixture(autouse=True)
def _stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "time", SimpleNamespace(perf_counter=lambda: 0.0))


def trial(games: int) -> Any:
    """A trial in which each arm has so many games, and each game takes as long."""

    def play(job: Job[Any], workers: object, shown: object, seconds: float) -> forecast.Trial:
        plan = job.plan()
        for arm in range(len(plan.tallies)):
            if not plan.enough(arm):
                batches = [(0, 256), (256, games - 256)] if games > 256 else [(0, games)]
                for batch in (Batch(arm, *one) for one in batches):
                    plan.finish(batch, job.play(batch), SLOW * batch.count)
        return forecast.Trial(plan, sum(plan.seconds) / 2, None)  # two workers

    return play


def test_all_parts_of_a_description_get_as_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "play_trial", trial(16))
    asked = describe.ask("pig", levels="none", knock_out=["goal=50", "goal=60", "goal=70"])
    for seconds, games in ((20, 10_000), (0.0001, forecast.FEWEST)):
        assert forecast.within(describe.Job, asked, seconds).games == games
    with pytest.raises(PlayoutError, match="games and seconds"):
        playout.describe("pig", games=10, seconds=1)


def test_settings_that_are_clear_soon_leave_their_time_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forecast, "play_trial", trial(256))
    given: dict[str, Any] = {"strategy": "hold", "vary": "goal=1,99,100"}
    # 60 seconds are 120,000 games.  Once all are clear, 1, its neighbour 99, and today's 100
    # play fresh games; while 99 and 100 may be the best, both play, and then fresh games.
    some = tune.ask("pig", **given, targets="chance(turns<=9)>=50%")
    some, every = (
        forecast.within(tune.Job, asked, 60)
        for asked in (some, tune.ask("pig", **given, maximize="turns(random)"))
    )
    assert (some.max_games, every.max_games) == (40_000, 30_000)
    assert f"--max-games {some.max_games} " in some.command(some.end)
    with pytest.raises(PlayoutError, match="max_games and seconds exclude"):
        playout.tune("pig", **given, targets="turns=1..2", max_games=10, seconds=1)


def test_looks_at_very_many_settings_take_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = tune.ask("pig", vary={"goal": range(20, 99)}, targets="seats=equal±1")

    def games(look: float) -> int:
        def play(*given: Any) -> forecast.Trial:
            one: forecast.Trial = trial(16)(*given)
            return replace(one, look=look)

        monkeypatch.setattr(forecast, "play_trial", play)
        return forecast.within(tune.Job, asked, 600).max_games

    assert games(0.1) < games(0.0)


def test_what_takes_longer_than_its_budget_says_so_before_it_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = tune.ask("pig", vary={"goal": range(20, 70)}, targets="seats=equal±1")

    def play(job: Job[Any], *given: Any) -> forecast.Trial:
        plan = job.plan()  # which is over before the other 49 settings have begun
        plan.finish(Batch(0, 0, 16), job.play(Batch(0, 0, 16)), 1.6)
        return forecast.Trial(plan, 1.6, None)

    monkeypatch.setattr(forecast, "play_trial", play)
    with pytest.warns(Measured, match="^this will take about .* min.*, not 60 s, because each"):
        assert forecast.within(tune.Job, asked, 60).max_games == forecast.FEWEST
    assert forecast.within(tune.Job, asked, 6000).max_games > forecast.FEWEST  # without a warning


@pytest.mark.slow
def test_of_too_many_settings_those_that_join_later_are_likely() -> None:
    many = {"goal": range(20, 99), "most_turns": range(100, 130)}
    job = tune.Job(tune.ask("pig", vary=many, targets="seats=equal±1"))
    searched = [k for k in job.likely_later() if k < len(job.asked.settings)]
    assert len({*searched, *(k for k in job.plan().live())}) == 512


def test_the_fastest_second_of_a_trial_is_found() -> None:
    # Nothing is done for two seconds, while processes start; then two work side by side.
    marks = [(0.1 * k, max(0.0, 0.2 * (k - 20))) for k in range(41)]
    assert forecast._fastest(marks) == pytest.approx(2.0)
    assert forecast._fastest(marks[:5]) == 0.0  # too short
