"""The command line in processes of its own, which can be killed.

They are forked from a process that has imported Playout, and has neither compiled nor loaded any
compiled code: that saves the second and a half in which Python starts.  What this leaves out is the
imports; ``real=True`` starts a process as a shell does.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path

from playout.questions import KINDS

IMPORTED = (
    "playout.api",
    "playout.cli",
    "playout.cli.live",
    "playout.hex",
    "playout.report.page",
    *(f"{module}.plots" for module in KINDS.values() if ".hex." not in module),
    *KINDS.values(),
    "pyarrow.parquet",
)


def forking() -> ForkServerContext:
    """What starts processes that have imported Playout."""
    context = get_context("forkserver")
    context.set_forkserver_preload(list(IMPORTED))
    return context


def nothing() -> None:
    """Do nothing."""


class Command:
    """``playout words ...`` at work in a folder, where it writes ``out.txt`` and ``err.txt``."""

    def __init__(
        self,
        words: Sequence[str],
        folder: Path,
        *,
        real: bool = False,
        before: Callable[[], None] = nothing,
    ) -> None:
        """Start it; a forked one calls ``before``, a function of a module, before it begins."""
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        if real:
            with (folder / "out.txt").open("wb") as out, (folder / "err.txt").open("wb") as err:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "playout", *words],
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                    start_new_session=True,
                )
        else:
            self._forked = forking().Process(target=_run, args=(list(words), folder, before))
            self._forked.start()

    @property
    def code(self) -> int | None:
        """Its exit code; None while it runs."""
        return self._forked.exitcode if self._process is None else self._process.poll()

    def wait(self, seconds: float) -> int | None:
        """Wait until it ends, or so long; its exit code, if it has ended."""
        if self._process is None:
            self._forked.join(seconds)
        else:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        return self.code

    def kill(self) -> None:
        """Kill it, and all that it has started, and wait until it is gone."""
        process = self._forked if self._process is None else self._process
        assert process.pid is not None
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:  # it has just been forked, and leads no group yet
            process.kill()
        self.wait(60.0)

    @property
    def said(self) -> str:
        """What it has written to its output and its errors."""
        files = (self._folder / name for name in ("out.txt", "err.txt"))
        return "".join(file.read_text() for file in files if file.exists())


def _run(words: list[str], folder: Path, before: Callable[[], None]) -> None:
    """Be a command."""
    os.setsid()
    write_to(folder)
    before()
    from playout.cli import main

    sys.argv = ["playout", *words]
    main()


def write_to(folder: Path) -> None:
    """Go to a folder, and have all that is printed there as files."""
    os.chdir(folder)
    for name, stream in (("out.txt", 1), ("err.txt", 2)):
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(file, stream)
        os.close(file)
