"""Other processes get no Ctrl-C, and end with the program that has started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from playout.runner.processes import without_ctrl_c

STUCK = """
import sys
from playout.runner.processes import end_with_parent
end_with_parent(0, sys.stdin.read)
print("begun", flush=True)
sum(range(10**13))  # holds the interpreter's lock: no other thread does anything
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system ends it there")
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
