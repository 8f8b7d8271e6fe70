"""Whoever plays in other processes, behind any executor of the standard library's kind.

Batches go out as names and numbers (runner/tasks.py) and come back as packed counts.  One whose
worker is lost goes out again; one that has been lost several times is not tried for ever.
"""

from __future__ import annotations

import threading
from concurrent.futures import BrokenExecutor, Executor, Future
from types import TracebackType
from typing import Any, Self

from playout.engine.errors import PlayoutError, WorkersLost
from playout.runner.jobs import Job, K
from playout.runner.plan import Batch
from playout.runner.tasks import Task, play_task, task_of

SECONDS = 0.5  # a batch takes at least so long: what sending it costs is then under a percent
TASKS = 80  # a second, over all workers: what one scheduler does without effort
EACH = 2  # batches in flight for each worker: one that it plays, one that waits for it
TRIES = 4  # a batch is given out so often; then it is the batch that kills its workers

Sent = tuple[Any, float]


class Gone(Exception):
    """A batch did not come back, because of what happened to its worker.

    It has the executor that is broken, or None if that only lost the batch.
    """


class Remote:
    """Workers behind an executor, which stays its owner's."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self._executor, self.workers = executor, workers
        self._last: tuple[Job[Any], Task] | None = None
        self._tries: dict[tuple[Task, Batch], int] = {}
        self._lock = threading.Lock()
        self._out: set[Future[Sent]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Wait for nobody: whoever stops a run does not wait for the batches still in flight."""

    @property
    def window(self) -> int:
        """Batches in flight at most."""
        return EACH * self.workers

    @property
    def batch_seconds(self) -> float:
        """So long should a batch take."""
        return max(SECONDS, self.workers / TASKS)

    def submit(self, job: Job[K], batch: Batch) -> Future[tuple[K | bytes, float]]:
        """Have a batch played."""
        if self._last is None or self._last[0] is not job:
            self._last = job, task_of(job)
        task = self._last[1]
        tries = self._tries[task, batch] = self._tries.get((task, batch), 0) + 1
        if tries > TRIES:
            raise WorkersLost(
                f"games {batch.first} to {batch.end - 1} of row {batch.arm + 1} were given out "
                f"{TRIES} times, and each time the worker that played them died"
            )
        outer: Future[Sent] = Future()
        self._out.add(outer)
        try:
            inner = self._given(task, batch)
        except Exception as error:
            self._pass_on(outer, error=self.gone(error))
            return outer
        executor = self._executor

        def back(done: Future[Sent]) -> None:
            if done.cancelled():
                self._pass_on(outer, error=Gone(executor))
            elif (error := done.exception()) is not None:
                self._pass_on(outer, error=self.gone(error, executor))
            else:
                self._tries.pop((task, batch), None)
                self._pass_on(outer, done.result())

        def stop(done: Future[Sent]) -> None:
            if done.cancelled():
                inner.cancel()

        inner.add_done_callback(back)
        outer.add_done_callback(stop)
        return outer

    def _given(self, task: Task, batch: Batch) -> Future[Sent]:
        return self._executor.submit(play_task, task, batch.arm, batch.first, batch.count)

    def _pass_on(
        self, outer: Future[Sent], result: Sent | None = None, error: BaseException | None = None
    ) -> None:
        with self._lock:  # an answer may come while it is being given up
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
        """All that is still out will not come back."""
        for outer in list(self._out):
            self._pass_on(outer, error=error)

    def gone(self, error: BaseException, executor: Executor | None = None) -> BaseException:
        """What an error means: Gone if the batch can be tried again."""
        if isinstance(error, BrokenExecutor):
            return Gone(executor or self._executor)
        if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith("playout"):
            return PlayoutError(
                "a worker does not have Playout: install the version of this program there"
            )
        return error

    def lost(self, error: BaseException) -> bool:
        """Whether an error means that a worker was lost and the batch can be tried again."""
        if not isinstance(error, Gone):
            return False
        if error.args[0] is not None:
            self.renew(error.args[0])
        return True

    def renew(self, executor: Executor) -> None:
        """Find others to play instead of an executor that is broken; WorkersLost if there are none.

        It is asked for every batch that went with it.
        """
        raise WorkersLost("the executor is broken, or was shut down")
