"""Priority: requests are answered before anything is computed.

Threads of one Python program run one at a time, except in compiled code.  So computations wait
between their batches while a page is being answered, and their threads have a lower priority.
Their batches are short and take turns, and while people click they leave one processor free: the
thread that answers gives way many times a page, and each time it needs a processor to go on.
Processes would keep out of the way too, but take a second to start, where the first odds are to
come within 0.2 s.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Any

from playout.engine.native.threads import ThreadPool
from playout.engine.words.resources import processors
from playout.runner.workers import DefaultWorkers

LONGEST = 0.2  # seconds that a batch waits, at most: no computation stands still
BEHIND = 5  # the "nice" of threads that compute; with a larger one, other busy programs stop them

RECENT = 1.0  # seconds after a request in which people are about to send another one
SHORT = 0.05  # seconds that a batch takes, about

_free = threading.Condition()
_answering = 0  # requests that are being answered
_answered = 0.0  # when the last one was
_waiting = deque[object]()  # batches, in the order in which they came
_begun: dict[object, float] = {}  # batches that are being played, and since when


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
    global _answering, _answered
    with _free:
        _answering += more
        _answered = time.monotonic()
        if _answering == 0:
            _free.notify_all()


def after_requests() -> None:
    """Wait until no request is being answered, but not for long."""
    with _free:
        _free.wait_for(lambda: _answering == 0, LONGEST)


@contextmanager
def turn() -> Iterator[None]:
    """Within this context a batch is played; it waits for its turn before, but not for long."""
    batch = object()
    with _free:
        _waiting.append(batch)
        _free.wait_for(lambda: _waiting[0] is batch and _is_room(), LONGEST)
        _waiting.remove(batch)
        _begun[batch] = time.monotonic()
        _free.notify_all()
    try:
        yield
    finally:
        with _free:
            del _begun[batch]
            _free.notify_all()


def _is_room() -> bool:
    """Whether another batch can be played now.  One that takes long keeps no other one waiting."""
    now = time.monotonic()
    short = sum(now - begun < LONGEST for begun in _begun.values())
    left = 1 if now - _answered < RECENT else 0
    return _answering == 0 and short < max(1, processors() - left)


def stay_behind() -> None:
    """Lower the priority of this thread, and of those that it starts."""
    with suppress(OSError, AttributeError):  # not every system lets one thread be behind
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)


class _Pool(ThreadPool):
    """Threads whose batches take turns."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **keywords: Any) -> Future[Any]:
        def called() -> Any:
            with turn():
                return function(*args, **keywords)

        return super().submit(called)


class Behind(DefaultWorkers):
    """The workers of one computation."""

    pool_of = _Pool
    batch_seconds = SHORT
