"""Compile in another process: the games of later jobs, or some strategies of this one.

Compiling uses one processor, and takes longer than playing when it is done for the first time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, wait
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any, Self

from playout.engine.native import jit, twin
from playout.engine.native.code_cache import has_code_of
from playout.engine.words.errors import PlayoutError
from playout.engine.words.resources import processors
from playout.runner.jobs import Job
from playout.runner.plan import Batch
from playout.runner.processes import Processes
from playout.runner.tasks import compile_task, task_of


class Precompiler:
    """Compiles, for all jobs but the first, the games that the cache does not hold yet."""

    def __init__(self, jobs: Mapping[str, Job[Any]]) -> None:
        first = next(iter(jobs.values())).game
        self._jobs = jobs
        new = {
            name: job
            for name, job in jobs.items()
            if job.game is not first and not has_code_of(job.game.source)
        }
        self._compiled: dict[str, list[Future[Any]]] = {}
        self._process: Processes | None = None
        if new and processors() > 1 and jit.COMPILING:
            with suppress(PlayoutError):  # no process can be started here
                self._process = Processes(1)
        if self._process is not None:
            for name, job in new.items():
                arms = [Batch(arm, job.begin, 0) for arm in range(len(job.nothing()))]
                with suppress(Exception):  # what cannot be sent is compiled here
                    self._compiled[name] = [self._process.submit(job, batch) for batch in arms]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._process is not None:
            self._process.close()

    def take(self, name: str) -> None:
        """Wait until all is compiled for a job.

        If that has failed, it is compiled when the job is played, and fails there.
        """
        if futures := self._compiled.pop(name, []):
            title = self._jobs[name].game.title
            with jit.announce(f"compiling {title}, once on this machine"):
                wait(futures)


@contextmanager
def parallel_compiler(job: Job[Any]) -> Iterator[None]:
    """Within this context another process compiles for a job, too, if there is much to compile.

    There is none if a strategy or the game is not Playout's, whose file would then be run twice, if
    other processes have all processors, or if this is one of those.
    """
    ours = job.game.is_ours and all(player.strategy.is_ours for player in job.players())
    if not ours:
        yield
        return
    if twin.POSSIBLE:
        with twin.compiling_ahead(partial(_play_nothing, job)):
            yield
        return
    with ExitStack() as started, twin.calling_instead(partial(_compile_strategies, started, job)):
        yield


def _play_nothing(job: Job[Any]) -> None:
    for arm in range(len(job.nothing())):
        with suppress(Exception):  # it cannot do without what the other process compiles
            job.play(Batch(arm, job.begin, 0))


def _compile_strategies(started: ExitStack, job: Job[Any]) -> None:
    with suppress(Exception):  # none can be started, or what cannot be sent is compiled here
        process = Processes(1)
        started.callback(process.close)
        process.call(compile_task, task_of(job))
