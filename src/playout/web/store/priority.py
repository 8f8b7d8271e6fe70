"""Priority: requests are answered before anything is computed.

Threads of one Python program run one at a time, except in compiled code.  So computations wait
between their batches while a page is being answered, and their threads have a lower priority.  Each
computation has its own threads, so that all get the same share.  Processes would keep out of the
way too, but take a second to start, where the first odds are to come within 0.2 s.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from playout.engine.native.threads import ThreadPool
from playout.runner.workers import DefaultWorkers

LONGEST = 0.2  # seconds that a batch waits, at most: no computation stands still
BEHIND = 5  # the "nice" of threads that compute; with a larger one, other busy programs stop them

_free = threading.Condition()
_answering = 0  # requests that are being answered


def first(app: Any) -> Any:
    """An ASGI application whose requests are answered before anything is computed."""

    async def answered(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        counted = over = False

        def count(now: bool) -> None:
            nonlocal counted
            if counted != now:
                counted = now
                _count(1 if now else -1)

        async def received() -> Any:
            message = await receive()
            if not over and not message.get("more_body", False):
                count(True)  # it is all there: nobody can hold what is computed up by half of one
            return message

        async def sent(message: Any) -> None:
            nonlocal over
            over = True
            count(False)  # what comes later, as news of a run, is waited for by nobody
            await send(message)

        if scope["method"] in ("GET", "HEAD"):
            count(True)
        try:
            await app(scope, received, sent)
        finally:
            count(False)

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
    """Lower the priority of this thread, and of those that it starts."""
    with suppress(OSError, AttributeError):  # not every system lets one thread be behind
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)


class _Pool(ThreadPool):
    """Threads that wait before each batch."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **keywords: Any) -> Future[Any]:
        def called() -> Any:
            after_requests()
            return function(*args, **keywords)

        return super().submit(called)


class Behind(DefaultWorkers):
    """The workers of one computation."""

    pool_of = _Pool
