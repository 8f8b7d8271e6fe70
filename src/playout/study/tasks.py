"""A batch of a job by names and numbers alone: what is sent to another process."""

from __future__ import annotations

import importlib
import json
import time
from functools import lru_cache
from typing import Any

from playout.engine.errors import PlayoutError, suggest
from playout.stats.packing import pack
from playout.study.jobs import Job
from playout.study.plan import Batch

KINDS = {
    "run": "playout.study.run:GameRun",
    "compare": "playout.study.compare:ComparisonRun",
    "tournament": "playout.study.tournament:TournamentRun",
    "decomposition": "playout.study.luck:LuckRun",
}


def restored(kind: str, asked: dict[str, Any], games: int, begin: int = 0) -> Job[Any]:
    """The job of a kind that was asked for in these words."""
    if kind not in KINDS:
        raise PlayoutError(f"there is no kind of run '{kind}': {suggest(kind, KINDS)}")
    module, name = KINDS[kind].split(":")
    made: Job[Any] = getattr(importlib.import_module(module), name).restored(asked, games, begin)
    return made


@lru_cache(maxsize=8)
def _job(kind: str, text: str, code: str) -> Job[Any]:
    """The job of a text, made once in a process for the same code of its strategies."""
    return restored(kind, json.loads(text), 1)


def play_task(
    kind: str, text: str, code: str, cell: int, first: int, count: int
) -> tuple[bytes, float]:
    """Play a batch; its counts, packed, and the processor time it took."""
    started = time.thread_time()
    counted = _job(kind, text, code).play(Batch(cell, first, count))
    return pack(counted), time.thread_time() - started
