"""Two processes compile one function: each part once, and what one cannot do the other does."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from playout.engine.native import twin

pytestmark = pytest.mark.skipif(not twin.POSSIBLE, reason="this system makes no twins")


@pytest.fixture
def two_processors(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A twin has a processor, and none is left."""
    monkeypatch.setattr(twin, "processors", lambda: 2)
    yield
    assert not twin._state.twin
    assert twin._state.file < 0


def wait_for(path: Path) -> None:
    """Wait until a file is there."""
    until = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < until
        time.sleep(0.001)


def nothing() -> None:
    """There are no parts."""


@pytest.mark.usefixtures("two_processors")
def test_the_twin_does_what_comes_after_it_then_the_parts_and_is_ended(tmp_path: Path) -> None:
    done = tmp_path / "ahead", tmp_path / "parts"

    def fail() -> None:
        done[0].touch()
        raise ValueError

    def hang() -> None:
        done[1].touch()
        time.sleep(60)

    with twin.compiling_ahead(fail):
        with twin.claimed(tmp_path, nothing):
            assert twin.share(hang)
            wait_for(done[1])
        assert done[0].exists()
        process = twin._state.twin
        assert process
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


@pytest.mark.usefixtures("two_processors")
def test_what_this_process_claims_the_twin_does_not(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"

    def work() -> None:
        with twin.claimed(first, nothing, waits=False) as ours:
            assert not ours
        with twin.claimed(second, nothing) as ours:
            second.touch()
            time.sleep(0.3)
            first.touch()

    with twin.claimed(first, nothing):
        twin.share(work)
        wait_for(second)
        helped = list[bool]()
        with twin.claimed(second, lambda: helped.append(first.exists())) as ours:
            assert ours
            assert first.exists()
        assert helped == [False]


@pytest.mark.usefixtures("two_processors")
@pytest.mark.parametrize("how", ["hangs", "is killed"])
def test_a_twin_that_hangs_or_is_killed_holds_nothing_up(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twin, "MOST_SECONDS", 1)
    claimed = tmp_path / "claimed"

    def work() -> None:
        with twin.claimed(claimed, nothing):
            claimed.touch()
            if how == "is killed":
                os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(60)

    with twin.claimed(tmp_path, nothing):
        twin.share(work)
        wait_for(claimed)
        began = time.monotonic()
        with twin.claimed(claimed, nothing) as ours:
            assert ours
        assert time.monotonic() - began < 20
        assert twin.share(nothing)  # there is another one


def test_there_is_no_twin_without_a_processor_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twin, "processors", lambda: 1)
    with twin.claimed(tmp_path, nothing):
        assert not twin.share(nothing)
        assert twin._state.file < 0


@pytest.mark.usefixtures("two_processors")
@pytest.mark.parametrize("refused", ["memfd_create", "fork"])
def test_there_is_no_twin_if_the_system_refuses_it(
    refused: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object) -> int:
        raise OSError(errno.EPERM, "not allowed")

    monkeypatch.setattr(os, refused, refuse)
    with twin.claimed(tmp_path, nothing) as ours:
        assert ours
        assert not twin.share(nothing)


GAME = """
from playout.engine.native.jit import jit

@jit
def first(n):
    return n + 1

@jit
def second(n):
    return third(n) * 2

@jit
def third(n):
    return n * n

@jit(signature="int64(int64)")
def whole(n):
    m = first(n)
    return m + second(m)
"""
PROGRAM = """
import os, signal, sys
from numba.core import event
from playout.engine.native import dispatcher, twin

class Compiled(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass

def share(parts):
    began = real(parts)
    if began and sys.argv[1] == "killed":
        os.kill(twin._state.twin, signal.SIGKILL)
    if began:
        os.waitid(os.P_PID, twin._state.twin, os.WEXITED | os.WNOWAIT)
    return began

compiled, real, dispatcher.share, dispatcher.MUCH = [], twin.share, share, 0
twin.processors = lambda: 1 if sys.argv[1] == "alone" else 2
event.register("numba:compile", Compiled())
import game
print(game.whole(4), compiled)
"""


@pytest.mark.parametrize(
    ("twin_is", "here"),
    [
        ("fast", ["whole"]),
        ("killed", ["whole", "first", "second", "third"]),
        ("alone", ["whole", "first", "second", "third"]),
    ],
)
def test_parts_that_the_twin_has_compiled_are_loaded(
    twin_is: str, here: list[str], tmp_path: Path
) -> None:
    (tmp_path / "game.py").write_text(GAME)
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM, twin_is],
        cwd=tmp_path,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.stderr, said.stdout) == ("", f"55 {here}\n")
