"""A small run that is kept in a file, and what the file holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playout.questions import job_in
from playout.questions.runs import Found, Job, ask
from playout.runner.durable import counted
from playout.runner.ledger import Ledger
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
