"""Processes get no Ctrl-C, leave nobody behind, and do not run the user's program again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from playout.runner import remote
from playout.runner.processes import without_ctrl_c
from tests.command import playout
from tests.runner.small_runs import write_bold


def ended(pid: int) -> bool:
    """Whether a process ends within seconds."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
            if "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text():
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")


@pytest.mark.slow
@linux
def test_a_strategy_that_kills_every_process_ends_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "TRIES", 2)
    deadly = "import os, multiprocessing; multiprocessing.parent_process() and os._exit(9)"
    bold = write_bold(tmp_path, deadly)
    words = ["run", "the-game", "--strategy", bold, "--games", "100", "--workers", "processes:1"]
    said = playout(*words)
    assert said.code == 2
    assert "each time the worker that played them died" in said.err
    assert said.err.count("\n") == 1


SCRIPT = """
import os, sys
import playout
from playout.runner import workers
workers.SOON = 0.0
# No `if __name__ == "__main__"`: other processes must not run this file again.
sys.stderr.write("begun\\n")
{play}
"""


@pytest.mark.slow
def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    bold = write_bold(tmp_path)
    play = f"found = playout.run('the-game', strategy={bold!r}, games=60, workers='processes:1')"
    (tmp_path / "script.py").write_text(SCRIPT.format(play=play + "\nprint(found.complete)"))
    done = subprocess.run(
        [sys.executable, "-W", "error", str(tmp_path / "script.py")],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "begun\n")


PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # some shells start tests without it
from playout.cli import main

if __name__ == "__main__":
    main()
"""


@linux
@pytest.mark.slow
@pytest.mark.parametrize(
    ("workers", "how"),
    [
        ("processes:1", signal.SIGKILL),
        pytest.param("processes:1", signal.SIGINT, marks=pytest.mark.thorough),
        pytest.param("local:1", signal.SIGKILL, marks=pytest.mark.thorough),
        pytest.param("local:1", signal.SIGINT, marks=pytest.mark.thorough),
    ],
)
def test_no_process_outlives_the_program_that_started_it(
    tmp_path: Path, workers: str, how: int
) -> None:
    note = tmp_path / "pid"
    write_it = f"import os, pathlib; pathlib.Path({str(note)!r}).write_text(str(os.getpid()))"
    is_stuck = workers.startswith("processes")
    if is_stuck:  # in a call in which no thread of its process does anything
        write_it += "; import multiprocessing; multiprocessing.parent_process() and "
        write_it += "sum(range(10**13))"
    words = ["run", "the-game", "--strategy", write_bold(tmp_path, write_it), "--games", "1M"]
    words += ["--workers", workers]
    started = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    pid = ""
    while started.poll() is None and pid in ("", str(started.pid)):
        time.sleep(0.05)
        pid = note.read_text() if note.exists() else ""
    time.sleep(1)  # until all of it has begun
    if how == signal.SIGINT:
        os.killpg(started.pid, how)  # as a terminal does: all of them get it
    else:
        started.send_signal(how)
    try:
        _, err = started.communicate(timeout=60)
        assert ended(int(pid))
    finally:
        with suppress(OSError):
            os.kill(int(pid), signal.SIGKILL)
    if how == signal.SIGINT:
        said = "playout: stopped before any game was finished\n" if is_stuck else ""
        assert (started.returncode, err) == (130, said)
    assert "resource_tracker" not in err  # which then removes semaphores, and would warn


STUCK = """
import sys
from playout.runner.processes import end_with_parent
end_with_parent(0, sys.stdin.read)
print("begun", flush=True)
sum(range(10**13))  # holds the interpreter's lock: no other thread does anything
"""


@linux
def test_a_process_in_a_long_call_ends_with_its_parent() -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", STUCK], **pipes) as process:  # type: ignore[call-overload]
        try:
            assert process.stdout.readline() == b"begun\n"
            process.stdin.close()
            assert process.wait(timeout=30) == -signal.SIGKILL
        finally:
            process.kill()


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal there")
def test_a_process_gets_no_ctrl_c_from_its_first_moment() -> None:
    with without_ctrl_c():
        process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    process.send_signal(signal.SIGINT)
    process.communicate(b"\n", timeout=30)
    assert process.returncode == 0
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
