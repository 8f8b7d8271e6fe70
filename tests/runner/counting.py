"""Small runs whose counts are known, to be played by all kinds of workers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playout.questions.runs import Asked, Found, Job, ask
from tests.playing import played

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


def plain(games: int = 4_000, **options: Any) -> Asked:
    """A fixed number of games at two tables."""
    given: dict[str, Any] = {"players": [1, 3], "strategy": ["greedy"], **options}
    return ask("the-game", games=games, seed=11, **given)


def precise(**options: Any) -> Asked:
    """As many games as a precision takes."""
    given: dict[str, Any] = {
        "players": [1, 2],
        "strategy": ["greedy"],
        "measure": "cards_left",
        **options,
    }
    return ask("the-game", precision=1, seed=5, **given)


def counts(found: Found) -> list[list[list[int]]]:
    """All that a run has counted."""
    return [[one.counts.tolist() for one in tally.histograms] for tally in found.tallies]


def expected(asked: Asked) -> list[list[list[int]]]:
    """What one thread counts."""
    return counts(played(Job(asked), 1))


def write_bold(folder: Path, before: str = "pass") -> str:
    """A strategy file of one's own; its reference."""
    (folder / "mine.py").write_text(BOLD.format(before=before), encoding="utf-8")
    return f"{folder}/mine.py:bold"


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
