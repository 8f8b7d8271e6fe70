"""What is computed waits for who answers, and all of it shares the same threads."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from playout.questions.odds import Job, ask
from playout.runner.executors import Threads, workers_of
from playout.runner.plan import Batch
from playout.web import precedence
from playout.web.precedence import after_requests, first, workers


def test_what_is_computed_waits_until_a_request_is_answered(monkeypatch: Any) -> None:
    monkeypatch.setattr(precedence, "LONGEST", 30.0)
    began, goes_on = threading.Event(), threading.Event()

    async def page(scope: Any, receive: Any, send: Any) -> None:
        began.set()
        await asyncio.to_thread(goes_on.wait)
        await send({"type": "http.response.start"})
        await asyncio.to_thread(ended.wait)  # what comes later is waited for by nobody

    async def send(message: Any) -> None:
        pass

    ended = threading.Event()
    answering = threading.Thread(
        target=lambda: asyncio.run(first(page)({"type": "http"}, send, send))
    )
    answering.start()
    began.wait()
    computing = threading.Thread(target=after_requests)
    computing.start()
    computing.join(0.2)
    assert computing.is_alive()
    goes_on.set()
    computing.join(10)
    assert not computing.is_alive()
    ended.set()
    answering.join(10)


def test_what_is_computed_does_not_wait_for_long_if_many_ask(monkeypatch: Any) -> None:
    monkeypatch.setattr(precedence, "_answering", 3)
    started = time.monotonic()
    after_requests()
    assert precedence.LONGEST / 2 < time.monotonic() - started < 10 * precedence.LONGEST


def test_a_request_that_fails_is_over() -> None:
    async def fails(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError

    async def none(message: Any = None) -> None:
        pass

    async def asked() -> None:
        await first(fails)({"type": "http"}, none, none)

    for _ in range(3):
        with suppress(ValueError):
            asyncio.run(asked())
    assert precedence._answering == 0


def test_runs_share_threads_and_take_nothing_from_each_other() -> None:
    job = Job(ask("pig", game_number=1, turn=0, games=100))
    with ThreadPoolExecutor(1) as pool:
        busy = threading.Event()
        pool.submit(busy.wait)
        with workers_of(Threads(shared=pool)) as one, workers_of(Threads(shared=pool)) as other:
            first_asked = one.submit(job, Batch(0, 0, 4))
            with workers_of(Threads(shared=pool)) as gone:
                cancelled = gone.submit(job, Batch(0, 0, 4))
            assert cancelled.cancelled()
            second_asked = other.submit(job, Batch(0, 0, 4))
            busy.set()
            found = [str(asked.result()[0]) for asked in (first_asked, second_asked)]
            assert found[0] == found[1]
        assert pool.submit(lambda: 5).result() == 5


def test_all_runs_of_a_server_have_the_same_threads() -> None:
    names = set[str]()
    with workers() as one, workers() as other:
        for run in (one, other):
            for _ in range(20):
                names.add(run.call(lambda: threading.current_thread().name).result())
    assert len(names) <= max(1, one.window // 2)
