"""Who answers a request comes before what is computed.

Threads of one Python program run one at a time, except in compiled code.  So what is computed waits
between its batches while anybody waits for a page, and its threads have the processor last.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any

from playout.runner.executors import Usual, processors

LONGEST = 0.2  # seconds that a batch waits, at most: what is computed never stands still
BEHIND = 19  # the "nice" of threads that compute

_free = threading.Condition()
_answering = 0  # requests that are being answered


def first(app: Any) -> Any:
    """An ASGI application whose requests are answered before anything is computed."""

    async def answered(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        waits = True

        def done() -> None:
            nonlocal waits
            if waits:
                waits = False
                _count(-1)

        async def sent(message: Any) -> None:
            done()  # what comes later, as news of a run, is waited for by nobody
            await send(message)

        _count(1)
        try:
            await app(scope, receive, sent)
        finally:
            done()

    return answered


def _count(more: int) -> None:
    global _answering
    with _free:
        _answering += more
        if _answering == 0:
            _free.notify_all()


def after_requests() -> None:
    """Wait until no request is being answered, but not for long."""
    with _free:
        _free.wait_for(lambda: _answering == 0, LONGEST)


def stay_behind() -> None:
    """Let other threads have the processor before this one."""
    with suppress(OSError, AttributeError):  # not every system lets one thread be behind
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)


class _Pool(ThreadPoolExecutor):
    """Threads that all runs share: more would only keep those who answer from their processor."""

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        def called() -> Any:
            after_requests()
            return function(*given, **named)

        return super().submit(called)


@cache
def _pool() -> ThreadPoolExecutor:
    return _Pool(processors(), "computing", stay_behind)


def workers() -> Usual:
    """Those of one run, which share their threads with those of all others."""
    return Usual(_pool())
