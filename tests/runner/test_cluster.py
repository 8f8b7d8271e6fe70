"""A real cluster of processes counts what threads count, whoever dies, joins late or goes away."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import Security

from playout.engine.words.errors import PlayoutError, WorkersLost
from playout.questions.answers import job_in
from playout.questions.runs import Job
from playout.runner import cluster, saved_runs
from playout.runner.cluster import Cluster
from playout.runner.jobs import play_job
from playout.runner.ledger import Ledger
from tests import command
from tests.playing import played, refused
from tests.runner.small_runs import counts, expected, plain, write_bold

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="kills processes")


class Own:
    """A scheduler and workers as somebody starts them by hand."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self.started: list[subprocess.Popen[bytes]] = []

    def scheduler(self) -> subprocess.Popen[bytes]:
        """Start one at the address."""
        where = ["--host", "127.0.0.1", "--port", self.address.rpartition(":")[2]]
        return self._start("dask_scheduler", *where, "--no-show", "--no-dashboard")

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start one, which looks for its scheduler for a while."""
        words = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "30"]
        return self._start("dask_worker", self.address, *words, **environment)

    def _start(self, program: str, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        self.started.append(
            subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{program}", *words],
                env={**os.environ, **environment},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
        return self.started[-1]

    def connected(self) -> Cluster:
        """Whoever has connected to it; the scheduler may need a while to be there."""
        for _ in range(10):
            try:
                return Cluster(self.address)
            except PlayoutError as error:
                if "no scheduler answers" not in str(error):
                    raise
        raise AssertionError("no scheduler")


@contextmanager
def own() -> Iterator[Own]:
    """A cluster whose processes all end here."""
    found = Own()
    try:
        yield found
    finally:
        for process in found.started:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_what_a_strategy_needs_and_a_worker_lacks_is_told(two: Cluster, tmp_path: Path) -> None:
    missing = "__import__('os').getpid() == {} or __import__('nowhere_installed')"
    path = tmp_path / "mine.py"
    write_bold(tmp_path)
    path.write_text(missing.format(os.getpid()) + "\n" + path.read_text())
    asked = plain(60, strategy=[f"{path}:bold"])
    with pytest.raises(
        PlayoutError, match=r"cannot play this.*No module named 'nowhere_installed'"
    ):
        played(Job(asked), two)


@pytest.mark.thorough
def test_workers_may_join_late_and_the_first_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.1)
    asked = plain(60_000)
    with own() as theirs:
        theirs.scheduler()
        first = theirs.worker()
        with theirs.connected() as workers:
            assert workers.window == 2
            late: list[subprocess.Popen[bytes]] = []

            def join(done: int, total: int) -> None:
                if not late and done:
                    late.append(theirs.worker())
                    first.kill()  # now there is nobody, until the other one is there

            found = played(Job(asked), workers, progress=join)
            assert late
            assert found.complete
        assert counts(found) == expected(asked)


@pytest.mark.slow
def test_dask_is_silent_from_the_first_connection_on() -> None:
    program = """
import logging
from playout.runner import cluster

def to(*where):
    print([logging.getLogger(name).isEnabledFor(logging.CRITICAL) for name in cluster.LOGS])
    raise SystemExit

cluster._Link.to = to
cluster.Cluster("tcp://127.0.0.1:8786")
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.stdout == f"{[False] * len(cluster.LOGS)}\n", said.stderr


@pytest.mark.slow
def test_when_the_scheduler_goes_away_the_run_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 2.0)
    asked = plain(200_000)
    path = tmp_path / "run.db"
    job = Job(asked)
    with own() as theirs:
        scheduler = theirs.scheduler()
        theirs.worker()
        with (
            theirs.connected() as workers,
            Ledger.create(path, job) as ledger,
            pytest.raises(WorkersLost) as told,
        ):
            play_job(job, workers, store=ledger, progress=lambda done, _: scheduler.kill())
    assert str(told.value) == (
        f"cluster {theirs.address}: the scheduler has gone away; "
        f"all finished games are saved; to resume: playout resume {path}"
    )
    assert 0 < told.value.partial.games < 400_000
    with Ledger.open(path) as ledger:
        assert saved_runs.facts(ledger, job_in(ledger))["finished"] >= told.value.partial.games
    again = played(job, 1, path)
    assert counts(again) == expected(asked)


@pytest.mark.thorough
def test_a_scheduler_that_comes_back_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 20.0)
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.2)
    asked = plain(60_000)
    with own() as theirs:
        schedulers = [theirs.scheduler()]
        theirs.worker()
        with theirs.connected() as workers:

            def again(done: int, total: int) -> None:
                if len(schedulers) == 1:
                    schedulers[0].kill()
                    schedulers[0].wait()
                    schedulers.append(theirs.scheduler())
                    theirs.worker()

            found = played(Job(asked), workers, progress=again)
    assert len(schedulers) == 2
    assert counts(found) == expected(asked)


@pytest.mark.thorough
def test_a_cluster_whose_workers_have_all_left_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(cluster, "IDLE_SECONDS", 1.0)
    with own() as theirs:
        theirs.scheduler()
        worker = theirs.worker()
        with theirs.connected() as workers, pytest.raises(WorkersLost, match="workers have left"):
            played(Job(plain(1_000_000)), workers, progress=lambda *_: worker.kill())


# ---------------------------------------------------------------- what is refused


@pytest.mark.slow
def test_a_cluster_without_workers_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "START_SECONDS", 0.5)
    with own() as theirs:
        theirs.scheduler()
        refused("has no workers; start some with: dask worker", theirs.connected)


@pytest.mark.slow
def test_a_worker_with_other_source_or_version_is_refused_in_a_sentence(
    two: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, address = os.getpid(), two.client.scheduler.address
    monkeypatch.setattr(cluster, "own_code", lambda: os.getpid() == here)
    with certified(two.client.security):
        refused("the source of Playout", Cluster, address)
        monkeypatch.setattr(cluster, "VERSION", "7.0")
        other = pytest.raises(PlayoutError, match=r"has Playout .*, but this program has 7\.0")
        with other:
            Cluster(address)


@contextmanager
def certified(security: Any) -> Iterator[None]:
    """Within this context, clients have a certificate."""
    given = {"client.key": security.tls_client_key, "client.cert": security.tls_client_cert}
    given["ca-file"] = security.tls_ca_file
    with dask.config.set({f"distributed.comm.tls.{name}": text for name, text in given.items()}):
        yield


def test_a_local_cluster_is_closed_to_other_users_of_the_machine(
    two: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1.0)
    address = two.client.scheduler.address
    workers = [*two.client.scheduler_info()["workers"]]
    assert all(one.startswith("tls://127.0.0.1:") for one in (address, *workers))
    for one in (address, *workers):
        refused("no scheduler answers at this", Cluster, one.replace("tls:", "tcp:"))
        refused("no scheduler answers at this", Cluster, one)  # without a certificate
        with certified(Security.temporary()):  # with another one
            refused("no scheduler answers at this", Cluster, one)
    assert two._local is not None
    services = [one["services"] for one in two.client.scheduler_info()["workers"].values()]
    ports = [port for of_worker in services for port in of_worker.values()]
    for port in (*ports, two._local.scheduler.http_server.port):
        for page in ("/", "/info/main/workers.html", "/health", "/json/identity.json"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"http://127.0.0.1:{port}{page}")


def test_a_worker_that_dies_in_the_first_check_is_not_accused(
    two: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = two.client.run

    def died(asked: Any, *given: Any, **more: Any) -> dict[str, Any]:
        """What Dask answers if the first worker dies in it."""
        answers: dict[str, Any] = run(asked, *given, **more)
        return answers | {min(answers): OSError("in <TCP>: Stream is closed")}

    monkeypatch.setattr(two.client, "run", died)
    two._check(2)


@pytest.mark.slow
def test_a_worker_without_playout_is_refused_in_a_sentence(tmp_path: Path) -> None:
    hidden = tmp_path / "sitecustomize.py"
    hidden.write_text(
        "import importlib.metadata as m\n"
        "def version(name):\n    raise m.PackageNotFoundError(name)\n"
        "version.__module__ = 'importlib.metadata'\n"
        "real, m.version=m.version, lambda n: version(n) if n == 'playout' else real(n)\n"
    )
    with own() as theirs:
        theirs.scheduler()
        theirs.worker(PYTHONPATH=f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
        refused("Playout is not installed", theirs.connected)


def test_a_cluster_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    said = command.mistake("run the-game --games 100 --workers tcp://127.0.0.1:1")
    assert "cluster tcp://127.0.0.1:1: no scheduler answers at this" in said


def test_something_else_at_the_address_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        refused("no scheduler answers at this", Cluster, address)


@pytest.mark.slow
def test_without_dask_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    refused('pip install "playout[cluster]"', Cluster, "local:2")
    monkeypatch.setattr(cluster, "find_spec", {"distributed": True}.get)
    refused("needs cryptography; install it with: pip install", Cluster, "local:2")
