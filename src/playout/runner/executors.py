"""Who plays the batches: threads of this process, or others behind an executor."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from playout.engine.errors import PlayoutError
from playout.engine.game import whole
from playout.study.jobs import Job, K, Workers, work_off
from playout.study.plan import SECONDS, Batch, C, Plan
from playout.study.remote import EACH, Remote
from playout.study.tasks import can_be_sent

MOST_THREADS = 1024
SOON = 1.0  # seconds: who is ready by then does not wait for processes to start


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def read_threads(threads: object) -> int:
    """A number of threads; None: one per processor.  PlayoutError if there cannot be so many."""
    return processors() if threads is None else _read_number("threads", threads)


def _read_number(what: str, given: object) -> int:
    try:
        number = whole(given)
    except ValueError:
        number = 0
    if not 1 <= number <= MOST_THREADS:
        raise PlayoutError(f"{what} = {given}: allowed are 1 to {MOST_THREADS}")
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


class Usual(Threads):
    """Threads; processes for plain Python, of which threads run one at a time.

    The first second is played on threads in any case, because processes take as long to start.
    A strategy that other processes do not find stays on threads.
    """

    def __init__(self) -> None:
        super().__init__()
        self._processes: Remote | None = None
        self._last: tuple[Job[Any], bool] | None = None  # and whether it is for processes
        self._begun = 0.0

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        super().__exit__(kind, error, traceback)
        if self._processes is not None:
            self._processes.close()

    def submit(self, job: Job[K], batch: Batch) -> Future[tuple[K | bytes, float]]:
        """Have a batch played."""
        if self._last is None or self._last[0] is not job:
            plain = any(not player.strategy.compiled for player in job.players())
            self._last = job, plain and self.window > EACH and can_be_sent(job)
            self._begun = time.monotonic()
        if not self._last[1] or time.monotonic() - self._begun < SOON:
            return super().submit(job, batch)
        if self._processes is None:
            self._processes = _processes(self.window // EACH)
        return self._processes.submit(job, batch)

    def lost(self, error: BaseException) -> bool:
        """Whether an error means that a worker was lost and the batch can be tried again."""
        return self._processes is not None and self._processes.lost(error)


def _processes(number: int) -> Remote:
    from playout.study.processes import Processes

    return Processes(number)


@contextmanager
def workers_of(
    threads: object = None,
    processes: object = None,
    cluster: str | None = None,
    executor: Executor | None = None,
) -> Iterator[Workers]:
    """Whoever was asked for to play; PlayoutError if that cannot be.

    A number of threads, a number of processes, a Dask cluster ("tcp://host:8786", "local:4"), or
    any executor, which stays open; one of them, or none for the usual: as many threads as there
    are processors, and processes for strategies that are not compiled.
    """
    given = {"threads": threads, "processes": processes, "cluster": cluster, "executor": executor}
    names = [name for name, value in given.items() if value is not None]
    if len(names) > 1:
        raise PlayoutError(f"{' and '.join(names)}: only one of them can be given")
    made: Threads | Remote
    if processes is not None:
        made = _processes(_read_number("processes", processes))
    elif cluster is not None:
        from playout.study.cluster import Cluster

        made = Cluster(str(cluster))
    elif executor is not None:
        if not isinstance(executor, Executor):
            raise PlayoutError(f"executor = {executor!r}: a concurrent.futures.Executor is needed")
        made = Remote(executor, getattr(executor, "_max_workers", None) or processors())
    else:
        made = Usual() if threads is None else Threads(threads)
    with made as workers:
        yield workers


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
