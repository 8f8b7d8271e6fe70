"""What keeping and sending costs: python benchmarks/saved_runs.py [seconds]

One run of The Game (`greedy`, solo, compiled) is played on two threads, with a run file, in two
processes and on a Dask cluster of two workers, turn by turn, and compared with the plain one; each
lasts about so many seconds (default 8).  Then what a file and a scheduler can take: rows a second,
bytes a row, the time to read a file of 100,000 rows, tasks a second of nothing, and how the memory
of this process grows.  Ratios of one run on one machine; nobody else should be at work on it.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from playout.questions.runs import Job, ask
from playout.runner.database import StoredBatch
from playout.runner.jobs import Workers
from playout.runner.ledger import Ledger
from playout.runner.plan import Batch
from playout.runner.workers import Threads, workers_of
from playout.stats.packing import pack
from tests.playing import played

ROUNDS = 3
TWO = 2
ROWS = 100_000
MEGABYTE = 2**20


def run(games: int) -> Job:
    """So many games."""
    return Job(ask("the-game", strategy="greedy", games=games, seed=1))


def rows_of(path: Path) -> int:
    """Rows of a run file."""
    with Ledger.open(path) as ledger:
        return sum(1 for _ in ledger.batches())


def took(job: Job, workers: Workers, folder: Path | None = None) -> tuple[float, int]:
    """Seconds of a run, from its first batch to its end, and rows of its file."""
    path = None if folder is None else folder / f"{time.time_ns()}.db"
    seconds: float = played(job, workers, path).seconds
    return seconds, 0 if path is None else rows_of(path)


def overheads(folder: Path, aim: float) -> None:
    """How much longer the same run takes with each."""
    with (
        workers_of(TWO) as threads,
        workers_of(f"processes:{TWO}") as processes,
        workers_of(f"local:{TWO}") as cluster,
    ):
        ways: dict[str, Callable[[Job], tuple[float, int]]] = {
            "two threads": lambda job: took(job, threads),
            "two threads, run file": lambda job: took(job, threads, folder),
            "two processes": lambda job: took(job, processes),
            "Dask, two workers": lambda job: took(job, cluster),
            "Dask, two workers, run file": lambda job: took(job, cluster, folder),
        }
        small = run(100_000)
        for way in ways.values():
            way(small)  # everybody has compiled and begun
        games = round(100_000 * aim / ways["two threads"](small)[0])
        found: dict[str, list[tuple[float, int]]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                found[name].append(way(run(games)))
    print(f"{games:,} games of greedy, solo; median of {ROUNDS}, taken in turn")
    base = statistics.median(seconds for seconds, _ in found["two threads"])
    for name, times in found.items():
        ratios = [s / t for (s, _), (t, _) in zip(times, found["two threads"], strict=True)]
        seconds = statistics.median(s for s, _ in times)
        rows = f"   {times[-1][1]} rows" if times[-1][1] else ""
        print(
            f"  {name:<28} {seconds:6.2f} s   {100 * (seconds / base - 1):+6.1f} %   "
            f"({100 * (min(ratios) - 1):+.1f} to {100 * (max(ratios) - 1):+.1f} round by round)"
            f"{rows}"
        )


def file(folder: Path) -> None:
    """Rows a second, bytes a row, time to read."""
    job = run(ROWS * 1_000)
    counted = job.play(Batch(0, 0, 1_000))
    packed, path = pack(counted), folder / "rows.db"
    with Ledger.create(path, job) as ledger:
        started = time.perf_counter()
        for row in range(2_000):
            ledger.save(Batch(0, row * 1_000, 1_000), counted, 0.5)
        single = 2_000 / (time.perf_counter() - started)
        batches = (Batch(0, row * 1_000, 1_000) for row in range(2_000, ROWS))
        rest = (StoredBatch(batch, packed, 0.5) for batch in batches)
        ledger.add(*rest)
    size = path.stat().st_size / ROWS
    with Ledger.open(path) as ledger:
        started = time.perf_counter()
        plan = job.plan()
        ledger.load(plan)
        seconds = time.perf_counter() - started
    assert plan.complete
    print(f"a run file: {single:,.0f} batches a second, each its own transaction")
    print(f"  {len(packed)} bytes of counts a row, {size:.0f} with all; {ROWS:,} rows read in ")
    print(f"  {seconds:.1f} s and added up, {size * ROWS / MEGABYTE:.0f} MB")


def nothing(*_: Any) -> tuple[bytes, float]:
    """A task that does nothing."""
    return b"", 0.0


def scheduler() -> None:
    """Tasks of nothing a second through a Dask scheduler, sixteen in flight."""
    from concurrent.futures import FIRST_COMPLETED, wait

    from playout.runner.cluster import Cluster

    with Cluster(f"local:{TWO}") as cluster:
        executor = cluster.client.get_executor()
        for count in (200, 3_000):
            started, done, out = time.perf_counter(), 0, set[Any]()
            while done < count:
                while len(out) < 16:
                    out.add(executor.submit(nothing, done, len(out)))
                finished, out = wait(out, return_when=FIRST_COMPLETED)
                done += len(finished)
            speed = done / (time.perf_counter() - started)
        print(f"Dask: {speed:,.0f} tasks of nothing a second; scheduler and two workers are here")


def resident() -> float:
    """Memory of this process in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def memory(folder: Path) -> None:
    """How memory grows with the length of a run, of very small batches."""

    class Many(Threads):
        """Threads that take batches of a five-hundredth of the usual length."""

        batch_seconds = 0.0005

    with Many(TWO) as threads:
        played(run(100_000), threads)
        for games in (300_000, 1_200_000):
            before = resident()
            path = folder / f"memory{games}.db"
            played(run(games), threads, path)
            after, rows = resident(), rows_of(path)
            print(f"memory: {after - before:+.1f} MB after {rows:,} batches (of {before:.0f})")


def main() -> None:
    """All of it."""
    aim = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
    with tempfile.TemporaryDirectory() as folder:
        overheads(Path(folder), aim)
        file(Path(folder))
        scheduler()
        memory(Path(folder))


if __name__ == "__main__":
    main()
