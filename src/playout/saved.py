"""Runs that are files, for Python programs and notebooks: go on, play more, put together, check.

``playout.run(..., save="FILE")`` makes one.  What comes back is what the run gives: a Result, of a
tournament Standings, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from playout.report.compared import ComparisonResult
from playout.report.luck import Luck
from playout.report.result import Result
from playout.report.standings import Standings
from playout.study import durable
from playout.study.compare import Compared
from playout.study.durable import Verified
from playout.study.executors import workers_of
from playout.study.jobs import Progress, Workers, play_job
from playout.study.ledger import Ledger
from playout.study.luck import Replayed
from playout.study.run import Run
from playout.study.spec import read_count

File = str | Path


def shown_as(found: Any) -> Any:
    """What is counted in some way as what a person gets: a Result, Standings, Luck, ..."""
    if isinstance(found, Replayed):
        return Luck(found)
    if isinstance(found, Compared):
        return ComparisonResult(found)
    return Result(found) if isinstance(found, Run) else Standings(found)


def load_run(path: File) -> Any:
    """The result of a run as far as it is in its file; also while somebody plays it."""
    with Ledger.open(Path(path)) as ledger:
        return shown_as(durable.counted(ledger))


def resume(
    path: File,
    *,
    threads: int | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Any:
    """Play what is left of a run: the result is that of one that was never stopped."""
    with workers_of(threads, processes, cluster, executor) as workers:
        return _go_on(Path(path), None, workers, progress)


def extend(
    path: File,
    games: int | str,
    *,
    threads: int | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Any:
    """Play a run up to so many games of each row, in all.

    Whoever extends a run has seen it, so its intervals are anytime-valid from then on.
    """
    number = read_count(games)
    with workers_of(threads, processes, cluster, executor) as workers:
        return _go_on(Path(path), number, workers, progress)


def _go_on(path: Path, games: int | None, workers: Workers, progress: Progress | None) -> Any:
    with Ledger.open(path, write=True) as ledger:
        job = durable.to_go_on(ledger, games)
        return shown_as(play_job(job, workers, keeper=ledger, progress=progress))


def merge(into: File, parts: Iterable[File]) -> Path:
    """Put parts of one run together in a new file; returns its path.

    The parts must have been asked the same (``playout run ... --part 1/4``), and have no game in
    common; PlayoutError with the reason if not.
    """
    durable.merge(Path(into), [Path(part) for part in parts])
    return Path(into)


def verify(path: File, sample: int = 20) -> Verified:
    """Play some batches of a run again, chosen by chance, and compare bit for bit.

    The result says which were played (``batches``), and which gave other counts (``different``).
    """
    with Ledger.open(Path(path)) as ledger:
        return durable.verify(ledger, sample)
