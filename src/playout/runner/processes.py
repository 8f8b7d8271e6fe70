"""Processes of this machine: for strategies in plain Python, which threads run one at a time."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import Any, TypeVar

from playout.runner.remote import Remote

T = TypeVar("T")


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """Processes that are started within this context get no Ctrl-C, from their first moment.

    A terminal sends it to all processes, also to one that is still importing.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_with_parent(pipe: int, wait: Callable[[], object]) -> None:
    """End this process when the other end of a pipe is closed.

    ``wait`` waits for that.  On Linux the system ends the process, too: one call of C code that
    holds the interpreter's lock would keep a thread from it for ever.
    """

    def watch() -> None:
        wait()
        os._exit(1)

    if sys.platform == "linux":
        import fcntl

        # Opened anew: who gets the signal belongs to what was opened, which others share.
        with suppress(OSError):  # there may be no /proc
            own = os.open(f"/proc/self/fd/{pipe}", os.O_RDONLY)
            fcntl.fcntl(own, fcntl.F_SETOWN, os.getpid())
            fcntl.fcntl(own, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(own, fcntl.F_SETFL, os.O_ASYNC)
    threading.Thread(target=watch, daemon=True).start()  # also if it was closed before that


class _Process(SpawnProcess):
    """A new process that does not run the user's program again.

    Python would import it there, and a script without ``if __name__ == "__main__"`` would start
    its run, and these processes, once more.  It is not needed: batches are names and numbers.
    """

    def start(self) -> None:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        if os.name == "posix":
            resource_tracker.ensure_running()  # to start it would let Ctrl-C in again
        try:
            with without_ctrl_c():
                super().start()
        finally:
            sys.modules["__main__"] = main


class Context(SpawnContext):
    """Starts new processes that do not run the user's program again, and get no Ctrl-C."""

    Process = _Process


def _watch_parent(lifeline: Connection) -> None:
    """In a new process: ignore Ctrl-C, print to the error stream, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # it may be closed
        os.dup2(2, 1)  # what a strategy prints is no part of an answer
    sys.stdout = sys.stderr
    end_with_parent(lifeline.fileno(), lambda: wait([lifeline]))


class Processes(Remote):
    """A pool of processes, made anew when one of them dies."""

    def __init__(self, number: int) -> None:
        self._number = number
        super().__init__(self._start(), number)

    def _start(self) -> Executor:
        self._theirs, self._ours = Pipe(duplex=False)
        return ProcessPoolExecutor(
            self._number, mp_context=Context(), initializer=_watch_parent, initargs=(self._theirs,)
        )

    def renew(self, executor: Executor) -> None:
        """Make a new pool in place of one that has broken."""
        if executor is self._executor:
            self._end()
            self._executor = self._start()

    def call(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Call a function in one of them."""
        return self._executor.submit(function, *arguments)

    def close(self) -> None:
        """End all processes, also those that are playing."""
        self._end()

    def _end(self) -> None:
        self._ours.close()
        self._theirs.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
