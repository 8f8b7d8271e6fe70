"""Behind any executor a run counts what threads count, whatever becomes of the executor."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from concurrent.futures.thread import BrokenThreadPool
from pathlib import Path
from typing import Any

import pytest

import playout
from playout import PlayoutError, strategy
from playout.engine.find.declarations import is_installed
from playout.engine.find.games import strategies
from playout.engine.find.strategy_files import path_and_time
from playout.engine.native import code_cache
from playout.engine.native.code_cache import CHECKED
from playout.engine.words.errors import WorkersLost
from playout.games.the_game.strategies import greedy
from playout.questions.answers import job_in
from playout.questions.runs import Job, ask
from playout.runner import remote, tasks
from playout.runner.identity import code_of
from playout.runner.jobs import play_job
from playout.runner.ledger import Ledger
from playout.runner.plan import Batch
from playout.runner.remote import TRIES, BatchLost, Remote
from playout.runner.saved_runs import facts
from playout.runner.tasks import play_task, task_of
from playout.stats.packing import pack
from tests.playing import played, refused
from tests.runner.small_runs import counts, expected, plain, write_bold


class Fragile(Executor):
    """An executor that breaks when somebody says so, and its successors."""

    def __init__(self, breaks: Callable[[int], bool]) -> None:
        self._pool, self._breaks, self.sent = ThreadPoolExecutor(2), breaks, 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sent += 1
        if self._breaks(self.sent):
            broken: Future[Any] = Future()
            broken.set_exception(BrokenExecutor("its worker died"))
            return broken
        return self._pool.submit(fn, *args, **kwargs)


class Patient(Remote):
    """Workers that play on with the same executor."""

    def renew(self, executor: Executor) -> None:
        """It is as good as new."""


def test_batches_whose_workers_are_lost_are_played_once_by_others() -> None:
    fragile = Fragile(lambda sent: sent % 3 == 0)
    found = played(Job(plain()), Patient(fragile, 2))
    assert counts(found) == expected(plain())
    assert fragile.sent > 3


def lost(path: Path, workers: Remote) -> WorkersLost:
    """The error that ends a saved run whose workers are all lost, and says how to go on."""
    job = Job(plain(1_000_000))
    with Ledger.create(path, job) as ledger, pytest.raises(WorkersLost) as caught:
        play_job(job, workers, store=ledger)
    assert f"were given out {TRIES} times" in str(caught.value)
    assert str(caught.value).endswith(f"to resume: playout resume {path}")
    return caught.value


def test_a_batch_that_always_kills_its_worker_ends_the_run_in_a_sentence(path: Path) -> None:
    error = lost(path, Patient(Fragile(lambda sent: sent > 10), 2))
    assert "times, and each time the worker" in str(error)
    assert error.partial.games > 0
    with Ledger.open(path) as ledger:
        assert facts(ledger, job_in(ledger))["finished"] == error.partial.games


@pytest.mark.parametrize("compiled", [True, False])
def test_a_compiled_strategy_that_kills_its_workers_is_pointed_to_checked(
    compiled: bool, tmp_path: Path
) -> None:
    bold = write_bold(tmp_path)
    file = tmp_path / "mine.py"
    text = file.read_text().replace("any_move(view, rng)", "-1")
    file.write_text(text.replace("compiled=False", f"compiled={compiled}"))
    with pytest.raises(WorkersLost) as told:
        play_job(Job(plain(strategy=[bold])), Patient(Fragile(lambda sent: True), 2))
    assert ("; --checked finds an index out of range" in str(told.value)) == (
        compiled and not CHECKED
    )


def test_where_nothing_is_compiled_nobody_is_pointed_to_checked(tmp_path: Path) -> None:
    example = Path(__file__).parents[2] / "examples" / "pig.py"
    asked = ask(str(shutil.copy(example, tmp_path / "own.py")), strategy="hold", games=9)
    assert asked.rows[0].players[0].strategy.compiled
    assert remote._why(Job(asked)) == ""


@pytest.mark.parametrize("given_up", ["submit", "renew"])
def test_what_is_in_flight_when_workers_are_lost_is_saved(given_up: str, path: Path) -> None:
    fragile = Fragile(lambda sent: sent > 10)
    submit, late = fragile._pool.submit, threading.Event()

    class Late(Patient):
        def submit(self, job: Any, batch: Batch) -> Any:
            try:
                return super().submit(job, batch)
            except WorkersLost:
                late.set()  # only now do the batches in flight come back
                raise

        def renew(self, executor: Executor) -> None:
            if given_up == "renew":
                assert not late.is_set()  # it is asked once
                late.set()
                raise WorkersLost(f"were given out {TRIES} times, or once")

    def held_back(fn: Any, /, *args: Any) -> Future[Any]:
        wait = fragile.sent > 7
        return submit(lambda: (wait and late.wait(10), fn(*args))[1])

    fragile._pool.submit = held_back  # type: ignore[method-assign,assignment]
    lost(path, Late(fragile, 2))
    with Ledger.open(path) as ledger:
        assert len(list(ledger.batches())) == 10


def test_an_executor_that_breaks_for_good_ends_the_run_in_a_sentence() -> None:
    def die() -> None:
        raise SystemExit

    with ThreadPoolExecutor(1, initializer=die) as pool, pytest.raises(WorkersLost, match="broken"):
        playout.run("the-game", strategy="greedy", games=100, workers=pool)
    assert issubclass(BrokenThreadPool, BrokenExecutor)


def test_an_answer_that_comes_after_its_batch_was_given_up_is_dropped() -> None:
    go = threading.Event()

    class Slow(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            return super().submit(lambda: (go.wait(10), 0.0))

    with Slow(1) as pool:
        slow = Remote(pool, 1)
        out = slow.submit(Job(plain()), Batch(0, 0, 16))
        slow.give_up(BatchLost("gone"))
        go.set()
        assert isinstance(out.exception(10), BatchLost)
        pool.submit(go.wait).result(10)


def test_batches_take_longer_with_more_workers() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert Remote(pool, 4).batch_seconds == 0.5
        assert Remote(pool, 4).window == 8
        assert Remote(pool, 1_000).batch_seconds == 12.5


# ---------------------------------------------------------------- what is sent


def test_a_strategy_file_is_sent_with_its_text_and_found_wherever_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_bold(tmp_path)
    asked = plain(50, players=[2], strategy=["mine.py:bold"])
    task = task_of(Job(asked))
    assert [name for name, _ in task.files] == ["mine.py"]
    found = play_task(task, 0, 0, 50)[0]
    (tmp_path / "mine.py").unlink()
    tasks._restored.cache_clear()
    assert play_task(task, 0, 0, 50)[0] == found


def test_a_file_that_two_processes_write_at_once_stays_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One may write it after the other has run it: the game in it is not another game."""
    monkeypatch.setattr(code_cache, "CACHE_FOLDER", tmp_path)
    first = path_and_time(str(tasks._sent_file("mine.py", b"pass\n")))
    Path(first[0]).unlink()
    time.sleep(0.02)
    assert path_and_time(str(tasks._sent_file("mine.py", b"pass\n"))) == first


def test_an_edited_file_is_another_task(tmp_path: Path) -> None:
    def sent(before: str) -> tasks.Task:
        bold = write_bold(tmp_path, before)
        time.sleep(0.02)  # two files of one time would be the same
        return task_of(Job(plain(50, players=[2], strategy=[bold])))

    one, two = sent("pass"), sent("0")
    assert one.code != two.code
    assert one != two


ASKING = """
import playout
from playout.games.the_game.strategies import greedy

def wants(view, pile):
    return WORD

playout.strategy("the-game", "asking", hint=wants)(greedy)
"""


def test_a_file_that_borrows_a_function_is_sent_all_the_same(tmp_path: Path) -> None:
    """Its own words are in it, and an edited hint is another strategy."""
    codes = set()
    for word in ("0", "4"):
        path = tmp_path / "asking.py"
        path.write_text(ASKING.replace("WORD", word), encoding="utf-8")
        time.sleep(0.02)  # two files of one time would be the same
        asked = plain(50, players=[2], strategy=[f"{path}:asking"], hints=["marks"])
        task = task_of(Job(asked))
        assert [text for _, text in task.files] == [path.read_bytes()]
        assert play_task(task, 0, 0, 50)[0] == pack(Job(asked).play(Batch(0, 0, 50)))
        codes.add(task.code)
    assert len(codes) == 2


def test_a_typed_hint_is_part_of_what_plays(forgets: None) -> None:
    codes = set()
    for word in (0, 4):
        typed: dict[str, Any] = {}
        exec(compile(f"def say(view, pile):\n    return {word}", "<stdin>", "exec"), typed)
        strategy("the-game", "borrows-here", compiled=False, hint=typed["say"])(greedy)
        asked = plain(50, players=[2], strategy=["borrows-here"], hints=["marks"])
        codes.add(code_of((job := Job(asked)).game, job.players()))
        refused("write it to a file and name it mine.py:borrows", task_of, Job(asked))
    assert len(codes) == 2


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"playout": "0.0.1"}, "has Playout 0.2.0, but this program has 0.0.1"),
        ({"code": "other"}, "has a different source of Playout"),
        ({"checked": True}, "does not check array indices: start it with NUMBA_BOUNDSCHECK=1"),
        ({"asked": '{"game": "chess"}'}, "cannot play this: "),
    ],
)
def test_a_worker_that_differs_refuses_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    task = task_of(Job(plain(50)))
    if "asked" in change:
        change = {"asked": task.asked.replace("greedy", "of-another-package")}
    with pytest.raises(PlayoutError, match=sentence):
        play_task(tasks.Task(**{**task.__dict__, **change}), 0, 0, 1)


def test_a_strategy_that_was_only_typed_is_not_sent() -> None:
    def typed(view: Any, rng: Any) -> int:
        return 0

    strategy("the-game", "typed-here", compiled=False)(typed)
    here = next(found for found in strategies("the-game") if found.name == "typed-here")
    assert not is_installed(here)
    with (
        ThreadPoolExecutor(1) as pool,
        pytest.raises(PlayoutError, match=r"write it to a file and name it mine\.py:typed-here"),
    ):
        playout.run("the-game", strategy="typed-here", workers=pool)
