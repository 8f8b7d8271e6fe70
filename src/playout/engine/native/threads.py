"""Threads that play and compute, as many as this machine gives."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from playout.engine.words.resources import ran_out

P = ParamSpec("P")
T = TypeVar("T")


class ThreadPool(ThreadPoolExecutor):
    """Up to so many threads.  If the system refuses some of them, the others do all the work.

    If it refuses all, as in a container that allows one process, ``submit`` does the work itself.
    """

    _refused = False

    def submit(self, function: Callable[P, T], /, *args: P.args, **keywords: P.kwargs) -> Future[T]:
        """Call a function in one of the threads."""
        if not self._refused or self._threads:
            future = super().submit(function, *args, **keywords)
            if not self._refused or self._threads:
                return future
            future.cancel()  # it would wait for ever
        future = Future()
        try:
            future.set_result(function(*args, **keywords))
        except Exception as error:
            future.set_exception(error)
        return future

    def _adjust_thread_count(self) -> None:
        try:
            if not self._refused:
                super()._adjust_thread_count()
        except RuntimeError as error:
            if not ran_out(error):
                raise
            self._refused = True
