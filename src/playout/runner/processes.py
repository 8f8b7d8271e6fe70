"""Processes of this machine: for strategies in plain Python, of which threads run one at a time."""

from __future__ import annotations

import os
import signal
import sys
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType

from playout.runner.remote import Remote


class _Process(SpawnProcess):
    """A new process that does not run the user's program again.

    Python would import it there, and a script without ``if __name__ == "__main__"`` would start
    its run, and these processes, once more.  Nothing of it is needed: work goes by names.
    """

    def start(self) -> None:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            super().start()
        finally:
            sys.modules["__main__"] = main


class _Context(SpawnContext):
    Process = _Process


def _attend(lifeline: Connection) -> None:
    """In a new process: leave Ctrl-C to whoever started it, and end at once when they are gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        wait([lifeline])  # nothing is ever sent: it ends when the other side does
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Processes(Remote):
    """A pool of processes, made anew when one of them dies."""

    def __init__(self, number: int) -> None:
        self._number = number
        super().__init__(self._begun(), number)

    def _begun(self) -> Executor:
        self._theirs, self._ours = Pipe(duplex=False)
        return ProcessPoolExecutor(
            self._number, mp_context=_Context(), initializer=_attend, initargs=(self._theirs,)
        )

    def renew(self, executor: Executor) -> None:
        """Make a new pool in place of one that has broken."""
        if executor is self._executor:
            self._end()
            self._executor = self._begun()

    def close(self) -> None:
        """End all processes, and what they play."""
        self._end()

    def _end(self) -> None:
        self._ours.close()
        self._theirs.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
