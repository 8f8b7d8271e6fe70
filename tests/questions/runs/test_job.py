"""A run counts the same games whatever the threads and batches, and keeps what it has counted."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from playout.engine.play.batch import play_batch
from playout.engine.words.errors import PlayoutError
from playout.questions.runs import Asked, Found, Job, ask
from playout.questions.runs import job as runs_job
from playout.questions.runs.seats import count
from playout.runner.plan import Batch
from playout.runner.workers import Threads
from playout.stats.tally import Tallies, Tally
from tests.playing import played


def question(games: int = 400, **options: Any) -> Asked:
    given: dict[str, Any] = {"players": [1, 3], "strategy": ["greedy", "combo"], **options}
    return ask("the-game", games=games, seed=11, **given)


def counts(tallies: list[Tally]) -> list[list[list[int]]]:
    return [[one.counts.tolist() for one in tally.histograms] for tally in tallies]


@pytest.fixture(scope="module")
def expected() -> list[list[list[int]]]:
    """The counts of all games, played in one batch a row."""
    one = question()
    return counts(
        [Tally.of(play_batch(row.rules, row.players, one.seed, 0, one.games)) for row in one.rows]
    )


@pytest.mark.parametrize(
    ("first", "seconds"),
    [pytest.param(1, 1e-5, marks=pytest.mark.thorough), (7, 1e-3), (1_000, 10.0)],
)
def test_counts_do_not_depend_on_the_size_of_batches(
    first: int, seconds: float, expected: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[Batch] = []
    play = Job.play

    def noted(job: Job, batch: Batch) -> Tallies:
        batches.append(batch)
        return play(job, batch)

    monkeypatch.setattr(Job, "first", first)
    monkeypatch.setattr(Job, "play", noted)
    monkeypatch.setattr(Threads, "batch_seconds", seconds)
    assert counts(played(Job(question()), 3).tallies) == expected
    assert max(batch.count for batch in batches if batch.first == 0) == min(first, 400)


def test_progress_rises_to_all_games() -> None:
    told: list[tuple[int, int]] = []
    played(Job(question(200)), None, progress=lambda done, total: told.append((done, total)))
    assert {total for _, total in told} == {800}
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (800, 800)


def stopped(after: int) -> Found:
    """A run that somebody stops when so many games are done."""

    def stop(done: int, total: int) -> None:
        if done >= after:
            raise KeyboardInterrupt

    found: Found = played(Job(question(100_000)), 3, progress=stop)
    return found


@pytest.mark.parametrize("after", [1, 500, 20_000])
def test_a_stopped_run_has_counted_exactly_the_first_games_of_every_row(after: int) -> None:
    found = stopped(after)
    assert not found.complete
    assert 0 < sum(tally.games for tally in found.tallies) < 4 * 100_000
    for row, tally in zip(found.rows, found.tallies, strict=True):
        if tally.games:
            again = Tally.of(play_batch(row.rules, row.players, 11, 0, tally.games))
            assert counts([tally]) == counts([again])


def test_a_run_stopped_while_it_compiles_has_counted_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object, **_also: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runs_job, "play_batch", interrupted)
    found = played(Job(question()), None)
    assert not found.complete
    assert [tally.games for tally in found.tallies] == [0] * 4


def test_the_time_spent_is_known_for_every_setup() -> None:
    found = played(Job(question(200)), None)
    assert len(found.cpu_seconds) == 4
    assert all(seconds > 0 for seconds in found.cpu_seconds)
    assert found.seconds > 0


class Failing(Job):
    """All its games from the 48th on fail."""

    def play(self, batch: Batch) -> Tallies:
        if batch.end > 48:
            time.sleep(0.1 if batch.first <= 48 else 0.0)  # the first to fail says so last
            raise PlayoutError(f"game {max(batch.first, 48)}")
        outcomes = np.zeros((batch.count, self.game.width), np.int64)
        return count(self.asked.rows, outcomes, batch.first)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_of_failing_batches_the_first_is_told_whichever_thread_is_faster(threads: int) -> None:
    with pytest.raises(PlayoutError, match=r"^game 48$") as told:
        played(Failing(ask("the-game", games=1_000)), threads)
    assert told.value.partial.games in (16, 32, 48)  # all batches before it
