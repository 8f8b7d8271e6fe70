"""A server of its own for tests in a browser."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

MODULE = ("-m", "playout")
# On one processor, so that a run is not over too soon.
ALONE = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from playout.cli import main
main()
"""


@contextmanager
def served(
    folder: Path, *words: str, program: Sequence[str] = MODULE, port: int = 0
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A server of its own: its first page, and its process."""
    command = [sys.executable, "-X", "faulthandler", *program, "web", "--no-prepare"]
    said = folder.with_name(f"{folder.name}.txt")
    with said.open("w") as file:
        process = subprocess.Popen(
            [*command, "--port", str(port), "--folder", str(folder), *words], stderr=file
        )
    try:
        while (found := re.search(r"http://\S+", said.read_text("utf-8"))) is None:
            assert process.poll() is None, said.read_text("utf-8")
            time.sleep(0.1)
        yield found[0], process
        assert process.poll() in (None, -signal.SIGKILL), said.read_text("utf-8")
    finally:
        process.terminate()
        process.wait(30)
