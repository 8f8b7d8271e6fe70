"""Processes of this machine: for strategies in plain Python, which threads run one at a time."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import Any, TypeVar

from playout.engine.words.errors import PlayoutError, WorkersLost
from playout.engine.words.resources import BLAS, can_start_threads, ran_out
from playout.engine.words.spelling import as_typed
from playout.runner.remote import Remote, check_may_start, start_tracker, use_threads

T = TypeVar("T")

POOL_THREADS = 2  # one that hands tasks out and takes results in, one that feeds their pipe


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
    with suppress(RuntimeError):  # the system may give no thread
        threading.Thread(target=watch, daemon=True).start()  # also if it was closed before that


class _Process(SpawnProcess):
    """A new process that does not run the user's program again.

    Python would import it there, and a script without ``if __name__ == "__main__"`` would start
    its run, and these processes, once more.  It is not needed: batches are names and numbers.
    """

    def start(self) -> None:
        main, blas = sys.modules["__main__"], os.environ.get(BLAS)
        sys.modules["__main__"] = ModuleType("__main__")
        os.environ[BLAS] = blas or "1"  # each process has a processor; it may get no more threads
        start_tracker()
        try:
            with without_ctrl_c():
                super().start()
        finally:
            sys.modules["__main__"] = main
            if blas is None:
                del os.environ[BLAS]


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


class _Pool(ProcessPoolExecutor):
    """Up to so many processes.  If the system refuses some of them, the others do all the work."""

    _processes: dict[int, Any]

    def _adjust_process_count(self) -> None:
        try:
            super()._adjust_process_count()
        except OSError:
            if not self._processes:
                raise
            self._max_workers = len(self._processes)


class Processes(Remote):
    """A pool of processes, made anew when one of them dies."""

    def __init__(self, number: int) -> None:
        """PlayoutError if no process can be started here."""
        self._number = number
        super().__init__(self._start(), number)

    def _start(self) -> Executor:
        where = as_typed("workers", f"processes:{self._number}")
        check_may_start(where, self._number)
        with ExitStack() as failed:
            try:
                start_tracker()
                self._theirs, self._ours = Pipe(duplex=False)
                failed.callback(self._ours.close)
                failed.callback(self._theirs.close)
                executor = _Pool(
                    self._number,
                    mp_context=Context(),
                    initializer=_watch_parent,
                    initargs=(self._theirs,),
                )
                failed.callback(_shut, executor)
                if not can_start_threads(POOL_THREADS):  # it would wait for ever
                    raise RuntimeError("can't start new thread")
                executor.submit(int)  # starts the first one, and the thread that feeds it
            except (OSError, RuntimeError, ImportError, MemoryError) as error:
                why = why_no_process(error)
                raise PlayoutError(f"{where}: {why}; {use_threads(self._number)}") from error
            failed.pop_all()
        return executor

    def renew(self, executor: Executor) -> None:
        """Make a new pool in place of one that has broken."""
        if executor is self._executor:
            self._end()
            try:
                self._executor = self._start()
            except PlayoutError as error:
                raise WorkersLost(str(error)) from error

    def call(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Call a function in one of them."""
        return self._executor.submit(function, *arguments)

    def close(self) -> None:
        """End all processes, also those that are playing."""
        self._end()

    def _end(self) -> None:
        self._ours.close()
        self._theirs.close()
        _shut(self._executor)


def _shut(executor: Executor) -> None:
    with suppress(RuntimeError):  # its thread could not be started
        executor.shutdown(wait=True, cancel_futures=True)


def why_no_process(error: BaseException) -> str:
    """Why the system starts no process."""
    if isinstance(error, BlockingIOError):
        return "no further process can be started (see ulimit -u, and the limits of a container)"
    if isinstance(error, OSError) and not ran_out(error):
        return f"no process can be started here ({error.strerror or error})"
    return ran_out(error) or f"no process can be started here ({error})"
