"""Workers in other processes, behind any executor of the kind of concurrent.futures.

Batches are sent as names and numbers (runner/tasks.py) and come back as packed counts.  A batch
whose worker is lost is sent again, but not more than TRIES times.
"""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import current_process, resource_tracker
from typing import Any, Self

from playout.engine.native.code_cache import CHECKED
from playout.engine.words.errors import PlayoutError, WorkersLost
from playout.runner.jobs import Job, K
from playout.runner.plan import Batch
from playout.runner.tasks import Task, play_task, task_of

SECONDS = 0.5  # the least a batch should take: sending it then costs less than one per cent
TASKS = 80  # batches a second, over all workers, that one scheduler handles with ease
EACH = 2  # batches in flight for each worker: one that it plays, one that waits for it
TRIES = 4  # how often a batch is sent; if all fail, the batch itself must kill its workers

Sent = tuple[Any, float]


def _why(job: Job[Any]) -> str:
    """A hint at why workers die: a compiled strategy may read or write out of range."""
    theirs = any(one.strategy.compiled and not one.strategy.is_ours for one in job.players())
    is_compiled = job.game.compiled and theirs
    return "; --checked finds an index out of range" if is_compiled and not CHECKED else ""


def use_threads(number: int) -> str:
    """Advice for when no process can be started."""
    return f"use threads: workers={number}, or --workers {number}"


def start_tracker() -> None:
    """Start the process that removes what this one leaves if a signal ends it.

    It prints no warnings that there was something to remove.  To start it later would let Ctrl-C
    in again.
    """
    if os.name == "posix":
        sys.warnoptions.append("ignore")  # which it gets as its own
        try:
            resource_tracker.ensure_running()
        finally:
            sys.warnoptions.pop()


def check_may_start(where: str, number: int) -> None:
    """Check that this program may start processes; PlayoutError if it is itself a worker."""
    if current_process().daemon:
        raise PlayoutError(
            f"{where}: this program is itself a worker of a pool of processes (a daemon), which "
            f"may not start others; {use_threads(number)}"
        )


class BatchLost(Exception):
    """A batch did not come back, because its worker is lost.

    The argument is the executor, if it is broken; None if it lost no more than the batch.
    """


class Remote:
    """Workers behind an executor, which its owner will close."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor, self.workers = executor, workers
        self._last: tuple[Job[Any], Task] | None = None
        self._tries: dict[tuple[Task, Batch], int] = {}
        self._lock = threading.Lock()
        self._out: set[Future[Sent]] = set()
        self._unreplaced: tuple[Executor, WorkersLost] | None = None  # a broken one, and why

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Do nothing: the owner closes the executor, and batches in flight are not waited for."""

    @property
    def window(self) -> int:
        """Batches in flight at most."""
        return EACH * self.workers

    @property
    def batch_seconds(self) -> float:
        """How long a batch should take."""
        return max(SECONDS, self.workers / TASKS)

    def submit(self, job: Job[K], batch: Batch) -> Future[tuple[K | bytes, float]]:
        """Play a batch."""
        if self._last is None or self._last[0] is not job:
            self._last = job, task_of(job)
        task = self._last[1]
        tries = self._tries[task, batch] = self._tries.get((task, batch), 0) + 1
        if tries > TRIES:
            raise WorkersLost(
                f"games {batch.first} to {batch.end - 1} of row {batch.arm + 1} were given out "
                f"{TRIES} times, and each time the worker that played them died{_why(job)}; if the "
                "memory ran out, fewer workers need less"
            )
        outer: Future[Sent] = Future()
        self._out.add(outer)
        try:
            inner = self._executor.submit(play_task, task, batch.arm, batch.first, batch.count)
        except Exception as error:
            self._pass_on(outer, error=self.explained(error))
            return outer
        executor = self._executor

        def back(done: Future[Sent]) -> None:
            if done.cancelled():
                self._pass_on(outer, error=BatchLost(executor))
            elif (error := done.exception()) is not None:
                self._pass_on(outer, error=self.explained(error, executor))
            else:
                self._tries.pop((task, batch), None)
                self._pass_on(outer, done.result())

        def stop(done: Future[Sent]) -> None:
            if done.cancelled():
                inner.cancel()

        inner.add_done_callback(back)
        outer.add_done_callback(stop)
        return outer

    def _pass_on(
        self, outer: Future[Sent], result: Sent | None = None, error: BaseException | None = None
    ) -> None:
        with self._lock:  # a result may come while the batch is being given up
            self._out.discard(outer)
            if outer.done():
                return
            outer.set_running_or_notify_cancel()
        if error is not None:
            outer.set_exception(error)
        else:
            assert result is not None
            outer.set_result(result)

    def give_up(self, error: BaseException) -> None:
        """End all batches in flight with an error: they will not come back."""
        for outer in list(self._out):
            self._pass_on(outer, error=error)

    def explained(self, error: BaseException, executor: Executor | None = None) -> BaseException:
        """The error to raise instead of this one: BatchLost if the batch can be tried again."""
        if isinstance(error, BrokenExecutor):
            return BatchLost(executor or self._executor)
        if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("playout"):
            return PlayoutError(
                "a worker does not have Playout: install the version of this program there"
            )
        return error

    def lost(self, error: BaseException) -> bool:
        """Whether an error means that a worker was lost and the batch can be tried again."""
        if not isinstance(error, BatchLost):
            return False
        executor: Executor | None = error.args[0]
        if executor is None:
            return True
        if self._unreplaced is None or self._unreplaced[0] is not executor:
            try:
                self.renew(executor)
                return True
            except WorkersLost as none_left:
                self._unreplaced = executor, none_left
        raise self._unreplaced[1]

    def renew(self, executor: Executor) -> None:
        """Replace an executor that is broken; WorkersLost if it cannot be replaced.

        This is called for every batch that was lost with it.
        """
        raise WorkersLost("the executor is broken, or was shut down")
