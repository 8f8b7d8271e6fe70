"""Small runs whose counts are known, for all kinds of workers and for files."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from playout.questions.answers import job_in
from playout.questions.runs import Asked, Found, Job, ask
from playout.runner.database import StoredBatch
from playout.runner.identity import digest_of
from playout.runner.ledger import Ledger
from playout.runner.plan import Batch
from playout.runner.saved_runs import saved_result
from playout.stats.packing import pack
from tests import playing

BOLD = '''
"""Plays anything, in plain Python."""
from playout import strategy
from playout.games.the_game.strategies import random as any_move


@strategy("the-game", compiled=False)
def bold(view, rng):
    """Whatever comes first."""
    {before}
    return any_move(view, rng)
'''


def write_bold(folder: Path, before: str = "pass") -> str:
    """A strategy file of one's own; its reference."""
    (folder / "mine.py").write_text(BOLD.format(before=before), encoding="utf-8")
    return f"{folder}/mine.py:bold"


def plain(games: int = 4_000, **options: Any) -> Asked:
    """A fixed number of games at two tables."""
    usual: dict[str, Any] = {"players": [1, 3], "strategy": ["greedy"], "seed": 11}
    return ask("the-game", games=games, **(usual | options))


def precise(**options: Any) -> Asked:
    """As many games as a precision takes."""
    usual: dict[str, Any] = {"players": [1, 2], "strategy": ["greedy"], "measure": "cards_left"}
    return ask("the-game", precision=1, seed=5, **(usual | options))


def job(games: int = 3_000, **options: Any) -> Job:
    """Games to be saved."""
    return Job(ask("the-game", players=[1, 2], strategy="greedy", games=games, seed=4, **options))


def played(path: Path | None, of: Any = None, stop_after: int = 10**9) -> Any:
    """Play a job, perhaps with a file; Ctrl-C comes after so many games."""

    def stop(done: int, total: int) -> None:
        if done >= stop_after:
            raise KeyboardInterrupt

    return playing.played(of or job(), save=path, progress=stop)


def counts(found: Found) -> list[bytes]:
    """All that a run has counted."""
    return [pack(tally) for tally in found.tallies]


def expected(asked: Asked) -> list[bytes]:
    """What one thread counts."""
    return counts(playing.played(Job(asked), 1))


def saved(ledger: Ledger) -> Any:
    """What was counted by the games in a file."""
    return saved_result(ledger, job_in(ledger))


def change(path: Path, *statements: str) -> None:
    """Change a file with SQL."""
    with closing(sqlite3.connect(path)) as db, db:
        for sql in statements:
            db.execute(sql)


def change_question(path: Path, asked: str, kind: str = "run") -> None:
    """Change what was asked, with the right digests: somebody may have made it so."""
    question = digest_of(kind, asked)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE run SET kind = ?, asked = ?, hash = ?", (kind, asked, question))
        rows = db.execute("SELECT cell, first, count, counts, seconds FROM batch").fetchall()
        for cell, first, count, packed, seconds in rows:
            mark = StoredBatch(Batch(cell, first, count), packed, seconds).mark(question)
            sql = "UPDATE batch SET mark = ? WHERE cell = ? AND first = ?"
            db.execute(sql, (mark, cell, first))


HOLDER = """
import sys
from pathlib import Path
from playout.runner.ledger import Ledger
with Ledger.open(Path(sys.argv[1]), write=True):
    print("open", flush=True)
    sys.stdin.read()
"""


@contextmanager
def at_work(path: Path) -> Iterator[None]:
    """Another process has the file open for writing."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        yield
    finally:
        holder.kill()
        holder.communicate()
