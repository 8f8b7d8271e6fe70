"""A run counts the same games whatever the threads and batches, and keeps what it has counted."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from playout.api import make_spec
from playout.engine.batch import play_batch
from playout.engine.errors import PlayoutError
from playout.stats.tally import Tally
from playout.study import plan, run
from playout.study.executors import on_threads
from playout.study.plan import Batch, Plan
from playout.study.run import Run, run_spec
from playout.study.spec import Spec, cells


def spec(games: int = 400, **options: Any) -> Spec:
    asked = {"players": [1, 3], "strategy": ["greedy", "combo"], **options}
    return make_spec("the-game", games=games, seed=11, **asked)


def counts(tallies: list[Tally]) -> list[list[list[int]]]:
    return [[one.counts.tolist() for one in tally.histograms] for tally in tallies]


@pytest.fixture(scope="module")
def expected() -> list[list[list[int]]]:
    """The counts of all games, played in one batch a cell."""
    one = spec()
    return counts(
        [
            Tally.of(play_batch(cell.rules, cell.players, one.seed, 0, one.games))
            for cell in cells(one)
        ]
    )


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_counts_do_not_depend_on_the_number_of_threads(threads: int, expected: Any) -> None:
    found = run_spec(spec(), threads=threads)
    assert found.complete
    assert counts(found.tallies) == expected


@pytest.mark.parametrize(("first", "seconds"), [(1, 1e-5), (7, 1e-3), (1_000, 10.0)])
def test_counts_do_not_depend_on_the_size_of_batches(
    first: int, seconds: float, expected: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "FIRST", first)
    monkeypatch.setattr(plan, "SECONDS", seconds)
    assert counts(run_spec(spec(), threads=3).tallies) == expected


def test_progress_rises_to_all_games() -> None:
    told: list[tuple[int, int]] = []
    run_spec(spec(200), progress=lambda done, total: told.append((done, total)))
    assert {total for _, total in told} == {800}
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (800, 800)


def stopped(after: int) -> Run:
    """A run that somebody stops when so many games are done."""

    def stop(done: int, total: int) -> None:
        if done >= after:
            raise KeyboardInterrupt

    return run_spec(spec(100_000), threads=3, progress=stop)


@pytest.mark.parametrize("after", [1, 500, 20_000])
def test_a_stopped_run_has_counted_exactly_the_first_games_of_every_cell(after: int) -> None:
    found = stopped(after)
    assert not found.complete
    assert 0 < sum(tally.games for tally in found.tallies) < 4 * 100_000
    for cell, tally in zip(found.cells, found.tallies, strict=True):
        if tally.games:
            again = Tally.of(play_batch(cell.rules, cell.players, 11, 0, tally.games))
            assert counts([tally]) == counts([again])


def test_a_run_stopped_while_it_compiles_has_counted_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "play_batch", interrupted)
    found = run_spec(spec())
    assert not found.complete
    assert [tally.games for tally in found.tallies] == [0] * 4


@pytest.mark.parametrize("threads", [0, -1, 1025])
def test_an_impossible_number_of_threads_is_refused_in_a_sentence(threads: int) -> None:
    with pytest.raises(PlayoutError, match=f"threads = {threads}: allowed are 1 to 1024"):
        run_spec(spec(), threads=threads)


def test_the_time_spent_is_known_for_every_cell() -> None:
    found = run_spec(spec(200))
    assert len(found.cpu_seconds) == 4
    assert all(seconds > 0 for seconds in found.cpu_seconds)
    assert found.seconds > 0


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_of_failing_batches_the_first_is_told_whichever_thread_is_faster(threads: int) -> None:
    def play(batch: Batch) -> Tally:
        if batch.first + batch.count > 48:
            time.sleep(0.1 if batch.first <= 48 else 0.0)  # the first to fail says so last
            raise PlayoutError(f"game {max(batch.first, 48)}")
        return Tally.of(np.zeros((batch.count, 1), np.int64))

    waiting = Plan(1_000, [Tally.empty(1)], first=16)
    with pytest.raises(PlayoutError, match=r"^game 48$"):
        on_threads(waiting, play, threads)
    assert waiting.tallies[0].games in (16, 32, 48)  # all batches before it
