"""The workers that play batches: threads of this process, or those of an executor."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, Self, TypeVar

from playout.engine.native.threads import ThreadPool
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_whole, whole
from playout.engine.words.resources import processors
from playout.engine.words.spelling import as_typed
from playout.runner.cluster import Cluster
from playout.runner.jobs import Job, K
from playout.runner.plan import SECONDS, Batch
from playout.runner.processes import Processes
from playout.runner.remote import EACH, Remote
from playout.runner.tasks import is_sendable

T = TypeVar("T")

MOST_WORKERS = 1024
SOON = 1.0  # seconds: a run that ends before starts no processes


class Threads:
    """Threads of this process; compiled games run in parallel in them."""

    batch_seconds = SECONDS
    pool_of: Callable[[int], ThreadPool] = ThreadPool

    def __init__(self, number: int | None = None) -> None:
        number = number or processors()
        self.window = 2 * number
        self._pool = type(self).pool_of(number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        # Without waiting: a user who stops a run does not wait for the batches still in flight.
        self._pool.shutdown(wait=False, cancel_futures=True)

    def submit(self, job: Job[K], batch: Batch) -> Future[tuple[K | bytes, float]]:
        """Play a batch."""
        return self._pool.submit(_timed, job.play, batch)

    def call(self, function: Callable[[], T]) -> Future[T]:
        """Call a function."""
        return self._pool.submit(function)

    def lost(self, error: BaseException) -> bool:
        """Threads are never lost."""
        return False


def stoppable(play: Callable[[], T]) -> T:
    """Call a function in another thread, so that Ctrl-C can stop it; returns what it returns.

    A compiled rule never looks for Ctrl-C; the thread that waits for it does.
    """
    with Threads(1) as thread:
        return thread.call(play).result()


def _timed(play: Callable[[Batch], K], batch: Batch) -> tuple[K | bytes, float]:
    started = time.thread_time()
    counted = play(batch)
    return counted, time.thread_time() - started


class DefaultWorkers(Threads):
    """Threads; but processes for strategies in plain Python, which threads run one at a time.

    The first second is played on threads in any case, because processes take as long to start.
    A strategy that other processes cannot find is played on threads, and so is all where no process
    can be started.
    """

    def __init__(self, number: int | None = None) -> None:
        super().__init__(number)
        self._processes: Remote | None = None
        self._last: tuple[Job[Any], bool] | None = None  # and whether processes play it
        self._begun = 0.0

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        if self._processes is not None:
            self._processes.close()

    def submit(self, job: Job[K], batch: Batch) -> Future[tuple[K | bytes, float]]:
        """Play a batch."""
        if self._last is None or self._last[0] is not job:
            plain = not all(player.strategy.compiled for player in job.players())
            plain = plain or not job.game.compiled
            self._last = job, plain and self.window > EACH and is_sendable(job)
            self._begun = time.monotonic()
        if not self._last[1] or time.monotonic() - self._begun < SOON:
            return super().submit(job, batch)
        if self._processes is None:
            with suppress(PlayoutError):
                self._processes = Processes(self.window // EACH)
        if self._processes is None:
            self._last = job, False
            return super().submit(job, batch)
        return self._processes.submit(job, batch)

    def lost(self, error: BaseException) -> bool:
        """Whether an error means that a worker was lost and the batch can be tried again."""
        return self._processes is not None and self._processes.lost(error)


HOW = "a number of threads, processes:4, local:4, tcp://host:8786"


def workers_of(workers: object = None) -> Threads | Remote:
    """The workers that a user asks for; PlayoutError if there is no such kind or number.

    A number of threads (8); processes of this machine ("processes:8"); a Dask cluster
    ("tcp://host:8786", or "local:8" for one on this machine); any ``concurrent.futures.Executor``,
    which stays open; or None: as many threads as there are processors, and processes for
    strategies that are not compiled.  Each is a context, in which they play.
    """
    if workers is None:
        return DefaultWorkers()
    if isinstance(workers, Threads):  # of whoever has threads of a kind of its own
        return workers
    if isinstance(workers, Executor):
        return Remote(workers, getattr(workers, "_max_workers", None) or processors())
    if isinstance(workers, str) and re.match(r"(local|tcp|tls):", workers.strip()):
        return Cluster(workers.strip())
    kind, colon, number = str(workers).strip().partition(":")
    if colon and kind == "processes":
        return Processes(read_whole("workers", number, 1, MOST_WORKERS))
    try:
        whole(workers)
    except ValueError:
        raise PlayoutError(
            f"{as_typed('workers', workers)}: must be {HOW}, or an Executor"
        ) from None
    return Threads(read_whole("workers", workers, 1, MOST_WORKERS))
