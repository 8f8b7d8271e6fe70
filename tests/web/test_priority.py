"""What is computed waits for who answers, and each has threads of its own."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from functools import partial
from typing import Any

from playout.questions.odds import Job, ask
from playout.runner.plan import Batch
from playout.runner.workers import workers_of
from playout.web.store import priority
from playout.web.store.priority import Behind, after_requests, first


def test_what_is_computed_waits_until_a_request_is_answered(monkeypatch: Any) -> None:
    monkeypatch.setattr(priority, "LONGEST", 30.0)
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
        target=lambda: asyncio.run(first(page)({"type": "http", "method": "GET"}, send, send))
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
    monkeypatch.setattr(priority, "_answering", 3)
    started = time.monotonic()
    after_requests()
    assert priority.LONGEST / 2 < time.monotonic() - started < 10 * priority.LONGEST


def test_a_request_that_fails_is_over() -> None:
    async def fails(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError

    async def none(message: Any = None) -> None:
        pass

    async def asked() -> None:
        await first(fails)({"type": "http", "method": "GET"}, none, none)

    for _ in range(3):
        with suppress(ValueError):
            asyncio.run(asked())
    assert priority._answering == 0


def test_half_a_request_holds_nothing_up() -> None:
    async def waits_for_all(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            during.append(priority._answering)
        during.append(priority._answering)

    parts = iter([{"more_body": True}, {"more_body": True}, {"more_body": False}])
    during = list[int]()

    async def receive() -> Any:
        return next(parts)

    async def asked() -> None:
        await first(waits_for_all)({"type": "http", "method": "POST"}, receive, receive)

    asyncio.run(asked())
    assert during == [0, 0, 1]
    assert priority._answering == 0


def test_a_long_batch_keeps_nobody_else_waiting() -> None:
    job = Job(ask("pig", game_number=1, turn=0, games=100))
    goes_on = threading.Event()
    with Behind(1) as slow, workers_of(Behind(1)) as other:
        slow.call(goes_on.wait)
        assert other.submit(job, Batch(0, 0, 4)).result(60)
        goes_on.set()


def test_every_batch_waits_for_its_turn(monkeypatch: Any) -> None:
    monkeypatch.setattr(priority, "LONGEST", 30.0)
    monkeypatch.setattr(priority, "processors", lambda: 3)
    monkeypatch.setattr(priority, "_answered", time.monotonic() + 100.0)  # people click
    playing, most, order = list[int](), list[int](), list[int]()

    def play(number: int) -> None:
        playing.append(number)
        most.append(len(playing))
        time.sleep(0.002)
        order.append(number)
        playing.remove(number)

    with Behind(1) as one, Behind(1) as other, Behind(1) as third:
        batches = [
            workers.call(partial(play, k)) for k in range(20) for workers in (one, other, third)
        ]
        for batch in batches:
            batch.result(60)
    assert max(most) == 2
    assert max(order[:9]) < 6  # each gets its turn
