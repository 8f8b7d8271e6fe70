"""Where goes what a strategy prints: on the command line not into the answer."""

from __future__ import annotations

import errno
import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TextIO

_code = threading.local()  # what runs in this thread


@contextmanager
def theirs() -> Iterator[None]:
    """Within this context runs code of a user: what it prints is no part of an answer.

    It cannot leave another ``sys.stdout`` behind, as ``redirect_stdout`` in several threads would,
    nor another ``sys.stderr``.
    """
    before, streams = getattr(_code, "is_theirs", False), (sys.stdout, sys.stderr)
    _code.is_theirs = True
    try:
        yield
    finally:
        _code.is_theirs = before
        if threading.current_thread() is threading.main_thread():
            sys.stdout, sys.stderr = streams


@contextmanager
def no_sudden_end() -> Iterator[None]:
    """Within this context code of a user that calls os._exit raises SystemExit instead.

    It would end the program at once, with the exit code that it likes and without a word.  A
    process that such code has forked may end so.
    """
    leave, process = os._exit, os.getpid()

    def leaves(status: int) -> NoReturn:
        if getattr(_code, "is_theirs", False) and os.getpid() == process:
            raise SystemExit(f"os._exit({status})")
        leave(status)

    os._exit = leaves
    try:
        yield
    finally:
        os._exit = leave


@contextmanager
def no_fork() -> Iterator[None]:
    """Within this context code of a user that calls os.fork raises RuntimeError instead.

    Both processes would come back and play on, hold the output open, and fork at the next move.
    """
    fork: Any = getattr(os, "fork", None)  # not every system has it

    def forks() -> int:
        # A process of multiprocessing does what it is for, and never comes back.
        caller = sys._getframe(1).f_globals.get("__name__")
        if getattr(_code, "is_theirs", False) and caller != "multiprocessing.popen_fork":
            raise RuntimeError(
                "os.fork would have two processes play the same games; subprocess and "
                "multiprocessing start others"
            )
        return int(fork())

    if fork is None:
        yield
        return
    os.fork = forks
    try:
        yield
    finally:
        os.fork = fork


class Kept:
    """A standard stream that nobody can close, because it is needed to the end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        if name == "detach":
            raise io.UnsupportedOperation("the output of a command cannot be detached")
        return getattr(self._stream, name)

    def close(self) -> None:
        """Do nothing."""


class Output(Kept):
    """The standard output of a command, which is the error stream to what runs within `theirs`."""

    def __getattr__(self, name: str) -> Any:
        if getattr(_code, "is_theirs", False):
            return getattr(sys.stderr, name)
        if self._stream.closed:  # by way of another object
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return super().__getattr__(name)
