"""Processes that this program starts: Ctrl-C is not for them, and they end with it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """What is started within this context gets no Ctrl-C, from its first moment.

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
    """End this process once the other end of a pipe is closed, on which nothing more is sent.

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
