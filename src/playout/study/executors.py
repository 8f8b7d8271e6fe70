"""Who plays the batches: threads."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any, Self

from playout.engine.errors import PlayoutError
from playout.engine.game import whole
from playout.study.jobs import Job, K, work_off
from playout.study.plan import SECONDS, Batch, C, Plan

MOST_THREADS = 1024


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def read_threads(threads: object) -> int:
    """A number of threads; None: one per processor.  PlayoutError if there cannot be so many."""
    if threads is None:
        return processors()
    try:
        number = whole(threads)
    except ValueError:
        number = 0
    if not 1 <= number <= MOST_THREADS:
        raise PlayoutError(f"threads = {threads}: allowed are 1 to {MOST_THREADS}")
    return number


class Threads:
    """Threads of this process: compiled games run beside each other in them."""

    batch_seconds = SECONDS

    def __init__(self, threads: object = None) -> None:
        number = read_threads(threads)
        self.window = 2 * number
        self._pool = ThreadPoolExecutor(number)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # Without waiting: whoever stops a run does not wait for the batches still in flight.
        self._pool.shutdown(wait=False, cancel_futures=True)

    def submit(self, job: Job[K], batch: Batch) -> Future[tuple[K | bytes, float]]:
        """Have a batch played."""
        return self._pool.submit(_timed, job.play, batch)

    def call(self, play: Callable[[Batch], C], batch: Batch) -> Future[tuple[C | bytes, float]]:
        """Have a batch of something else counted."""
        return self._pool.submit(_timed, play, batch)

    def lost(self, error: BaseException) -> bool:
        """Threads are never lost."""
        return False


def _timed(play: Callable[[Batch], C], batch: Batch) -> tuple[C | bytes, float]:
    started = time.thread_time()
    counted = play(batch)
    return counted, time.thread_time() - started


def on_threads(
    plan: Plan[C],
    play: Callable[[Batch], C],
    threads: object,
    progress: Callable[[int, int], Any] | None = None,
) -> bool:
    """Work off a plan that is not a job's on threads; False if it was stopped with Ctrl-C."""

    def tell() -> None:
        if progress is not None:
            progress(plan.done, plan.total)

    with Threads(threads) as workers:
        return work_off(plan, lambda batch: workers.call(play, batch), workers.window, tell=tell)
