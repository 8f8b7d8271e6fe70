"""Batches as names and numbers, which can be sent to another process.

The strategy files that it names are sent with it.  Everything else a worker must have, and a worker
whose source is not the same refuses the batch.
"""

from __future__ import annotations

import json
import os
import platform
import threading
import time
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from playout.engine.find.declarations import is_installed
from playout.engine.find.foreign_games import counter_references, without_counters
from playout.engine.find.games import files_of, is_of_this_program
from playout.engine.find.strategy_files import file_of, files_at, path_of
from playout.engine.native import code_cache, jit
from playout.engine.play.batch import compile_strategy
from playout.engine.words.errors import PlayoutError
from playout.runner.atomic_file import written
from playout.runner.identity import VERSION, code_of
from playout.runner.jobs import Job
from playout.runner.plan import Batch
from playout.stats.packing import pack

_PREPARING = threading.Lock()  # one thread of this process at a time


@dataclass(frozen=True)
class Task:
    """A job in a form that can be sent to another process."""

    job: type[Job[Any]]
    asked: str  # its canonical form, as JSON
    playout: str  # version
    code: str  # digest of all source that decides a game, the files included
    files: tuple[tuple[str, bytes], ...]  # strategy files: the name in references, the text
    checked: bool  # every index in compiled code


def task_of(job: Job[Any]) -> Task:
    """The task of a job.  PlayoutError if one of its strategies is declared in this program alone.

    A job that is made again from a task has the same task.
    """
    files: dict[str, bytes] = {}
    name, game = job.game.name, without_counters(job.game.name)
    for file in files_of(name):
        files[file] = path_of(file).read_bytes()
    for what, own in [("game", game), *(("counter", one.name) for one in job.game.counters)]:
        here = is_of_this_program(game) if what == "game" else own in counter_references(name)
        if here:
            raise PlayoutError(
                f"the {what} '{own}' is declared in this program, where other processes cannot "
                f"find it; write it to a file and name it mine.py:{own}, or use threads"
            )
    for player in job.players():
        own_file = file_of(player.reference)
        if own_file is None and file_of(player.strategy.game) is not None:
            continue  # it comes with its game
        if own_file is not None:
            files[own_file] = Path(player.strategy.file).read_bytes()
        elif not is_installed(player.strategy):
            raise PlayoutError(
                f"strategy '{player.reference}' is declared in this program, where other processes "
                f"cannot find it; write it to a file and name it mine.py:{player.strategy.name}, "
                "or use threads"
            )
    asked = json.dumps(job.asked.canonical())
    texts = tuple(sorted(files.items()))
    code = code_of(job.game, job.players())
    return Task(type(job), asked, VERSION, code, texts, code_cache.CHECKED)


def is_sendable(job: Job[Any]) -> bool:
    """Whether another process can play a job."""
    try:
        task_of(job)
    except (PlayoutError, OSError):
        return False
    return True


def play_task(task: Task, arm: int, first: int, count: int) -> tuple[bytes, float]:
    """Play a batch; its counts, packed, and the processor time it took."""
    job = _prepared(task, arm)
    started = time.thread_time()
    counted = job.play(Batch(arm, first, count))
    return pack(counted), time.thread_time() - started


def compile_task(task: Task) -> None:
    """Compile all strategies of a job, from the last: the program itself begins with the first."""
    job = _restored(task).job
    for strategy in reversed(dict.fromkeys(player.strategy for player in job.players())):
        compile_strategy(job.game, strategy)


@dataclass
class _Prepared:
    """A job in this process."""

    job: Job[Any]
    compiled: set[int] = field(default_factory=set)  # its arms that have been played here


def _prepared(task: Task, arm: int) -> Job[Any]:
    """The job, with all that an arm needs compiled, or loaded if another process compiled it."""
    with _PREPARING:
        prepared = _restored(task)
        if arm not in prepared.compiled:
            with jit.compiling(prepared.job.game.title):
                prepared.job.play(Batch(arm, prepared.job.begin, 0))
            prepared.compiled.add(arm)
    return prepared.job


@lru_cache(maxsize=8)
def _restored(task: Task) -> _Prepared:
    worker = f"the worker on {platform.node()}"
    if task.playout != VERSION:
        raise PlayoutError(
            f"{worker} has Playout {VERSION}, but this program has {task.playout}; install the "
            "same version everywhere"
        )
    if task.checked and not code_cache.CHECKED:
        raise PlayoutError(
            f"{worker} does not check array indices: start it with NUMBA_BOUNDSCHECK=1 in its "
            "environment"
        )
    places = {name: _sent_file(name, text) for name, text in task.files}
    try:
        with files_at(places):
            job = task.job.restored(json.loads(task.asked), 1)
    except PlayoutError as error:
        raise PlayoutError(
            f"{worker} cannot play this: {error}; what the strategies need must be installed there "
            "too"
        ) from None
    if code_of(job.game, job.players()) != task.code:
        raise PlayoutError(
            f"{worker} has a different source of Playout {VERSION} or of a strategy than this "
            "program; install the same everywhere"
        )
    return _Prepared(job)


def _sent_file(name: str, text: bytes) -> Path:
    """The path of a strategy file that was sent, the same for all processes of a machine."""
    digest = blake2b(text, digest_size=16).hexdigest()
    path = Path(code_cache.CACHE_FOLDER, "sent", digest, Path(name).name)
    for folder in (path.parent.parent, path.parent):
        if not code_cache.is_safe(folder, make=True):
            raise PlayoutError(
                f"{folder}: cannot be created, or other users can write to it; remove it"
            )
    if not path.is_file():
        with written(path) as file:  # another process may be writing it too
            file.write_bytes(text)
            os.utime(file, ns=(0, 0))  # so that the one put in its place is not another file
    return path
