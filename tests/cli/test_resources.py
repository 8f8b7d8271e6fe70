"""Where threads, files, memory or the disk run out, one sentence names what ran out.

"Running out of disk, memory, file handles, a signal, a lost worker: nothing counted is lost, one
sentence" (docs/explanation/trust.md).
"""

from __future__ import annotations

import _thread
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.engine.native.threads import ThreadPool
from playout.engine.words.errors import PlayoutError
from playout.engine.words.resources import BLAS, JEMALLOC, can_start_threads, ran_out, spare_threads
from playout.questions.runs.job import Job
from playout.runner.processes import Processes
from tests.command import mistake, printed, printed_json
from tests.command import playout as command

resource = pytest.importorskip("resource")  # no Windows
RUN = "run pig --strategy random --games 300"


def limited(limits: dict[str, int], *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, under limits of the system, by name."""

    def set_limits() -> None:
        for name, most in limits.items():
            resource.setrlimit(getattr(resource, name), (most, most))

    return subprocess.run(
        [sys.executable, "-m", "playout", *words],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=set_limits,  # nothing else runs in this process
        timeout=100,
    )


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system starts no thread."""

    def refused(*given: Any, **others: Any) -> int:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading, "_start_new_thread", refused)
    monkeypatch.setattr(_thread, "start_new_thread", refused)


def test_without_another_thread_all_is_played_in_this_one(no_threads: None) -> None:
    usual = playout.run("pig", strategy="random", games=300)
    assert not can_start_threads()
    assert usual.games == 300
    assert printed_json(*RUN.split(), "--json")["rows"] == usual.to_dict()["rows"]


def test_libraries_start_no_threads_of_their_own_where_there_are_none(
    no_threads: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (BLAS, JEMALLOC[0]):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.delitem(sys.modules, "numpy")
    spare_threads()
    assert (os.environ[BLAS], os.environ[JEMALLOC[0]]) == ("1", JEMALLOC[1])


def test_fewer_threads_do_the_work_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def only_one(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    def played(k: int) -> tuple[int, int]:
        return k, threading.get_ident()

    monkeypatch.setattr(threading.Thread, "start", only_one)
    with ThreadPool(4) as pool:
        futures = [pool.submit(played, k) for k in range(20)]
    assert [future.result()[0] for future in futures] == list(range(20))
    assert {future.result()[1] for future in futures} == {started[0].ident}


def test_an_error_of_what_is_called_is_the_futures(no_threads: None) -> None:
    with ThreadPool(2) as pool:
        assert isinstance(pool.submit(lambda: 1 / 0).exception(), ZeroDivisionError)


@pytest.mark.parametrize("workers", ["processes:2", "local:2"])
def test_a_daemon_starts_no_processes_and_is_told_of_threads(
    workers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import multiprocessing

    if workers.startswith("local"):
        pytest.importorskip("distributed")
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)  # type: ignore[attr-defined]
    assert mistake(*RUN.split(), "--workers", workers) == (
        f"playout: --workers {workers}: this program is itself a worker of a pool of processes (a "
        "daemon), which may not start others; use threads: workers=2, or --workers 2\n"
    )


@pytest.mark.parametrize(
    ("raised", "why"),
    [
        (BlockingIOError(11, "Resource temporarily unavailable"), "no further process can be"),
        (OSError(24, "Too many open files"), "too many files are open; see ulimit -n"),
        (OSError(38, "Function not implemented"), "can be started here (Function not implemented)"),
    ],
)
def test_if_no_process_starts_the_sentence_says_why(
    raised: OSError, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*given: Any, **others: Any) -> Any:
        raise raised

    monkeypatch.setattr("playout.runner.processes.Pipe", refused)
    with pytest.raises(PlayoutError) as caught:
        Processes(2)
    assert why in str(caught.value)
    assert str(caught.value).endswith("use threads: workers=2, or --workers 2")


def test_without_threads_no_pool_of_processes_waits_for_ever(no_threads: None) -> None:
    with pytest.raises(PlayoutError, match="no further thread can be started"):
        Processes(1)


@pytest.mark.parametrize("kind", [MemoryError, OSError])
def test_a_run_that_runs_out_keeps_what_it_saved(
    kind: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, play = tmp_path / "a.run", Job.play

    def played(job: Job, batch: Any) -> Any:
        if batch.first > 10:
            raise kind() if kind is MemoryError else OSError(24, "Too many open files")
        return play(job, batch)

    monkeypatch.setattr(Job, "play", played)
    with pytest.raises(PlayoutError) as caught:
        playout.run("pig", strategy="random", games=300, save=file, workers=1)
    what = (
        "the memory is used up (see ulimit -v, and the limits of a container)"
        if kind is MemoryError
        else "too many files are open"
    )
    assert str(caught.value).startswith(what)
    assert str(caught.value).endswith(f"to resume: playout resume {file}")
    assert caught.value.partial.games == playout.load_run(file).games == 16


@pytest.mark.parametrize("blocks", [pytest.param(2, marks=pytest.mark.slow), 8])
def test_a_limit_on_the_size_of_files_is_named(blocks: int, tmp_path: Path) -> None:
    file = tmp_path / "a.run"
    printed(RUN)  # all is compiled
    done = limited({"RLIMIT_FSIZE": 1024 * blocks}, *RUN.split(), "--save", str(file))
    why = "no file may be larger here; see ulimit -f"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"playout: {file}: cannot be written ({why})\n"
    assert not file.exists()


@pytest.mark.parametrize("option", ["--save a.run", "--csv a.csv"])
def test_a_full_disk_is_named(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def full(size: int) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("playout.runner.atomic_file.token_hex", full)
    name = option.split()[1]
    said = command(*RUN.split(), *option.split())
    assert (said.code, said.err) == (2, f"playout: {name}: cannot be written (the disk is full)\n")


@pytest.mark.thorough
def test_too_few_files_do_not_blame_the_output() -> None:
    printed(RUN)
    for most in (5, 20):
        done = limited({"RLIMIT_NOFILE": most}, *RUN.split())
        if done.returncode:
            assert (done.returncode, done.stderr) == (2, done.stderr)
            assert "too many files are open; see ulimit -n" in done.stderr
        assert "standard output" not in done.stderr
        assert "__main__" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "megabytes",
    [
        pytest.param(200, marks=pytest.mark.thorough),
        420,
        pytest.param(700, marks=pytest.mark.thorough),
    ],
)
def test_too_little_memory_ends_in_a_sentence(megabytes: int) -> None:
    done = limited({"RLIMIT_AS": megabytes * 2**20}, *RUN.split())
    if done.stderr.startswith("OpenBLAS error"):  # it ends the program while NumPy is imported
        assert done.returncode == 1
        return
    assert done.returncode == 2
    assert (
        done.stderr
        == "playout: the memory is used up (see ulimit -v, and the limits of a container)\n"
    )


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "the memory is used up (see ulimit -v, and the limits of a container)"),
        (
            ImportError("x.so: failed to map segment from shared object"),
            "the memory is used up (see ulimit -v, and the limits of a container)",
        ),
        (OSError(f"lib: {os.strerror(24)}"), "too many files are open; see ulimit -n"),
        (OSError(2, "No such file or directory"), ""),
        (RuntimeError("of a strategy"), ""),
    ],
)
def test_what_ran_out_is_read_from_the_error(error: Exception, words: str) -> None:
    assert ran_out(error) == words


def test_without_a_home_nothing_is_written_here(tmp_path: Path) -> None:
    """A user without a home folder, as in many containers: no folder named ~ appears."""
    program = (
        "import os, pwd\n"
        "os.environ.pop('HOME', None)\n"
        "pwd.getpwuid = lambda uid: (_ for _ in ()).throw(KeyError(uid))\n"
        "import tempfile, sys\n"
        "tempfile.mkdtemp = lambda *a, **k: (_ for _ in ()).throw(OSError(30, 'read-only'))\n"
        "from playout.engine.native import code_cache as c\n"
        "print(c.CACHE_FOLDER, c.WHY_TEMPORARY)\n"
    )
    names = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "PLAYOUT_TEMPORARY_CACHE")
    others = {name: value for name, value in os.environ.items() if name not in names}
    src = str(Path(playout.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**others, "PYTHONPATH": src},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{os.devnull} the cache folder cannot be written\n"
    assert list(tmp_path.iterdir()) == []
