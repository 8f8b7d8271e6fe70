"""Threads, executors, processes and clusters count the same, and refuse the same."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import PlayoutError
from playout.engine.words.errors import IllegalMove
from playout.questions.runs import Found, Job
from playout.runner import workers as pools
from playout.runner.cluster import Cluster
from playout.runner.processes import Processes
from playout.runner.remote import Remote
from playout.runner.workers import DefaultWorkers
from tests.playing import played
from tests.runner.small_runs import counts, expected, plain, precise, write_bold


@pytest.fixture(
    scope="module",
    params=[
        *("threads", "executor"),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("processes", "cluster")),
    ],
)
def workers(request: pytest.FixtureRequest) -> Iterator[Any]:
    if request.param == "threads":
        yield 4
    elif request.param == "executor":
        with ThreadPoolExecutor(3) as pool:
            yield pool
            assert pool.submit(int, "5").result() == 5  # it is its owner's, and stays open
    elif request.param == "processes":
        with Processes(2) as processes:
            yield processes
    else:
        yield request.getfixturevalue("two")


@pytest.mark.parametrize("asked", [plain(), precise()], ids=["plain", "precise"])
def test_all_workers_count_what_a_thread_counts(asked: Any, workers: Any) -> None:
    assert counts(played(Job(asked), workers)) == expected(asked)


def test_a_strategy_file_reaches_all_workers(workers: Any, tmp_path: Path) -> None:
    asked = plain(60, strategy=[write_bold(tmp_path)])
    assert counts(played(Job(asked), workers)) == expected(asked)


def test_an_illegal_move_comes_back_with_what_was_counted(workers: Any, tmp_path: Path) -> None:
    asked = plain(60, strategy=[write_bold(tmp_path, "if view.left <= 90: return -77")])
    with pytest.raises(IllegalMove, match=r"(?s)illegal move.*playout replay the-game") as told:
        played(Job(asked), workers)
    assert isinstance(told.value.partial, Found)
    assert not told.value.partial.complete


def children() -> list[int]:
    """The processes of pools that were started here."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            words = (folder / "cmdline").read_text()
        except OSError:
            continue
        if parent == os.getpid() and "spawn_main" in words:
            found.append(int(folder.name))
    return found


@pytest.mark.parametrize(
    "workers",
    [
        pytest.param("processes", marks=pytest.mark.slow),
        pytest.param("cluster", marks=pytest.mark.thorough),
    ],
    indirect=True,
)
def test_a_worker_killed_in_the_middle_harms_nothing(workers: Any) -> None:
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if not killed and done:
            is_cluster = isinstance(workers, Cluster)
            every = workers.client.run(os.getpid).values() if is_cluster else children()
            killed.extend(every)
            os.kill(killed[0], signal.SIGKILL)

    asked = plain(100_000)
    found = played(Job(asked), workers, progress=kill)
    assert killed
    assert found.complete
    assert counts(found) == expected(asked)


def test_plain_python_goes_to_processes_if_it_takes_long_and_they_can_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Remote] = []

    def started(number: int) -> Remote:
        begun.append(Remote(ThreadPoolExecutor(number), number))
        return begun[-1]

    monkeypatch.setattr(pools, "Processes", started)
    monkeypatch.setattr(pools, "processors", lambda: 2)
    monkeypatch.setattr(pools, "SOON", 1e9)  # also where other programs take the processors
    asked = plain(200, strategy=[write_bold(tmp_path)])
    with DefaultWorkers() as usual:
        quick = counts(played(Job(asked), usual))
    monkeypatch.setattr(pools, "SOON", 0.0)
    assert not begun
    with DefaultWorkers() as usual:
        played(Job(plain(200)), usual)
        assert not begun
        assert counts(played(Job(asked), usual)) == quick
    assert len(begun) == 1


@pytest.mark.parametrize(
    ("asked_for", "sentence"),
    [
        (0, "workers=0: must be from 1 to 1,024"),
        ("processes:0", "workers='0': must be from 1 to 1,024"),
        ("processes:many", "workers='many': must be from 1 to 1,024"),
        ("2 threads", "workers='2 threads': must be a number of threads, processes:4, local:4,"),
        (1.5, "workers=1.5: must be a number of threads, processes:4"),
        ("procesess:2", "workers='procesess:2': must be a number of threads,"),
        ([2], r"workers=\[2\]: must be a number of threads, .*, or an Executor"),
        ("local:0", "workers='local:0': must be from local:1 to local:1024"),
        ("local", "workers='local': must be a number of threads, processes:4, local:4, tcp://host"),
        ("host:8786", "workers='host:8786': must be a number of threads, processes:4, local:4,"),
        *(
            pytest.param(
                name,
                "the address of a Dask scheduler, such as tcp://host:8786, or local:4",
                marks=pytest.mark.thorough if name == "tcp://host" else pytest.mark.slow,
            )
            for name in ("local:many", "tcp://host")  # for these Dask is imported
        ),
    ],
)
def test_impossible_workers_are_refused_in_a_sentence(asked_for: object, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        playout.run("the-game", strategy="greedy", games=10, workers=asked_for)
