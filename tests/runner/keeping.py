"""A small run that is kept in a file, and what the file holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from playout.questions.answers import job_in
from playout.questions.runs import Found, Job, ask
from playout.runner.database import StoredBatch
from playout.runner.identity import digest_of
from playout.runner.ledger import Ledger
from playout.runner.plan import Batch
from playout.runner.saved_runs import counted
from playout.stats.packing import pack
from tests import playing

GAMES = 3_000


def job(games: int = GAMES, **options: Any) -> Job:
    return Job(ask("the-game", players=[1, 2], strategy="greedy", games=games, seed=4, **options))


def played(path: Path | None, of: Job | None = None, stop_after: int = 10**9) -> Found:
    def stop(done: int, total: int) -> None:
        if done >= stop_after:
            raise KeyboardInterrupt

    found: Found = playing.played(of or job(), save=path, progress=stop)
    return found


def held(ledger: Ledger) -> Any:
    """What a file holds."""
    return counted(ledger, job_in(ledger))


def bits(found: Found) -> list[bytes]:
    return [pack(tally) for tally in found.tallies]


def asked_otherwise(path: Path, asked: str, kind: str = "run") -> None:
    """Change what was asked, with the right digests: somebody may have made it so."""
    question = digest_of(kind, asked)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE run SET kind = ?, asked = ?, hash = ?", (kind, asked, question))
        mark_batches(db, question)


def mark_batches(db: sqlite3.Connection, question: str) -> None:
    rows = db.execute("SELECT cell, first, count, counts, seconds FROM batch").fetchall()
    for cell, first, count, counts, seconds in rows:
        mark = StoredBatch(Batch(cell, first, count), counts, seconds).mark(question)
        db.execute("UPDATE batch SET mark = ? WHERE cell = ? AND first = ?", (mark, cell, first))
