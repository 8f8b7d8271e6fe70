"""Compile what later jobs need in a process of its own, while this one plays.

Compiling uses one processor, and takes longer than playing when it is done for the first time.  The
process fills a cache folder of its own, because several that fill one can crash (numba #4807); what
it has compiled is taken over from there function by function.
"""

from __future__ import annotations

import glob
import os
import shutil
import tempfile
from collections.abc import Mapping
from concurrent.futures import Future, wait
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playout.engine import jit
from playout.engine.game import Game
from playout.runner.executors import processors
from playout.runner.jobs import Job
from playout.runner.plan import Batch
from playout.runner.processes import Processes

FOLDER = "NUMBA_CACHE_DIR"  # the variable in which a new process finds its cache folder
DIGITS = 40  # after the name of a source's folder, in the name of the one with its compiled code


class Ahead:
    """Compiles for all jobs whose games the cache does not know, but for the game of the first."""

    def __init__(self, jobs: Mapping[str, Job[Any]]) -> None:
        first = next(iter(jobs.values())).game
        self._jobs = jobs
        new = {
            name: job
            for name, job in jobs.items()
            if job.game is not first and not is_known(job.game)
        }
        self._compiled: dict[str, list[Future[Any]]] = {}
        self._process: Processes | None = None
        if new and processors() > 1 and jit.COMPILING:
            self._folder = Path(tempfile.mkdtemp(prefix="playout-"))
            self._start(new)

    def _start(self, jobs: Mapping[str, Job[Any]]) -> None:
        self._process, before = Processes(1), os.environ[FOLDER]
        os.environ[FOLDER] = str(self._folder)
        try:
            for name, job in jobs.items():
                arms = [Batch(arm, job.begin, 0) for arm in range(len(job.nothing()))]
                with suppress(Exception):  # what cannot be sent is compiled here
                    self._compiled[name] = [self._process.submit(job, batch) for batch in arms]
        finally:
            os.environ[FOLDER] = before

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self._process.close()
            shutil.rmtree(self._folder, ignore_errors=True)

    def take(self, name: str) -> None:
        """Wait for what was compiled for a job, and take it over.

        If that has failed, it is compiled when the job is played, and fails there.
        """
        futures = self._compiled.pop(name, [])
        if not futures:
            return
        with jit.compiling(self._jobs[name].game.title):
            jit.tell_compiling()
            wait(futures)
            take_over(self._folder / Path(jit.CACHE_FOLDER).name, Path(jit.CACHE_FOLDER))


def is_known(game: Game) -> bool:
    """Whether anything of a game is in the cache."""
    folder = f"{glob.escape(game.folder.name)}_{'?' * DIGITS}"
    return any(Path(jit.CACHE_FOLDER).glob(f"{folder}/*.nbi"))


def take_over(source: Path, target: Path) -> None:
    """Copy all compiled functions that a cache folder has and another has not.

    A function is an index and the files that it names, which must be there before the index.
    """
    for index in source.rglob("*.nbi"):
        place = target / index.relative_to(source)
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            for code in index.parent.glob(f"{glob.escape(index.stem)}.*.nbc"):
                shutil.copy2(code, place.parent)
            shutil.copy2(index, place)
